"""All that a response refers to."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from crawler.dom.links_files import file_links
from crawler.dom.links_headers import header_links
from crawler.dom.links_html import tree_links
from crawler.dom.links_sink import Sink

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.dom.document import Document
    from crawler.items import Link

# HTML under such a name is no page of its own.
_PART: Final = re.compile(r"\.(?:css|m?js)(?:[?#]|\Z)", re.IGNORECASE)
_NONE: Final[Mapping[str, str | list[str]]] = MappingProxyType({})


def extract_links(
    document: Document,
    headers: Mapping[str, str | list[str]] = _NONE,
    *,
    places: bool = False,
) -> tuple[Link, ...]:
    """The links of a response, each once per origin: headers, then document order.

    Only URLs that can be asked for by http(s). The action of a form that does
    not send GET has the method in its origin (``form@action:post``): it is to be
    recorded, not requested. At most 50,000; the note ``links`` says that there
    were more. What is a link and cannot be asked for is left in ``document.refused``.
    Anchors have a ``place`` if *places* are asked for.
    """
    own = Sink(replace(document, base_url=document.url))
    header_links(headers, own)
    sink = Sink(document)
    if document.tree is not None and _PART.search(document.url):
        # A site that answers anything with a page: its relative links lead nowhere.
        pass
    elif document.tree is not None:
        tree_links(document.tree, document.text, sink, places=places)
    else:
        file_links(document, sink)
    if (own.full or sink.full) and "links" not in document.notes:
        document.notes += ("links",)
    document.refused = own.refused() + sink.refused()
    return own.links() + sink.links()
