"""The fingerprint middleware: pages get their twin, links become new requests.

It works on a page's links as plain data and decides before a ``Request`` exists:
building one for a known URL is where most of the time of a plain crawl goes.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request

from crawler.addon import Leadline, addon_of
from crawler.dom.twins import Twins
from crawler.items import Page
from crawler.middlewares.soft404 import Soft404
from crawler.policy import Policy

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Iterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.items import Link

logger = logging.getLogger(__name__)

# A string that only looks like a path waits until the real links are done.
GUESSED_PRIORITY = -1000


class FingerprintMiddleware:
    """Spider middleware, next to the spider (950).

    Stats: ``fingerprint/links``, ``/requests``, ``/repeat``, ``/duplicate``,
    ``/content_twins``, ``/near_twins`` and one for each rule that refused a link.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        self._seen = addon.seen
        self._twins = Twins()
        self._soft404 = Soft404()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, addon_of(crawler))

    async def process_spider_output(
        self, response: Response, result: AsyncIterable[Any]
    ) -> AsyncIterator[Any]:
        """Pass everything on; after each page, the requests its links deserve."""
        async for item in result:
            if not isinstance(item, Page):
                yield item
                continue
            if response.meta.get("probe"):
                self._soft404.learn(item)
                continue
            if rule := self._refuse_page(item):
                self._drop(item.url, *rule, source=item.referrer)
                continue
            self._compare(item)
            yield item
            for request in self.requests(item, response):
                yield request

    def _refuse_page(self, page: Page) -> tuple[str, str] | None:
        """A guess is kept only when a real page answered."""
        if not page.guessed:
            return None
        if not 200 <= page.status < 300:
            return "guess-failed", str(page.status)
        if self._soft404.matches(page):
            return "soft-404", "like the answer to a nonsense URL"
        return None

    def _compare(self, page: Page) -> None:
        """Find a page with the same content; its links are taken all the same."""
        twin = self._twins.add(page.url, page.body_digest, page.sketch)
        if twin is not None:
            page.twin, page.twin_kind = twin
            self._count(f"{page.twin_kind}_twins")
            logger.debug("%s has the content of %s (%s)", page.url, *twin)

    def requests(self, page: Page, response: Response) -> Iterator[Request]:
        """Requests for the links of *page* that are new and allowed."""
        for source in page.redirected_from:
            self._addon.decide(source, "redirect", page.url)
        self._count("links", len(page.links))
        policy: Policy = getattr(self._crawler.spider, "policy", None) or Policy()
        depth = response.meta.get("depth", 0) + 1
        met: set[bytes] = set()
        for link in page.links:
            url = link.url if self._addon.urls.routes else link.url.partition("#")[0]
            fingerprint = self._seen.identity.identify(url)[1]
            if fingerprint in met:
                continue
            met.add(fingerprint)
            if fingerprint in self._seen:
                self._repeat(url, page)
            elif refusal := self._refuse(policy, link, url, depth):
                self._drop(url, *refusal, source=page.url)
            else:
                yield from self._follow(url, link, response)

    def _refuse(
        self, policy: Policy, link: Link, url: str, depth: int
    ) -> tuple[str, str] | None:
        """The one decision about a link that was not seen: rule and detail, or None."""
        if refusal := policy.refuse(link, depth):
            return refusal
        rule = self._seen.refuse(url)
        return (rule, "") if rule else None

    def _follow(self, url: str, link: Link, response: Response) -> Iterator[Request]:
        spider = self._crawler.spider
        meta: dict[str, Any] = {"guessed": True} if link.guessed else {}
        if crossed := response.meta.get("focus_crossed"):
            meta["focus_crossed"] = crossed
        errback = getattr(spider, "failed", None)
        if link.guessed and (probe := self._soft404.probe(url)):
            yield Request(probe, meta={"probe": True}, errback=errback, priority=100)
        self._count("requests")
        yield Request(
            url,
            callback=response.request.callback if response.request else None,
            errback=errback,
            meta=meta,
            priority=GUESSED_PRIORITY if link.guessed else 0,
        )

    def _repeat(self, url: str, page: Page) -> None:
        if self._seen.spelled(url):
            self._count("repeat")
        else:
            self._drop(url, "duplicate", "", source=page.url)

    def _drop(self, url: str, rule: str, detail: str, source: str) -> None:
        self._addon.decide(url, rule, detail, source)
        self._count(rule.replace("-", "_"))
        logger.debug("Not followed %s: %s %s", url, rule, detail)

    def _count(self, name: str, value: int = 1) -> None:
        self._crawler.stats.inc_value(f"fingerprint/{name}", value)
