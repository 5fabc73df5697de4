"""Real crawls: what was learned is known to the next run, and to other workers."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

from crawler.frontier import open_sqlite
from tests.frontier.backends import redis_running
from tests.frontier.processes import Crew, Job
from tests.saturation.test_crawl import Shop, crawl, fetched
from tests.servers.web import Reply, web
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.servers.redis import RedisServer
    from tests.servers.web import Web

__all__ = ["redis_running"]

ITEMS = 400


class Slow(Shop):
    """The shop with more pages, each of which takes its time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def get(self, key: str, default: Any = None) -> Any:
        if key == "/":
            paths = [f"/list/{n}" for n in range(ITEMS // 50)]
            links = "".join(f"<a href={p}>{p}</a>" for p in paths)
            desks = "".join(f"<a href=/desk/{n}>{n}</a>" for n in range(10))
            return Reply(f"<h1>Shop</h1>{links}{desks}")
        reply = super().get(key, default)
        if isinstance(reply, Reply) and "/item/" in key:
            return Reply(reply.body, seconds=self.seconds)
        return reply


def items(site: Web) -> list[str]:
    return [each for each in site.asked if re.fullmatch(r"GET /item/\d+", each)]


def after(site: Web, count: int) -> Callable[[], bool]:
    until = len(items(site)) + count
    return lambda: len(items(site)) >= until


def test_killed_while_it_learns_it_does_not_begin_anew(tmp_path: Path) -> None:
    """The last run fetches fewer pages than any crawl needs to close a shape."""
    options = ("-s", "CONCURRENT_REQUESTS=2", "-s", "LINKS_SCRIPTS=0")
    with web(Slow(0.1)) as site:
        job = Job(tmp_path / "job", f"{site.url}/", options, exhaustive=False)
        assert job.run_until(after(site, 40))
        before = len(items(site))
        assert job.run() == 0, job.logs
        assert 0 < len(items(site)) - before < 59
        # What was under way at the kill, and two that were handed out.
        different = len(set(items(site)))
        assert different >= 59
        assert len(items(site)) - different <= 4
        rules = Counter(job.rules().values())
        assert rules["predicted"] == ITEMS - different
        assert "Traceback" not in "".join(job.logs)
    with closing(open_sqlite(job.folder / "frontier.sqlite")) as queue:
        assert queue.counts().parked == rules["predicted"]
        assert len(queue.evidence(0)[1]) == 1, "it is summed up at the end"


def test_what_was_closed_is_opened_by_the_next_run(tmp_path: Path) -> None:
    """A page that is explored later brings news: the rows of its shape return."""
    job = {"JOBDIR": str(tmp_path / "job"), "SATURATION_EXPLORE": 0.0}
    shop = Changing()
    with web(shop) as site:
        first = crawl(tmp_path, f"{site.url}/", **job)
        before = fetched(first, "item")
        assert before < 0.6 * shop.count
        start = f"{site.url}/,{site.url}/new"
        second = crawl(tmp_path, start, **job)
        assert not second.faults()
        assert second.stats["saturation/reopened"] == 1
        # As many again have to be quiet, of those that were not in the first sample.
        assert fetched(second, "item") >= 2 * 59
        assert fetched(second, "item") < shop.count


class Changing(Shop):
    """A page that comes later links to an item that shows a form."""

    count = 400

    def get(self, key: str, default: Any = None) -> Any:
        if key == "/new":
            links = "".join(f"<a href=/item/{n}>{n}</a>" for n in range(1000, 1010))
            return Reply(f"<h1>New</h1>{links}")
        if key.startswith("/item/1") and len(key) == len("/item/1000"):
            form = "<form method=post action=/up><input name=up></form>"
            return Reply(f"<h1>{key}</h1><table><tr><td>x</td></tr></table>{form}")
        return super().get(key, default)


def test_three_workers_stop_together(
    tmp_path: Path, redis_running: RedisServer
) -> None:
    """And what they set aside is told once, by the last of them.

    A page that one of them has under way keeps the sample of all from being complete,
    so how many they fetch depends on how long the slowest is kept from running:
    one alone fetched 106 where three fetched 167, on a busy machine.
    Without what the others tell, none of them ever had a sample that is complete, and
    they would fetch all. That three learn as one when they are told at once is
    tested without a network (`test_three_workers_learn_as_one`).
    """
    options = ("-a", "polite=0", "-s", "LINKS_SCRIPTS=0", "-s", "CONCURRENT_REQUESTS=2")
    own = ("-s", f"FRONTIER_KEY={uuid.uuid4().hex}")
    with web(Slow(0.1)) as site, ExitStack() as stack:
        crew = Crew(
            tmp_path / "crew", f"{site.url}/", (*options, *own), queue=redis_running.url
        )
        running = [stack.enter_context(crew.worker()) for _ in range(3)]
        assert [one.wait(240) for one in running] == [0] * 3, crew.logs
    assert "Traceback" not in "".join(crew.logs)
    together = len(items(site))
    assert together == len(set(items(site)))
    assert 59 <= together <= 0.75 * ITEMS
    assert sum("/desk/" in url for url in crew.pages()) == 10
    predicted = Counter(crew.rules().values())["predicted"]
    assert predicted == ITEMS - together
    told = [log for log in crew.logs if "'saturation/predicted'" in log]
    assert len(told) == 1
    (stats,) = [run.stats for run in rows(crew.survey, "runs")]
    assert stats["saturation/predicted"] == predicted
    # Two that close a shape close one; that of the desks is open, all were fetched.
    assert stats["saturation/closed"] == 1
