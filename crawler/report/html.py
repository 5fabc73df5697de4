"""A survey as one HTML file that needs nothing else.

Everything in it comes from the site or is ours, and the two never meet: text of the
site is escaped where Python writes it, lies as JSON in a block that is no script, and
is put into the page by ``textContent`` alone. A policy of its own (CSP Level 3) lets
only our script and our style run, by their digests, loads nothing, and forbids
whatever makes markup of text (Trusted Types).
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from crawler.report import html_coverage, html_glance
from crawler.report.html_harvests import harvest_data
from crawler.report.html_interfaces import interface_data
from crawler.report.html_pages import page_data
from crawler.report.html_parts import decision_data, form_data, parameter_data
from crawler.report.html_shapes import shape_rows
from crawler.report.html_text import Html, counted, element, embedded, visible

if TYPE_CHECKING:
    from typing import BinaryIO

    from sqlalchemy import Connection

    from crawler.report.html_glance import Glance
    from crawler.store import Survey

_SCRIPTS: Final = ("html_core.js", "html_lists.js", "html_parts.js")
_STYLE: Final = "html_page.css"
_NOSCRIPT: Final = "The lists below need JavaScript. Nothing is loaded from elsewhere."

# Id, title and one sentence of each part that is a list.
_LISTS: Final = (
    (
        "clusters",
        "Clusters",
        "Pages of one structure, the largest first. Test the representatives of each.",
    ),
    ("forms", "Forms", "Each form once, wherever it stands."),
    ("parameters", "Parameters", "Names that the site takes in a query or a body."),
    ("shapes", "Map", "Shapes of addresses: what varies is in braces."),
    (
        "interfaces",
        "Query interfaces",
        "Forms that ask a data base, by site: what they ask, and the way there.",
    ),
    ("records", "Records", "What lies behind the forms that were asked."),
    ("skipped", "Not fetched", "Addresses that were found and left alone, and why."),
    ("pages", "Pages", "Everything that was fetched."),
)


def write_report(survey: Survey, file: BinaryIO, made: str) -> int:
    """Write the page; how many bytes. *made* is told at its end: by what, and when."""
    with survey.reading() as connection:
        data, glance, coverage = _read(connection)
    text = _page(data, glance, coverage, made).encode("utf-8")
    file.write(text)
    return len(text)


def _read(connection: Connection) -> tuple[dict[str, Any], Glance, Html]:
    forms, signatures = form_data(connection)
    names, numbers = parameter_data(connection)
    harvests = harvest_data(connection)
    glance = html_glance.glance_of(connection, harvests)
    data = {
        **page_data(connection, signatures, numbers),
        "forms": forms,
        "parameters": names,
        "skipped": decision_data(connection),
        "shapes": shape_rows(connection),
        "records": harvests,
        "interfaces": interface_data(connection),
        "threshold": glance.threshold,
        "mode": glance.mode,
        "totals": {
            "pages": glance.summary.pages,
            "forms": glance.summary.forms,
            "parameters": glance.summary.parameters,
        },
    }
    return data, glance, html_coverage.drawing(html_coverage.curves(connection))


def _page(data: dict[str, Any], glance: Glance, coverage: Html, made: str) -> str:
    style = _asset(_STYLE)
    script = "\n".join(_asset(name) for name in _SCRIPTS)
    block = element("script", Html(embedded(data)), type="application/json", id="data")
    lists = [part for part in _LISTS if data[part[0]] or part[0] == "clusters"]
    policy = _policy(style, script)
    head = [
        Html('<meta charset="utf-8">'),
        _meta("viewport", "width=device-width, initial-scale=1"),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        _meta("referrer", "no-referrer"),
        _meta("color-scheme", "light dark"),
        _meta("robots", "noindex"),
        element("title", f"{glance.site}: {counted(glance.summary.pages, 'page')}"),
        element("style", Html(style)),
    ]
    body = [
        element("a", "To the contents", href="#main", class_="skip"),
        element("header", html_glance.headline(glance), class_="head"),
        _bar(lists, with_coverage=bool(coverage)),
        element("main", *_parts(glance, coverage, lists), id="main", tabindex="-1"),
        element("footer", visible(made)),
        block,
        element("script", Html(script)),
    ]
    return (
        '<!doctype html>\n<html lang="en">'
        f"{element('head', *head)}\n{element('body', *body)}</html>\n"
    )


def _bar(lists: list[tuple[str, str, str]], *, with_coverage: bool) -> Html:
    """The filter, and the way to each part."""
    names = [("glance", "At a glance"), *((name, title) for name, title, _ in lists)]
    if with_coverage:
        names.insert(1, ("coverage", "Coverage"))
    links = [
        element("a", title, element("span", data_count=name), href=f"#{name}")
        for name, title in names
    ]
    box = Html(
        '<input id="filter" type="search" autocomplete="off" spellcheck="false"'
        ' aria-label="Filter all lists" aria-describedby="hint"'
        ' placeholder="Filter everything: words, status:404, kind:json  ( / )">'
    )
    return element(
        "div",
        box,
        element("nav", *links, aria_label="Parts"),
        element("p", role="status", id="hint", class_="quiet"),
        class_="bar-top",
    )


def _parts(
    glance: Glance, coverage: Html, lists: list[tuple[str, str, str]]
) -> list[Html]:
    found = [
        element(
            "section",
            element("h2", "At a glance"),
            html_glance.lead(glance),
            html_glance.tiles(glance),
            html_glance.shares(glance),
            id="glance",
        )
    ]
    if coverage:
        said = "What was known after so many pages, in the order they were fetched."
        found.append(
            element(
                "section",
                element("h2", "Coverage"),
                element("p", said, class_="quiet"),
                element("div", coverage, class_="curves"),
                id="coverage",
            )
        )
    found.append(element("noscript", element("p", _NOSCRIPT)))
    for name, title, said in lists:
        heading = element("h2", title)
        note = element("p", said, class_="quiet")
        found.append(
            element("section", heading, note, element("div", class_="list"), id=name)
        )
    return found


def _meta(name: str, content: str) -> Html:
    return Html(f'<meta name="{name}" content="{content}">')


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """CSP Level 3: nothing but this style and this script."""
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src {_digest(style)}",
            f"script-src {_digest(script)}",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


def _digest(text: str) -> str:
    found = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{found}'"
