"""What became of the requests that the scheduler handed out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.http import Response

from crawler.frontier import Outcome
from crawler.reason import plain, why
from crawler.run import NotStored

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from twisted.python.failure import Failure


class Outcomes:
    """Listens to what happens to a request while it is in the engine.

    Without a word about it a request that left the engine is done: its page is stored
    or its drop recorded, or another request took its place.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._told: WeakKeyDictionary[Request, tuple[Outcome, str]]
        self._told = WeakKeyDictionary()
        connect = crawler.signals.connect
        connect(self._spider_error, signal=signals.spider_error)
        connect(self._item_error, signal=signals.item_error)
        connect(self._item_dropped, signal=signals.item_dropped)

    def failed(self, request: Request, reason: str) -> None:
        """It brought no response, and may another time."""
        self._told.setdefault(request, (Outcome.FAILED, plain(reason)))

    def returned(self, request: Request) -> None:
        """Nothing came of it, for a reason that is not its own."""
        self._told[request] = (Outcome.RETURNED, "")

    def of(self, request: Request) -> tuple[Outcome, str]:
        """Outcome and reason."""
        return self._told.pop(request, (Outcome.DONE, ""))

    def _spider_error(self, failure: Failure, response: Any) -> None:
        if (request := _request(response)) is not None:
            self.failed(request, f"error of the spider: {why(failure.value)}")

    def _item_error(self, failure: Failure, response: Any) -> None:
        if (request := _request(response)) is not None:
            self.failed(request, f"error of a pipeline: {why(failure.value)}")

    def _item_dropped(self, response: Any, exception: BaseException) -> None:
        request = _request(response)
        if request is not None and isinstance(exception, NotStored):
            self.returned(request)


def _request(response: Any) -> Request | None:
    return response.request if isinstance(response, Response) else None
