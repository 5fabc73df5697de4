"""Links of an HTML tree: one pass in document order."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from crawler.dom.guard import guard
from crawler.dom.links_css import css_urls
from crawler.dom.links_script import REFERENCE, is_part, plausible, script_urls
from crawler.dom.links_sources import (
    ANY,
    DATA_ENDINGS,
    EMBEDDED_RELS,
    HOST_RELS,
    LISTS,
    METAS,
    PLAIN_ATTRIBUTES,
    SRCSET_ATTRIBUTES,
    URL_ATTRIBUTES,
    URL_PARAMETERS,
)
from crawler.dom.links_values import refresh_target, srcset_urls

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborNode

    from crawler.dom.links_sink import Sink

MAX_SCRIPT: Final = 4 * 2**20
"""Characters of scripts, handlers and styles that are searched, in all."""
MAX_TEXT: Final = 2 * 2**20
"""Characters of anchor texts that are read, in all: anchors nest within tables."""
MAX_GUESSES: Final = 5_000
"""Strings of scripts that are taken for URLs."""
MAX_INNER: Final = 2**20
"""Characters of documents within the document (``srcdoc``, ``noframes``), in all."""
_MAX_CLIMB: Final = 64
_TASK_URL = re.compile(r"(?:action|icon)-uri=([^;]++)", re.IGNORECASE)
_ROOTED: Final = ("/", "http://", "https://")
# The URL parser takes these out wherever they stand.
_NOT_IN_URLS = str.maketrans("", "", "\t\n\r")


def tree_links(tree: LexborHTMLParser, sink: Sink) -> None:
    """Add the links of a document to *sink*, then those of documents within it."""
    walk = _Walk(sink)
    walk.tree(tree)
    # Each is parsed alone: joined, one could end within a comment of another.
    for source in walk.inner:
        text, _ = guard(source)
        walk.tree(LexborHTMLParser(text, options=LexborDocumentOptions.WO_EVENTS))


class _Walk:
    """One pass: what it must remember, and what is left of its budgets."""

    __slots__ = (
        "_forms",
        "_guesses",
        "_inner",
        "_method",
        "_script",
        "_sink",
        "_text",
        "inner",
    )

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._script = MAX_SCRIPT
        self._guesses = MAX_GUESSES
        self._inner = MAX_INNER
        self._text = MAX_TEXT
        self._method = ""
        self._forms: dict[str, str] = {}
        self.inner: list[str] = []

    def tree(self, tree: LexborHTMLParser) -> None:
        if tree.root is None:
            return
        # Every element of every page comes by here: no call that is not needed.
        plain = PLAIN_ATTRIBUTES
        for node in tree.root.traverse():
            tag = node.tag or ""
            attributes = node.attributes
            for name in attributes:
                if name not in plain:
                    self._attribute(node, tag, name, attributes[name] or "")
            if tag in _ELEMENTS:
                _ELEMENTS[tag](self, node)

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
        elif name.startswith("data-"):
            self._data(name, value)
        elif name in SRCSET_ATTRIBUTES:
            for url in srcset_urls(value):
                self._sink.add(url, f"{tag[:32]}@{name}", embedded=True)

    def _url(
        self, node: LexborNode, tag: str, name: str, value: str, *, embedded: bool
    ) -> None:
        special = _URLS.get((tag, name))
        if special is not None:
            special(self, node, value)
        elif name in LISTS:
            for url in value.replace(",", " ").split():
                self._sink.add(url, f"{tag}@{name}", embedded=embedded)
        elif value:
            alt = node.attributes.get("alt") or ""
            origin = f"{tag[:32]}@{name}"
            self._sink.add(value, origin, _line(alt), embedded=embedded)

    def anchor(self, node: LexborNode, value: str) -> None:
        if ":" in value and value[:4] != "http" and _is_javascript(value):
            self.script(value)
            return
        self._sink.add(value, f"{node.tag}@href", self._label(node))

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
        self._sink.add(value, "link@href", title, embedded=embedded)

    def form_action(self, node: LexborNode, value: str) -> None:
        self._action("form@action", value, _method(node.attributes.get("method")))

    def button_action(self, node: LexborNode, value: str) -> None:
        """``formaction``: its method is the button's own, else that of its form."""
        attributes = node.attributes
        method = attributes.get("formmethod")
        if method is None and attributes.get("form"):
            # A form further on is not known yet: then nothing is sent to it.
            method = self._forms.get(attributes["form"] or "", "post")
        form: LexborNode | None = node
        for _ in range(_MAX_CLIMB if method is None else 0):
            form = form.parent if form is not None else None
            if form is not None and form.tag == "form":
                method = form.attributes.get("method") or "get"
                break
        # In a table that breaks a form apart, the form is no ancestor.
        method = self._method if method is None else method
        self._action(f"{node.tag}@formaction", value, _method(method))

    def _action(self, origin: str, value: str, method: str) -> None:
        """An action without a URL is that of the page itself, which is known."""
        if value.strip() and method != "dialog":
            marker = "" if method == "get" else f":{method}"
            self._sink.add(value, origin + marker)

    def form(self, node: LexborNode) -> None:
        attributes = node.attributes
        self._method = attributes.get("method") or "get"
        if attributes.get("id"):
            self._forms.setdefault(attributes["id"] or "", self._method)

    def meta(self, node: LexborNode) -> None:
        attributes = node.attributes
        content = attributes.get("content")
        if not content:
            return
        if (attributes.get("http-equiv") or "").strip().lower() == "refresh":
            target = refresh_target(content)
            if target is not None:
                self._sink.add(target, "meta-refresh")
            return
        for key in ("property", "name", "itemprop"):
            name = (attributes.get(key) or "").strip().lower()
            if name == "msapplication-task":
                for url in _TASK_URL.findall(content):
                    self._sink.add(url, f"meta@{name}", embedded=is_part(url))
            elif name in METAS and content.lower() != "none":
                self._sink.add(content, f"meta@{name}", embedded=METAS[name])

    def param(self, node: LexborNode) -> None:
        attributes = node.attributes
        value = attributes.get("value")
        if value and (attributes.get("name") or "").lower() in URL_PARAMETERS:
            self._sink.add(value, "param@value", guessed=True, embedded=True)

    def script_element(self, node: LexborNode) -> None:
        self.script(node.text())

    def style_element(self, node: LexborNode) -> None:
        self.style(node.text())

    def inner_document(self, node: LexborNode) -> None:
        """Markup that is a document of its own, with this one's base URL."""
        source = node.attributes.get("srcdoc") or ""
        if node.tag == "noframes":
            source = node.text()
        self._inner -= len(source)
        if self._inner > 0 and "<" in source:
            self.inner.append(source)

    def script(self, source: str) -> None:
        self._script -= len(source)
        if self._script <= 0 or self._guesses <= 0:
            return
        for url in islice(script_urls(source), self._guesses):
            self._guesses -= 1
            self._sink.add(url, "script", guessed=True, embedded=is_part(url))

    def style(self, source: str) -> None:
        self._script -= len(source)
        if self._script > 0:
            for url in css_urls(source):
                self._sink.add(url, "css", embedded=True)

    def _data(self, name: str, value: str) -> None:
        """``data-*``: a URL by the name and the look of it, or JSON."""
        if '"' in value:
            self.script(value)
            return
        value = value.strip()
        meant = name.endswith(DATA_ENDINGS) or value.startswith(_ROOTED)
        if meant and REFERENCE.fullmatch(value) and plausible(value):
            self._sink.add(value, "data-*", guessed=True, embedded=is_part(value))


def _line(text: str) -> str:
    return " ".join(text[:2000].split())


def _is_javascript(value: str) -> bool:
    start = value[:100].translate(_NOT_IN_URLS).lstrip("\0 ").lower()
    return start.startswith("javascript:")


def _method(value: str | None) -> str:
    """Any unknown method is GET (HTML 4.10.19.6)."""
    method = (value or "").lower()
    return method if method in {"post", "dialog"} else "get"


_ELEMENTS: Final[dict[str, Callable[[_Walk, LexborNode], None]]] = {
    "form": _Walk.form,
    "iframe": _Walk.inner_document,
    "meta": _Walk.meta,
    "noframes": _Walk.inner_document,
    "param": _Walk.param,
    "script": _Walk.script_element,
    "style": _Walk.style_element,
}
_URLS: Final[dict[tuple[str, str], Callable[[_Walk, LexborNode, str], None]]] = {
    ("a", "href"): _Walk.anchor,
    ("area", "href"): _Walk.anchor,
    ("base", "href"): lambda _walk, _node, _value: None,
    ("button", "formaction"): _Walk.button_action,
    ("form", "action"): _Walk.form_action,
    ("input", "formaction"): _Walk.button_action,
    ("link", "href"): _Walk.link,
}
