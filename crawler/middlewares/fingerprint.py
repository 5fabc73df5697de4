"""The fingerprint middleware: pages get their twin, links become new requests.

It works on a page's links as plain data and decides before a ``Request`` exists:
building one for a known URL is where most of the time of a plain crawl goes.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request

from crawler.addon import Leadline, addon_of
from crawler.items import Page
from crawler.middlewares.guesses import PRIORITY, SOFT, Guesses
from crawler.middlewares.sameness import Sameness
from crawler.middlewares.soft404 import GuessOptions, Soft404
from crawler.options import read_options
from crawler.policy import Policy
from crawler.urls import resolve

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Iterator, Sequence

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.items import Link

logger = logging.getLogger(__name__)

_USER = re.compile(r"^(https?://)[^/?#]*@")


class FingerprintMiddleware:
    """Spider middleware, next to the spider (950).

    Stats: ``fingerprint/links``, ``/requests``, ``/repeat``, ``/duplicate`` and one for
    each rule that refused a link.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        self._seen = addon.seen
        self._guide = addon.guide
        options = read_options(GuessOptions, "GUESS", crawler.settings)
        soft404 = Soft404(crawler, options)
        self._sameness = Sameness(crawler, soft404)
        self.guesses = Guesses(crawler, options, (soft404, self._sameness))
        addon.keepers += [soft404, self.guesses]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, addon_of(crawler))

    async def process_spider_output(
        self, response: Response, result: AsyncIterable[Any]
    ) -> AsyncIterator[Any]:
        """Pass everything on; after each page, the requests its links deserve.

        Of a guess that brought no page nothing is passed on.
        """
        found = result
        if response.meta.get("guessed"):
            items = [item async for item in result]
            page = next((item for item in items if isinstance(item, Page)), None)
            if page is not None and (
                refusal := await self.guesses.refuse(page, response)
            ):
                self._leave_sources(page)
                self._drop(page.url, *refusal, source=page.referrer)
                return
            found = _again(items)
        async for item in found:
            if isinstance(item, Page):
                await self._sameness.compare(item, response)
                if self._guide is not None:
                    self._guide.learn_page(item, response.meta)
                self._leave_sources(item)
                yield item
                for request in self.requests(item, response):
                    yield request
            else:
                yield item

    def _leave_sources(self, page: Page) -> None:
        """What was redirected to *page* has none of its own."""
        for source in dict.fromkeys(page.redirected_from):
            # A cookie check leads back to where it began.
            if source != page.url:
                self._addon.decide(source, "redirect", page.url)

    def requests(self, page: Page, response: Response) -> Iterator[Request]:
        """Requests for the links of *page* that are new and allowed."""
        self._leave_schemes(page)
        self._leave_nowhere(page, response)
        self._count("links", len(page.links))
        policy = self._policy
        depth = response.meta.get("depth", 0) + 1
        asked: set[bytes] = set()
        repeats = 0
        for url, links in self._by_url(page):
            fingerprint = self._seen.identity.identify(url)[1]
            if fingerprint in asked or self._is_known(fingerprint, links[0]):
                if self._seen.spelled(url):
                    repeats += 1
                else:
                    self._drop(url, "duplicate", "", source=page.url)
                continue
            link, refusal = self._choose(links, policy, fingerprint, depth)
            source = SOFT if SOFT in page.notes else link.origin
            refusal = refusal or self._sameness.refuse_link(url, page)
            if link.guessed:
                refusal = refusal or self.guesses.refuse_link(link, source)
            if refusal:
                # Whoever sends forms tells of each what became of it.
                if not (policy.post and refusal[0] == "method" and _is_form(link)):
                    self._drop(url, *refusal, source=page.url)
                continue
            asked.add(fingerprint)
            yield self._follow(page, link, response, source)
            if link.guessed:
                self.guesses.add(fingerprint)
        # Nearly all links of a page: counted once a page.
        self._count("repeat", repeats)

    def _is_known(self, fingerprint: bytes, link: Link) -> bool:
        """Whether a URL was asked for, as more than a guess if *link* is more."""
        if fingerprint not in self._seen:
            return False
        if not link.guessed and self.guesses.confirm(fingerprint):
            self._seen.forget(fingerprint)
            return False
        return True

    def _by_url(self, page: Page) -> list[tuple[str, list[Link]]]:
        """The links to each URL, real ones first; URLs that are only guessed last.

        Those of a page that the site answers anything with are guesses: its relative
        links lead on without end, and none may be a link.
        """
        soft = SOFT in page.notes
        found: dict[str, list[Link]] = {}
        for link in page.links:
            url = self._sent(link.url)
            if url != link.url or soft:
                guessed = soft or link.guessed
                link = replace(link, url=url, guessed=guessed)  # noqa: PLW2901 - as followed
            found.setdefault(url, []).append(link)
        for same in found.values():
            if len(same) > 1:
                same.sort(key=_is_guess)
        return sorted(found.items(), key=lambda pair: pair[1][0].guessed)

    def _sent(self, url: str) -> str:
        """What a plain fetch asks for: no fragment, no user name and password."""
        if "#" in url and not self._addon.urls.routes:
            url = url.partition("#")[0]
        return _USER.sub(r"\1", url) if "@" in url else url

    def _choose(
        self, links: Sequence[Link], policy: Policy, fingerprint: bytes, depth: int
    ) -> tuple[Link, tuple[str, str] | None]:
        """The link to follow, or why its URL is not: rule and detail.

        One that may be followed is enough: a URL can be a link and the action of a
        form. One that is dangerous is too much, here or on a page before.
        """
        refusals = [policy.refuse(link, depth) for link in links]
        danger = next((why for why in refusals if why and why[0] == "danger"), None)
        if danger:
            self._seen.mark_danger(fingerprint, danger[1])
            return links[0], danger
        for link, refusal in zip(links, refusals, strict=True):
            if refusal is None:
                if kind := self._seen.danger(fingerprint):
                    return link, ("danger", kind)
                rule = self._seen.refuse(link.url)
                return link, (rule, "") if rule else None
        return links[0], refusals[0]

    @property
    def _policy(self) -> Policy:
        policy: Policy | None = getattr(self._crawler.spider, "policy", None)
        return policy or Policy()

    def _follow(
        self, page: Page, link: Link, response: Response, source: str
    ) -> Request:
        meta: dict[str, Any] = {}
        priority = PRIORITY if link.guessed else 0
        if link.guessed:
            meta = {"guessed": True, "guess_source": source}
        else:
            meta["saturation"] = "start" if response.meta.get("start") else "link"
        if self._guide is not None and not link.guessed:
            priority = self._guide.prioritise(page, link, response.meta)
            meta |= self._guide.meta(page, link, response.meta)
        if crossed := response.meta.get("focus_crossed"):
            meta["focus_crossed"] = crossed
        self._count("requests")
        return Request(
            link.url,
            callback=response.request.callback if response.request else None,
            errback=getattr(self._crawler.spider, "failed", None),
            meta=meta,
            priority=priority,
        )

    def _leave_schemes(self, page: Page) -> None:
        """What a page links to, and no browser asks for by http(s)."""
        for text, detail in page.refused:
            self._drop(text, "scheme", detail, source=page.url)

    def _leave_nowhere(self, page: Page, response: Response) -> None:
        """A redirect to what is no web page is not followed: file:, data:, ftp:..."""
        target = response.headers.get("Location")
        if target is None or not 300 <= page.status < 400:
            return
        text = target.decode("utf-8", "replace").strip()
        if resolve(text, page.url) is None:
            self._drop(text, "scheme", "redirect", source=page.url)

    def _drop(self, url: str, rule: str, detail: str, source: str) -> None:
        self._addon.decide(url, rule, detail, source)
        self._count(rule.replace("-", "_"))
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("Not followed %s: %s %s", url, rule, detail)

    def _count(self, name: str, value: int = 1) -> None:
        if value:
            self._crawler.stats.inc_value(f"fingerprint/{name}", value)


def _is_guess(link: Link) -> bool:
    return link.guessed


def _is_form(link: Link) -> bool:
    return link.origin.startswith(("form@", "button@", "input@"))


async def _again(items: list[Any]) -> AsyncIterator[Any]:
    for item in items:
        yield item
