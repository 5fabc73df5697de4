"""Asks a site for URLs that cannot exist, where the answer tells what a page is."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field
from scrapy import Request
from scrapy.http.request import NO_CALLBACK

from crawler.dom import parse
from crawler.dom.catchall import Answer, Place, Places, place, sibling_host
from crawler.dom.text import visible_text
from crawler.frontier import UnstorableError, pack, unpack
from crawler.items import Link
from crawler.measure import Measure
from crawler.policy import Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.items import Page

logger = logging.getLogger(__name__)

_MAX_UNKNOWN = 10_000
_MAX_KEPT = 10_000
# Names of what is kept with the queue: what a place answers, and nonsense URLs of a
# host that were asked for.
_PLACE, _PROBES = "soft404:", "probes:"
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

    What was learned is kept with the queue, for other workers and the next run.
    Stats: ``soft404/probes``, ``soft404/places`` that answer anything with a page.
    """

    kinds = (_PLACE, _PROBES)

    def __init__(self, crawler: Crawler, options: GuessOptions) -> None:
        self._crawler = crawler
        self._options = options
        self._measure = Measure.from_settings(crawler.settings)
        self._places = Places()
        self._locks: dict[tuple[str, str], asyncio.Lock] = {}
        # Where there was no answer, or none may be asked for.
        self._unknown: set[Place] = set()
        self._asked: Counter[str] = Counter()
        self._kept: set[str] = set()
        self._news: dict[str, bytes] = {}
        self._counts: Counter[str] = Counter()

    def news(self) -> dict[str, bytes]:
        """What places answer, as learned since the last call."""
        news, self._news = self._news, {}
        return news

    def counts(self) -> dict[str, int]:
        """Nonsense URLs that were asked for since the last call."""
        counts, self._counts = self._counts, Counter()
        return dict(counts)

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Take what an earlier run, or another worker, learned."""
        for name, value in kept.items():
            if name.startswith(_PROBES) and value.isdigit():
                asked = int(value) + self._counts[name]
                self._asked[name.removeprefix(_PROBES)] = asked
            elif name.startswith(_PLACE) and name not in self._kept:
                self._kept.add(name)
                try:
                    where = Place(*name.removeprefix(_PLACE).split("\n"))
                    told = unpack(value)
                    answer = None if told is None else _answer(told)
                except (KeyError, TypeError, ValueError):
                    continue  # not of ours
                self._places.learn(where, answer)

    def _learned(self, where: Place, answer: Answer | None) -> None:
        """Take note of what a place answers nonsense with."""
        self._places.learn(where, answer)
        self._keep(where, answer)

    def _keep(self, where: Place, answer: Answer | None) -> None:
        name = _PLACE + "\n".join(where)
        if name in self._kept or len(self._kept) >= _MAX_KEPT:
            return
        self._kept.add(name)
        with suppress(UnstorableError):
            self._news[name] = pack(None if answer is None else _data(answer))

    def failed(self, page: Page) -> None:
        """Learn from an error page: here a URL that is not there gets one."""
        if page.status in {404, 410} and not page.redirected_from:
            self._places.failed(page.url)
            self._keep(place(page.url), None)

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
        self._counts[_PROBES + host] += 1
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
            self._learned(where, None)
            return
        logger.debug("%s answers anything with a page: %s", where.origin, nonsense)
        self._crawler.stats.inc_value("soft404/places")
        self._learned(where, Answer.of(page, readable(response)))


def _data(answer: Answer) -> dict[str, Any]:
    told = {each.name: getattr(answer, each.name) for each in fields(answer)}
    return {**told, "forms": sorted(answer.forms)}


def _answer(told: dict[str, Any]) -> Answer:
    return Answer(**{**told, "forms": frozenset(told["forms"])})


def readable(response: Response) -> str:
    """The text that a reader sees."""
    content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
    document = parse(response.body, url=response.url, content_type=content_type or None)
    return visible_text(document)
