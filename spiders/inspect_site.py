"""``inspect``: what there is to test in a web application."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

import scrapy

from crawler.middlewares.guesses import PRIORITY
from spiders.base import LeadlineSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

WELL_KNOWN: Final = (
    "openid-configuration",
    "oauth-authorization-server",
    "security.txt",
    "change-password",
    "assetlinks.json",
    "apple-app-site-association",
)
"""Names of IANA's registry (and of Apple's) behind which there is something to test:
addresses of log-ins, of a form, of what applications open."""


class InspectSpider(LeadlineSpider):
    """Crawl a site and thin it to one set of representatives per page structure."""

    name = "inspect"

    async def start(self) -> AsyncIterator[Any]:
        """The start pages, and what their sites tell of themselves."""
        async for request in super().start():
            yield request
        for place in ("/robots.txt", "/sitemap.xml"):
            for url in dict.fromkeys(urljoin(url, place) for url in self.args.start):
                yield self._index(url, free=place == "/robots.txt")
        if not self.settings.getbool("LINKS_WELL_KNOWN", True):
            return
        for name in WELL_KNOWN:
            place = f"/.well-known/{name}"
            for url in dict.fromkeys(urljoin(url, place) for url in self.args.start):
                request = self._index(url, free=False)
                request.meta["guess_source"] = "well-known"
                # It leads to a page, which is no index: in scope, or nothing to us.
                request.meta["allow_offsite"] = name != "change-password"
                # When the links are done, as all guesses.
                yield request.replace(priority=PRIORITY)

    def _index(self, url: str, *, free: bool) -> scrapy.Request:
        return scrapy.Request(
            url,
            errback=self.failed,
            # Told by nobody: an answer that is no page leaves no page.
            # A scope that is a prefix does not hold them, yet they are its
            # site's own index.
            meta={
                "guessed": True,
                "allow_offsite": True,
                "dont_obey_robotstxt": free,
            },
        )
