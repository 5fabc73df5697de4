"""Documents that were parsed before the spider has their response: once is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from crawler.dom import parse

if TYPE_CHECKING:
    from scrapy.http import Response

    from crawler.dom import Document


class Documents:
    """Parsed documents by their response, as long as somebody has that."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Response, Document] = WeakKeyDictionary()

    def read(self, response: Response) -> Document:
        """Parse the body of a response, and keep the document for :meth:`take`."""
        document = self._known[response] = parsed(response)
        return document

    def get(self, response: Response) -> Document | None:
        """The document of a response, to look at; None when it was not read."""
        return self._known.get(response)

    def take(self, response: Response) -> Document | None:
        """The document of a response, whoever takes it may change it; None when it
        was not read."""
        return self._known.pop(response, None)


def parsed(response: Response, *, stopped: bool = False) -> Document:
    """The document of a response; nothing of one that was not downloaded."""
    told = response.headers.getlist("Content-Type")
    content_type = told[0].decode("latin-1") if told else None
    body = b"" if stopped else response.body
    return parse(body, url=response.url, content_type=content_type or None)
