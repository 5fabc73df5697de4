"""Real crawls: what is fetched, what is set aside, and what the survey says of it."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.adapters.inspecting import inspect
from tests.frontier.backends import redis_running
from tests.servers.web import Reply, web
from tests.site.process import SiteOptions, SiteProcess
from tests.site.traps import TRAPS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.adapters.inspecting import Inspected
    from tests.servers.redis import RedisServer

__all__ = ["redis_running"]

ITEMS = 400
FAST = {"CONCURRENT_REQUESTS": 4, "LINKS_SCRIPTS": False}


class Shop(dict[str, Any]):
    """ITEMS pages of one template, and ten of another with a form on one of them."""

    def get(self, key: str, default: Any = None) -> Any:
        kind, _, number = key[1:].partition("/")
        if kind == "":
            paths = [f"/list/{n}" for n in range(ITEMS // 50)]
            paths += [f"/desk/{n}" for n in range(10)]
            return Reply(_page("Shop", paths))
        if not number.isdigit():
            return default
        at = int(number)
        if kind == "list":
            return Reply(_page("List", [f"/item/{50 * at + n}" for n in range(50)]))
        if kind == "item":
            return Reply(_page(f"Item {at}", [], "<table><tr><td>x</td></tr></table>"))
        form = "<form method=post action=/up><input type=file name=f></form>"
        return Reply(_page(f"Desk {at}", [], form if at == 9 else "<p>Closed</p>"))


def _page(title: str, paths: list[str], more: str = "") -> str:
    links = "".join(f"<li><a href={path}>{path}</a></li>" for path in paths)
    return f"<html><body><h1>{title}</h1><ul>{links}</ul>{more}</body></html>"


def fetched(done: Inspected, kind: str) -> int:
    return sum(f"/{kind}/" in url for url in done.pages)


def crawl(folder: Path, url: str, **settings: Any) -> Inspected:
    given = {"exhaustive": 0, **settings.pop("arguments", {})}
    survey = folder / "survey.sqlite"
    return inspect(survey, settings={**FAST, **settings}, start=url, **given)


def test_a_crawl_that_has_learned_enough(tmp_path: Path) -> None:
    with web(Shop()) as site:
        done = crawl(tmp_path, f"{site.url}/")
        asked = Counter(re.sub(r"\d+", "N", each) for each in site.asked)
    assert not done.faults()
    assert fetched(done, "desk") == 10
    assert any("desk/9" in url for url in done.pages)
    assert 59 <= fetched(done, "item") <= 0.6 * ITEMS
    predicted = [row for row in done.decisions.values() if row.rule == "predicted"]
    assert len(predicted) == ITEMS - fetched(done, "item")
    assert asked["GET /item/N"] == fetched(done, "item")
    assert done.stats["saturation/predicted"] == len(predicted)
    for row in predicted:
        assert re.match(
            r"like http://\S+/item/\d+; .*/item/\{int\}: \d+ pages", row.detail
        )


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [({"exhaustive": 1}, {}), ({}, {"SATURATION_ENABLED": False})],
)
def test_everything_when_it_is_asked_for(
    tmp_path: Path, arguments: dict[str, Any], settings: dict[str, Any]
) -> None:
    with web(Shop()) as site:
        done = crawl(tmp_path, f"{site.url}/", arguments=arguments, **settings)
    assert fetched(done, "item") == ITEMS
    assert "predicted" not in done.rules.values()


def test_a_job_that_goes_on_leaves_what_was_closed(tmp_path: Path) -> None:
    job = {"JOBDIR": str(tmp_path / "job")}
    with web(Shop()) as site:
        first = crawl(tmp_path, f"{site.url}/", **job)
        assert first.stats["frontier/left"] == 0
        before = fetched(first, "item")
        assert before < ITEMS
        again = crawl(tmp_path, f"{site.url}/", **job)
        assert fetched(again, "item") == before
        rest = crawl(tmp_path, f"{site.url}/", arguments={"exhaustive": 1}, **job)
        assert fetched(rest, "item") == ITEMS
        assert "predicted" not in rest.rules.values()
        assert not rest.faults()
    items = [each for each in site.asked if "/item/" in each]
    assert len(items) == len(set(items))


def test_a_shared_queue_is_left_too(tmp_path: Path, redis_running: RedisServer) -> None:
    shared = {"FRONTIER_URL": redis_running.url, "FRONTIER_KEY": uuid.uuid4().hex}
    with web(Shop()) as site:
        done = crawl(tmp_path, f"{site.url}/", **shared)
    assert not done.faults()
    assert fetched(done, "desk") == 10
    assert fetched(done, "item") < ITEMS


def test_the_traps_of_a_site(tmp_path: Path) -> None:
    """C05: a calendar, growing queries, encodings and paths; sessions; ``?next=``."""
    only = {"calendar", "growing-query", "growing-encoding", "growing-path", "next"}
    only.add("session-in-path")
    with SiteProcess(SiteOptions(pages=10, traps=True)) as site:
        begin = [f"{site.url.rstrip('/')}{t.start}" for t in TRAPS if t.name in only]
        given = {"pages": 1000, "include": "/trap/"}
        done = crawl(tmp_path, ",".join(begin), arguments=given)
    met: Counter[str] = Counter()
    for url in done.pages:
        if found := re.search(r"/trap/(\w+)", url):
            met[found[1]] += 1
    assert done.stats["finish_reason"] == "finished"
    for family in ("cal", "view", "list", "dir"):
        # The explored share of an endless chain may add a page or two.
        assert 2 <= met[family] <= 42, met
    for family in ("session", "signin"):
        assert 1 <= met[family] <= 200, met
    traps = {row.detail for row in done.decisions.values() if row.rule == "trap"}
    for family in ("view", "list", "signin"):
        assert any(f"/trap/{family}" in detail for detail in traps), traps
