"""A spider of one's own: the very text of docs/spiders.md, with nothing registered."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from crawler.commands.export import Command
from spiders.arguments import Arguments
from spiders.base import LeadlineSpider
from tests.adapters.inspecting import inspect
from tests.adapters.pages import links, page
from tests.commands.surveys import run
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import ROOT, Ran, rows, scrapy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scrapy.http import Response

DOCS = (ROOT / "docs" / "spiders.md").read_text("utf-8")
FORM = "<form method=post action=/send><input name=text></form>"
ITEM = "<ul>" + "<li><b>a</b><i>b</i>" * 20 + "</ul>"
REPLIES = {
    "/": page("Home", links("/item/1", "/item/2?utm_source=x", "/item/2", "/away")),
    "/item/1": page("One", ITEM, FORM),
    "/item/2": page("Two", ITEM),
    "/item/2?utm_source=x": page("Two", ITEM),
    "/away": Reply("", 302, headers=(("Location", "http://other.test/"),)),
    "/robots.txt": Reply("User-agent: *\nDisallow: /no", type="text/plain"),
}
SETTINGS = 'from crawler.settings import *\nSPIDER_MODULES = ["mine"]\n'


def spider_of_the_docs() -> str:
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    return str(code)


@dataclass(frozen=True)
class Done:
    """A crawl of the spider of the docs."""

    ran: Ran
    survey: Path
    site: Web


@pytest.fixture(scope="module", params=["a project", "a file", "a module"])
def done(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Done]:
    """In a project of one's own, as a single file, and by SPIDER_MODULES."""
    folder = tmp_path_factory.mktemp("own")
    package = folder / "mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "titles.py").write_text(spider_of_the_docs(), "utf-8")
    command = ["crawl", "titles"]
    environment: dict[str, Any] = {}
    options = ["-s", "STORE_URL=s.sqlite"]
    if request.param == "a project":
        (folder / "scrapy.cfg").write_text(
            "[settings]\ndefault = mysettings\n", "utf-8"
        )
        (folder / "mysettings.py").write_text(SETTINGS, "utf-8")
        environment["SCRAPY_SETTINGS_MODULE"] = "mysettings"
    elif request.param == "a file":
        command = ["runspider", "mine/titles.py"]
    else:
        options += ["-s", "SPIDER_MODULES=mine"]
    environment["PYTHONPATH"] = f"{ROOT}:{folder}"
    with web(REPLIES) as site:
        given = ["-a", f"start={site.url}/", "-a", "polite=0"]
        ran = scrapy(*command, *given, *options, cwd=folder, **environment)
        yield Done(ran, folder / "s.sqlite", site)


def test_it_runs(done: Done) -> None:
    assert done.ran.status == 0, done.ran.err
    assert "Traceback" not in done.ran.err
    assert "Warning" not in done.ran.err


def test_it_gets_survey_clusters_and_decisions(done: Done) -> None:
    base = done.site.url
    pages = {row.url.removeprefix(base): row for row in rows(done.survey, "pages")}
    assert {*pages} == {"/", "/item/1", "/item/2?utm_source=x"}
    assert pages["/item/2?utm_source=x"].cluster is not None
    rules = {
        row.url.removeprefix(base): row.rule for row in rows(done.survey, "decisions")
    }
    assert rules == {
        "/item/2": "duplicate",
        "/away": "redirect",
        "http://other.test/": "out-of-scope",
        "/send": "method",
    }
    assert rows(done.survey, "representatives")
    assert [form.method for form in rows(done.survey, "forms")] == ["POST"]
    (run,) = rows(done.survey, "runs")
    assert (run.spider, run.reason) == ("titles", "finished")
    assert run.arguments["start"] == f"{base}/"


def test_its_items_are_stored(done: Done) -> None:
    found = {row.data["h1"] for row in rows(done.survey, "items")}
    assert found == {"Home", "One", "Two"}


def test_the_export_of_the_docs_shows_them(
    done: Done, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    (command,) = re.findall(
        r"^ +leadline export (.*--what items.*)$", DOCS, re.MULTILINE
    )
    _, *options = command.split()
    exported = run(Command(), capsysbinary, str(done.survey), *options)
    assert exported.status == 0
    lines = [json.loads(line) for line in exported.out.splitlines()]
    assert {line["data"]["h1"] for line in lines} == {"Home", "One", "Two"}


class TopArguments(Arguments):
    """An argument of one's own."""

    top: int = 1


class Top(LeadlineSpider):
    """Uses it."""

    name = "top"
    arguments = TopArguments

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        yield self.measure(response)
        assert isinstance(self.args, TopArguments)
        yield {"url": response.url, "top": self.args.top}


def test_arguments_of_ones_own(tmp_path: Path) -> None:
    with web(REPLIES) as site:
        given: dict[str, Any] = {"start": f"{site.url}/", "depth": 0, "top": "7"}
        done = inspect(tmp_path / "s", Top, **given)
    assert [row.data["top"] for row in rows(done.survey, "items")] == [7]
    (run,) = rows(done.survey, "runs")
    assert run.arguments["top"] == "7"
