"""Big binaries are recorded by their type, not downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import StopDownload

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http.headers import Headers

_NAMES = (
    *("/robots.txt", ".xml", ".xml.gz", ".json", ".map", ".webmanifest"),
    *(".yaml", ".yml"),
    "/apple-app-site-association",
)
TEXTUAL = (
    "json",
    "xml",
    "yaml",
    "x-yaml",
    "javascript",
    "ecmascript",
    "x-www-form-urlencoded",
)


def downloads(content_type: str, path: str) -> bool:
    """Whether a body of this type is worth its bytes.

    >>> downloads("text/html; charset=utf-8", "/"), downloads("image/png", "/x")
    (True, False)
    >>> downloads("application/ld+json", "/x"), downloads("", "/x")
    (True, True)
    >>> downloads("application/octet-stream", "http://h/robots.txt")
    True
    """
    kind = content_type.partition(";")[0].strip().lower()
    if not kind or "/" not in kind or kind.startswith("text/"):
        return True
    # Many a server knows no type for these.
    if path.endswith(_NAMES):
        return True
    return any(kind.endswith(("/" + name, "+" + name)) for name in TEXTUAL)


class ContentTypeGuard:
    """Stops a download after its headers; the response is recorded all the same.

    Stat: ``content_types/not_downloaded``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        guard = cls(crawler)
        crawler.signals.connect(guard.headers_received, signal=signals.headers_received)
        return guard

    def headers_received(
        self,
        headers: Headers,
        body_length: int | None,  # noqa: ARG002 - Scrapy's signal
        request: Request,
        spider: Spider,  # noqa: ARG002 - Scrapy's signal
    ) -> None:
        """Decide by type.

        :raises StopDownload: with ``fail=False``, so that the callback is called.
        """
        if "subrequest" in request.meta:
            return
        content_type = (headers.get("Content-Type") or b"").decode("latin-1")
        if not downloads(content_type, request.url.partition("?")[0]):
            self._crawler.stats.inc_value("content_types/not_downloaded")
            raise StopDownload(fail=False)
