"""A line every few seconds, so that long work shows that it moves."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

logger = logging.getLogger("leadline")


class Progress:
    """Logs pages, speed, clusters and queue every ``PROGRESS_SECONDS`` (10)."""

    def __init__(self, crawler: Crawler, seconds: float) -> None:
        self._crawler = crawler
        self._seconds = seconds
        self._task: AsyncioLoopingCall | LoopingCall | None = None
        self._last = (time.monotonic(), 0)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        seconds = crawler.settings.getfloat("PROGRESS_SECONDS", 10)
        if seconds <= 0:
            raise NotConfigured
        progress = cls(crawler, seconds)
        crawler.signals.connect(progress.opened, signal=signals.spider_opened)
        crawler.signals.connect(progress.closed, signal=signals.spider_closed)
        return progress

    def opened(self, spider: Spider) -> None:  # noqa: ARG002 - Scrapy's signal
        """Start to tell."""
        self._task = create_looping_call(self.tell)
        self._task.start(self._seconds, now=False)

    def closed(self, spider: Spider, reason: str) -> None:  # noqa: ARG002 - the same
        """Stop; the summary tells the rest."""
        if self._task is not None and self._task.running:
            self._task.stop()

    def tell(self) -> None:
        """One line."""
        value = self._crawler.stats.get_value
        pages = value("store/pages", 0)
        now = time.monotonic()
        rate = (pages - self._last[1]) / max(now - self._last[0], 0.001)
        self._last = (now, pages)
        queued = value("scheduler/enqueued", 0) - value("scheduler/dequeued", 0)
        failed = value("failed/failed", 0)
        logger.info(
            "%d pages (%.1f/s), %d clusters, %d form signatures, %d queued%s",
            pages,
            rate,
            value("cluster/clusters", 0),
            value("cluster/signatures", 0),
            queued,
            f", {failed} failed" if failed else "",
        )
