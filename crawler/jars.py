"""Cookie jars that survive the process."""

from __future__ import annotations

import hashlib
from http.cookiejar import Cookie
from typing import TYPE_CHECKING, Any, Final

from scrapy import signals
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware

from crawler.frontier import UnstorableError, pack, unpack
from crawler.middlewares.credentials import CookieFileMiddleware

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

_STATE: Final = "cookies:"
_GIVEN: Final = "given cookies"
MOST: Final = 3000
"""Cookies of one jar that are kept: as many as a browser has to (RFC 6265 6.1)."""
_FIELDS: Final = (
    "version",
    "name",
    "value",
    "port",
    "port_specified",
    "domain",
    "domain_specified",
    "domain_initial_dot",
    "path",
    "path_specified",
    "secure",
    "expires",
    "discard",
    "comment",
    "comment_url",
    "rfc2109",
)


class Jars:
    """Says which jars an answer changed, and puts kept ones back."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._changed: set[Any] = set()
        self._given: dict[str, bytes] = {}
        crawler.signals.connect(self._downloaded, signal=signals.response_downloaded)

    def _downloaded(self, response: Response, request: Request) -> None:
        if b"Set-Cookie" in response.headers:
            self._changed.add(request.meta.get("cookiejar"))

    def news(self) -> dict[str, bytes]:
        """The jars that changed since the last call."""
        middleware = self._middleware()
        changed, self._changed = self._changed, set()
        if middleware is None:
            return {}
        kept, self._given = self._given, {}
        for key in changed:
            try:
                cookies = list(middleware.jars[key].jar)[-MOST:]
                kept[_STATE + pack(key).hex()] = encode(cookies)
            except UnstorableError:
                continue  # a jar whose name is an object of a spider's own
        return kept

    def restore(self, kept: Mapping[str, bytes], spider: Spider) -> None:
        """Put cookies back that :meth:`news` gave in an earlier run.

        The site may have changed those that the user gave; they count again only when
        the user gives others.
        """
        middleware = self._middleware()
        for name, value in kept.items():
            if middleware is None or not name.startswith(_STATE):
                continue
            jar = middleware.jars[unpack(bytes.fromhex(name.removeprefix(_STATE)))]
            for cookie in decode(value):
                jar.set_cookie(cookie)
        given = _given(spider)
        if kept.get(_GIVEN, given) != given and isinstance(
            middleware, CookieFileMiddleware
        ):
            middleware.fill(spider)
        self._given = {_GIVEN: given}

    def join(self, kept: Mapping[str, bytes]) -> None:
        """Take the cookies of other workers, where there are none of our own."""
        middleware = self._middleware()
        if middleware is None:
            return
        for name, value in kept.items():
            jar = middleware.jars[unpack(bytes.fromhex(name.removeprefix(_STATE)))]
            own = {(each.domain, each.path, each.name) for each in jar.jar}
            for cookie in decode(value):
                if (cookie.domain, cookie.path, cookie.name) not in own:
                    jar.set_cookie(cookie)

    def _middleware(self) -> CookiesMiddleware | None:
        found = self._crawler.get_downloader_middleware(CookiesMiddleware)
        return found if isinstance(found, CookiesMiddleware) else None


def _given(spider: Spider) -> bytes:
    """What tells the cookies that the user gave from others."""
    args = getattr(spider, "args", None)
    path: Path | None = getattr(args, "cookies", None)
    file = path.read_bytes() if path is not None else b""
    headers = repr(getattr(args, "headers", ())).encode()
    return hashlib.blake2b(file + b"\n" + headers, digest_size=16).digest()


def encode(cookies: Iterable[Cookie]) -> bytes:
    """Cookies as bytes."""
    return pack(
        [
            [
                *(getattr(cookie, name) for name in _FIELDS),
                cookie.has_nonstandard_attr("HttpOnly"),
            ]
            for cookie in cookies
        ]
    )


def decode(data: bytes) -> list[Cookie]:
    """The cookies that :func:`encode` was given."""
    return [
        Cookie(
            **dict(zip(_FIELDS, values, strict=True)),
            rest={"HttpOnly": ""} if http_only else {},
        )
        for *values, http_only in unpack(data)
    ]
