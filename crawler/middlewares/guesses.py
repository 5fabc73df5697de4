"""Guesses: strings that look like paths, tried once and judged by the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request

from crawler.addon import addon_of
from crawler.dom import parse
from crawler.dom.text import visible_text
from crawler.items import Link
from crawler.measure import Measure
from crawler.middlewares.soft404 import Answer, Soft404, nonsense

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from crawler.items import Page
    from crawler.policy import Policy

# The nonsense URL of a host is asked for first, guesses when the real links are done.
PROBE_PRIORITY = 100
PRIORITY = -1000


class Guesses:
    """The guesses of one crawl, and what became of them."""

    def __init__(self, crawler: Crawler) -> None:
        self._identity = addon_of(crawler).seen.identity
        self._measure = Measure.from_settings(crawler.settings)
        self._soft404 = Soft404()
        self._pending: set[bytes] = set()
        self._confirmed: set[bytes] = set()
        self._refused: set[bytes] = set()

    def add(self, fingerprint: bytes) -> None:
        """A guess was queued."""
        self._pending.add(fingerprint)

    def confirm(self, fingerprint: bytes) -> bool:
        """A real link leads to this URL; whether it has to be asked for again.

        A guess in the queue is a guess no longer; one that was refused gets its page
        now, whatever the answer.
        """
        if fingerprint in self._pending:
            self._pending.discard(fingerprint)
            self._confirmed.add(fingerprint)
            return False
        known = fingerprint in self._refused
        self._refused.discard(fingerprint)
        return known

    def probe(self, url: str, policy: Policy) -> Request | None:
        """The request that shows what the host of *url* answers to anything, once."""
        if self._soft404.knows(url):
            return None
        for candidate in nonsense(url):
            if policy.refuse(Link(candidate, "probe"), 0) is None:
                self._soft404.ask(url)
                return Request(
                    candidate,
                    callback=self._answered,
                    errback=self._unanswered,
                    meta={"probe": candidate},
                    priority=PROBE_PRIORITY,
                    # What it is redirected to must not count as seen.
                    dont_filter=True,
                )
        return None

    def _answered(self, response: Response) -> None:
        answer = Answer.of(self._measure(response), _text(response))
        self._soft404.learn(response.meta["probe"], answer)

    def _unanswered(self, failure: Failure) -> None:
        request: Request = failure.request  # type: ignore[attr-defined]
        self._soft404.learn(request.meta["probe"], None)

    def needs_probe(self, page: Page, response: Response) -> bool:
        """Whether the answer to a guess tells too little of itself."""
        if not 200 <= page.status < 300 or _is_no_index(page, response):
            return False
        return page.kind not in {"robots", "sitemap"}

    async def refuse(self, page: Page, response: Response) -> tuple[str, str] | None:
        """Rule and detail when the answer to a guess is no page.

        A page whose guess was confirmed meanwhile is marked as any other.
        """
        found = await self._judge(page, response)
        fingerprints = [
            self._identity.identify(url)[1] for url in (*page.redirected_from, page.url)
        ]
        self._pending.discard(fingerprints[0])
        if fingerprints[0] in self._confirmed:
            page.guessed = False
            return None
        if found is not None:
            self._refused.update(fingerprints)
        return found

    async def _judge(self, page: Page, response: Response) -> tuple[str, str] | None:
        if not 200 <= page.status < 300:
            return "guess-failed", str(page.status)
        if _is_no_index(page, response):
            return "soft-404", "an HTML page"
        if self.needs_probe(page, response):
            answer = Answer.of(page, _text(response))
            if await self._soft404.matches(answer):
                return "soft-404", "like the answer to a nonsense URL"
        return None


def _is_no_index(page: Page, response: Response) -> bool:
    """HTML in answer to robots.txt or a sitemap, which alone leave a prefix scope."""
    return bool(response.meta.get("allow_offsite")) and page.kind == "html"


def _text(response: Response) -> str:
    content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
    document = parse(response.body, url=response.url, content_type=content_type or None)
    return visible_text(document)
