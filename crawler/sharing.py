"""What the workers of a shared crawl owe one another: pace, patience, and news."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from crawler.addon import Leadline, addon_of
from crawler.frontier import FrontierError, Pace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.crawler import Crawler

    from crawler.jars import Jars

_POLL: Final = 0.25
"""Seconds after which a worker without work looks whether others made some."""
_LOOK: Final = 2.0
"""Seconds between two looks at what others counted."""


class Sharing:
    """One worker's view of the others; without others it changes nothing."""

    def __init__(self, crawler: Crawler, jars: Jars) -> None:
        self._crawler = crawler
        self._jars = jars
        self._news = 0
        self._looked = 0.0
        self._addon: Leadline = addon_of(crawler)

    def paces(self, held: Mapping[str, Pace]) -> Mapping[str, Pace]:
        """The pace of every host, for the queue to keep over all workers.

        Delay and concurrency are those of the downloader's slots, which AutoThrottle
        changes; *held* says which hosts asked for patience.
        """
        if self._addon.team is None:
            return held
        downloader: Any = self._crawler.engine.downloader
        default = Pace(self._delay(), int(downloader.domain_concurrency or 0))
        paces = {"": default}
        for host, slot in downloader.slots.items():
            paces[host] = Pace(round(slot.delay, 3), int(slot.concurrency or 0))
        for host, pace in held.items():
            paces[host] = replace(paces.get(host, default), resume=pace.resume)
        return paces

    def _delay(self) -> float:
        """Of a host that was not asked yet; AutoThrottle sets that of the spider."""
        settings = self._crawler.settings
        delay = getattr(self._crawler.spider, "download_delay", None)
        return settings.getfloat("DOWNLOAD_DELAY") if delay is None else float(delay)

    def wait(self, due: float | None) -> float | None:
        """Seconds until to ask the queue again, when nothing could be had."""
        if self._addon.team is None:
            return due
        return _POLL if due is None else min(due, _POLL)

    def look(self) -> None:
        """Learn what others learned that concerns every worker, if there is any.

        :raises FrontierError: as the backend does.
        """
        if self._addon.team is None:
            return
        self._look_at_counts()
        if self._addon.shared_frontier.news == self._news:
            return
        self._news = self._addon.shared_frontier.news
        states = self._addon.frontier.states
        self._addon.seen.restore(states("danger:"))
        self.take_scope(states("scope:"))
        self._jars.join(states("cookies:"))

    def _look_at_counts(self) -> None:
        """What guesses are worth, and what places answer to nonsense."""
        now = time.monotonic()
        if now < self._looked + _LOOK:
            return
        self._looked = now
        for keeper in self._addon.keepers:
            for kind in keeper.kinds:
                keeper.restore(self._addon.frontier.states(kind))

    def take_scope(self, kept: Mapping[str, bytes]) -> None:
        """Start pages that redirect to another host took it into the scope."""
        scope = getattr(self._crawler.spider, "scope", None)
        if scope is None:
            return
        for name, url in kept.items():
            if name.startswith("scope:"):
                scope.adopt(url.decode())

    def end(self) -> None:
        """Before the queue is closed: a last look at what others did."""
        team = self._addon.team
        if team is not None:
            with suppress(FrontierError):
                self._addon.start_noted = team.noted("start")
