"""Stores each page and item; an item is passed on once its transaction is committed."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem

from crawler.addon import Leadline, addon_of
from crawler.store import SurveyError
from pipelines.items import as_page, plain, slim

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from crawler.items import Page

logger = logging.getLogger(__name__)


class StorePipeline:
    """Writes to the survey. Stats: ``store/pages``, ``store/items``."""

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        args = getattr(crawler.spider, "args", None)
        self._budget: int | None = getattr(args, "pages", None)
        self._accepted = 0
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, addon_of(crawler))

    async def process_item(self, item: Any) -> Any:
        """Store *item*.

        :raises DropItem: when the budget of pages is used up, or nothing can be
            stored any more (the crawl is then closed).
        """
        run = self._addon.run
        if run is None:
            raise DropItem("no survey is open", log_level="DEBUG")
        page = as_page(item)
        if page is not None and not self._within_budget(page):
            raise DropItem("budget of pages used up", log_level="DEBUG")
        try:
            if page is not None:
                await asyncio.wrap_future(run.writer.submit(page))
            else:
                await asyncio.wrap_future(run.writer.submit_item(plain(item)))
        except SurveyError as error:
            logger.error("Cannot store: %s", error)  # noqa: TRY400 - one clear line
            self._close("store_failed")
            raise DropItem(str(error)) from error
        self._crawler.stats.inc_value("store/pages" if page else "store/items")
        if page is None:
            return item
        return slim(item)

    def _within_budget(self, page: Page) -> bool:
        if self._budget is None:
            return True
        run = self._addon.run
        assert run is not None
        self._accepted += 1
        total = run.pages_before + self._accepted
        if total >= self._budget:
            self._close("pages")
        if total <= self._budget:
            return True
        self._addon.decide(page.url, "budget", f"pages={self._budget}")
        return False

    def _close(self, reason: str) -> None:
        if self._closing is None:
            self._closing = asyncio.ensure_future(
                self._crawler.engine.close_spider_async(reason=reason)
            )
