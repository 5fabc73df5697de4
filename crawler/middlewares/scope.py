"""Scope on every hop: redirects, and requests that spiders make themselves."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.exceptions import IgnoreRequest

from crawler.urls import host_of

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler

    from crawler.urls import Scope

logger = logging.getLogger(__name__)


class OutOfScope(IgnoreRequest):
    """A request, or a hop of its redirects, that leaves the scope."""


class ScopeMiddleware(OffsiteMiddleware):
    """Scrapy's offsite middleware, judged by the spider's ``scope``.

    A start page that redirects within its registrable domain (``example.org`` to
    ``www.example.org``) takes the scope along. A spider without a scope keeps
    Scrapy's rule of ``allowed_domains``.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = super().from_crawler(crawler)
        # Links are judged before they are requests; here it is the hops' turn.
        crawler.signals.disconnect(
            middleware.request_scheduled, signal=signals.request_scheduled
        )
        return middleware

    # Without the spider argument, which Scrapy keeps for compatibility only.
    def process_request(self, request: Request) -> None:  # type: ignore[override]
        """Refuse what leaves the scope.

        :raises OutOfScope: also for a retried request (``dont_filter``), which
            Scrapy's own middleware lets redirect anywhere.
        """
        spider = self.crawler.spider
        assert spider is not None
        if self._index_of_site(request, spider) or self.should_follow(request, spider):
            return
        self.stats.inc_value("scope/refused")
        logger.debug("Out of scope: %s", request.url, extra={"spider": spider})
        raise OutOfScope(f"out of scope: {request.url}")

    def _index_of_site(self, request: Request, spider: Spider) -> bool:
        """robots.txt and sitemap of a host in scope, even if the scope is a prefix."""
        scope: Scope | None = getattr(spider, "scope", None)
        asked = request.meta.get("allow_offsite") or request.url.endswith("/robots.txt")
        return bool(asked) and scope is not None and host_of(request.url) in scope.hosts

    def should_follow(self, request: Request, spider: Spider) -> bool:
        """Whether this hop is in scope."""
        scope: Scope | None = getattr(spider, "scope", None)
        if scope is None:
            return bool(super().should_follow(request, spider))
        if scope.refuse(request.url) is None:
            return True
        start = request.meta.get("start")
        if start and "redirect_urls" in request.meta and scope.adopt(request.url):
            logger.info("%s redirects to %s: taken into scope", start, request.url)
            return True
        return False
