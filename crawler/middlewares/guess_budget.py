"""An end to guesses that bring nothing: of one kind, on one host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import IgnoreRequest

from crawler.middlewares.fingerprint import FingerprintMiddleware

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from crawler.middlewares.guesses import Guesses


class GuessBudgetMiddleware:
    """Downloader middleware: refuses the guesses that are still in the queue.

    They wait there until the real links are done, so that most were queued before
    anybody knew what they are worth.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self._dropped, signal=signals.request_dropped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Refuse a guess of a kind that is worth nothing here.

        :raises IgnoreRequest: with the reason in meta ``refused``.
        """
        # A guess that is redirected was asked for already.
        if "guess_source" not in request.meta or "redirect_urls" in request.meta:
            return
        guesses = self._guesses()
        if guesses is not None and (refusal := guesses.refuse_waiting(request)):
            request.meta["refused"] = refusal
            raise IgnoreRequest(f"{refusal[0]}: {refusal[1]}")

    def process_exception(self, request: Request, exception: Exception) -> None:
        """No answer to a guess: it brought nothing."""
        if not isinstance(exception, IgnoreRequest):
            self._settle(request)

    def _dropped(self, request: Request) -> None:
        """A guess that was redirected to what was asked for brought nothing."""
        if "redirect_urls" in request.meta:
            self._settle(request)

    def _settle(self, request: Request) -> None:
        guesses = self._guesses()
        if guesses is not None:
            guesses.settle(request, brought=False)

    def _guesses(self) -> Guesses | None:
        middleware = self._crawler.get_spider_middleware(FingerprintMiddleware)
        return middleware.guesses if middleware is not None else None
