"""Links of documents that are not HTML: robots.txt, sitemaps, feeds, XML, CSS, scripts,
JSON, text."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from crawler.dom import xml
from crawler.dom.links_css import css_urls
from crawler.dom.links_described import described_links
from crawler.dom.links_html import inner_links
from crawler.dom.links_json import json_markup, json_urls
from crawler.dom.links_looks import ROOTED, is_part
from crawler.dom.links_prose import absolute_urls, add_mentions
from crawler.dom.links_script import script_imports, script_routes, script_urls
from crawler.dom.links_script_calls import add_calls
from crawler.dom.links_sourcemap import inline_map, is_source_map, map_urls, sources
from crawler.dom.links_xml import xml_links
from crawler.dom.links_yaml import yaml_links

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.dom.document import Document
    from crawler.dom.links_sink import Sink

MAX_ROBOTS: Final = 500 * 1024
"""Characters of robots.txt that are read (RFC 9309: at least 500 KiB)."""
MAX_CHARACTERS: Final = 4 * 2**20
"""Characters of a script, JSON or text document that are searched."""
MAX_GUESSES: Final = 500
"""Guesses from one script, JSON or text document: more of them are data."""
MAX_MAP: Final = 32 * 2**20
"""Characters of a source map: what it holds of sources is bounded as scripts are."""
MAX_NAMES: Final = 20
"""Names of files in one script or JSON document that are taken for references."""

_PATH: Final = re.compile("/[^*$]*+")
_FIELD: Final = re.compile(
    r"^[A-Za-z-]{1,30}:[ \t]{0,9}(https?://\S{1,2000})", re.MULTILINE
)


def file_links(document: Document, sink: Sink) -> None:
    """Add the links of a document without a tree to *sink*."""
    kind = document.kind
    if kind == "robots":
        _robots(document.text[:MAX_ROBOTS], sink)
    elif kind == "css":
        for url in css_urls(document.text):
            sink.add(url, "css", embedded=True)
        _maps(document.text[:MAX_CHARACTERS], document, sink)
    elif kind in _SEARCHED:
        _SEARCHED[kind](document.text[:MAX_CHARACTERS], document, sink)
    elif kind == "sitemap" and not document.text.lstrip().startswith("<"):
        for line in document.text.splitlines():
            if line.strip().startswith(("http://", "https://")):
                sink.add(line, "sitemap")
    elif kind in {"sitemap", "xml"} and not xml.declares_entities(document.text):
        xml_links(document.text, sink, feed=kind == "sitemap")


def _script(text: str, document: Document, sink: Sink) -> None:
    """Strings are relative to the page, modules to the script itself."""
    if is_source_map(text):
        _source_map(document.text[:MAX_MAP], document, sink)
        return
    _maps(text, document, sink)
    for url in islice(script_imports(text), MAX_GUESSES):
        sink.add(sink.absolute(url, document.url), "import", embedded=True)
    for url in islice(script_routes(text), MAX_GUESSES):
        sink.add(url, "script", guessed=True, embedded=is_part(url))
    _guess(script_urls(text), "script", sink)
    document.parameters = add_calls(text, sink)
    for url in islice(absolute_urls(text), MAX_GUESSES):
        sink.mention(url, "text", embedded=is_part(url))


def _maps(text: str, document: Document, sink: Sink) -> None:
    """What a script or style sheet was made of."""
    for url in map_urls(text):
        if inner := inline_map(url):
            _source_map(inner, document, sink)
        else:
            there = sink.absolute(url, document.url)
            sink.add(there, "sourcemap", guessed=True, embedded=True)


def _source_map(text: str, document: Document, sink: Sink) -> None:
    """Names of sources may be files of the site. What stands in them is read as the
    script is, but where its references are relative to nobody can tell."""
    left = MAX_CHARACTERS
    found: dict[str, None] = {}
    mentioned: dict[str, None] = {}
    for count, (name, source) in enumerate(sources(text)):
        if name and count < MAX_NAMES:
            there = sink.absolute(name, document.url)
            sink.add(there, "sourcemap", guessed=True, embedded=True)
        left -= len(source)
        if left <= 0 or len(found) >= MAX_GUESSES:
            break
        found.update(dict.fromkeys(_rooted(source)))
        mentioned.update(dict.fromkeys(islice(absolute_urls(source), MAX_GUESSES)))
    _guess(iter(found), "script", sink)
    for url in islice(mentioned, MAX_GUESSES):
        sink.mention(url, "text", embedded=is_part(url))


def _rooted(source: str) -> Iterator[str]:
    routes = islice(script_routes(source), MAX_GUESSES)
    for url in chain(islice(script_urls(source), MAX_GUESSES), routes):
        if url.startswith(ROOTED):
            yield url


def _json(text: str, document: Document, sink: Sink) -> None:
    whole, document.parameters = described_links(text, sink)
    if not whole:
        _guess(json_urls(text), "json", sink)
        inner_links(json_markup(text), "markup", sink)


def _guess(urls: Iterator[str], origin: str, sink: Sink) -> None:
    """Add guesses; names of files, when they are many, are data (a search index)."""
    found = list(dict.fromkeys(islice(urls, MAX_GUESSES)))
    names = [url for url in found if not url.startswith(("/", ".", "http"))]
    for url in found:
        if len(names) <= MAX_NAMES or url.startswith(("/", ".", "http")):
            sink.add(url, origin, guessed=True, embedded=is_part(url))


def _text(text: str, document: Document, sink: Sink) -> None:
    if document.url.partition("?")[0].endswith("/security.txt"):
        # RFC 9116: all its fields but two have a URL.
        for field in islice(_FIELD.finditer(text), MAX_GUESSES):
            sink.add(field[1], "security.txt")
    whole, document.parameters = yaml_links(text, sink)
    if not whole:
        add_mentions(text, sink, MAX_GUESSES)


_SEARCHED: Final = {"json": _json, "script": _script, "text": _text}


def _robots(text: str, sink: Sink) -> None:
    """Paths that rules name are guesses: a rule need not have a page."""
    for line in text.splitlines():
        name, _, value = line.partition("#")[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if name == "sitemap" and value:
            sink.add(value, "robots")
        elif name in {"allow", "disallow"} and _PATH.fullmatch(value):
            sink.add(value, "robots", guessed=True)
