"""Links of an HTML tree: one pass in document order."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from crawler.dom.guard import guard
from crawler.dom.links_css import css_urls
from crawler.dom.links_forms import FormActions
from crawler.dom.links_inner import Inside, doctype_url, dropped_frames, holds_markup
from crawler.dom.links_looks import is_part, is_reference, rooted
from crawler.dom.links_meta import meta_links
from crawler.dom.links_objects import object_links, param_link, value_link
from crawler.dom.links_places import Places
from crawler.dom.links_prose import add_mentions
from crawler.dom.links_script import script_imports, script_urls
from crawler.dom.links_script_calls import add_calls
from crawler.dom.links_sources import (
    ACTING,
    ANY,
    DATA_ENDINGS,
    EMBEDDED_RELS,
    EXPRESSIONS,
    HOST_RELS,
    LISTS,
    PLAIN_ATTRIBUTES,
    SRCSET_ATTRIBUTES,
    URL_ATTRIBUTES,
)
from crawler.dom.links_values import srcset_urls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from selectolax.lexbor import LexborNode

    from crawler.dom.links_sink import Sink

MAX_SCRIPT: Final = 4 * 2**20
"""Characters of scripts, handlers and styles that are searched, in all."""
MAX_TEXT: Final = 2 * 2**20
"""Characters of anchor texts that are read, in all: anchors nest within tables."""
MAX_GUESSES: Final = 5_000
"""Strings of scripts that are taken for URLs."""
_SHORT: Final = 4
_PATHS: Final = frozenset({"", "/", ".", "#", "?"})
# The URL parser takes these out wherever they stand.
_NOT_IN_URLS = str.maketrans("", "", "\t\n\r")


def tree_links(
    tree: LexborHTMLParser, text: str, sink: Sink, *, places: bool = False
) -> None:
    """Add the links of a document to *sink*; then those of documents within it, of
    what the parser dropped, and of its text."""
    walk = _Walk(sink, Places(sink) if places else None)
    if system := doctype_url(text):
        sink.add(system, "doctype", guessed=True, embedded=True)
    walk.tree(tree)
    walk.inside.add(dropped_frames(text, tree), "dropped")
    _documents_within(walk, sink)
    add_mentions(text, sink)


def inner_links(markup: Iterable[str], within: str, sink: Sink) -> None:
    """Add the links of pieces of markup to *sink*; *within* is their origin."""
    walk = _Walk(sink, None)
    for source in markup:
        walk.inside.add(source, within)
    _documents_within(walk, sink)


def _documents_within(walk: _Walk, sink: Sink) -> None:
    # Each is parsed alone: joined, one could end within a comment of another.
    for source, sink.within in walk.inside.documents:
        inner, _ = guard(source)
        walk.tree(LexborHTMLParser(inner, options=LexborDocumentOptions.WO_EVENTS))
    sink.within = ""


class _Walk:
    """One pass: what it must remember, and what is left of its budgets."""

    __slots__ = (
        "_guesses",
        "_places",
        "_script",
        "_text",
        "actions",
        "inside",
        "sink",
    )

    def __init__(self, sink: Sink, places: Places | None) -> None:
        self.sink = sink
        self._places = places
        self.actions = FormActions(sink)
        self._script = MAX_SCRIPT
        self._guesses = MAX_GUESSES
        self._text = MAX_TEXT
        self.inside = Inside(sink)

    def tree(self, tree: LexborHTMLParser) -> None:
        if tree.root is None:
            return
        self._beside(tree.root)
        # Every element of every page comes by here: no call that is not needed.
        plain = PLAIN_ATTRIBUTES
        for node in tree.root.traverse():
            tag = node.tag or ""
            attributes = node.attributes
            for name in attributes:
                if name == "href" and tag == "a":
                    self.anchor(node, attributes[name] or "")
                elif name not in plain:
                    self._attribute(node, tag, name, attributes[name] or "")
            if tag in _ELEMENTS:
                _ELEMENTS[tag](self, node)

    def _beside(self, root: LexborNode) -> None:
        """Comments before and after the root element."""
        before, after = root.prev, root.next
        while before is not None or after is not None:
            for node in (before, after):
                if node is not None and node.tag == "-comment":
                    self.inside.add_comment(node)
            before = before.prev if before is not None else None
            after = after.next if after is not None else None

    def _attribute(self, node: LexborNode, tag: str, name: str, value: str) -> None:
        tags = URL_ATTRIBUTES.get(name)
        if tags is not None:
            embedded = tags.get(tag, tags.get(ANY))
            if embedded is not None:
                self._url(node, tag, name, value, embedded=embedded)
        elif name == "style":
            self.style(value)
        elif name.startswith("on"):
            self.script(value)
        elif name in SRCSET_ATTRIBUTES:
            for url in srcset_urls(value):
                self.sink.add(url, f"{tag[:32]}@{name}", embedded=True)
        elif name in ACTING and value:
            self.sink.add(value, f"{tag[:32]}@{name}:{ACTING[name]}")
        else:
            self._other(name, value)

    def _url(
        self, node: LexborNode, tag: str, name: str, value: str, *, embedded: bool
    ) -> None:
        if self._is_source(value):
            return
        special = _URLS.get((tag, name))
        if special is not None:
            special(self, node, value)
        elif name in LISTS:
            for url in value.replace(",", " ").split():
                self.sink.add(url, f"{tag}@{name}", embedded=embedded)
        elif value:
            alt = node.attributes.get("alt") or ""
            origin = f"{tag[:32]}@{name}"
            self.sink.add(value, origin, _line(alt), embedded=embedded)

    def _is_source(self, value: str) -> bool:
        """Whether a URL is a document or a script in itself, which is then read."""
        # Most begin with what no such scheme begins with.
        if value[:1] in _PATHS or value[:4] == "http" or ":" not in value:
            return False
        start = value[:100].translate(_NOT_IN_URLS).lstrip("\0 ").lower()
        if start.startswith("javascript:"):
            self.script(value)
            return True
        if start.startswith("data:"):
            self.inside.add_url(value)
            return True
        return False

    def anchor(self, node: LexborNode, value: str) -> None:
        if not self._is_source(value):
            place = self._places.of(node) if self._places is not None else None
            label = self._label(node)
            self.sink.add(value, f"{node.tag}@href", label, place=place)

    def _label(self, node: LexborNode) -> str:
        """What a reader sees of an anchor: its text, else what stands for it."""
        if self._text > 0:
            text = node.text()
            self._text -= len(text)
            if text := _line(text):
                return text
        image = node.css_first("img[alt]")
        for source, name in ((image, "alt"), (node, "aria-label"), (node, "title")):
            label = _line(source.attributes.get(name) or "") if source else ""
            if label:
                return label
        return _line(node.attributes.get("alt") or "")

    def link(self, node: LexborNode, value: str) -> None:
        attributes = node.attributes
        rels = set((attributes.get("rel") or "").lower().split())
        if rels & HOST_RELS or not value:
            return
        # A prefetch says by "as" that it is not for the next page.
        embedded = bool(rels & EMBEDDED_RELS or attributes.get("as"))
        title = _line(attributes.get("title") or "")
        self.sink.add(value, "link@href", title, embedded=embedded)

    def meta(self, node: LexborNode) -> None:
        content = node.attributes.get("content")
        if content:
            meta_links(node.attributes, content, self.sink)
            if holds_markup(content):
                self.inside.add(content, "markup")

    def script_element(self, node: LexborNode) -> None:
        source = node.text()
        self.script(source)
        if self._script > 0 and node.attributes.get("type") == "module":
            for url in script_imports(source):
                self.sink.add(url, "import", embedded=True)

    def style_element(self, node: LexborNode) -> None:
        self.style(node.text())

    def script(self, source: str) -> None:
        self._script -= len(source)
        if self._script <= 0 or self._guesses <= 0:
            return
        for url in islice(script_urls(source), self._guesses):
            self._guesses -= 1
            self.sink.add(url, "script", guessed=True, embedded=is_part(url))
            self.sink.below_base(url, "script-base", embedded=is_part(url))
        add_calls(source, self.sink)

    def style(self, source: str) -> None:
        self._script -= len(source)
        if self._script > 0:
            for url in css_urls(source):
                self.sink.add(url, "css", embedded=True)

    def _other(self, name: str, value: str) -> None:
        """An attribute that HTML does not know: a URL by the look of it, an expression
        or JSON, markup."""
        data = name.startswith("data-")
        if value[:1] in {"/", "h"} or (data and name.endswith(DATA_ENDINGS)):
            url = value.strip()
            if rooted(url) or (data and is_reference(url)):
                origin = "data-*" if data else "attribute"
                self.sink.add(url, origin, guessed=True, embedded=is_part(url))
                return
        if ("/" in value or "." in value) and len(value) > _SHORT:
            if value.lstrip()[:1] == "<" and holds_markup(value):
                self.inside.add(value, "markup")
            elif (data and '"' in value) or name.startswith(EXPRESSIONS):
                self.script(value)


def _line(text: str) -> str:
    return " ".join(text[:2000].split())


_ELEMENTS: Final[dict[str, Callable[[_Walk, LexborNode], None]]] = {
    "-comment": lambda walk, node: walk.inside.add_comment(node),
    "applet": lambda walk, node: object_links(node, walk.sink),
    "form": lambda walk, node: walk.actions.form(node),
    "iframe": lambda walk, node: walk.inside.add_element(node),
    "input": lambda walk, node: value_link(node, walk.sink),
    "meta": _Walk.meta,
    "noembed": lambda walk, node: walk.inside.add_element(node),
    "noframes": lambda walk, node: walk.inside.add_element(node),
    "object": lambda walk, node: object_links(node, walk.sink),
    "option": lambda walk, node: value_link(node, walk.sink),
    "param": lambda walk, node: param_link(node, walk.sink),
    "script": _Walk.script_element,
    "style": _Walk.style_element,
    "template": lambda walk, node: walk.inside.add_template(node),
}
_URLS: Final[dict[tuple[str, str], Callable[[_Walk, LexborNode, str], None]]] = {
    ("area", "href"): _Walk.anchor,
    ("base", "href"): lambda walk, _node, _value: walk.sink.folder(),
    ("button", "formaction"): lambda walk, node, value: walk.actions.button(
        node, value
    ),
    ("form", "action"): lambda walk, node, value: walk.actions.action(node, value),
    ("input", "formaction"): lambda walk, node, value: walk.actions.button(node, value),
    ("link", "href"): _Walk.link,
}
