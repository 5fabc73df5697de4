"""Chromium as a download handler, driven by Playwright.

The page itself is fetched as any other request, once; the browser is given the answer,
runs it, and asks the crawler for what its scripts want. So what is no page, a redirect,
a big file and a host that fails are what they are without a browser.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from scrapy.downloadermiddlewares.cookies import CookiesMiddleware

from crawler.renderers.acting import RenderError
from crawler.renderers.allowed import Allowed
from crawler.renderers.answer import Answer
from crawler.renderers.chromium import Chromium
from crawler.renderers.cookies import sent_cookies
from crawler.renderers.handler import RenderHandler, is_page
from crawler.renderers.parts import Parts
from crawler.renderers.storage import read_storage
from crawler.renderers.tab import Tabs
from crawler.renderers.visit import Visit

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Browsing:
    """What the handlers of a crawl share."""

    parts: Parts
    chromium: Chromium
    tabs: Tabs

    @classmethod
    def of(cls, handler: RenderHandler) -> Self:
        options = handler.options
        allowed = Allowed(handler.crawler)
        chromium = Chromium(options)
        args = getattr(handler.crawler.spider, "args", None)
        storage = read_storage(getattr(args, "cookies", None))
        return cls(
            Parts(handler, allowed, options.timeout / 3),
            chromium,
            Tabs(chromium, options.tabs, storage),
        )


# By crawl, from its first handler until it is closed.
_BROWSERS: dict[Crawler, _Browsing] = {}


class PlaywrightHandler(RenderHandler):
    """Renders what :class:`~crawler.middlewares.render.RenderMiddleware` marked.

    Stats: ``render/pages``, ``render/redirects`` (a script's or a meta refresh's),
    ``render/plain`` (no page after all), ``render/failed`` (kept as it was fetched),
    ``render/requests`` and ``render/refused/RULE`` (of pages), ``render/events``.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        # Scrapy makes a handler for http and one for https.
        if crawler not in _BROWSERS:
            _BROWSERS[crawler] = _Browsing.of(self)
        browsing = _BROWSERS[crawler]
        self._parts, self._tabs = browsing.parts, browsing.tabs
        self._chromium = browsing.chromium

    async def download_request(self, request: Request) -> Response:
        """Scrapy's hook.

        :raises Exception: of :mod:`scrapy.exceptions`, as for a plain download.
        """
        request.meta.pop("rendered", None)  # a redirect or a retry copies the meta
        if not request.meta.get("rendering"):
            return await self.fetch(request)
        plain = await self.fetch_plain(request)
        if not is_page(plain):
            self.count("plain")
            return plain
        if not self.wants(plain, request):
            return plain
        rendered = await self._render(request, plain)
        return self.choose(plain, rendered)

    async def close(self) -> None:
        """Scrapy's hook."""
        _BROWSERS.pop(self.crawler, None)
        await self._tabs.close()
        await self._chromium.close()
        await super().close()

    async def _render(self, request: Request, plain: Response) -> Response:
        """The rendered page; the plain answer when that fails, and says so."""
        try:
            visit, told = await self._visit(request, plain)
        except RenderError as error:
            self.count("failed")
            logger.info("Not rendered: %s (%s)", request.url, error)
            return plain.replace(flags=[*plain.flags, "render-failed"])
        data = {
            **told,
            "status": plain.status,
            "headers": _headers(plain),
            "rendered": True,
            "moved": visit.moved,
        }
        answer = Answer(request, data, told["before"])
        if answer.target:
            self.count("redirects")
            return answer.redirect()
        self.count("pages")
        request.meta["rendered"] = visit.found.plain()
        return answer.page()

    async def _visit(
        self, request: Request, plain: Response
    ) -> tuple[Visit, dict[str, Any]]:
        """A visit; a second one, when it was the whole browser that ended."""
        jars = self.crawler.get_downloader_middleware(CookiesMiddleware)
        cookies = sent_cookies(jars, request)
        agent = (request.headers.get("User-Agent") or b"").decode("latin-1")
        again = False
        while True:
            starts = self._chromium.starts
            visit = Visit(request, plain, self._parts, self)
            try:
                return visit, await self._tabs.visit(visit, cookies, agent)
            except RenderError:
                await self._chromium.look_after()
                await self._chromium.get()
                if again or starts in {0, self._chromium.starts}:
                    raise
                again = True


def _headers(response: Response) -> list[dict[str, str]]:
    return [
        {"name": name.decode("latin-1"), "value": value.decode("latin-1")}
        for name, values in response.headers.items()
        for value in values
    ]
