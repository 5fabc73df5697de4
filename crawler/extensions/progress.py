"""How it goes, so that long work shows that it moves: a block, or lines."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from crawler.addon import addon_of
from crawler.frontier import FrontierError
from crawler.live import Block, lasting, wanted

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

logger = logging.getLogger("leadline")

_LIVE: Final = 0.5
"""Seconds between two looks of the block."""
_COUNTED: Final = 5.0
"""Seconds between two questions to a queue that others share."""
_SMOOTH: Final = 0.2
"""Weight of the newest speed of the block."""


class Progress:
    """Tells pages, speed, clusters and queue.

    On a terminal a block at its foot, else a line every ``PROGRESS_SECONDS`` (10).
    """

    def __init__(self, crawler: Crawler, seconds: float) -> None:
        self._crawler = crawler
        self._seconds = seconds
        self._task: AsyncioLoopingCall | LoopingCall | None = None
        self._last = (time.monotonic(), 0)
        self._began = time.monotonic()
        self._rate = 0.0
        self._block: Block | None = None
        self._look = (self._began, 0)
        self._title = ""
        self._queue = (0.0, 0)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        seconds = crawler.settings.getfloat("PROGRESS_SECONDS", 10)
        if seconds <= 0:
            raise NotConfigured
        progress = cls(crawler, seconds)
        crawler.signals.connect(progress.opened, signal=signals.spider_opened)
        crawler.signals.connect(progress.closed, signal=signals.spider_closed)
        return progress

    def opened(self, spider: Spider) -> None:
        """Start to tell."""
        seconds = self._seconds
        if wanted(self._crawler.settings):
            self._block = Block()
            self._block.start()
            # With a log file the lines go there as well.
            seconds = min(_LIVE, seconds)
        self._began = time.monotonic()
        self._title = f"{spider.name} {_where(spider)}"
        self._task = create_looping_call(self.tick)
        self._task.start(seconds, now=False)

    def closed(self, spider: Spider, reason: str) -> None:  # noqa: ARG002 - Scrapy's
        """Stop; the summary tells the rest."""
        if self._task is not None and self._task.running:
            self._task.stop()
        if self._block is not None:
            self._block.stop()

    def tick(self) -> None:
        """Draw the block, or write a line."""
        if self._block is None:
            self.tell()
            return
        self._block.show(self.title(), self.figures())
        in_file = self._crawler.settings.get("LOG_FILE")
        if in_file and time.monotonic() - self._last[0] >= self._seconds:
            self.tell()

    def title(self) -> str:
        """What runs, where, and for how long."""
        return f"{self._title}  {lasting(time.monotonic() - self._began)}"

    def figures(self) -> dict[str, str]:
        """What the block shows, by name."""
        value = self._value
        pages = value("store/pages")
        seconds = max(time.monotonic() - self._began, 0.001)
        self._rate += _SMOOTH * (self._speed(pages) - self._rate)
        queued = self._queued()
        shown: dict[str, Any] = {
            "pages": pages,
            "pages/s": f"{self._rate:.1f}" if seconds > 1 else "",
            "clusters": value("cluster/clusters"),
            "forms": value("cluster/signatures"),
            "predicted": value("saturation/predicted"),
            "records": value("harvest/records") or None,
            "queued": queued,
            "failed": value("failed/failed") or None,
            "time left": self._left(pages, queued),
        }
        return {
            name: f"{found:,}" if isinstance(found, int) else found
            for name, found in shown.items()
            if found is not None
        }

    def tell(self) -> None:
        """One line."""
        pages = self._value("store/pages")
        now = time.monotonic()
        rate = (pages - self._last[1]) / max(now - self._last[0], 0.001)
        self._last = (now, pages)
        failed = self._value("failed/failed")
        logger.info(
            "%d pages (%.1f/s), %d clusters, %d form signatures, %d queued%s",
            pages,
            rate,
            self._value("cluster/clusters"),
            self._value("cluster/signatures"),
            self._queued(),
            f", {failed} failed" if failed else "",
        )

    def _value(self, name: str) -> int:
        return int(self._crawler.stats.get_value(name, 0))

    def _speed(self, pages: int) -> float:
        """Pages a second since the last look of the block."""
        now = time.monotonic()
        last, before = self._look
        self._look = (now, pages)
        return (pages - before) / max(now - last, 0.001)

    def _queued(self) -> int:
        """Requests that wait or are under way, of all workers: the queue knows."""
        asked, count = self._queue
        addon = addon_of(self._crawler)
        if addon.trouble or time.monotonic() - asked < (_COUNTED if addon.team else 0):
            return count
        with suppress(FrontierError):  # told by the scheduler
            counts = addon.frontier.counts()
            count = counts.pending + counts.leased
        self._queue = (time.monotonic(), count)
        return count

    def _left(self, pages: int, queued: int) -> str:
        """For what is known: what the pages to come lead to is not."""
        budget = getattr(getattr(self._crawler.spider, "args", None), "pages", None)
        todo = min(queued, budget - pages) if budget else queued
        if self._rate <= 0.01 or not todo or todo < 0:
            return ""
        told = lasting(todo / self._rate)
        return f"≤ {told}" if budget and todo < queued else f"≥ {told}"


def _where(spider: Spider) -> str:
    hosts = getattr(getattr(spider, "scope", None), "hosts", ())
    return ", ".join(sorted(hosts)[:3])
