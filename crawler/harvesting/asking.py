"""Sends requests of a harvest, and always comes back with what became of each."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from crawler.dom import parse
from crawler.reason import plain, why

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.dom import Document

PATIENCE = 10
"""Requests in a row without an answer, after which a form is left alone."""
_BUSY = frozenset({429, 503})


class Stopped(Exception):  # noqa: N818 - no error: somebody ended the crawl
    """The crawl is closing, or the site does not answer any more."""


class Refused(Exception):  # noqa: N818 - no error: the rules say so
    """Queries of this form are not sent: by robots.txt, scope..."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A response, or why there is none."""

    response: Response | None
    error: str = ""
    """``robots``, ``out-of-scope``... or ``failed``."""
    detail: str = ""
    seconds: float = 0.0

    @property
    def refused(self) -> bool:
        """We ourselves did not send it."""
        return self.response is None and self.error != "failed"

    def document(self) -> Document:
        """The body, parsed; nothing of one that was not downloaded."""
        response = self.response
        if response is None:
            return parse(b"", url="", content_type=None)
        stopped = "download_stopped" in response.flags
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        return parse(
            b"" if stopped else response.body,
            url=response.url,
            content_type=content_type or None,
        )


class Asker:
    """Past the queue: an answer decides what is asked next, and nothing of this is
    worth keeping there. Scope, robots.txt, delays, cookies, retries and Retry-After
    are those of any request, since they lie below.

    Stat: ``harvest/requests``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._silent = 0

    def begin(self) -> None:
        """Another form: the patience is new."""
        self._silent = 0

    async def ask(self, request: Request) -> Reply:
        """What became of a request.

        :raises Stopped: when the crawl is closing, or nothing answers.
        """
        engine: Any = self._crawler.engine
        if engine._slot is None or engine._slot.closing is not None:
            raise Stopped("the crawl was stopped")
        if self._silent >= PATIENCE:
            raise Stopped(f"no answer {PATIENCE} times in a row")
        request = request.replace(callback=NO_CALLBACK, errback=None)
        self._crawler.stats.inc_value("harvest/requests")
        start = time.monotonic()
        try:
            response = await engine.download_async(request)
        except Exception as error:  # noqa: BLE001 - whatever a download can raise
            rule, detail = _reason(request, error)
            self._silent += rule == "failed"
            return Reply(None, rule, detail, time.monotonic() - start)
        self._silent = self._silent + 1 if response.status in _BUSY else 0
        return Reply(response, seconds=time.monotonic() - start)


def _reason(request: Request, error: Exception) -> tuple[str, str]:
    """Rule and detail of a request without a response."""
    if "refused" in request.meta:
        rule, detail = request.meta["refused"]
        return str(rule), str(detail)
    text = plain(why(error))
    if isinstance(error, IgnoreRequest):
        for rule, word in (("robots", "robots"), ("out-of-scope", "out of scope")):
            if word in text:
                return rule, text
    return "failed", text
