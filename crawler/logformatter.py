"""One line an item: a Page carries its links and its vector, which no log wants."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.logformatter import LogFormatter, LogFormatterResult

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.http import Response
    from twisted.python.failure import Failure


class ShortLogFormatter(LogFormatter):
    """Scrapy's own lines, with pages in short."""

    def scraped(
        self, item: Any, response: Response | Failure | None, spider: Spider
    ) -> LogFormatterResult:
        """Name the page and its cluster instead of printing it whole."""
        found = _page(item)
        if found is None:
            return super().scraped(item, response, spider)
        return {
            "level": logging.DEBUG,
            "msg": "Stored %(url)s (%(status)s, cluster %(cluster)s)",
            "args": found,
        }

    def dropped(
        self,
        item: Any,
        exception: BaseException,
        response: Response | Failure | None,
        spider: Spider,
    ) -> LogFormatterResult:
        """Name the page."""
        return super().dropped(_short(item), exception, response, spider)

    def item_error(
        self,
        item: Any,
        exception: BaseException,
        response: Response | Failure | None,
        spider: Spider,
    ) -> LogFormatterResult:
        """Name the page."""
        return super().item_error(_short(item), exception, response, spider)


def _page(item: Any) -> dict[str, Any] | None:
    """What tells a page, if *item* is one."""
    if not ItemAdapter.is_item(item):
        return None
    adapter = ItemAdapter(item)
    if not adapter.keys() >= {"url", "key", "shape"}:
        return None
    return {name: adapter.get(name) for name in ("url", "status", "cluster")}


def _short(item: Any) -> Any:
    found = _page(item)
    return item if found is None else f"page {found['url']}"
