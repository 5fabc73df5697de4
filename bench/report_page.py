"""The report of a large survey: its size, the time to write it, to open and to filter.

    python -m bench.report_page [--pages N] [--rounds N] [--keep FOLDER]

A survey of made pages (40 templates, titles, forms and parameters of their own, two
decisions a page) is written, finalised and reported. The page is opened in headless
Chromium from a file. Opening counts from the navigation to the first frame after the
lists are there; filtering from the change of the box to the first frame after it,
the first time (which prepares what is searched) and later ones apart.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from crawler.cluster import ClusterOptions, marker_vector
from crawler.finalise import finalise, remember_options, vector_format
from crawler.items import Field, Form, Page
from crawler.report.html import write_report
from crawler.store import Survey, SurveyWriter
from tests.servers.chromium import chromium
from tests.servers.running import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.servers.chromium import Browser

TEMPLATES = 40
HOST = "shop.example"
WORDS = [
    *("valve", "pump", "seal", "rotor", "shaft", "gear", "bearing", "flange", "nozzle"),
    *("piston", "clutch", "spindle", "lathe", "relay", "sensor", "bracket", "housing"),
    *("gasket", "washer", "bolt"),
]
FILTERS = ("valve", "status:404", "template17 rotor", "form:7", "nothing like this", "")
_OPENED = """
new Promise(done => requestAnimationFrame(() => setTimeout(() => done(
  performance.now()))))
"""
_FILTER = """
new Promise(done => {
  const box = document.getElementById('filter');
  box.value = WORDS;
  const begun = performance.now();
  box.dispatchEvent(new Event('input'));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
})
"""


def made_pages(count: int, random: Random) -> Iterator[Page]:
    """Pages of a shop, as a crawl would measure them."""
    forms = [
        Form(
            action=f"https://{HOST}/send/{number}",
            method="POST",
            fields=(Field("q", "text"), Field(f"name{number}", "text", required=True)),
            signature=f"POST /send/{number}",
            kind="contact",
        )
        for number in range(120)
    ]
    for number in range(count):
        template = min(int(random.expovariate(0.12)), TEMPLATES - 1)
        words = " ".join(random.sample(WORDS, 4))
        path = f"template{template}/{words.replace(' ', '-')}-{number}"
        url = f"https://{HOST}/{path}?ref={number % 7}"
        shown = [forms[template * 3 + number % 3], forms[0]]
        yield Page(
            url=url,
            key=url,
            status=404 if number % 50 == 49 else 200,
            depth=number % 9,
            title=f"{words.title()} number {number} - {HOST}",
            content_type="text/html",
            length=20_000 + number,
            host=HOST,
            shape=f"https://{HOST}/template{template}/{{slug}}?ref",
            vector=marker_vector(f"template {template}"),
            forms=tuple(dict.fromkeys(shown)),
            parameters=("query:ref", f"body:name{template * 3 + number % 3}"),
            fetched_at=f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}"
            f":{number % 60:02}.000+00:00",
        )


def make_survey(path: Path, count: int) -> None:
    """Write it, with its decisions and clusters."""
    random = Random(1)
    options = ClusterOptions()
    rules = ("duplicate", "asset", "out-of-scope", "danger", "robots")
    with Survey.open(path, create=True) as survey:
        remember_options(survey, options)
        run = survey.start_run("inspect", arguments={}, settings={}, versions={})
        with SurveyWriter(survey, run, vector_format(options)) as writer:
            for number, page in enumerate(made_pages(count, random)):
                writer.submit(page)
                for more in range(2):
                    rule = random.choice(rules)
                    url = f"https://{HOST}/{rule}/{number}/{more}"
                    writer.decide(url, rule, "", page.url)
        survey.finish_run(run, "finished", {})
        finalise(survey)


def value(browser: Browser, script: str) -> float:
    """The number that a promise comes to."""
    answer = browser.call(
        "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
    )
    return float(answer["result"]["value"])


def measure(page: Path, rounds: int) -> dict[str, list[float]]:
    """Milliseconds by what is done, a figure a round."""
    found: dict[str, list[float]] = {}
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        chromium(Path(profile), free_port()) as browser,
    ):
        for _ in range(rounds):
            browser.open("about:blank")
            browser.open(page.as_uri())
            found.setdefault("open", []).append(value(browser, _OPENED))
            for number, words in enumerate(FILTERS):
                script = _FILTER.replace("WORDS", json.dumps(words))
                name = "first filter" if not number else f"filter {words or '(none)'}"
                found.setdefault(name, []).append(value(browser, script))
        rows = browser.run("document.querySelectorAll('li').length")
        print(f"{rows:.0f} rows are made of all lists without a filter\n")
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path, help="folder for survey and page")
    given = parser.parse_args()
    holder = nullcontext(given.keep) if given.keep else tempfile.TemporaryDirectory()
    with holder as folder:
        survey, page = Path(folder, "s.sqlite"), Path(folder, "s.html")
        if not survey.exists():
            make_survey(survey, given.pages)
        begun, cpu = time.perf_counter(), time.process_time()
        with Survey.open(survey) as opened, page.open("wb") as file:
            size = write_report(opened, file, "Made by the bench.")
        seconds, cpu = time.perf_counter() - begun, time.process_time() - cpu
        print(f"{given.pages} pages: {size / 1e6:.2f} MB", end=", ")
        print(f"written in {seconds:.1f} s ({cpu:.1f} s of CPU)")
        times = measure(page, given.rounds)
    print("| | ms, median | ms, worst |\n|---|---|---|")
    for name, figures in times.items():
        print(f"| {name} | {statistics.median(figures):.0f} | {max(figures):.0f} |")


if __name__ == "__main__":
    main()
