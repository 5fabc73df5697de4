"""A job directory taken up again: what is tried again, and what is refused."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from scrapy.settings import Settings

from crawler.frontier import FrontierError, FrontierOptions, open_sqlite
from crawler.opening import check_owner, open_frontier
from crawler.urls import UrlOptions
from tests.adapters.inspecting import Inspected, inspect
from tests.frontier.processes import Job
from tests.frontier.test_kill import PAGES, CookieSite, Linked
from tests.servers.web import Web, web

if TYPE_CHECKING:
    from pathlib import Path


def run(folder: Path, site: Web, settings: Any = None, **arguments: Any) -> Inspected:
    """One run of the job in a folder."""
    given = {"JOBDIR": str(folder), **(settings or {})}
    survey = folder.parent / "survey.sqlite"
    return inspect(survey, settings=given, start=f"{site.url}/", **arguments)


def paths(done: Inspected, site: Web) -> set[str]:
    return {url.removeprefix(site.url) for url in done.pages}


def test_what_failed_is_tried_again_so_often(tmp_path: Path) -> None:
    replies = Linked()
    with web(replies) as site:
        few = {"RETRY_ENABLED": False, "FRONTIER_RETRIES": 2}
        for failed in (1, 1, None):
            done = run(tmp_path / "job", site, few, depth=1)
            assert done.stats.get("failed/failed") == failed
            assert not done.trouble
        assert done.rules[f"{site.url}/silent"] == "failed"
        replies.broken = False
        done = run(tmp_path / "job", site, {"FRONTIER_RETRIES": 3}, depth=1)
        assert "/silent" in paths(done, site)
        assert f"{site.url}/silent" not in done.rules
        assert done.stats["frontier/retried"] == 1


def test_a_budget_that_is_raised_goes_on(tmp_path: Path) -> None:
    with web(Linked()) as site:
        for budget in (20, 50, 500):
            done = run(tmp_path / "job", site, {"RETRY_TIMES": 0}, pages=budget)
            assert len(done.pages) == min(budget, PAGES + 1)
        assert site.count("/") == 1
        assert done.stats["finish_reason"] == "finished"
        again = run(tmp_path / "job", site, {"RETRY_TIMES": 0})
        assert again.stats["finish_reason"] == "finished"
        assert again.stats.get("downloader/request_count", 0) <= 1  # /silent
        assert not again.trouble


def test_what_is_left_is_told(tmp_path: Path) -> None:
    """No reason in the survey: it is still to come."""
    with web(Linked()) as site:
        done = run(tmp_path / "job", site, pages=20)
        assert done.stats["frontier/left"] > 20
        assert "not-reached" not in done.rules.values()
        assert "left in the queue" in done.text()
        assert "scheduler/not_reached" not in done.stats


def test_what_is_kept_with_the_queue(tmp_path: Path) -> None:
    """Secret and owner of the queue are in it before anything else is."""
    with web(Linked()) as site:
        run(tmp_path / "job", site, pages=10)
        with closing(open_sqlite(tmp_path / "job" / "frontier.sqlite")) as queue:
            assert len(queue.states("secret")["secret"]) == 16
            assert queue.states("spider")["spider"] == b"inspect"
            assert int(queue.states("site:")["site:127.0.0.1"]) == 10


def test_a_queue_belongs_to_one_spider(tmp_path: Path) -> None:
    with closing(open_sqlite(tmp_path / "f.sqlite")) as queue:
        check_owner(queue, "inspect", UrlOptions())
        check_owner(queue, "inspect", UrlOptions())
        with pytest.raises(FrontierError, match="that of spider 'inspect', not of 'x'"):
            check_owner(queue, "x", UrlOptions())
        assert queue.states("spider") == {"spider": b"inspect"}


def test_an_address_of_no_queue_is_refused() -> None:
    with pytest.raises(FrontierError, match="use a path or redis://"):
        open_frontier(Settings(), FrontierOptions(url="mysql://h/d"))


def test_what_is_not_of_this_crawl_is_refused(tmp_path: Path) -> None:
    """In one line, status 1, with nothing asked for and nothing changed.

    In processes of their own: Scrapy leaves sessions of its aiohttp handler open when
    a crawl is refused.
    """
    job = tmp_path / "job"
    with web(Linked()) as site:
        run(job, site, {"STORE_URL": str(job / "survey.sqlite")}, pages=20)
        asked = len(site.asked)

        def refused(said: str, *options: str) -> None:
            crawl = Job(job, f"{site.url}/", options)
            assert crawl.run() == 1
            told = [x for x in crawl.logs[-1].splitlines() if x.startswith("leadline:")]
            assert len(told) == 1, crawl.logs[-1]
            assert said in told[0]
            assert "Traceback" not in crawl.logs[-1]
            assert len(site.asked) == asked

        path = job / "frontier.sqlite"
        kept = path.read_bytes()
        refused("another URLS_FINGERPRINT", "-s", "URLS_FINGERPRINT=mmh3")
        other = f"STORE_URL={tmp_path / 'other.sqlite'}"
        refused("has no pages, and the queue says that 20", "-s", other)
        with closing(open_sqlite(path)):
            refused("is in use by another process")
        path.write_bytes(b"something else " * 999)
        refused("frontier.sqlite is not a frontier")
        assert path.read_bytes() == b"something else " * 999
        path.write_bytes(kept)
        done = run(job, site, {"STORE_URL": str(job / "survey.sqlite")})
        assert done.stats["finish_reason"] == "finished"
        assert done.stats["store/pages"] == PAGES + 1 - 20


@pytest.mark.parametrize("damage", ["cut", "empty", "zeros"])
def test_a_damaged_queue(tmp_path: Path, damage: str) -> None:
    """Case C51: one warning that names the file, and all pages in the end."""
    job = tmp_path / "job"
    with web(CookieSite()) as site:
        run(job, site, pages=12)
        path = job / "frontier.sqlite"
        data = path.read_bytes()
        at = data.index(b"/p/2") // 4096 * 4096  # a page of the queue
        spoilt = {
            "cut": data[:-3],
            "empty": b"",
            "zeros": data[:at] + bytes(4096) + data[at + 4096 :],
        }
        path.write_bytes(spoilt[damage])
        done = run(job, site)
        warnings = [each for each in done.log if each.levelname == "WARNING"]
        (warning,) = [each for each in warnings if "frontier" in each.name]
        assert str(path) in warning.getMessage()
        assert len(paths(done, site)) == 81
        assert not done.trouble
