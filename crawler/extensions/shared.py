"""A worker of a shared crawl: its heartbeat, and start pages that come as messages."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.utils.asyncio import create_looping_call

from crawler.addon import Leadline, addon_of
from crawler.frontier import FrontierError

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from crawler.frontier.starts import Starts

logger = logging.getLogger("leadline")

_BEAT = 2.0
"""Seconds between two heartbeats."""
_AT_ONCE = 100
"""Messages that are read at once."""


class Shared:
    """Only with a queue that several workers share.

    Stats: ``starts/taken``, ``starts/bad``.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        self._starts: Starts | None = None
        self._task: AsyncioLoopingCall | LoopingCall | None = None
        self._idle_since = 0.0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        addon = addon_of(crawler)
        if not addon.frontier_options.is_shared:
            raise NotConfigured
        extension = cls(crawler, addon)
        connect = crawler.signals.connect
        connect(extension.opened, signal=signals.spider_opened)
        connect(extension.idle, signal=signals.spider_idle)
        connect(extension.closed, signal=signals.spider_closed)
        return extension

    def opened(self, spider: Spider) -> None:  # noqa: ARG002 - Scrapy's signal
        """Begin to beat."""
        if self._addon.team is None:
            return
        from crawler.frontier.starts import Starts  # noqa: PLC0415 - with Redis only

        self._starts = Starts(self._addon.shared_frontier)
        self._task = create_looping_call(self.beat)
        self._task.start(_BEAT, now=False)

    def closed(self, spider: Spider, reason: str) -> None:  # noqa: ARG002 - the same
        """Beat no more."""
        if self._task is not None and self._task.running:
            self._task.stop()

    def beat(self) -> None:
        """Say that this worker lives; read messages. The scheduler tells failures."""
        try:
            self._addon.frontier.heartbeat()
            self._take_starts()
        except FrontierError:
            if self._task is not None and self._task.running:
                self._task.stop()

    def idle(self, spider: Spider) -> None:  # noqa: ARG002 - Scrapy's signal
        """Messages may have come; and some wait for them for a while.

        :raises DontCloseSpider: while there is something to wait for.
        """
        if self._starts is None:
            return
        now = time.monotonic()
        try:
            if self._take_starts():
                self._idle_since = 0.0
                raise DontCloseSpider
        except FrontierError:
            return
        self._idle_since = self._idle_since or now
        if now < self._idle_since + self._addon.frontier_options.idle:
            raise DontCloseSpider

    def _take_starts(self) -> int:
        """Queue what messages ask for; how many there were."""
        slot: Any = self._crawler.engine._slot
        if self._starts is None or slot is None or slot.closing is not None:
            return 0
        messages = self._starts.read(_AT_ONCE)
        good = [message for message in messages if self._take(message)]
        if good:
            # In the queue first; until then the messages stay.
            slot.scheduler.commit()
            self._starts.settle(good)
        return len(good)

    def _take(self, message: bytes) -> bool:
        from crawler.frontier.starts import (  # noqa: PLC0415 - with Redis only
            BadMessageError,
            parse_start,
        )

        assert self._starts is not None
        spider: Any = self._crawler.spider
        try:
            start = parse_start(message)
        except BadMessageError as error:
            self._set_aside(message, str(error))
            return False
        scope = getattr(spider, "scope", None)
        if scope is not None and scope.refuse(start.url) is not None:
            self._set_aside(message, f"{start.url} is out of scope")
            return False
        request = Request(
            start.url,
            headers=start.headers,
            priority=start.priority,
            errback=getattr(spider, "failed", None),
            meta={**start.meta, "start": start.url},
        )
        self._crawler.engine.crawl(request)
        self._crawler.stats.inc_value("starts/taken")
        return True

    def _set_aside(self, message: bytes, reason: str) -> None:
        assert self._starts is not None
        if self._starts.set_aside(message):
            logger.warning("Start message set aside: %s", reason)
            self._crawler.stats.inc_value("starts/bad")
