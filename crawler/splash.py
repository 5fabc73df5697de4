"""scrapy-splash 0.11.1 on current Scrapy: every mend it needs is in this file.

Import what you need of scrapy-splash from here (``from crawler.splash import
SplashRequest``), or import this module before it. What is mended:

- ``scrapy.utils.url.canonicalize_url``, which scrapy-splash imports, left Scrapy 2.16;
- ``Downloader._get_slot_key`` left in 2.14 (the per-domain slot policy needs it);
- spider middlewares are asynchronous since 2.16, and start requests come from
  ``process_start``;
- methods of components take no ``spider`` since 2.13;
- an error of Splash whose ``info`` is a text crashed the response.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import scrapy.utils.url
import w3lib.url
from scrapy import Request

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response

if not hasattr(scrapy.utils.url, "canonicalize_url"):
    scrapy.utils.url.canonicalize_url = w3lib.url.canonicalize_url  # type: ignore[attr-defined] # the mend

# Only now can it be imported.
from scrapy_splash import SlotPolicy, SplashFormRequest, SplashRequest
from scrapy_splash import middleware as splash
from scrapy_splash.response import SplashJsonResponse

__all__ = [
    "SlotPolicy",
    "SplashCookiesMiddleware",
    "SplashDeduplicateArgsMiddleware",
    "SplashFormRequest",
    "SplashJsonResponse",
    "SplashMiddleware",
    "SplashRequest",
]


class SplashMiddleware(splash.SplashMiddleware):  # type: ignore[misc] # untyped
    """Turns a request with meta ``splash`` into one to Splash, and the answer back."""

    def __init__(self, crawler: Crawler, *args: Any) -> None:
        super().__init__(crawler, *args)
        # Kept here, not in ``spider.state``, which Scrapy pickles.
        self._keys: dict[str, str] = {}

    @property
    def _remote_keys(self) -> dict[str, str]:
        return self._keys

    @property
    def _argument_values(self) -> dict[str, Any]:
        found = self.crawler.get_spider_middleware(SplashDeduplicateArgsMiddleware)
        return found.values if found else {}

    def spider_opened(self, spider: Any) -> None:
        """Nothing: it set up ``spider.state`` and changed the robots.txt middleware."""

    def process_request(self, request: Request) -> Request | None:
        """Scrapy's hook."""
        sent: Request | None = super().process_request(request, self.crawler.spider)
        if sent is not None:
            # Its URL is Splash's, which is in no site's scope.
            sent.meta["allow_offsite"] = True
        return sent

    def process_response(
        self, request: Request, response: Response
    ) -> Request | Response:
        """Scrapy's hook; a Request when Splash asks for forgotten arguments."""
        answer: Request | Response = super().process_response(
            request, response, self.crawler.spider
        )
        return answer

    def _get_slot_key(self, request: Request) -> str:
        assert self.crawler.engine
        key: str = self.crawler.engine.downloader.get_slot_key(request)
        return key


class SplashCookiesMiddleware(splash.SplashCookiesMiddleware):  # type: ignore[misc] # untyped
    """Keeps the cookies of each ``session_id`` of Splash requests."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self.crawler: Crawler | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware: Self = super().from_crawler(crawler)
        middleware.crawler = crawler
        return middleware

    def process_request(self, request: Request) -> None:
        """Scrapy's hook."""
        assert self.crawler
        super().process_request(request, self.crawler.spider)

    def process_response(self, request: Request, response: Response) -> Response:
        """Scrapy's hook."""
        assert self.crawler
        if "splash" in request.meta:
            # It asks whether the request went through Splash: below a handler did it.
            request = request.replace(meta={**request.meta, "_splash_processed": True})
        answer: Response = super().process_response(
            request, response, self.crawler.spider
        )
        return answer


class SplashDeduplicateArgsMiddleware(splash.SplashDeduplicateArgsMiddleware):  # type: ignore[misc] # untyped
    """Keeps arguments named in ``cache_args`` (long scripts) once, not per request."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {self.local_values_key: {}}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:  # noqa: ARG003 - Scrapy's hook
        return cls()

    @property
    def values(self) -> dict[str, Any]:
        """Hash of an argument -> its value."""
        found: dict[str, Any] = self.state[self.local_values_key]
        return found

    # Scrapy refuses a component that has the hook of before 2.16.
    process_start_requests = None

    async def process_start(self, start: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Scrapy's hook."""
        async for each in start:
            yield self._short(each)

    async def process_spider_output(
        self,
        response: Response,  # noqa: ARG002 - Scrapy's hook
        result: AsyncIterator[Any],
    ) -> AsyncIterator[Any]:
        """Scrapy's hook."""
        async for each in result:
            yield self._short(each)

    def _short(self, each: Any) -> Any:
        # It looks for a spider's ``state``; this object has one.
        return self._process_request(each, self) if isinstance(each, Request) else each


def _load_from_json(response: Any) -> None:
    try:
        load(response)
    except TypeError:
        # ``{"error": 400, "info": "a text"}``: there is nothing to load from it.
        if not isinstance(response.data.get("info"), str):
            raise


load = SplashJsonResponse._load_from_json
SplashJsonResponse._load_from_json = _load_from_json
