"""The frontier as a Scrapy scheduler."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.exceptions import CloseSpider
from scrapy.utils.asyncio import call_later
from scrapy.utils.misc import build_from_crawler, load_object

from crawler.addon import Leadline, addon_of
from crawler.frontier import (
    Entry,
    FrontierError,
    Ledger,
    Outcome,
    Refusals,
    UnstorableError,
)
from crawler.holds import Holds, host_of, leave_slot
from crawler.jars import Jars
from crawler.leaving import leave
from crawler.outcomes import Outcomes
from crawler.settling import Settling
from crawler.sharing import Sharing
from crawler.stored import Shelf, leave_given
from crawler.turns import Turns

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.dupefilters import BaseDupeFilter

    from crawler.frontier import Lease

logger = logging.getLogger(__name__)

_PUSHES = 500
"""Requests that wait in memory for a commit at most."""
_BEAT = 2.0
"""Seconds between two heartbeats to a shared queue."""


class Scheduler(BaseScheduler):
    """Hands out what the frontier leases; each lease is settled when it is done.

    Stats: ``scheduler/enqueued``, ``/dequeued`` and ``/not_reached``;
    ``frontier/retried``, ``/left``, ``/unstorable``, ``/repeat``, ``/budget``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._addon: Leadline = addon_of(crawler)
        options = self._addon.frontier_options
        outcomes = self._addon.outcomes = Outcomes(crawler)
        self._holds = Holds(crawler, Refusals(options.max_wait), outcomes)
        self._jars = Jars(crawler)
        self._filter: BaseDupeFilter = build_from_crawler(
            load_object(crawler.settings["DUPEFILTER_CLASS"]), crawler
        )
        cap = 2 * max(crawler.settings.getint("CONCURRENT_REQUESTS"), 1)
        self._ledger = Ledger(self._addon.frontier, cap, self._pushed_by_another)
        self._settling = Settling(crawler, self._ledger, outcomes, self._jars)
        self._sharing = Sharing(crawler, self._jars)
        self._turns = Turns(crawler, self._ledger, self._addon.sites, self._sharing)
        self._kept: dict[str, bytes] = {}
        self._beat_at = 0.0
        self._waking = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def open(self, spider: Spider) -> None:
        """Take up what an earlier run left."""
        self._spider = spider
        self._shelf = Shelf(spider, self._addon.frontier_stays)
        self._filter.open()
        addon, backend = self._addon, self._addon.frontier
        # A failure raised here would be told in 60 lines; and middlewares fill the
        # jars of cookies when the spider is opened, not before.
        self._crawler.signals.connect(self._opened, signal=signals.spider_opened)
        if addon.trouble:
            return
        try:
            self._kept = backend.states()
            addon.saturation.restore(backend)
            retried = backend.retry_failed(addon.frontier_options.retries)
            counts = backend.counts()
        except FrontierError as error:
            addon.trouble = str(error)
            return
        addon.sites.restore(self._kept)
        for keeper in addon.keepers:
            keeper.restore(self._kept)
        self._sharing.take_scope(self._kept)
        if addon.resumed:
            self._count("scheduler/enqueued", counts.pending)
            self._count("frontier/retried", retried)
            logger.info(
                "Resumed: %d URLs seen, %d in the queue, %d of them failed before",
                *(counts.seen, counts.pending, retried),
            )

    def _opened(self, spider: Spider) -> None:
        """Go on with the cookies of the run before.

        :raises CloseSpider: when the queue could not be opened: see ``trouble``.
        """
        if self._addon.trouble:
            raise CloseSpider("frontier_failed")
        self._jars.restore(self._kept, spider)
        self._kept = {}

    def enqueue_request(self, request: Request) -> bool:
        """Queue a request; False when it was seen, or cannot be stored."""
        seen = self._addon.seen
        fingerprint = self._crawler.request_fingerprinter.fingerprint(request)
        known = fingerprint in seen
        if not request.dont_filter and self._filter.request_seen(request):
            self._filter.log(request, self._spider)
            return False
        leave_slot(request)
        leave_given(request, self._spider)
        try:
            payload = self._shelf.put(request)
        except UnstorableError as error:
            self._refuse(request, str(error))
            return False
        host = host_of(request)
        key = seen.identity.key(request.url)
        shape, priority = self._addon.saturation.place(request, key, host)
        entry = Entry(
            key=fingerprint,
            payload=payload,
            host=host,
            shape=shape,
            priority=priority,
            spelling=b"" if request.dont_filter else seen.spelling(request.url),
            repeat=request.dont_filter or known or seen.asked_again(fingerprint),
            admitted=True,
        )
        self._ledger.push(entry)
        self._count("scheduler/enqueued")
        if self._ledger.waiting >= _PUSHES:
            self._settling.flush()
        return True

    def _refuse(self, request: Request, reason: str) -> None:
        logger.error("Cannot store %s: %s", request, reason)
        self._count("frontier/unstorable")
        self._addon.unfetched(request, "unstorable", reason)

    def next_request(self) -> Request | None:
        """The next request that may be sent, or None when there is none now."""
        self._settling.collect()
        if self._ledger.frozen:
            return None
        try:
            # First: what is left is not handed out.
            self._addon.saturation.tend(self._ledger)
            self._addon.reranking.tend(self._ledger)
            request = self._next()
            if request is None:
                self._wake_when_due()
            if request is None or len(self._ledger.settled) >= self._ledger.room:
                self._settling.flush()
            if time.monotonic() > self._beat_at + _BEAT:
                self._beat_at = time.monotonic()
                self._ledger.backend.heartbeat()
        except FrontierError as error:
            self._settling.stop(error)
            return None
        return request

    def _next(self) -> Request | None:
        paces = self._holds.paces()
        # No later than what it led to.
        self._settling.keep_news()
        while lease := self._turns.next(self._settling.out, paces):
            request = self._request(lease)
            if request is not None:
                self._settling.hand_out(request, lease)
                self._addon.saturation.hand_out(request, lease.entry)
                self._count("scheduler/dequeued")
                return request
            self._addon.sites.end(lease.entry.host)
        return None

    def _request(self, lease: Lease) -> Request | None:
        """The request of a lease, or None when it is not to be sent after all."""
        try:
            request = self._shelf.take(lease.entry.payload)
        except ValueError as error:
            logger.warning("A stored request cannot be read: %s", error)
            self._ledger.settle(lease, Outcome.FAILED, str(error))
            return None
        if request is None:
            self._ledger.settle(lease, Outcome.DONE)
            return None
        if reason := self._holds.given_up(lease.entry.host):
            self._addon.failed(request, "failed", reason)
            self._ledger.settle(lease, Outcome.FAILED, reason)
            return None
        sites = self._addon.sites
        if sites.is_spent(lease.entry.host) and not request.meta.get("probe"):
            self._count("frontier/budget")
            detail = f"FRONTIER_SITE_PAGES={sites.limit}"
            self._addon.unfetched(request, "budget", detail)
            self._ledger.settle(lease, Outcome.DONE)
            return None
        discovery = self._addon.discovery
        if discovery and (why := discovery.refuse_request(request, lease.entry.host)):
            self._addon.unfetched(request, *why)
            self._ledger.settle(lease, Outcome.DONE)
            return None
        if request.errback is None:
            request.errback = self._failed
        return request

    def _failed(self, failure: Any) -> Any:
        """In place of an errback: the failure goes its way as without one."""
        if self._addon.outcomes is not None:
            self._addon.outcomes.failed(failure.request, str(failure.value))
        return failure

    def _wake_when_due(self) -> None:
        """Be asked again when a host that is held back may be asked."""
        if self._waking:
            return
        due = self._sharing.wait(self._ledger.backend.due())
        if due is not None:
            self._waking = True
            call_later(due + 0.01, self._wake)

    def _wake(self) -> None:
        self._waking = False
        slot = self._crawler.engine._slot
        if slot is not None and slot.closing is None:
            slot.nextcall.schedule()

    def has_pending_requests(self) -> bool:
        """Whether anything is queued, or in hand and not acknowledged."""
        if self._ledger.frozen:
            return False
        settling = self._settling
        if self._turns.ready or settling.out or settling.busy or self._ledger.waiting:
            return True
        if self._addon.saturation.returning:
            return True
        counts = self._ledger.backend.counts()
        return counts.pending + counts.leased > 0

    def commit(self) -> None:
        """Queue now what was pushed."""
        self._ledger.commit()

    def close(self, reason: str) -> None:
        """Acknowledge what is stored; leave the rest for the next run, or a reason."""
        try:
            self._settling.finish(self._turns.ready)
            self._sharing.end()
            if not self._ledger.frozen:
                self._addon.saturation.sum_up(self._ledger)
                leave(self._crawler, self._ledger.backend, self._shelf, reason)
        except FrontierError as error:
            self._addon.trouble = self._addon.trouble or str(error)
            logger.error("The queue failed: %s", error)  # noqa: TRY400 - one clear line
        finally:
            with suppress(FrontierError):
                self._ledger.close()
            self._filter.close(reason)

    def _pushed_by_another(self, entry: Entry) -> None:
        self._addon.saturation.found_elsewhere(entry)
        self._count("frontier/repeat")

    def _count(self, name: str, value: int = 1) -> None:
        if value:
            self._crawler.stats.inc_value(name, value)
