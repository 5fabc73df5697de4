"""A document as the light tree that records are looked for in.

The parser's nodes are read once; what no reader sees is left out, and every element
knows its path of tags and classes (as a hash), which is what tag paths are compared by.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import mmh3

from crawler.dom.elements import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode

    from crawler.dom import Document

MAX_NODES: Final = 150_000
"""Nodes of a document that are read; the rest is cut off, with a note."""
MAX_TEXT: Final = 4_000
"""Characters of one text."""
_MAX_VALUE: Final = 2_000
_MAX_ATTRIBUTES: Final = 24
_FEW: Final = 8

TEXT: Final = ""
"""Tag of a text."""
BREAKING: Final = names(
    "address article aside blockquote body br button caption center dd details"
    " dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5"
    " h6 header hgroup hr html legend li listing main menu nav ol p pre search"
    " section summary table tbody td tfoot th thead tr ul"
)
"""Elements that end a line of text."""
_SKIPPED: Final = names(
    "area audio base canvas datalist embed head iframe link meta noembed noframes"
    " noscript object optgroup option param rp script source style template title"
    " track video"
)
_OPAQUE: Final = frozenset({"math", "select", "svg", "textarea"})
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
FORMATTING: Final = names(
    "abbr acronym b bdi bdo big cite code dfn em font i ins kbd mark nobr q s"
    " samp small strong sub sup tt u var wbr"
)
"""Elements that are part of the text around them."""
HIGHLIGHT: Final = re.compile(
    r"match|highlight|hilite|(?:^|[-_ ])(?:hit|hits|hl|kw)(?:$|[-_ ])|keyword"
)
"""Classes of what was asked for, marked in a text."""
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
# What comes and goes with the place or the state of an item, not with its kind.
_STATE = re.compile(
    r"(?:odd|even|first|last|active|current|selected|hover|alt|alternate|highlight"
    r"|row[-_]?\d+|item[-_]?\d+|clearfix|cf|group|js[-_].*|is[-_].*|has[-_].*)\Z",
    re.IGNORECASE,
)


class Element:
    """An element, or a text (its tag is empty) with its white space collapsed."""

    __slots__ = (
        "attributes",
        "children",
        "fresh",
        "label",
        "parent",
        "path",
        "place",
        "size",
        "spaced",
        "tag",
        "text",
    )

    def __init__(self, tag: str, parent: Element | None, place: int) -> None:
        self.tag = tag
        self.parent = parent
        self.place = place
        """Position in document order."""
        self.attributes: dict[str, str] = {}
        self.children: list[Element] = []
        self.text = ""
        self.label = tag
        """The tag, with the first class that names a kind."""
        self.path = 0
        """Hash of the labels from the root to here."""
        self.size = 0
        """Characters of text below."""
        self.fresh = 0
        """Those of them that reference pages do not have."""
        self.spaced = False
        """White space stands before it."""

    def below(self) -> Iterator[Element]:
        """This element and everything in it, in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            if element.children:
                stack.extend(reversed(element.children))

    def elements(self) -> list[Element]:
        """The children that are elements."""
        return [child for child in self.children if child.tag]

    def alone(self) -> bool:
        """Whether its parent has no other element."""
        beside = self.parent.children if self.parent is not None else []
        return len(beside) < _FEW and sum(bool(each.tag) for each in beside) == 1

    def ancestors(self) -> Iterator[Element]:
        """From the parent up."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent

    def find(self, *tags: str) -> Iterator[Element]:
        """The elements of these tags in it."""
        return (element for element in self.below() if element.tag in tags)

    def classes(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()


class Tree:
    """The elements of a body, in document order."""

    __slots__ = ("cut", "order", "root")

    def __init__(self, root: Element, order: list[Element], *, cut: bool) -> None:
        self.root, self.order, self.cut = root, order, cut

    def texts(self) -> Iterator[Element]:
        """The texts that are not blank."""
        return (element for element in self.order if not element.tag)


def tree_of(document: Document, limit: int = MAX_NODES) -> Tree:
    """The tree of an HTML document; of any other, an empty one."""
    root = Element("body", None, 0)
    order = [root]
    body = document.tree.body if document.tree is not None else None
    node = body.first_child if body is not None else None
    parent: Element = root
    path: list[LexborNode] = []
    spaced, left = False, limit
    while left and (node is not None or path):
        if node is None:
            node = path.pop().next
            parent = parent.parent or root
            continue
        left -= 1
        tag = node.tag or "-"
        child = None
        if tag == "-text":
            spaced = _add_text(parent, node, order, spaced)
        elif tag[0] != "-" and tag not in _SKIPPED:
            element = _element(node, tag, parent, len(order))
            if element is not None:
                element.spaced, spaced = spaced, tag == "br"
                parent.children.append(element)
                order.append(element)
                child = None if tag in _OPAQUE else node.first_child
                if child is not None:
                    path.append(node)
                    node, parent = child, element
                    continue
        node = node.next
    _measure(order)
    return Tree(root, order, cut=node is not None or bool(path))


def _add_text(
    parent: Element, node: LexborNode, order: list[Element], spaced: bool
) -> bool:
    """Append a text; whether white space stands before what follows."""
    raw = (node.text_content or "")[: 4 * MAX_TEXT]
    text = " ".join(raw.split())[:MAX_TEXT]
    if not text:
        return spaced or bool(raw)
    element = Element(TEXT, parent, len(order))
    element.text = text
    element.path = parent.path
    element.spaced = spaced or raw[0].isspace()
    element.size = len(text)
    parent.children.append(element)
    order.append(element)
    return raw[-1].isspace()


def _element(node: LexborNode, tag: str, parent: Element, place: int) -> Element | None:
    element = Element(tag, parent, place)
    attributes = node.attributes
    if attributes:
        if "hidden" in attributes or _HIDDEN.search(attributes.get("style") or ""):
            return None
        pairs = list(attributes.items())[:_MAX_ATTRIBUTES]
        element.attributes = {n: (v or "")[:_MAX_VALUE] for n, v in pairs}
        if name := kind_class(element):
            element.label = f"{tag}.{name}"
    element.path = mmh3.hash64(f"{parent.path:x}/{element.label}")[0]
    return element


def kind_class(element: Element) -> str:
    """The first class that tells of what kind an element is, digits folded."""
    for name in element.classes()[:8]:
        if not _STATE.match(name):
            return _DIGITS.sub("0", name[:64])
    return ""


def kind_classes(element: Element) -> frozenset[str]:
    """All such classes."""
    names = (name for name in element.classes()[:8] if not _STATE.match(name))
    return frozenset(_DIGITS.sub("0", name[:64]) for name in names)


def _measure(order: list[Element]) -> None:
    for element in reversed(order):
        if element.parent is not None:
            element.parent.size += element.size


def text_of(elements: Element | list[Element], limit: int = MAX_TEXT) -> str:
    """What a reader sees of elements, in one line."""
    pieces: list[str] = []
    room = limit
    broken = False
    stack: list[Element | None]
    stack = [elements] if isinstance(elements, Element) else list(reversed(elements))
    while stack and room > 0:
        element = stack.pop()
        if element is None:
            broken = True
            continue
        broken = broken or element.spaced
        if element.tag:
            if element.tag in BREAKING:
                broken = True
                stack.append(None)
            stack.extend(reversed(element.children))
        else:
            pieces.append(f" {element.text}" if broken else element.text)
            room -= len(element.text)
            broken = False
    return " ".join("".join(pieces).split())[:limit]
