"""Links of documents that are not HTML: robots.txt, sitemaps, feeds, XML, CSS, scripts,
JSON, text."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from crawler.dom import xml
from crawler.dom.links_css import css_urls
from crawler.dom.links_json import json_urls
from crawler.dom.links_looks import is_part
from crawler.dom.links_prose import absolute_urls, dotted_paths
from crawler.dom.links_script import script_imports, script_routes, script_urls
from crawler.dom.links_sources import PART, PLACE, URL_ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.dom.document import Document
    from crawler.dom.links_sink import Sink

MAX_ROBOTS: Final = 500 * 1024
"""Characters of robots.txt that are read (RFC 9309: at least 500 KiB)."""
MAX_ELEMENTS: Final = 500_000
"""Elements of an XML document that are read."""
MAX_CHARACTERS: Final = 4 * 2**20
"""Characters of a script, JSON or text document that are searched."""
MAX_GUESSES: Final = 500
"""Guesses from one script, JSON or text document: more of them are data."""
MAX_NAMES: Final = 20
"""Names of files in one script or JSON document that are taken for references."""

_LOCATIONS: Final[dict[str, bool]] = {
    "comments": PLACE,
    "commentRss": PLACE,
    "content_loc": PART,
    "icon": PART,
    "link": PLACE,
    "loc": PLACE,
    "logo": PART,
    "origLink": PLACE,
    "player_loc": PLACE,
    "thumbnail_loc": PART,
}
"""Elements of sitemaps, RSS and Atom whose text is a URL."""
_PATH: Final = re.compile("/[^*$]*+")
_MEDIA: Final = frozenset({"content", "enclosure", "thumbnail"})


def file_links(document: Document, sink: Sink) -> None:
    """Add the links of a document without a tree to *sink*."""
    kind = document.kind
    if kind == "robots":
        _robots(document.text[:MAX_ROBOTS], sink)
    elif kind == "css":
        for url in css_urls(document.text):
            sink.add(url, "css", embedded=True)
    elif kind in _SEARCHED:
        _SEARCHED[kind](document.text[:MAX_CHARACTERS], document, sink)
    elif kind == "sitemap" and not document.text.lstrip().startswith("<"):
        for line in document.text.splitlines():
            if line.strip().startswith(("http://", "https://")):
                sink.add(line, "sitemap")
    elif kind in {"sitemap", "xml"} and not xml.declares_entities(document.text):
        _elements(document.text, sink, _feed if kind == "sitemap" else _xml)


def _script(text: str, document: Document, sink: Sink) -> None:
    """Strings are relative to the page, modules to the script itself."""
    for url in islice(script_imports(text), MAX_GUESSES):
        sink.add(sink.absolute(url, document.url), "import", embedded=True)
    for url in islice(script_routes(text), MAX_GUESSES):
        sink.add(url, "script", guessed=True, embedded=is_part(url))
    _guess(script_urls(text), "script", sink)
    for url in islice(absolute_urls(text), MAX_GUESSES):
        sink.mention(url, "text", embedded=is_part(url))


def _json(text: str, _document: Document, sink: Sink) -> None:
    _guess(json_urls(text), "json", sink)


def _guess(urls: Iterator[str], origin: str, sink: Sink) -> None:
    """Add guesses; names of files, when they are many, are data (a search index)."""
    found = list(dict.fromkeys(islice(urls, MAX_GUESSES)))
    names = [url for url in found if not url.startswith(("/", ".", "http"))]
    for url in found:
        if len(names) <= MAX_NAMES or url.startswith(("/", ".", "http")):
            sink.add(url, origin, guessed=True, embedded=is_part(url))


def _text(text: str, _document: Document, sink: Sink) -> None:
    for url in islice(chain(absolute_urls(text), dotted_paths(text)), MAX_GUESSES):
        sink.mention(url, "text", embedded=is_part(url))


_SEARCHED: Final = {"json": _json, "script": _script, "text": _text}


def _elements(text: str, sink: Sink, add: Callable[[xml.Element, Sink], None]) -> None:
    for count, element in enumerate(xml.elements(text)):
        if sink.full or count >= MAX_ELEMENTS:
            sink.full = True
            return
        add(element, sink)


def _robots(text: str, sink: Sink) -> None:
    """Paths that rules name are guesses: a rule need not have a page."""
    for line in text.splitlines():
        name, _, value = line.partition("#")[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if name == "sitemap" and value:
            sink.add(value, "robots")
        elif name in {"allow", "disallow"} and _PATH.fullmatch(value):
            sink.add(value, "robots", guessed=True)


def _feed(element: xml.Element, sink: Sink) -> None:
    text = element.text.strip()
    embedded = _LOCATIONS.get(element.name)
    if text and embedded is not None:
        # An image of a sitemap (image:loc), the link of a channel's image is not.
        in_image = element.parent == "image" and element.name == "loc"
        sink.add(text, "sitemap", embedded=embedded or in_image)
    for name in ("href", "src", "url"):
        value = element.attributes.get(name, "").strip()
        if value:
            enclosed = element.attributes.get("rel") == "enclosure"
            embedded = (
                enclosed or element.name in _MEDIA or element.name.startswith("?")
            )
            sink.add(value, "sitemap", embedded=embedded)


def _xml(element: xml.Element, sink: Sink) -> None:
    """``href`` and ``src`` mean a URL in every vocabulary (XLink, SVG, XSLT)."""
    for name in ("href", "src"):
        value = element.attributes.get(name, "").strip()
        if value and not value.startswith("#"):
            part = URL_ATTRIBUTES[name].get(element.name, name == "src")
            embedded = part or element.name.startswith("?")
            sink.add(value, "xml", embedded=embedded)
