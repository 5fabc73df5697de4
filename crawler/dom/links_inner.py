"""Markup that is no part of the tree: of comments, attributes, ``data:`` URLs."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from crawler.dom.links_looks import is_reference

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from crawler.dom.links_sink import Sink

MAX_INNER: Final = 2**20
"""Characters of documents within the document (``srcdoc``, comments...), in all."""
MAX_DATA_URL: Final = 100_000
"""Characters of a ``data:`` URL that is read."""
MAX_FRAMESET: Final = 10_000
"""Characters of a page that may have been meant as a frameset."""
# What a document within the document costs, whatever its length.
_COST: Final = 500
_FRAME = re.compile(r"<frame\s[^>]{1,2000}>", re.IGNORECASE)
_MARKUP = re.compile(r"<[A-Za-z!\[][^<>=]*+=")
_DATA = re.compile(
    r"data:(?:text/html|text/xml|application/(?:xhtml\+)?xml|image/svg\+xml)"
    r"([^,]{0,99}),",
    re.IGNORECASE,
)
# The system identifier: the last literal of a doctype.
_DOCTYPE = re.compile(
    r"""<!doctype\s+[^>"']{0,99}(?:system|public\s{0,9}(?:"[^">]*"|'[^'>]*'))\s{0,9}"""
    r"""(?:"([^">]*)"|'([^'>]*)')""",
    re.IGNORECASE,
)
_PROLOG = 2_000


class Inside:
    """Documents within a document, each to be walked when it is done."""

    __slots__ = ("_left", "_sink", "documents")

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._left = MAX_INNER
        self.documents: list[tuple[str, str]] = []
        """Source, and what it is within (see :attr:`Sink.within`)."""

    def add(self, source: str, within: str) -> None:
        """Keep *source*, if it has a tag that could name a URL."""
        if not holds_markup(source):
            return
        self._left -= len(source) + _COST
        if self._left > 0:
            self.documents.append((source, self._sink.within or within))

    def add_element(self, node: LexborNode) -> None:
        """Markup that is a document of its own, with this one's base URL."""
        if node.tag == "iframe":
            self.add(node.attributes.get("srcdoc") or "", "")
        else:
            self.add(node.text(), "")

    def add_comment(self, node: LexborNode) -> None:
        """What somebody took out, or old Internet Explorers saw."""
        self.add(node.comment_content or "", "comment")

    def add_template(self, node: LexborNode) -> None:
        """What scripts make elements of: lexbor keeps it out of the tree."""
        markup = node.html or ""
        self.add("<div" + markup[len("<template") :], "template")

    def add_url(self, url: str) -> None:
        """A ``data:`` URL."""
        self._left -= len(url)
        if self._left > 0:
            self.add(data_document(url), "data-url")


def holds_markup(text: str) -> bool:
    """Whether a text has a tag with an attribute.

    >>> holds_markup("<a href=/x>"), holds_markup("a < b = c"), holds_markup("<b>")
    (True, False, False)
    """
    return "<" in text and _MARKUP.search(text) is not None


def data_document(url: str) -> str:
    """The markup that a ``data:`` URL holds; empty when it holds none.

    >>> data_document("data:image/svg+xml,%3Ca%20href='/x'/%3E")
    "<a href='/x'/>"
    """
    match = _DATA.match(url) if len(url) <= MAX_DATA_URL else None
    if match is None:
        return ""
    data = unquote(url[match.end() :])
    if match[1].lower().rstrip().endswith(";base64"):
        try:
            data = base64.b64decode(data.encode("ascii", "replace")).decode(
                "utf-8", "replace"
            )
        except binascii.Error:
            return ""
    return data if "href" in data or "src" in data else ""


def doctype_url(text: str) -> str:
    """The system identifier of a document, when it looks like a URL.

    >>> doctype_url("<!DOCTYPE html SYSTEM '/dtd/site.dtd'><p>")
    '/dtd/site.dtd'
    >>> doctype_url('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">')
    ''
    """
    match = _DOCTYPE.search(text[:_PROLOG])
    url = (match[1] or match[2] or "") if match else ""
    return url if is_reference(url) else ""


def dropped_frames(text: str, tree: LexborHTMLParser) -> str:
    """Frames that the parser dropped, since content had come before their frameset."""
    if len(text) > MAX_FRAMESET or tree.css_first("frame") is not None:
        return ""
    frames = _FRAME.findall(text)
    return "<frameset>" + "".join(frames) if frames else ""
