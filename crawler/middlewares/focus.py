"""Focus: each page response is scored once; what leads too far off topic stops here."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import IgnoreRequest, NotConfigured

from crawler.addon import addon_of
from crawler.dom import parse
from crawler.dom.text import visible_text
from crawler.focus import FocusOptions, PageModel
from crawler.options import read_options

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

logger = logging.getLogger(__name__)


class OffTopic(IgnoreRequest):
    """A page off topic, with too many such pages before it."""


class FocusMiddleware:
    """Downloader middleware; off without ``FOCUS_MODEL``.

    Stats: ``focus/on_topic``, ``focus/crossed``, ``focus/dropped``. Meta:
    ``focus_score`` of the page, ``focus_crossed`` off-topic pages in a row up to it.
    """

    def __init__(self, crawler: Crawler, options: FocusOptions) -> None:
        self._crawler = crawler
        self._addon = addon_of(crawler)
        self._options = options
        self._model = PageModel.load(Path(options.model))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        options = read_options(FocusOptions, "FOCUS", crawler.settings)
        if not options.model:
            raise NotConfigured
        return cls(crawler, options)

    def process_response(self, request: Request, response: Response) -> Response:
        """Score a page.

        :raises OffTopic: past the tunnel.
        """
        if not 200 <= response.status < 300 or request.url.endswith("/robots.txt"):
            return response
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        document = parse(response.body, url=response.url, content_type=content_type)
        if document.kind not in {"html", "text"}:
            return response
        score = self._model.score(visible_text(document))
        request.meta["focus_score"] = score
        crossed = request.meta.get("focus_crossed", 0) + 1
        if score >= self._options.threshold:
            self._crawler.stats.inc_value("focus/on_topic")
            request.meta["focus_crossed"] = 0
        elif crossed <= self._options.tunnel or request.meta.get("start"):
            self._crawler.stats.inc_value("focus/crossed")
            request.meta["focus_crossed"] = crossed
        else:
            self._crawler.stats.inc_value("focus/dropped")
            logger.debug("Off topic: %s (%.3f)", response.url, score)
            raise OffTopic(f"off topic: {score:.3f}")
        return response
