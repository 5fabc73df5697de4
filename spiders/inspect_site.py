"""``inspect``: what there is to test in a web application."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import scrapy

from spiders.base import LeadlineSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class InspectSpider(LeadlineSpider):
    """Crawl a site and thin it to one set of representatives per page structure."""

    name = "inspect"

    async def start(self) -> AsyncIterator[Any]:
        """The start pages, and what their sites tell of themselves."""
        async for request in super().start():
            yield request
        for place in ("/robots.txt", "/sitemap.xml"):
            for url in dict.fromkeys(urljoin(url, place) for url in self.args.start):
                yield scrapy.Request(
                    url,
                    errback=self.failed,
                    # Told by nobody: an answer that is no page leaves no page.
                    # A scope that is a prefix does not hold them, yet they are its
                    # site's own index.
                    meta={
                        "guessed": True,
                        "allow_offsite": True,
                        "dont_obey_robotstxt": place == "/robots.txt",
                    },
                )
