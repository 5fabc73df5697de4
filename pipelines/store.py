"""Stores each page and item; an item is passed on once its transaction is committed."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Self

from crawler.addon import Leadline, addon_of
from crawler.harvesting.items import HarvestedRecord
from crawler.reason import is_out_of_space
from crawler.run import NotStored
from crawler.store import SurveyError
from crawler.store.readers import read_keys
from crawler.store.text import bounded
from pipelines.items import as_page, plain, slim

if TYPE_CHECKING:
    from concurrent.futures import Future

    from scrapy.crawler import Crawler

    from crawler.items import Page
    from crawler.store import SurveyWriter

logger = logging.getLogger(__name__)


class StorePipeline:
    """Writes to the survey. Stats: ``store/pages``, ``store/items``."""

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        args = getattr(crawler.spider, "args", None)
        self._budget: int | None = getattr(args, "pages", None)
        # Keys of the pages that the survey holds, if there is a budget.
        self._stored: set[str] | None = None
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, addon_of(crawler))

    async def process_item(self, item: Any) -> Any:
        """Store *item*.

        Without a survey (its extension is switched off) it is only passed on.

        :raises NotStored: when the budget of pages is used up, or nothing can be
            stored any more (the crawl is then closed).
        """
        if isinstance(item, HarvestedRecord):
            return item  # written with the answer that showed it
        page = as_page(item)
        if page is not None and not self._within_budget(page):
            raise NotStored("budget of pages used up", log_level="DEBUG")
        run = self._addon.run
        if run is not None:
            try:
                await asyncio.wrap_future(_submit(run.writer, item, page))
            except SurveyError as error:
                self._give_up(error)
                raise NotStored(str(error), log_level="DEBUG") from error
            self._crawler.stats.inc_value("store/pages" if page else "store/items")
            if page:
                self._addon.sites.count(page.host)
                if self._addon.discovery is not None:
                    self._addon.discovery.stored(page)
        return item if page is None else slim(item)

    def _give_up(self, error: SurveyError) -> None:
        # One line, however many pages are under way.
        if self._closing is None:
            logger.error("Cannot store: %s", error)
            self._close("disk_full" if is_out_of_space(error) else "store_failed")

    def _within_budget(self, page: Page) -> bool:
        """Whether *page* may be stored: one that was stored before always may."""
        if self._budget is None:
            return True
        if self._stored is None:
            run = self._addon.run
            self._stored = set(run.survey.read(read_keys)) if run else set()
        key = bounded(page.key or page.url)
        within = key in self._stored or len(self._stored) < self._budget
        if within:
            self._stored.add(key)
        else:
            self._addon.decide(page.url, "budget", f"pages={self._budget}")
        if len(self._stored) >= self._budget:
            harvesting = getattr(self._crawler.spider, "harvesting", None)
            if harvesting is None:
                self._close("pages")
            else:
                harvesting.end_crawl("pages")
        return within

    def _close(self, reason: str) -> None:
        if self._closing is None:
            self._closing = asyncio.ensure_future(
                self._crawler.engine.close_spider_async(reason=reason)
            )


def _submit(writer: SurveyWriter, item: Any, page: Page | None) -> Future[None]:
    if page is not None:
        return writer.submit(page)
    data = plain(item)
    return writer.submit_item(data, str(data.get("url") or ""), type(item).__name__)
