"""Guesses: strings that look like paths, tried once and judged by the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from crawler.addon import addon_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.items import Link, Page
    from crawler.middlewares.sameness import Sameness
    from crawler.middlewares.soft404 import GuessOptions, Soft404

# Guesses are asked for when the real links are done.
PRIORITY = -1000
SOFT = "soft-404"
"""The note of a page that stands for nothing, and the source of guesses found on it."""
# Hosts times sources that are counted, and how far success lengthens patience.
_MAX_COUNTED = 10_000
_MAX_BROUGHT = 50


class Guesses:
    """The guesses of one crawl, and what became of them."""

    def __init__(
        self, crawler: Crawler, options: GuessOptions, judges: tuple[Soft404, Sameness]
    ) -> None:
        self._identity = addon_of(crawler).seen.identity
        self._patience = options.patience
        self._soft404, self._sameness = judges
        self._pending: set[bytes] = set()
        self._confirmed: set[bytes] = set()
        self._refused: set[bytes] = set()
        # Host and source -> failures in a row, pages brought.
        self._counted: dict[tuple[str, str], tuple[int, int]] = {}

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

    def refuse_link(self, link: Link, source: str) -> tuple[str, str] | None:
        """Rule and detail when guesses of *source* brought nothing for long."""
        if self._is_spent(_counter(link.url, source)):
            return "guess-budget", source
        return None

    def refuse_waiting(self, request: Request) -> tuple[str, str] | None:
        """The same of a guess in the queue, unless a link confirmed it meanwhile."""
        source = request.meta["guess_source"]
        fingerprint = self._identity.identify(request.url)[1]
        if fingerprint in self._confirmed:
            return None
        if not self._is_spent(_counter(request.url, source)):
            return None
        self._pending.discard(fingerprint)
        self._refused.add(fingerprint)
        return "guess-budget", source

    def settle(self, request: Request, *, brought: bool) -> None:
        """Count what a guess was good for."""
        source = request.meta.get("guess_source")
        if source is None:
            return
        first = request.meta.get("redirect_urls", [request.url])[0]
        counter = _counter(first, source)
        if counter not in self._counted and len(self._counted) >= _MAX_COUNTED:
            return
        failures, pages = self._counted.get(counter, (0, 0))
        if brought:
            self._counted[counter] = (0, min(pages + 1, _MAX_BROUGHT))
        else:
            self._counted[counter] = (failures + 1, pages)

    def _is_spent(self, counter: tuple[str, str]) -> bool:
        failures, pages = self._counted.get(counter, (0, 0))
        return 0 < self._patience * (1 + pages) <= failures

    async def refuse(self, page: Page, response: Response) -> tuple[str, str] | None:
        """Rule and detail when the answer to a guess is no page.

        A page whose guess was confirmed meanwhile is marked as any other.
        """
        found = await self._judge(page, response)
        fingerprints = [
            self._identity.identify(url)[1] for url in (*page.redirected_from, page.url)
        ]
        self._pending.discard(fingerprints[0])
        if response.request is not None:
            self.settle(response.request, brought=found is None)
        if fingerprints[0] in self._confirmed:
            page.guessed = False
            return None
        if found is not None:
            self._refused.update(fingerprints)
        return found

    async def _judge(self, page: Page, response: Response) -> tuple[str, str] | None:
        if not 200 <= page.status < 300:
            self._soft404.failed(page)
            return "guess-failed", str(page.status)
        if response.meta.get("allow_offsite") and page.kind == "html":
            # In answer to robots.txt or a sitemap, which alone leave a prefix scope.
            return "soft-404", "an HTML page"
        if page.kind in {"robots", "sitemap"}:
            return None
        # A twin needs no nonsense URL.
        twin = self._sameness.shown_already(page)
        if await self._soft404.matches(page, response, ask=twin is None):
            return "soft-404", "like the answer to a nonsense URL"
        if twin is not None:
            return "duplicate", twin
        return None


def _counter(url: str, source: str) -> tuple[str, str]:
    return urlsplit(url).netloc, source
