"""Hosts that ask for patience: 429, 503 and Retry-After, host by host."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest
from scrapy.utils.asyncio import call_later
from scrapy.utils.httpobj import urlparse_cached

from crawler.frontier import Pace, Refusals
from crawler.frontier.retry_after import seconds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.core.downloader import Slot
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.outcomes import Outcomes

logger = logging.getLogger(__name__)

_STEP = 0.5
"""Seconds after which a slot that is held looks whether the crawl is closing."""


class Holds:
    """Keeps Retry-After: the whole host waits, other hosts go on.

    What Scrapy's retry middleware makes of the answer is queued as any request, and not
    handed out before the time; what was handed out already waits in the downloader.
    Stats: ``frontier/retry_after``, ``frontier/hosts_given_up``.
    """

    def __init__(
        self, crawler: Crawler, refusals: Refusals, outcomes: Outcomes
    ) -> None:
        """*outcomes* are told of requests that were not sent when the crawl closed."""
        self._crawler = crawler
        self._refusals = refusals
        self._outcomes = outcomes
        crawler.signals.connect(self.downloaded, signal=signals.response_downloaded)

    def paces(self) -> Mapping[str, Pace]:
        """What holds hosts back now."""
        held = self._refusals.held(time.time())
        return {host: Pace(resume=until) for host, until in held.items()}

    def given_up(self, host: str) -> str:
        """Why a host is asked no more; empty when it is."""
        return self._refusals.given_up.get(host, "")

    def downloaded(self, response: Response, request: Request) -> None:
        """Look at every answer, of whatever request."""
        host = host_of(request)
        asked = None
        if response.status in {429, 503}:
            header = response.headers.get
            asked = seconds(_text(header("Retry-After")), _text(header("Date")), now())
        if response.status != 429 and asked is None:
            self._refusals.answered(host)
            return
        self._crawler.stats.inc_value("frontier/retry_after")
        known = self.given_up(host)
        wait = self._refusals.refused(host, asked, now())
        if wait:
            logger.info("%s answers %d: waiting %.0f s", host, response.status, wait)
            self._hold(request, now() + wait)
        elif not known:
            logger.warning("%s is left alone: %s", host, self.given_up(host))
            self._crawler.stats.inc_value("frontier/hosts_given_up")
            self._hold(request, 0.0)

    def _hold(self, request: Request, until: float) -> None:
        """Block the slot of the host in the downloader: a delay that lasts so long."""
        slots = self._crawler.engine.downloader.slots
        slot = slots.get(request.meta.get("download_slot", ""))
        if slot is not None:
            if slot.latercall:
                slot.latercall.cancel()
            self._step(slot, until)

    def _step(self, slot: Slot, until: float) -> None:
        slot.latercall = None
        engine: Any = self._crawler.engine
        closing = engine._slot is None or engine._slot.closing is not None
        if closing or not until:
            while slot.queue:
                request, waiting = slot.queue.popleft()
                if closing:
                    self._outcomes.returned(request)
                reason = self.given_up(host_of(request)) or "the crawl was stopped"
                waiting.errback(IgnoreRequest(reason))
        elif (left := until - now()) > 0:
            slot.latercall = call_later(min(left, _STEP), self._step, slot, until)
        else:
            engine.downloader._process_queue(slot)


def now() -> float:
    """The clock of dates."""
    return time.time()


def host_of(request: Request) -> str:
    """The host of a request, as the downloader's slots name it."""
    return urlparse_cached(request).hostname or ""


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")


def leave_slot(request: Request) -> None:
    """A redirect to another host does not wait in the slot of the first."""
    chain: list[str] = request.meta.get("redirect_urls", [])
    slot = request.meta.get("download_slot")
    if not chain or slot is None or slot == host_of(request):
        return
    if slot == urlsplit(chain[-1]).hostname:  # not one that somebody chose
        del request.meta["download_slot"]
