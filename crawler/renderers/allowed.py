"""What a page may ask for while it is rendered: judged request by request.

The browser has no network of its own (see :mod:`crawler.renderers.chromium`): what is
not let through here is not asked for.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest

from crawler.middlewares.scope import is_askable, is_public
from crawler.policy import Policy
from crawler.urls import host_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from crawler.urls import Scope

PARTS: Final = frozenset({"script", "stylesheet"})
DATA: Final = frozenset({"eventsource", "fetch", "xhr"})
_READS: Final = frozenset({"GET", "HEAD"})


class Asked(NamedTuple):
    """A request of a page."""

    url: str
    method: str
    kind: str
    """Of the browser: ``script``, ``xhr``, ``image``..."""
    firing: bool
    """While events are fired, which nobody asked the page for."""


class Allowed:
    """Judges what the pages of one crawl ask for."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._public: dict[str, bool] = {}

    def is_ours(self, url: str, page: str, kind: str) -> bool:
        """Whether a URL is of the site: in scope, or a script of one of its hosts."""
        scope: Scope | None = getattr(self._crawler.spider, "scope", None)
        host = host_of(url)
        if scope is None:
            return host == host_of(page)
        if scope.refuse(url) is None:
            return True
        return kind in PARTS and host in scope.hosts

    async def why_not(self, asked: Asked, page: Request) -> str | None:
        """Why a request of *page* is not let through; None when it is."""
        url = asked.url
        if not is_askable(url):
            return "scheme"
        if asked.kind not in PARTS | DATA:
            return "kind"
        if not self.is_ours(url, page.url, asked.kind):
            return await self._stranger(asked, page)
        if asked.method not in _READS and (asked.firing or asked.kind in PARTS):
            return "method"
        policy = self.policy
        if refusal := policy.refuse_hop(url, start=True):
            return refusal[0]
        return None

    async def forbidden(self, request: Request) -> str | None:
        """Whether robots.txt forbids it."""
        robots = self._crawler.get_downloader_middleware(RobotsTxtMiddleware)
        if robots is None or "dont_obey_robotstxt" in request.meta:
            return None
        try:
            await robots.process_request(request)
        except IgnoreRequest:
            return "robots"
        return None

    @property
    def policy(self) -> Policy:
        """The rules for links."""
        policy: Policy | None = getattr(self._crawler.spider, "policy", None)
        return policy or Policy()

    async def _stranger(self, asked: Asked, page: Request) -> str | None:
        """Of other sites only the scripts and styles that a page is made of, from
        where everybody may have them."""
        host = host_of(asked.url)
        if asked.method != "GET" or asked.kind not in PARTS or not is_public(host):
            return "out-of-scope"
        if page.meta.get("proxy"):
            return None  # a name is looked up there
        if host not in self._public:
            self._public[host] = await _resolves_outside(host)
        return None if self._public[host] else "internal"


async def _resolves_outside(host: str) -> bool:
    """Whether all addresses of a host are of the public network."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    addresses = [ipaddress.ip_address(str(each[4][0])) for each in found]
    return bool(addresses) and all(address.is_global for address in addresses)
