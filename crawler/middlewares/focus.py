"""Focus: each page is scored once; what leads too far off topic stops here."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import IgnoreRequest, NotConfigured

from crawler.addon import addon_of
from crawler.dom import parse, title
from crawler.dom.text import visible_text

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

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

    def __init__(self, crawler: Crawler, guide: Guide) -> None:
        self._crawler = crawler
        self._guide = guide

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        guide = addon_of(crawler).guide
        if guide is None:
            raise NotConfigured
        crawler.signals.connect(guide.save, signal=signals.spider_closed)
        return cls(crawler, guide)

    def process_response(self, request: Request, response: Response) -> Response:
        """Score a page.

        :raises OffTopic: past the tunnel.
        """
        text = page_text_of(request, response)
        if text is None:
            return response
        options = self._guide.options
        score = self._guide.model.score(text)
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
            logger.debug("Off topic: %s (%.3f)", response.url, score)
            # It reaches no spider: here is the only place to learn from it.
            self._guide.learn(request.meta, leads=False)
            raise OffTopic(f"off topic: {score:.3f}")
        return response


def page_text_of(request: Request, response: Response) -> str | None:
    """What a reader sees of a page; None of what is none."""
    if not 200 <= response.status < 300 or "download_stopped" in response.flags:
        return None
    meta = request.meta
    if meta.get("probe") or meta.get("harvest") or meta.get("robotstxt"):
        return None
    if request.url.endswith("/robots.txt"):
        return None
    content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
    document = parse(response.body, url=response.url, content_type=content_type)
    if document.kind not in {"html", "text"}:
        return None
    return f"{title(document)}\n{visible_text(document)}"
