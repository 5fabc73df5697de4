"""What a document says of itself in its head."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.urls import resolve

if TYPE_CHECKING:
    from crawler.dom.document import Document

MAX_TITLE = 300


def title(document: Document) -> str:
    """Text of the title element, white space collapsed, at most 300 characters.

    The one in ``<svg>`` is the title of an image.
    """
    if document.tree is None:
        return ""
    for element in document.tree.css("title"):
        parent = element.parent
        if parent is None or parent.tag != "svg":
            return " ".join(element.text().split())[:MAX_TITLE]
    return ""


def canonical_link(document: Document) -> str:
    """The URL that ``rel=canonical`` claims for the document; empty if none.

    Evidence, not truth: sites point a whole catalogue at its first page.
    """
    if document.tree is None:
        return ""
    for element in document.tree.css("link[rel~=canonical i][href]"):
        href = (element.attributes.get("href") or "").strip()
        url = resolve(href, document.base_url, document.encoding) if href else None
        if url:
            return url.partition("#")[0]
    return ""
