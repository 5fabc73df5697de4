"""Fetches what a rendered page asks for, with the crawl's own means.

Credentials, proxy, certificates and limits of size are those of any other request. It
stands below the queue: a page is one visit, whatever it is made of.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.httpauth import HttpAuthMiddleware

from crawler.middlewares.credentials import HeadersMiddleware
from crawler.renderers.allowed import PARTS, Asked

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from scrapy.http import Response

    from crawler.renderers.allowed import Allowed
    from crawler.renderers.handler import RenderHandler

MAX_HOPS: Final = 5
_MAX_CACHE: Final = 64 * 2**20
_MAX_CACHED: Final = 8 * 2**20
_AT_ONCE: Final = 6
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
# What a script may say of its own; the rest is ours.
_NOT_SENT: Final = ("accept-encoding", "connection", "content-length", "host", "sec-")
_MOVED: Final = ("proxy", "_auth_proxy", "cookiejar", "dont_merge_cookies")


class Refused(Exception):  # noqa: N818 - it is an answer
    """A request, or a hop of it, that is not let through; told by its rule."""


class Parts:
    """One for a crawl: scripts and styles are fetched once."""

    def __init__(
        self, handler: RenderHandler, allowed: Allowed, seconds: float
    ) -> None:
        self._handler = handler
        self.allowed = allowed
        self._seconds = seconds
        self._slots = asyncio.Semaphore(4 * _AT_ONCE)
        self._cache: OrderedDict[str, Response] = OrderedDict()
        self._size = 0

    async def get(
        self,
        asked: Asked,
        page: Request,
        headers: Mapping[str, str],
        body: bytes | None,
        cookies: Callable[[str], Awaitable[str]],
    ) -> Response:
        """The answer to what *page* asks for, its redirects followed.

        :raises Refused: by a rule.
        :raises Exception: as a download.
        """
        for _ in range(MAX_HOPS):
            if rule := await self.allowed.why_not(asked, page):
                raise Refused(rule)
            if asked.url in self._cache and asked.kind in PARTS:
                self._cache.move_to_end(asked.url)
                return self._cache[asked.url]
            response = await self._ask(asked, page, headers, body, cookies)
            place = response.headers.get("Location")
            if response.status not in _REDIRECTS or not place:
                self._keep(asked, response)
                return response
            method = asked.method
            if response.status not in {307, 308} and method != "HEAD":
                method, body = "GET", None
            target = urljoin(asked.url, place.decode("latin-1"))
            asked = asked._replace(url=target, method=method)
        raise Refused("redirects")

    async def _ask(
        self,
        asked: Asked,
        page: Request,
        headers: Mapping[str, str],
        body: bytes | None,
        cookies: Callable[[str], Awaitable[str]],
    ) -> Response:
        ours = self.allowed.is_ours(asked.url, page.url, asked.kind)
        request = self._request(asked, page, headers, body)
        crawler = self._handler.crawler
        if ours:
            if rule := await self.allowed.forbidden(request):
                raise Refused(rule)
            if sent := await cookies(asked.url):
                request.headers["Cookie"] = sent
            if headers_of := crawler.get_downloader_middleware(HeadersMiddleware):
                headers_of.process_request(request)
            if auth := crawler.get_downloader_middleware(HttpAuthMiddleware):
                auth.process_request(request)
        else:
            for name in ("Authorization", "Cookie", "Referer"):
                request.headers.pop(name, None)
        self._handler.count("requests")
        async with self._slots:
            response = await self._handler.fetch_plain(request)
        jars = crawler.get_downloader_middleware(CookiesMiddleware)
        if ours and jars is not None:
            jars.process_response(request, response)
        return response

    def _request(
        self,
        asked: Asked,
        page: Request,
        headers: Mapping[str, str],
        body: bytes | None,
    ) -> Request:
        sent = {
            name: value
            for name, value in headers.items()
            if not name.lower().startswith(_NOT_SENT) and name.lower() != "cookie"
        }
        for name in ("User-Agent", "Accept-Language", "Accept-Encoding"):
            if value := page.headers.get(name):
                sent[name.lower()] = value.decode("latin-1")
        meta: dict[str, Any] = {
            name: page.meta[name] for name in _MOVED if name in page.meta
        }
        meta |= {"subrequest": page.url, "download_timeout": self._seconds}
        request = Request(
            asked.url, method=asked.method, headers=sent, body=body or b"", meta=meta
        )
        if secret := page.headers.get("Proxy-Authorization"):
            request.headers["Proxy-Authorization"] = secret
        return request

    def _keep(self, asked: Asked, response: Response) -> None:
        control = (response.headers.get("Cache-Control") or b"").lower()
        size = len(response.body)
        if asked.kind not in PARTS or response.status != 200 or size > _MAX_CACHED:
            return
        if b"no-store" in control or "Set-Cookie" in response.headers:
            return
        self._cache[asked.url] = response
        self._size += size
        while self._size > _MAX_CACHE:
            _, old = self._cache.popitem(last=False)
            self._size -= len(old.body)
