"""Cookies between Scrapy's jar and a browser's, each with its domain and path."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable
    from http.cookiejar import Cookie

    from scrapy import Request
    from scrapy.downloadermiddlewares.cookies import CookiesMiddleware

HarCookie = dict[str, Any]
"""A cookie as the HTTP archive format writes it (HAR 1.2), which Splash speaks."""


def sent_cookies(
    middleware: CookiesMiddleware | None, request: Request
) -> list[HarCookie]:
    """The jar of a request, with domains and paths, as Splash takes it."""
    if middleware is None or request.meta.get("dont_merge_cookies"):
        header = (request.headers.get("Cookie") or b"").decode("latin-1")
        host = urlsplit(request.url).hostname or ""
        pairs = (pair.strip().partition("=") for pair in header.split(";"))
        return [
            {"name": name, "value": value, "domain": host, "path": "/"}
            for name, _, value in pairs
            if name
        ]
    jar = middleware.jars[request.meta.get("cookiejar")].jar
    return [_to_har(cookie) for cookie in jar]


def _to_har(cookie: Cookie) -> HarCookie:
    har = {
        "name": cookie.name,
        "value": cookie.value or "",
        "domain": _real_domain(cookie.domain),
        "path": cookie.path,
        "secure": cookie.secure,
        "httpOnly": cookie.has_nonstandard_attr("HttpOnly"),
    }
    if cookie.expires is not None:
        when = datetime.fromtimestamp(cookie.expires, UTC)
        har["expires"] = when.strftime("%Y-%m-%dT%H:%M:%SZ")
    return har


def _real_domain(domain: str) -> str:
    """http.cookiejar files a host without a dot under ``HOST.local``.

    >>> _real_domain("localhost.local"), _real_domain(".a.local")
    ('localhost', '.a.local')
    """
    host = domain.removesuffix(".local")
    return domain if "." in host else host


def set_cookies(
    before: Iterable[HarCookie], after: Iterable[HarCookie], host: str
) -> list[str]:
    """Lines of ``Set-Cookie`` for what a page changed, by header or by script."""
    old = {_identity(cookie): cookie for cookie in before}
    new = {_identity(cookie): cookie for cookie in after}
    changed = [
        cookie
        for key, cookie in new.items()
        if key not in old or old[key]["value"] != cookie.get("value")
    ]
    gone = [
        {**cookie, "value": "", "max-age": 0}
        for key, cookie in old.items()
        if key not in new
    ]
    lines = [_line(cookie, host) for cookie in (*gone, *changed)]
    return [line for line in lines if line]


def _identity(cookie: HarCookie) -> tuple[str, str, str]:
    domain = str(cookie.get("domain", ""))
    return str(cookie.get("name")), domain, str(cookie.get("path") or "/")


def _line(cookie: HarCookie, host: str) -> str:
    """One line; empty for a cookie that only another host may set.

    >>> _line({"name": "a", "value": "1", "domain": "h", "path": "/x"}, "h")
    'a=1; Path=/x'
    """
    name, domain, path = _identity(cookie)
    parts = [f"{name}={cookie.get('value', '')}", f"Path={path}"]
    if domain.startswith("."):
        parts.append(f"Domain={domain[1:]}")
    elif domain != host:
        return ""
    if "max-age" in cookie:
        parts.append(f"Max-Age={cookie['max-age']}")
    elif cookie.get("expires"):
        parts.append(f"Expires={_http_date(str(cookie['expires']))}")
    parts += ["Secure"] if cookie.get("secure") else []
    parts += ["HttpOnly"] if cookie.get("httpOnly") else []
    line = "; ".join(parts)
    return "" if "\n" in line or "\r" in line else line


def _http_date(iso: str) -> str:
    """Splash's time as a cookie's.

    >>> _http_date("2026-11-30T17:33:11Z")
    'Mon, 30 Nov 2026 17:33:11 GMT'
    """
    when = datetime.fromisoformat(iso)
    return format_datetime(when.astimezone(UTC), usegmt=True)
