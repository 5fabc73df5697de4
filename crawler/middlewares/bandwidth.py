"""A cap on what is downloaded: bytes a second, over all hosts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from crawler.focus.roles_options import RolesOptions
from crawler.options import read_options
from crawler.roles.bucket import Bucket

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

_STEP = 1.0
"""Seconds after which a waiting request looks whether the crawl is being closed."""


class BandwidthMiddleware:
    """Downloader middleware, next to the downloader; off without ``FOCUS_BANDWIDTH``.

    Requests wait while more has come than was to come. A response under way is not
    slowed down: one of many seconds' worth comes whole, and is paid for after it.

    Stat: ``focus/bandwidth_waited``, seconds that requests waited.
    """

    def __init__(self, crawler: Crawler, rate: int) -> None:
        self._crawler = crawler
        self._bucket = Bucket(rate)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        options = read_options(RolesOptions, "FOCUS", crawler.settings)
        if not options.bandwidth:
            raise NotConfigured
        made = cls(crawler, options.bandwidth)
        crawler.signals.connect(made.received, signal=signals.bytes_received)
        return made

    def received(self, data: bytes) -> None:
        """Some bytes of a body have come."""
        self._bucket.take(len(data), asyncio.get_running_loop().time())

    async def process_request(self, request: Request) -> None:  # noqa: ARG002 - Scrapy's
        """Let a request go when its turn has come."""
        loop = asyncio.get_running_loop()
        while (seconds := self._bucket.wait(loop.time())) and not self._closing:
            seconds = min(seconds, _STEP)
            assert self._crawler.stats is not None
            self._crawler.stats.inc_value("focus/bandwidth_waited", seconds)  # type: ignore[arg-type]
            await asyncio.sleep(seconds)

    @property
    def _closing(self) -> bool:
        slot: Any = getattr(self._crawler.engine, "_slot", None)
        return slot is not None and slot.closing is not None
