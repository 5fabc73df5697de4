"""Which control belongs to which form (HTML 4.10.17.3, and 13.2 for the parser).

A tree tells most of it: a control belongs to the form around it, or to the one its
``form`` attribute names. But the parser also remembers the form that is open (the
*form element pointer*), and gives it the controls that follow, even where the form
element itself has ended: in a table it holds nothing at all, and ``<div><form></div>``
closes it early. Only ``</form>`` ends that, and leaves no trace in the tree; and what
stands in a table outside of a cell is moved before it, and so before its form. So where
it matters the source is parsed once more with a mark behind each ``</form>`` and a
number in each tag of a form or control.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from crawler.dom.elements import TABLE_PARTS
from crawler.forms.controls import Control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborNode

    from crawler.dom import Document

MAX_CONTROLS = 5_000
"""Forms and controls of a document that are read."""
_MAX_DEPTH = 1_000
_MAX_SOURCE = 1_000_000
_NEIGHBOURS = 8

# Notes of a document that was changed before it was parsed.
_BOUNDED = frozenset({"deep", "attributes", "names", "formatting", "truncated"})
_OPTIONS = LexborDocumentOptions.WO_EVENTS

_LISTED = "form,input,button,select,textarea"
_HTML_INSIDE = frozenset({"foreignobject", "desc", "title", "annotation-xml"})
_IN_TABLES = frozenset({"table", *TABLE_PARTS}) - {"caption", "td", "th"}
# An empty template is inserted where it stands in every insertion mode (a mark of
# another kind would be moved out of a table), and changes nothing around it. No
# quotes, since a tag may stand in the value of an attribute.
_NUMBER = "data-source-order"
_MARK = f"<template {_NUMBER}="
_MARKED = f"template[{_NUMBER}]"
_TAG = re.compile(
    r"</form(?:[\s/][^>]*)?>|<(?:form|input|button|select|textarea)(?=[\s/>])",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Owned:
    """A form element and its controls in tree order."""

    form: Control
    controls: list[Control] = field(default_factory=list)


def owned(document: Document) -> list[Owned]:
    """The forms of *document* in tree order, each with its controls.

    Not seen: that a control which the parser takes out of misnested formatting
    elements (``<a><p><a>``) loses a form that is not around it.
    """
    if document.tree is None or document.tree.css_first("form") is None:
        return []
    listed = [
        Control(node, node.tag or "", node.attributes)
        for node in listed_nodes(document.tree)
    ]
    forms = {item.node.mem_id: Owned(item) for item in listed if item.tag == "form"}
    known: dict[int, int | None] = {}
    around = [_around(item.node, forms, known) for item in listed]
    if _unclear(listed, around) and not _as_written(document, listed, around):
        for place, open_form in enumerate(_open_forms(document, listed)):
            if open_form is not None:
                around[place] = listed[open_form].node.mem_id
    named = _by_id(document.tree, listed)
    for item, owner in zip(listed, around, strict=True):
        if item.tag == "form":
            continue
        if "form" in item.attributes:
            owner = named.get(item.get("form"))  # noqa: PLW2901 - the attribute wins
        if owner in forms:
            forms[owner].controls.append(item)
    return list(forms.values())


def listed_nodes(tree: LexborHTMLParser) -> list[LexborNode]:
    """The forms and controls of a document in tree order."""
    return _of_html(tree, tree.css(_LISTED)[:MAX_CONTROLS])


def _of_html(tree: LexborHTMLParser, nodes: list[LexborNode]) -> list[LexborNode]:
    """*nodes* without those of SVG or MathML, which only have the name of a control."""
    if tree.css_first("svg,math") is None:
        return nodes
    known: dict[int, bool] = {}
    return [node for node in nodes if not _foreign(node, known)]


def _foreign(node: LexborNode, known: dict[int, bool]) -> bool:
    """Whether SVG or MathML is around; *known* is what was found out on the way."""
    path = []
    parent = node.parent
    found = False
    for _ in range(_MAX_DEPTH):
        if parent is None or (parent.tag or "").lower() in _HTML_INSIDE:
            break
        if parent.tag in {"svg", "math"} or (found := known.get(parent.mem_id, False)):
            found = True
            break
        if parent.mem_id in known:
            break
        path.append(parent.mem_id)
        parent = parent.parent
    known.update(dict.fromkeys(path, found))
    return found


def _around(
    node: LexborNode, forms: dict[int, Owned], known: dict[int, int | None]
) -> int | None:
    """The nearest form around *node*; *known* is what was found out on the way."""
    path = []
    parent = node.parent
    found = None
    for _ in range(_MAX_DEPTH):
        if parent is None:
            break
        place = parent.mem_id
        if place in forms or place in known:
            found = place if place in forms else known[place]
            break
        path.append(place)
        parent = parent.parent
    known.update(dict.fromkeys(path, found))
    return found


def _by_id(tree: LexborHTMLParser, listed: Sequence[Control]) -> dict[str, int]:
    """The first element of each id, when a ``form`` attribute asks for one."""
    found: dict[str, int] = {}
    if any("form" in item.attributes for item in listed):
        for node in tree.css("[id]"):
            found.setdefault(node.id or "", node.mem_id)
        found.pop("", None)
    return found


def _unclear(listed: Sequence[Control], around: Sequence[int | None]) -> bool:
    """Whether the tree alone may be wrong about an owner."""
    seen = lonely = False
    for item, owner in zip(listed, around, strict=True):
        if item.tag == "form":
            parent = item.node.parent
            moved = parent is not None and parent.tag in _IN_TABLES
            if owner is not None or (moved and lonely):
                return True
            seen = True
        elif owner is None and "form" not in item.attributes:
            # Moved out of a table it stands right before it.
            if seen or _before_a_table(item.node):
                return True
            lonely = True
    return False


def _as_written(
    document: Document, listed: Sequence[Control], around: Sequence[int | None]
) -> bool:
    """Whether each form holds in the tree what stands between its tags in the source.

    Then nothing is left to the pointer, as on most pages, and one parse is enough.
    """
    if len(document.text) > _MAX_SOURCE:
        return False
    written: list[list[str]] = []
    inside = False
    for tag in _TAG.finditer(document.text):
        name = tag[0][1:].lower()
        if name.startswith("/") or name == "form":
            # Tags that do not alternate: forms in forms, in comments, never closed.
            if inside == (name == "form"):
                return False
            inside = not inside
            if inside:
                written.append([])
        elif inside:
            written[-1].append(name)
    held: dict[int, list[str]] = {
        item.node.mem_id: [] for item in listed if item.tag == "form"
    }
    for item, owner in zip(listed, around, strict=True):
        if owner in held:
            held[owner].append(item.tag)
    return written == list(held.values())


def _before_a_table(node: LexborNode) -> bool:
    """Whether a table follows soon after what holds *node*."""
    at: LexborNode | None = node
    for _ in range(_NEIGHBOURS):
        after = at.next if at is not None else None
        for _ in range(_NEIGHBOURS):
            if after is None:
                break
            if after.tag == "table":
                return True
            after = after.next
        at = at.parent if at is not None else None
    return False


def _open_forms(document: Document, listed: Sequence[Control]) -> list[int | None]:
    """For each of *listed* the place of the form that was open there, if any.

    Nothing is said of a document that was changed before it was parsed, or whose
    second tree has not the same forms and controls as the first.
    """
    nothing: list[int | None] = [None] * len(listed)
    source = document.text
    if not _BOUNDED.isdisjoint(document.notes) or len(source) > _MAX_SOURCE:
        return nothing
    marked = LexborHTMLParser(_numbered(source), options=_OPTIONS)
    nodes = _of_html(marked, marked.css(f"{_LISTED},{_MARKED}"))
    tags = [node.tag or "" for node in nodes]
    if [tag for tag in tags if tag != "template"][:MAX_CONTROLS] != [
        item.tag for item in listed
    ]:
        return nothing
    order: list[tuple[int, str, int]] = []
    place = 0
    for tag, node in zip(tags, nodes, strict=True):
        number = node.attributes.get(_NUMBER) or ""
        # What the parser itself inserted has no tag; it lies where it lies.
        key = int(number) if number.isdecimal() else (order[-1][0] if order else 0)
        order.append((key, tag, place))
        place += tag != "template"
    return _follow(sorted(order), nothing)


def _numbered(source: str) -> str:
    """*source* with the place of each tag of a form, in it or behind it."""
    pieces, last = [], 0
    for number, tag in enumerate(_TAG.finditer(source)):
        end = tag.end()
        pieces.append(source[last:end])
        if tag[0].startswith("</"):
            pieces.append(f"{_MARK}{number}></template>")
        else:
            pieces.append(f" {_NUMBER}={number}")
        last = end
    return "".join((*pieces, source[last:]))


def _follow(
    order: list[tuple[int, str, int]], found: list[int | None]
) -> list[int | None]:
    """Open and close forms in the order of the source."""
    open_form: int | None = None
    for _, tag, place in order:
        if tag == "template":
            open_form = None
        elif place < len(found):
            if tag == "form":
                open_form = place
            found[place] = open_form
    return found
