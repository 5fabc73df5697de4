"""One line an item: a Page carries its links and its vector, which no log wants."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

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
        if not (isinstance(item, dict) and item.keys() >= {"url", "status", "cluster"}):
            return super().scraped(item, response, spider)
        return {
            "level": logging.DEBUG,
            "msg": "Stored %(url)s (%(status)d, cluster %(cluster)s)",
            "args": {
                "url": item["url"],
                "status": item["status"],
                "cluster": item["cluster"],
            },
        }
