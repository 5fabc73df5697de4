"""Focus: each page is scored once; what leads too far off topic stops here."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import IgnoreRequest, NotConfigured

from crawler.addon import addon_of
from crawler.dom import title
from crawler.dom.text import visible_text
from crawler.focus.language import declared_language, speaks

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.addon import Leadline
    from crawler.dom import Document
    from crawler.guide import Guide

logger = logging.getLogger(__name__)


class OffTopic(IgnoreRequest):
    """A page off topic, with too many such pages before it."""


class FocusMiddleware:
    """Downloader middleware; off without ``FOCUS_MODEL`` and ``FOCUS_TOPIC``.

    It stands where redirects and retries are done with: what comes by is a page. Those
    of errors, probes, harvests and robots.txt are none, and binaries have no text.

    Stats: ``focus/on_topic``, ``focus/crossed``, ``focus/dropped``. Meta:
    ``focus_score`` of the page, ``focus_crossed`` off-topic pages in a row up to it.
    """

    def __init__(self, crawler: Crawler, addon: Leadline, guide: Guide) -> None:
        self._crawler = crawler
        self._addon = addon
        self._guide = guide

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        addon = addon_of(crawler)
        guide = addon.guide
        if guide is None:
            raise NotConfigured
        crawler.signals.connect(guide.save, signal=signals.spider_closed)
        if addon.roles is not None:
            crawler.signals.connect(addon.roles.close, signal=signals.spider_closed)
        return cls(crawler, addon, guide)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Score a page.

        :raises OffTopic: past the tunnel.
        """
        if not is_page(request, response):
            return response
        # The spider measures the same document: it is parsed once.
        document = self._addon.documents.read(response)
        if document.kind not in {"html", "text"}:
            return response
        options = self._guide.options
        score, why = await self._judge(document, response)
        request.meta["focus_score"] = score
        crossed = request.meta.get("focus_crossed", 0) + 1
        if score >= options.threshold:
            self._crawler.stats.inc_value("focus/on_topic")
            request.meta["focus_crossed"] = 0
        elif crossed <= options.crossing or request.meta.get("start"):
            self._crawler.stats.inc_value("focus/crossed")
            request.meta["focus_crossed"] = crossed
        else:
            self._crawler.stats.inc_value("focus/dropped")
            logger.debug("Off topic: %s (%s)", response.url, why)
            # It reaches no spider: here is the only place to learn from it.
            self._guide.learn(request.meta, leads=False)
            if self._addon.discovery is not None:
                self._addon.discovery.dropped(response.url)
            raise OffTopic(f"off topic: {why}")
        return response

    async def _judge(self, document: Document, response: Response) -> tuple[float, str]:
        """The score of a page, and what made it."""
        wanted = self._guide.options.languages
        if wanted:
            header = response.headers.get("Content-Language") or b""
            told = declared_language(document, header.decode("latin-1"))
            if not speaks(told, wanted):
                return 0.0, f"language {told}"
        text, roles = page_text(document), self._addon.roles
        score = await roles.score(text) if roles else self._guide.model.score(text)
        return score, f"{score:.3f}"


def is_page(request: Request, response: Response) -> bool:
    """Whether a response is a page that a reader would see."""
    if not 200 <= response.status < 300 or "download_stopped" in response.flags:
        return False
    meta = request.meta
    if meta.get("probe") or meta.get("harvest") or meta.get("robotstxt"):
        return False
    return not request.url.endswith("/robots.txt")


def page_text(document: Document) -> str:
    """What a page model reads of a page: its title, and what a reader sees of it."""
    return f"{title(document)}\n{visible_text(document)}"
