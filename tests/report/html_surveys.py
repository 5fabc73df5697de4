"""Surveys for the report: a small site, and one that attacks who reads of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crawler.cluster import ClusterOptions
from crawler.finalise import finalise, remember_options, vector_format
from crawler.items import Form
from crawler.store import Survey, SurveyWriter, harvests
from tests.commands.surveys import SITE, listing, measured

if TYPE_CHECKING:
    from pathlib import Path

    from crawler.items import Page

ATTACKS = (
    "</script><script>attacked('script')</script>",
    "<img src=x onerror=\"attacked('img')\">",
    "'\"><svg onload=attacked('svg')>",
    "<!--<script>",
    "]]></style><iframe srcdoc='<script>parent.attacked(1)</script>'>",
    "{{constructor.constructor('attacked(1)')()}} ${attacked(2)} __proto__",
    "abc\u202egnp.exe\u2066\u2028\u2029\x00\x1b[31m",
    "javascript:attacked('href')",
    "\\u003c/script\\u003e & &lt;b&gt; \\",
)
HTTP = "http://h.test/"


def survey_with(path: Path, pages: list[Page], *, final: bool = True) -> Path:
    """A survey of these pages, with a decision for each attack and a harvest."""
    options = ClusterOptions()
    with Survey.open(path, create=True) as survey:
        remember_options(survey, options)
        run = survey.start_run("inspect", arguments={}, settings={}, versions={})
        with SurveyWriter(survey, run, vector_format(options)) as writer:
            for page in pages:
                writer.submit(page)
            writer.decide(f"{HTTP}logout", "danger", "logout", HTTP)
            for number, attack in enumerate(ATTACKS):
                writer.decide(
                    f"{HTTP}{attack}", f"rule{number}{attack}", attack, attack
                )
        survey.finish_run(run, "finished", {})
        if final:
            finalise(survey)
    return path


def site_pages() -> list[Page]:
    options = ClusterOptions()
    return [
        measured(
            url, html, options, fetched_at=f"2026-01-01T00:00:{number:02}.000+00:00"
        )
        for number, (url, html) in enumerate(SITE.items())
    ]


def hostile_pages() -> list[Page]:
    """Each text of a page is an attack; one of them has no address of the web."""
    found = []
    for number, attack in enumerate(ATTACKS):
        page = measured(f"{HTTP}p{number}", listing(number + 1), ClusterOptions())
        form = page.forms[0]
        (field,) = form.fields
        evil = replace(
            form,
            action=attack,
            name=attack,
            kind=attack,
            signature=attack,
            fields=(replace(field, name=attack, value=attack, label=attack),),
        )
        found.append(
            replace(
                page,
                url=f"{HTTP}p{number}?{attack}" if number % 2 else attack,
                title=attack,
                kind=attack,
                host=attack,
                shape=f"{HTTP}{attack}",
                notes=(attack,),
                twin=attack,
                twin_kind="content",
                forms=(evil, Form("", signature=f"s{number}")),
                parameters=(f"query:{attack}", attack),
            )
        )
    return found


def add_harvest(path: Path, text: str, records: int = 3) -> None:
    """What lies behind a form: records whose every text is *text*."""
    with Survey.open(path) as survey, survey.writing() as connection:
        known = {"signature": f"GET {text}", "page": HTTP, "action": text}
        harvest = harvests.begin_harvest(connection, 1, **known, method="GET", begun={})
        done = {"verdict": "done", "reason": text, "records": records, "queries": 9}
        size = {"size": records + 0.4, "size_low": records, "size_high": records + 2}
        harvests.update_harvest(connection, harvest, {**done, **size, "bound": 0.01})
        answer = {
            "harvest_id": harvest,
            "query": "{}",
            "page": 1,
            "number": 1,
            "phase": "sample",
            "url": HTTP,
            "kind": "records",
            "reason": "",
            "records": [],
            "total": None,
            "more": False,
            "next": "",
            "error": "",
            "bytes": 5,
            "seconds": 0.1,
        }
        found = [
            {
                "harvest_id": harvest,
                "identity": f"{number:032}",
                "number": number,
                "fields": {text: f"{text} {number}"},
                "links": {},
                "section": "",
                "url": HTTP,
                "query": "{}",
            }
            for number in range(1, records + 1)
        ]
        harvests.write_answer(connection, 1, answer, found)
