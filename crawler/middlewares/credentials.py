"""What the user gives along: headers (for the start hosts only), cookies, proxy."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from http.cookiejar import (
    Cookie,
    DefaultCookiePolicy,
    LoadError,
    MozillaCookieJar,
)
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.downloadermiddlewares import cookies
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.exceptions import NotConfigured
from scrapy.http.cookies import CookieJar
from tldextract import TLDExtract

from crawler.urls import host_of, split

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler

    from crawler.urls import Scope

logger = logging.getLogger(__name__)

_OFFLINE = TLDExtract(suffix_list_urls=(), include_psl_private_domains=True)


class HeadersMiddleware:
    """Adds the headers of ``-a headers`` and the proxy of ``-a proxy``.

    Headers may be credentials. They go to the origins (scheme, host, port) of the
    start URLs, to the same host by ``https`` on its own port, and to hosts that a
    start page took into the scope by a redirect; never down to ``http``.
    """

    def __init__(
        self,
        headers: tuple[tuple[str, str], ...],
        proxy: str | None,
        starts: tuple[str, ...],
        scope: Scope,
    ) -> None:
        # Cookies belong into the jar, where a site can change them.
        self._headers = [pair for pair in headers if pair[0].lower() != "cookie"]
        self._proxy = proxy
        self._scope = scope
        self._starts = {_origin(url) for url in starts}
        self._start_hosts = {host for _, host, _ in self._starts}
        # What a host that the scope adopts later may be asked by.
        self._ways = {(scheme, port) for scheme, _, port in self._starts}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        args = getattr(crawler.spider, "args", None)
        if args is None or not (args.headers or args.proxy):
            raise NotConfigured
        scope: Scope = getattr(crawler.spider, "scope")  # noqa: B009 - duck-typed
        return cls(args.headers, args.proxy, args.start, scope)

    def process_request(self, request: Request) -> None:
        """Set the headers for a start origin, take them off for any other."""
        if self._proxy and "proxy" not in request.meta:
            request.meta["proxy"] = self._proxy
        ours = self._is_ours(request.url)
        for name, value in self._headers:
            if ours:
                request.headers[name] = value
            else:
                # A redirect copies headers; credentials must not cross origins.
                request.headers.pop(name, None)

    def _is_ours(self, url: str) -> bool:
        scheme, host, port = _origin(url)
        if (scheme, host, port) in self._starts:
            return True
        secure = (scheme, port) == ("https", "")
        if host in self._start_hosts:
            return secure
        return host in self._scope.hosts and (secure or (scheme, port) in self._ways)


def _origin(url: str) -> tuple[str, str, str]:
    parts = split(url)
    return ("", "", "") if parts is None else (parts.scheme, host_of(url), parts.port)


class CookieFileMiddleware(CookiesMiddleware):
    """Scrapy's cookies, its jar filled from ``-a cookies`` and ``-a headers``."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = super().from_crawler(crawler)
        # Scrapy would download the public suffix list at the first cookie, and
        # wait for it in the event loop; the copy that tldextract brings will do.
        cookies._split_domain = _OFFLINE
        middleware.jars = defaultdict(_jar)
        crawler.signals.connect(middleware.fill, signal=signals.spider_opened)
        return middleware

    def fill(self, spider: Spider) -> None:
        """Put the cookies into the jar; each goes to its own domain only."""
        args = getattr(spider, "args", None)
        if args is None:
            return
        found = header_cookies(args.headers, args.start)
        path: Path | None = args.cookies
        if path is not None:
            hosts = sorted(getattr(spider, "scope").hosts)  # noqa: B009 - duck-typed
            read = read_cookies(path, hosts)
            logger.info("%d cookies read from %s", len(read), path)
            found += read
        for cookie in found:
            self.jars[None].jar.set_cookie(cookie)


def header_cookies(
    headers: tuple[tuple[str, str], ...], starts: tuple[str, ...]
) -> list[Cookie]:
    """The cookies of a ``Cookie`` header, for each of the start hosts.

    What is given for ``https`` is not sent by ``http``.
    """
    schemes: dict[str, set[str]] = {}
    for url in starts:
        scheme, host, _ = _origin(url)
        schemes.setdefault(host, set()).add(scheme)
    pairs = [
        pair.strip().partition("=")
        for name, value in headers
        if name.lower() == "cookie"
        for pair in value.split(";")
        if pair.strip()
    ]
    return [
        _cookie({"name": name, "value": value, "secure": used == {"https"}}, host)
        for host, used in schemes.items()
        for name, _, value in pairs
    ]


def read_cookies(path: Path, hosts: list[str]) -> list[Cookie]:
    """Cookies of a Netscape or JSON file; those without a domain go to *hosts*.

    JSON is a list of objects as browsers export them, an object with a ``cookies``
    list (Playwright's storage state), or one object of names and values.

    :raises ValueError: one line, when the file is neither.
    """
    text = path.read_text("utf-8")
    if not text.lstrip().startswith(("{", "[")):
        return _netscape(path)
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ValueError(f"cookies={path}: not JSON ({error})") from None
    if isinstance(found, dict):
        # A session that lives in localStorage has an empty list: see renderers.storage.
        state = isinstance(found.get("cookies"), list)
        found = (
            found["cookies"]
            if state
            else [{"name": name, "value": value} for name, value in found.items()]
        )
    if not all(isinstance(entry, dict) and entry.get("name") for entry in found):
        raise ValueError(f"cookies={path}: each cookie needs a name and a value")
    return [
        _cookie(entry, domain)
        for entry in found
        for domain in ([entry["domain"]] if entry.get("domain") else hosts)
    ]


def _netscape(path: Path) -> list[Cookie]:
    jar = MozillaCookieJar(str(path))
    try:
        jar.load(ignore_discard=True, ignore_expires=True)
    except (LoadError, OSError) as error:
        raise ValueError(f"cookies={path}: no Netscape cookie file ({error})") from None
    for cookie in jar:
        # A session's expiry is written as 0 by browsers' exports.
        cookie.expires = cookie.expires or None
        cookie.domain = _domain(cookie.domain)
    return list(jar)


def _domain(domain: str) -> str:
    """``http.cookiejar``'s own name for a host without a dot ends in ".local"."""
    return domain if "." in domain else f"{domain}.local"


def _jar() -> CookieJar:
    """A cookie without a domain goes to its very host only (RFC 6265 5.4)."""
    strict = DefaultCookiePolicy.DomainStrictNonDomain
    return CookieJar(DefaultCookiePolicy(strict_ns_domain=strict))


def _cookie(entry: dict[str, Any], domain: str) -> Cookie:
    return Cookie(
        version=0,
        name=str(entry["name"]),
        value=str(entry.get("value", "")),
        port=None,
        port_specified=False,
        domain=_domain(domain),
        domain_specified=domain.startswith("."),
        domain_initial_dot=domain.startswith("."),
        path=str(entry.get("path") or "/"),
        path_specified=True,
        secure=bool(entry.get("secure", False)),
        expires=None,
        discard=True,
        comment=None,
        comment_url=None,
        rest={},
    )
