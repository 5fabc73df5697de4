"""Items of any class are stored, feeds get slim pages, a budget is exact."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import attr
import pydantic
import pytest
import scrapy
from scrapy import Request

from crawler.items import Page
from pipelines.items import as_page
from spiders.base import LeadlineSpider
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, links, page
from tests.servers.web import Reply, web
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scrapy.http import Response

    from tests.servers.web import Replies


@dataclass
class Note:
    url: str
    text: str


@attr.s(auto_attribs=True)
class Remark:
    url: str
    text: str


class Comment(pydantic.BaseModel):
    url: str
    text: str


class Entry(scrapy.Item):
    url = scrapy.Field()
    text = scrapy.Field()


class Measured(pydantic.BaseModel):
    """A page of one's own class, with room for the cluster."""

    model_config = pydantic.ConfigDict(arbitrary_types_allowed=True)

    url: str
    key: str
    host: str
    shape: str
    vector: Any
    cluster: int | None = None
    mark: str = ""


class Items(LeadlineSpider):
    """Yields an item of each class, and pages in three classes."""

    name = "items"

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        found = self.measure(response)
        given = {"url": response.url, "text": "é\x00"}
        if response.url.endswith("/dict"):
            yield {field.name: getattr(found, field.name) for field in fields(found)}
        elif response.url.endswith("/model"):
            names = ("url", "key", "host", "shape", "vector")
            yield Measured(**{name: getattr(found, name) for name in names}, mark="m")
        else:
            yield found
            yield {**given, "nested": {"at": [1, 2.5, None, {"deep": (3,)}]}}
            yield Note(**given)
            yield Remark(**given)
            yield Comment(url=response.url, text="é")
            yield Entry(**given)
            yield Request(f"{SITE}/dict")
            yield Request(f"{SITE}/model")


TWIN = page("One template", "<ul><li>a<li>b</ul>" * 12)
REPLIES: Replies = {
    f"{SITE}/": Reply(f'<title>Home,\n"quoted"; =1+1</title>{links("/dict")}'),
    f"{SITE}/dict": TWIN,
    f"{SITE}/model": TWIN,
}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspected]:
    folder = tmp_path_factory.mktemp("items")
    feeds = {
        folder / "all.jsonl": {"format": "jsonlines"},
        folder / "pages.csv": {"format": "csv", "item_filter": Pages},
    }
    with web(REPLIES) as site:
        yield inspect(
            folder / "s", Items, {"FEEDS": feeds}, start=f"{SITE}/", proxy=site.url
        )


class Pages:
    """Filter of a feed: pages only."""

    def __init__(self, options: Any) -> None:
        pass

    def accepts(self, item: Any) -> bool:
        return isinstance(item, dict) and "shape" in item


def test_items_of_any_class_are_stored(done: Inspected) -> None:
    found = rows(done.survey, "items")
    kinds = {row.kind: row.data for row in found}
    assert {*kinds} == {"dict", "Note", "Remark", "Comment", "Entry"}
    assert len(found) == 5
    assert {row.url for row in found} == {f"{SITE}/"}
    assert kinds["dict"]["nested"] == {"at": [1, 2.5, None, {"deep": [3]}]}
    for kind, data in kinds.items():
        # What no database takes is replaced.
        assert data["text"] == ("é" if kind == "Comment" else "é\ufffd")
    assert done.stats["store/items"] == 5
    assert done.faults() == []


def test_what_was_measured_is_a_page_whatever_its_class(done: Inspected) -> None:
    assert {*done.pages} == {f"{SITE}/", f"{SITE}/dict", f"{SITE}/model"}
    assert done.stats["store/pages"] == 3
    # Of one structure, though of two classes.
    assert done.pages[f"{SITE}/dict"].cluster == done.pages[f"{SITE}/model"].cluster
    assert done.pages[f"{SITE}/"].cluster != done.pages[f"{SITE}/dict"].cluster


@pytest.mark.parametrize(
    "item",
    [
        {"url": "http://h/"},
        {"url": "http://h/", "key": "http://h/"},
        Note("http://h/", ""),
        Entry(url="http://h/"),
        "text",
        None,
        3,
    ],
)
def test_what_was_not_measured_is_none(item: Any) -> None:
    assert as_page(item) is None


HEAVY = {"links", "refused", "sketch", "skeleton", "vector"}


def test_feeds_hold_slim_pages(done: Inspected) -> None:
    folder = done.survey.parent
    lines = (folder / "all.jsonl").read_text("utf-8").splitlines()
    items = [json.loads(line) for line in lines]
    assert len(items) == 8
    pages = [item for item in items if "shape" in item]
    assert len(pages) == 3
    for item in pages:
        assert not HEAVY & {*item}
    whole = next(item for item in pages if item["url"] == f"{SITE}/")
    kept = {field.name for field in fields(Page)}
    assert {*whole} == kept - HEAVY
    assert whole["cluster"] is not None
    with (folder / "pages.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert {row["url"] for row in table} == {*done.pages}
    titles = {row["url"]: row["title"] for row in table}
    assert titles[f"{SITE}/dict"] == "One template"
    assert titles[f"{SITE}/"] == done.pages[f"{SITE}/"].title


LEAVES = {f"{SITE}/leaf/{number}": page(f"Leaf {number}") for number in range(40)}


@pytest.mark.parametrize("budget", [1, 2, 17])
def test_a_budget_is_exact_with_many_in_flight(tmp_path: Path, budget: int) -> None:
    replies = {f"{SITE}/": page("Home", links(*LEAVES)), **LEAVES}
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url, pages=budget)
    assert len(done.pages) == done.stats["store/pages"] == budget
    # The rest has its reason.
    assert {*done.pages} | {*done.decisions} >= {f"{SITE}/", *LEAVES}
    assert not {*done.pages} & {*done.decisions}
    left = {done.rules[url] for url in LEAVES if url in done.rules}
    assert left <= {"budget", "not-reached"}
    (run,) = rows(done.survey, "runs")
    assert run.reason == "pages"
    assert done.trouble == ""


def test_a_budget_is_for_all_runs(tmp_path: Path) -> None:
    replies = {f"{SITE}/": page("Home", links(*LEAVES)), **LEAVES}
    with web(replies) as site:
        given: dict[str, Any] = {"start": f"{SITE}/", "proxy": site.url}
        for budget in (3, 5, 5, 4):
            done = inspect(tmp_path / "s", pages=budget, **given)
            # A page that is known already is only brought up to date.
            assert len(done.pages) == (3 if budget == 3 else 5)
            assert done.trouble == ""
    assert [run.reason for run in rows(done.survey, "runs")] == ["pages"] * 4


def test_the_log_tells_pages_in_short(done: Inspected) -> None:
    lines = [r.getMessage() for r in done.log if r.name == "scrapy.core.scraper"]
    stored = [line for line in lines if line.startswith("Stored ")]
    assert len(stored) == 3
    assert all(len(line) < 100 for line in stored)
