"""A response body as a document: decoded, of one kind, parsed once."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final
from urllib.parse import urlsplit

import ada_url
from selectolax import lexbor
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from crawler.dom import media, xml
from crawler.dom.encoding import decode
from crawler.dom.guard import guard

PARSER: Final = (
    f"selectolax {version('selectolax')}"
    f" (lexbor {lexbor.LEXBOR_VERSION_MAJOR}.{lexbor.LEXBOR_VERSION_MINOR})"
)
"""Name and version of the parser: another one builds other trees."""

MAX_UNPACKED: Final = 16 * 2**20
"""Bytes of a gzipped sitemap: 50,000 entries take about 10 MB."""
MAX_BASE: Final = 2_083
"""Characters of what relative URLs are relative to: each of them would be longer."""


@dataclass(slots=True)
class Document:
    """What is measured: the decoded source, and its tree when it is HTML."""

    url: str
    kind: str
    """``html`` (with a tree), ``xml``, ``json``, ``text``, ``css``,
    ``script``, ``robots``, ``sitemap`` (feeds too), ``binary`` (no text), ``empty``."""
    tree: LexborHTMLParser | None = None
    text: str = ""
    encoding: str = "utf-8"
    """Name in the Encoding Standard."""
    base_url: str = ""
    """What relative URLs are relative to: not always http(s). Those in a script are
    relative to the page that loads it, which only the caller knows."""
    notes: tuple[str, ...] = ()
    """What was bounded or guessed: ``deep``, ``attributes``, ``formatting``,
    ``truncated``, ``encoding-guessed``, ``xml-as-html``, ``entities``, ``base``,
    ``links``."""
    refused: tuple[tuple[str, str], ...] = ()
    """Set by ``extract_links``: what is a link and not http(s), and its scheme."""
    parameters: tuple[str, ...] = ()
    """Set by ``extract_links``: what operations that the document describes take."""


def parse(body: bytes, *, url: str, content_type: str | None) -> Document:
    """The document that a browser would make of a response.

    No body raises; time and memory are bounded, with a note in the document
    where a bound cut something off.
    """
    essence, charset = media.content_type(content_type)
    path = _path(url)
    notes: list[str] = []
    if media.packed_sitemap(path, body):
        body, complete = _unpack(body)
        essence, path = "", path.removesuffix(".gz")
        if not complete:
            notes.append("truncated")
    kind = media.kind(path, essence, body)
    document = Document(url, kind, base_url=_short(url, notes))
    if kind not in {"binary", "empty"}:
        _read(document, body, charset, notes)
    document.notes = tuple(notes)
    return document


def _read(
    document: Document, body: bytes, charset: str | None, notes: list[str]
) -> None:
    """Decode, settle the kind by the content, and parse what is HTML."""
    family = "xml" if document.kind in {"xhtml", "xml"} else document.kind
    document.text, document.encoding, guessed = decode(body, charset, family)
    if guessed:
        notes.append("encoding-guessed")
    source = document.text
    if document.kind in {"xhtml", "xml"}:
        if xml.declares_entities(source):
            notes.append("entities")
        source = _xml(document, notes)
    elif document.kind in {"html", "text", "sitemap"} and media.is_feed(source):
        document.kind = "sitemap"
    if document.kind == "html":
        source, marks = guard(source)
        notes += marks
        # Without mutation events: with them 20,000 options take 1.9 s.
        document.tree = LexborHTMLParser(
            source, options=LexborDocumentOptions.WO_EVENTS
        )
        document.base_url = _base(document.tree, document.base_url, notes)


def _xml(document: Document, notes: list[str]) -> str:
    """Settle the kind of an XML document; the HTML to parse, if it is that."""
    source = document.text
    if media.is_feed(source):
        document.kind = "sitemap"
    elif document.kind == "xhtml" or media.xml_root(source) == "html":
        document.kind = "html"
        html = xml.xhtml_to_html(source)
        if html is not None:
            return html
        notes.append("xml-as-html")
    return source


def _base(tree: LexborHTMLParser, url: str, notes: list[str]) -> str:
    """The document base URL (HTML 2.4.3): of the first base that has an href."""
    element = tree.css_first("base[href]")
    if element is None:
        return url
    try:
        base = ada_url.join_url(url, element.attributes.get("href") or "")
    except ValueError:
        return url
    if base.startswith(("data:", "javascript:")):
        return url
    return _short(base, notes)


def _short(base: str, notes: list[str]) -> str:
    """A base that is too long is cut to a folder above it, and marked.

    Else 50,000 references of a character each were URLs of its length.
    """
    if len(base) <= MAX_BASE:
        return base
    if "base" not in notes:
        notes.append("base")
    start = base[:MAX_BASE]
    path = start.partition("#")[0].partition("?")[0]
    return path if path != start else path[: path.rfind("/") + 1]


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def _unpack(body: bytes) -> tuple[bytes, bool]:
    """The first MAX_UNPACKED bytes of a gzip file, and whether that is all."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        data = unpacker.decompress(body, MAX_UNPACKED)
    except zlib.error:
        return body, True
    return data or body, not unpacker.unconsumed_tail
