"""Leases of one worker: never more than the cap, acknowledged or frozen."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from crawler.frontier import Ledger, Outcome, Share, SiteBudget, open_sqlite
from spiders.inspect_site import InspectSpider
from tests.adapters.inspecting import inspect
from tests.adapters.pages import links, page
from tests.frontier.entries import entries, entry, number
from tests.servers.web import web

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crawler.frontier import Entry


@pytest.fixture
def repeated() -> list[Entry]:
    return []


@pytest.fixture
def ledger(repeated: list[Entry]) -> Iterator[Ledger]:
    backend = open_sqlite(None)
    yield Ledger(backend, 4, repeated.append)
    backend.close()


def test_never_more_than_the_cap(ledger: Ledger) -> None:
    """What ended counts until it is acknowledged: a kill repeats it."""
    for each in entries(range(10)):
        ledger.push(each)
    first = ledger.draw(3, {}, ())
    assert [number(lease) for lease in first] == [0, 1, 2]
    second = ledger.draw(9, {}, ())
    assert [number(lease) for lease in second] == [3]
    for lease in first:
        ledger.settle(lease, Outcome.DONE)
    assert ledger.draw(9, {}, ()) == []
    settled, ledger.settled = ledger.settled, []
    ledger.acknowledge(settled)
    assert ledger.room == 3
    assert len(ledger.draw(9, {}, ())) == 3
    assert ledger.backend.counts().pending == 3


def test_outcomes(ledger: Ledger) -> None:
    for each in entries(range(3)):
        ledger.push(each)
    done, failed, returned = ledger.draw(3, {}, ())
    ledger.settle(done, Outcome.DONE)
    ledger.settle(failed, Outcome.FAILED, "refused")
    ledger.settle(returned, Outcome.RETURNED)
    ledger.keep({"a": b"1"})
    ledger.acknowledge(ledger.settled)
    counts = ledger.backend.counts()
    assert (counts.pending, counts.leased, counts.failed) == (1, 0, 1)
    assert ledger.backend.states("a") == {"a": b"1"}


def test_frozen_nothing_is_acknowledged(ledger: Ledger) -> None:
    ledger.push(entry(1))
    (lease,) = ledger.draw(1, {}, ())
    ledger.frozen = True
    ledger.settle(lease, Outcome.DONE)
    ledger.push(entry(2))
    ledger.commit()
    assert ledger.settled == []
    assert ledger.backend.counts().leased == 1
    assert ledger.backend.counts().pending == 0


def test_what_another_worker_pushed_is_told(
    ledger: Ledger, repeated: list[Entry]
) -> None:
    ledger.push(entry(1))
    ledger.commit()
    ledger.push(entry(1))
    ledger.commit()
    assert repeated == [entry(1)]


def test_a_budget_counts_what_is_under_way(ledger: Ledger) -> None:
    budget = SiteBudget(3, ledger.backend.claim)

    def commit() -> None:
        ledger.count(*budget.news())
        ledger.commit()

    for _ in range(2):
        budget.count("www.shop.test")
    commit()
    assert budget.ask("api.shop.test") is Share.GRANTED
    assert budget.ask("shop.test:8080") is Share.WAIT
    assert budget.ask("other.test") is Share.GRANTED
    # Nothing came of it: another may have its place, once that is committed.
    budget.end("api.shop.test")
    assert budget.ask("shop.test") is Share.WAIT
    commit()
    time.sleep(0.11)
    assert budget.ask("shop.test") is Share.GRANTED
    assert not budget.is_spent("shop.test")
    budget.count("shop.test")
    budget.end("shop.test")
    commit()
    time.sleep(0.11)
    assert budget.ask("www.shop.test") is Share.SPENT
    assert budget.is_spent("shop.test")
    again = SiteBudget(3, ledger.backend.claim)
    again.restore({**ledger.backend.states(), "site:odd": b"x", "other": b"9"})
    assert again.pages == 3
    assert again.ask("shop.test") is Share.SPENT
    assert budget.news() == ({}, [])
    assert SiteBudget(0).ask("shop.test") is Share.GRANTED


class Slow:
    """A pipeline that takes its time, and looks where the request is then."""

    looked: ClassVar[list[tuple[bool, int]]] = []

    def __init__(self, crawler: Any) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Any) -> Slow:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        await asyncio.sleep(0.2)
        under_way = {each.url for each in self.crawler.engine._slot.inprogress}
        self.looked.append((item["url"] in under_way, len(under_way)))
        return item


def test_a_request_is_in_progress_until_its_pipelines_are_through(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Scrapy's private ``_Slot.inprogress``: by it a lease is settled."""
    Slow.looked.clear()
    caplog.set_level(logging.ERROR)
    inside = links(*(f"/{at}" for at in range(20)))
    replies = {"/": page("Home", inside)} | {
        f"/{at}": page(str(at)) for at in range(20)
    }
    with web(replies) as site:
        done = inspect(
            tmp_path / "s.sqlite",
            InspectSpider,
            {"ITEM_PIPELINES": {Slow: 900}},
            start=f"{site.url}/",
        )
    assert len(done.pages) == len(Slow.looked) == 21
    assert all(there for there, _ in Slow.looked)
    assert done.stats["scheduler/dequeued"] == done.stats["scheduler/enqueued"]
    assert not done.faults()


@pytest.mark.parametrize("frozen", [True, False])
def test_what_was_never_committed_is_not_seen_in_the_next_run(
    tmp_path: Path, frozen: bool
) -> None:
    """A key is admitted before its request is committed, and a disk may be full."""
    path = tmp_path / "frontier.sqlite"
    first, second = entries(range(2))
    ledger = Ledger(open_sqlite(path), 4, lambda entry: None)
    for each in (first, second):
        ledger.backend.front.seen.add(each.key)
        ledger.push(replace(each, admitted=True))
        if each is first:
            ledger.commit()
    ledger.frozen = frozen
    ledger.close()
    again = open_sqlite(path)
    assert again.unseen([first.key, second.key]) == [False, True]
    assert first.key in again.front.seen
    assert second.key not in again.front.seen
    again.close()
