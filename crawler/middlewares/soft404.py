"""Asks a site for URLs that cannot exist, where the answer tells what a page is."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

from pydantic import Field
from scrapy import Request
from scrapy.http.request import NO_CALLBACK

from crawler.dom import parse
from crawler.dom.catchall import Answer, Place, Places, place, sibling_host
from crawler.dom.text import visible_text
from crawler.items import Link
from crawler.measure import Measure
from crawler.policy import Policy

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.items import Page

logger = logging.getLogger(__name__)

_MAX_UNKNOWN = 10_000
PATIENCE = 30.0
"""Seconds for the answer to a nonsense URL."""


@dataclass(frozen=True)
class GuessOptions:
    """What guesses, and the nonsense URLs that judge answers, may cost."""

    probes: Annotated[int, Field(ge=0)] = 20
    """Nonsense URLs for each host."""
    probes_total: Annotated[int, Field(ge=0)] = 1_000
    """The same for a crawl."""
    patience: Annotated[int, Field(ge=0)] = 40
    """Guesses of one kind in a row that bring nothing before the host is asked for no
    more of it; as many more for each page that they brought. 0: no end."""


class Soft404:
    """What each place of each host answers to nonsense, asked when it is needed.

    Stats: ``soft404/probes``, ``soft404/places`` that answer anything with a page.
    """

    def __init__(self, crawler: Crawler, options: GuessOptions) -> None:
        self._crawler = crawler
        self._options = options
        self._measure = Measure.from_settings(crawler.settings)
        self._places = Places()
        self._locks: dict[tuple[str, str], asyncio.Lock] = {}
        # Where there was no answer, or none may be asked for.
        self._unknown: set[Place] = set()
        self._asked: Counter[str] = Counter()

    def failed(self, page: Page) -> None:
        """Learn from an error page: here a URL that is not there gets one."""
        if page.status in {404, 410} and not page.redirected_from:
            self._places.failed(page.url)

    async def matches(self, page: Page, response: Response, *, ask: bool) -> bool:
        """Whether this is what the site answers to anything in the same place.

        Without *ask* only by what is known already.
        """
        # A site may answer with a page of another host: the one that was asked counts.
        first = page.redirected_from[0] if page.redirected_from else page.url
        where = place(first)
        return await self._like(where, where.nonsense, page, response, ask=ask)

    async def matches_any_host(self, page: Page, response: Response) -> bool:
        """Whether a host that nobody made answers this URL in the same way."""
        url = sibling_host(page.url)
        if url is None:
            return False
        parts = urlsplit(url)
        where = Place(f"{parts.scheme}://{parts.netloc}", "/", "")
        return await self._like(where, url, page, response, ask=True)

    async def _like(
        self, where: Place, nonsense: str, page: Page, response: Response, *, ask: bool
    ) -> bool:
        if ask and not self._places.knows(where):
            await self._learn(where, nonsense)
        answer = self._places.answer(where)
        if answer is None or not answer.may_be(page):
            return False
        return Answer.of(page, readable(response)).like(answer)

    async def _learn(self, where: Place, nonsense: str) -> None:
        """Ask, one place of a kind at a time: what is learned may tell of the next."""
        kind = where.origin, where.extension
        lock = self._locks.setdefault(kind, asyncio.Lock())
        async with lock:
            if self._places.knows(where) or where in self._unknown:
                return
            if self._may_ask(nonsense):
                await self._ask(where, nonsense)
            elif len(self._unknown) < _MAX_UNKNOWN:
                self._unknown.add(where)

    def _may_ask(self, nonsense: str) -> bool:
        policy: Policy = getattr(self._crawler.spider, "policy", None) or Policy()
        if policy.refuse(Link(nonsense, "probe"), 0) is not None:
            return False
        host = urlsplit(nonsense).netloc
        if self._asked[host] >= self._options.probes:
            return False
        if self._asked.total() >= self._options.probes_total:
            return False
        self._asked[host] += 1
        return True

    async def _ask(self, where: Place, nonsense: str) -> None:
        self._crawler.stats.inc_value("soft404/probes")
        request = Request(
            nonsense,
            callback=NO_CALLBACK,
            meta={
                "probe": nonsense,
                "dont_retry": True,
                "download_timeout": PATIENCE,
            },
        )
        try:
            # Past the queue: pages wait for this.
            response = await self._crawler.engine.download_async(request)
        except Exception as error:  # noqa: BLE001 - whatever a download can raise
            # No answer is no page; what is answered here stays unknown.
            logger.debug("No answer to %s: %s", nonsense, error)
            self._unknown.add(where)
            return
        page = self._measure(response)
        if not 200 <= page.status < 300:
            self._places.learn(where, None)
            return
        logger.debug("%s answers anything with a page: %s", where.origin, nonsense)
        self._crawler.stats.inc_value("soft404/places")
        self._places.learn(where, Answer.of(page, readable(response)))


def readable(response: Response) -> str:
    """The text that a reader sees."""
    content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
    document = parse(response.body, url=response.url, content_type=content_type or None)
    return visible_text(document)
