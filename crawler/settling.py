"""Acknowledges what was handed out: the survey has it first, then the queue."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from crawler.addon import addon_of
from crawler.frontier import FrontierError, Outcome
from crawler.reason import is_out_of_space

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from crawler.frontier import Lease, Ledger, Settled
    from crawler.jars import Jars
    from crawler.outcomes import Outcomes

logger = logging.getLogger(__name__)

_PAUSE = 0.05
"""Seconds between two commits at least, unless many leases wait for one."""
_PATIENCE = 120.0
"""Seconds that the end of a crawl waits for the survey at most."""


class Settling:
    """The requests that are out, and the way back of their leases.

    A lease is settled when its request has left the engine, and acknowledged in one
    commit with what it led to, once the survey has committed its page and decisions.
    When the survey fails, nothing is acknowledged any more.
    """

    def __init__(
        self, crawler: Crawler, ledger: Ledger, outcomes: Outcomes, jars: Jars
    ) -> None:
        self._crawler = crawler
        self._addon = addon_of(crawler)
        self._ledger = ledger
        self._outcomes = outcomes
        self._jars = jars
        self.out: dict[Request, Lease] = {}
        self.busy = False
        """Whether a commit is under way."""
        self._last = 0.0
        self._waiting: list[Settled] = []
        self._closing: asyncio.Future[Any] | None = None

    def hand_out(self, request: Request, lease: Lease) -> None:
        """A request goes to the engine."""
        self.out[request] = lease

    def collect(self) -> None:
        """Settle the leases of requests that have left the engine."""
        slot = self._crawler.engine._slot
        under_way = slot.inprogress if slot is not None else ()
        for request in [each for each in self.out if each not in under_way]:
            lease = self.out.pop(request)
            self._addon.sites.end(lease.entry.host)
            self._addon.saturation.end(request)
            self._ledger.settle(lease, *self._outcomes.of(request))

    def flush(self) -> None:
        """Commit, if it is time for it: first the survey, which takes its time."""
        now = time.monotonic()
        if self.busy or self._ledger.frozen or not self._ledger.waiting:
            return
        hurry = not self.out or len(self._ledger.settled) >= self._ledger.room
        if not hurry and now < self._last + _PAUSE:
            return
        self.busy, self._last = True, now
        self._waiting, self._ledger.settled = self._ledger.settled, []
        run = self._addon.run
        if run is None or not self._waiting:
            self._acknowledge(None)
            return
        future = asyncio.wrap_future(run.writer.flush())
        future.add_done_callback(lambda done: self._acknowledge(done.exception()))

    def _acknowledge(self, error: BaseException | None) -> None:
        """The survey has it, or has failed; too late when the crawl is finished."""
        if not self.busy:
            return
        self.busy = False
        if error is not None:  # whoever stored has told it, and closes the crawl
            self._ledger.frozen = True
        if self._ledger.frozen:
            return
        try:
            self.keep_news()
            self._ledger.learn(self._addon.saturation.pieces())
            self._ledger.acknowledge(self._waiting)
        except FrontierError as failure:
            self.stop(failure)
        slot = self._crawler.engine._slot
        if slot is not None and slot.closing is None:
            slot.nextcall.schedule()

    def keep_news(self) -> None:
        """What is to be kept goes with the next commit."""
        addon = self._addon
        self._ledger.keep(addon.seen.news())
        self._ledger.keep(self._jars.news())
        for keeper in addon.keepers:
            self._ledger.keep(keeper.news())
            self._ledger.count(keeper.counts(), ())
        self._ledger.count(*addon.sites.news())

    def stop(self, error: FrontierError) -> None:
        """Close the crawl: what is in hand comes back at the next run."""
        if self._ledger.frozen:
            return
        self._ledger.frozen = True
        self._addon.trouble = self._addon.trouble or str(error)
        logger.error("The queue failed: %s", error)
        reason = "disk_full" if is_out_of_space(error) else "frontier_failed"
        self._closing = asyncio.ensure_future(
            self._crawler.engine.close_spider_async(reason=reason)
        )

    def finish(self, ready: list[Lease]) -> None:
        """At the end of the crawl: acknowledge all, hand back what is *ready*.

        :raises FrontierError: as the backend does.
        """
        self.collect()
        self.busy = False
        run = self._addon.run
        if run is not None:
            try:
                run.writer.flush().result(_PATIENCE)
            except Exception:  # noqa: BLE001 - told by whoever stored
                self._ledger.frozen = True
        for lease in ready:
            self._ledger.settle(lease, Outcome.RETURNED)
        self.keep_news()
        self._ledger.learn(self._addon.saturation.pieces())
        if not self._ledger.frozen:
            self._ledger.acknowledge([*self._waiting, *self._ledger.settled])
