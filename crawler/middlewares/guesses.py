"""Guesses: strings that look like paths, tried once and judged by the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from crawler.addon import addon_of

if TYPE_CHECKING:
    from collections.abc import Mapping

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
# Names of what is kept with the queue: failures in a row, and pages, of a host and a
# source; and what became of the guess of a fingerprint.
_FAILURES, _BROUGHT, _FATE = "guess:", "guess-pages:", "guessed:"
_WAITS, _CONFIRMED, _REFUSED = b"w", b"c", b"r"


class Guesses:
    """The guesses of one crawl, and what became of them.

    What they are worth is counted with the queue, over all workers and runs.
    """

    kinds = (_FAILURES, _BROUGHT)

    def __init__(
        self, crawler: Crawler, options: GuessOptions, judges: tuple[Soft404, Sameness]
    ) -> None:
        self._identity = addon_of(crawler).seen.identity
        self._patience = options.patience
        self._soft404, self._sameness = judges
        self._fates: dict[bytes, bytes] = {}
        # By name: failures in a row, pages brought.
        self._counted: dict[str, int] = {}
        self._news: dict[str, bytes] = {}
        self._counts: dict[str, int] = {}

    def news(self) -> dict[str, bytes]:
        """What became of guesses since the last call."""
        news, self._news = self._news, {}
        return news

    def counts(self) -> dict[str, int]:
        """What is to be added to counters since the last call."""
        counts, self._counts = self._counts, {}
        return counts

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Take what an earlier run, or another worker, kept and counted."""
        for name, value in kept.items():
            if name.startswith(self.kinds):
                self._counted[name] = _number(value) + self._counts.get(name, 0)
            elif name.startswith(_FATE) and value:
                fingerprint = bytes.fromhex(name.removeprefix(_FATE))
                self._fates.setdefault(fingerprint, value)

    def add(self, fingerprint: bytes) -> None:
        """A guess was queued."""
        self._settle(fingerprint, _WAITS)

    def confirm(self, fingerprint: bytes) -> bool:
        """A real link leads to this URL; whether it has to be asked for again.

        A guess in the queue is a guess no longer; one that was refused gets its page
        now, whatever the answer.
        """
        fate = self._fates.get(fingerprint)
        if fate == _WAITS:
            self._settle(fingerprint, _CONFIRMED)
        if fate == _REFUSED:
            self._settle(fingerprint, b"")
        return fate == _REFUSED

    def _settle(self, fingerprint: bytes, fate: bytes) -> None:
        if self._fates.get(fingerprint, b"") == fate:
            return
        self._news[_FATE + fingerprint.hex()] = fate
        if fate:
            self._fates[fingerprint] = fate
        else:
            self._fates.pop(fingerprint, None)

    def refuse_link(self, link: Link, source: str) -> tuple[str, str] | None:
        """Rule and detail when guesses of *source* brought nothing for long."""
        if self._is_spent(_counter(link.url, source)):
            return "guess-budget", source
        return None

    def refuse_waiting(self, request: Request) -> tuple[str, str] | None:
        """The same of a guess in the queue, unless a link confirmed it meanwhile."""
        source = request.meta["guess_source"]
        fingerprint = self._identity.identify(request.url)[1]
        if self._fates.get(fingerprint) == _CONFIRMED:
            return None
        if not self._is_spent(_counter(request.url, source)):
            return None
        self._settle(fingerprint, _REFUSED)
        return "guess-budget", source

    def settle(self, request: Request, *, brought: bool) -> None:
        """Count what a guess was good for."""
        source = request.meta.get("guess_source")
        if source is None:
            return
        first = request.meta.get("redirect_urls", [request.url])[0]
        counter = _counter(first, source)
        if not brought:
            self._count(_FAILURES + counter, 1)
            return
        # None in a row any more.
        self._count(_FAILURES + counter, -self._counted.get(_FAILURES + counter, 0))
        if self._counted.get(_BROUGHT + counter, 0) < _MAX_BROUGHT:
            self._count(_BROUGHT + counter, 1)

    def _count(self, name: str, amount: int) -> None:
        if not amount or (
            name not in self._counted and len(self._counted) >= _MAX_COUNTED
        ):
            return
        self._counted[name] = self._counted.get(name, 0) + amount
        self._counts[name] = self._counts.get(name, 0) + amount

    def _is_spent(self, counter: str) -> bool:
        failures = self._counted.get(_FAILURES + counter, 0)
        pages = self._counted.get(_BROUGHT + counter, 0)
        return 0 < self._patience * (1 + pages) <= failures

    async def refuse(self, page: Page, response: Response) -> tuple[str, str] | None:
        """Rule and detail when the answer to a guess is no page.

        A page whose guess was confirmed meanwhile is marked as any other.
        """
        found = await self._judge(page, response)
        fingerprints = [
            self._identity.identify(url)[1] for url in (*page.redirected_from, page.url)
        ]
        fate = self._fates.get(fingerprints[0])
        if response.request is not None:
            self.settle(response.request, brought=found is None)
        if fate == _CONFIRMED:
            page.guessed = False
            return None
        if found is not None:
            for fingerprint in fingerprints:
                if self._fates.get(fingerprint) != _CONFIRMED:
                    self._settle(fingerprint, _REFUSED)
        elif fate == _WAITS:
            self._settle(fingerprints[0], b"")
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


def _counter(url: str, source: str) -> str:
    return f"{urlsplit(url).netloc} {source}"


def _number(value: bytes) -> int:
    return int(value) if value.removeprefix(b"-").isdigit() else 0
