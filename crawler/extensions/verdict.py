"""Whether the crawl did what it was asked: the exit status of ``scrapy crawl``."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Self

from scrapy import signals

from crawler.addon import Leadline, addon_of
from crawler.frontier import FrontierError

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

FAILED = frozenset(
    {"start_error", "store_failed", "survey_failed", "disk_full", "frontier_failed"}
)


class Verdict:
    """Counts start pages that were fetched. Stat: ``start/fetched``.

    Scrapy itself exits with 0 when every download failed.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        self._asked = False
        self._answers: list[str] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        verdict = cls(crawler, addon_of(crawler))
        connect = crawler.signals.connect
        connect(verdict.scheduled, signal=signals.request_scheduled)
        connect(verdict.dropped, signal=signals.request_dropped)
        connect(verdict.received, signal=signals.response_received)
        connect(verdict.closed, signal=signals.spider_closed)
        return verdict

    def scheduled(self, request: Request, spider: Spider) -> None:  # noqa: ARG002
        """A start page was asked for: without one there is nothing to judge."""
        self._asked = self._asked or bool(request.meta.get("start"))

    def dropped(self, request: Request, spider: Spider) -> None:  # noqa: ARG002
        """A start page that leads to what was asked for already is none of its own."""
        chain = request.meta.get("redirect_urls", [])
        # A loop is told as a failure.
        if request.meta.get("start") and chain and request.url not in chain:
            self._answers.append(f"{chain[0]} redirects to {request.url}, asked before")

    def received(
        self,
        response: Response,
        request: Request,
        spider: Spider,  # noqa: ARG002 - Scrapy's signal
    ) -> None:
        """A start page was fetched when it did not answer with an error."""
        if not request.meta.get("start"):
            return
        if response.status < 400:
            self._crawler.stats.inc_value("start/fetched")
            self._note()
        else:
            self._answers.append(f"{response.url} answered {response.status}")

    def _note(self) -> None:
        """Other workers of a shared crawl ask for no start page then."""
        team = self._addon.team
        if team is not None and not self._addon.start_noted:
            self._addon.start_noted = True
            with suppress(FrontierError):  # told by the scheduler
                team.note("start")

    def _pages_before(self) -> int:
        return self._addon.run.pages_before if self._addon.run is not None else 0

    def closed(self, spider: Spider, reason: str) -> None:  # noqa: ARG002 - the same
        """Set the add-on's ``trouble`` to the true reason, if there is any."""
        if self._addon.trouble:
            return
        fetched = self._crawler.stats.get_value("start/fetched", 0)
        # A finished job that is run again asks for nothing; one that was stopped before
        # it could ask has not done it.
        if self._addon.start_noted:
            fetched = fetched or 1  # by another worker
        if self._addon.resumed and self._pages_before():
            fetched = fetched or 1  # by the run before
        if not fetched and (self._asked or reason != "finished"):
            reasons = self._answers + [
                f"{url}: {detail or rule}"
                for url, rule, detail in self._addon.start_failures
            ]
            told = "; ".join(reasons[:3]) or f"the crawl ended first ({reason})"
            self._addon.trouble = f"no start page was fetched: {told}"
        elif reason in FAILED:
            self._addon.trouble = f"the crawl failed: {reason}"
