"""Which control belongs to which form (HTML 4.10.17.3, and 13.2 for the parser).

A tree tells most of it: a control belongs to the form around it, or to the one its
``form`` attribute names. But the parser also remembers the form that is open (the
*form element pointer*), and gives it the controls that follow, even where the form
element itself has ended: in a table it holds nothing at all, and ``<div><form></div>``
closes it early. Only ``</form>`` ends that, and leaves no trace in the tree. So where
it matters the source is parsed once more with a mark behind each ``</form>``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborNode

    from crawler.dom import Document

MAX_CONTROLS = 5_000
"""Forms and controls of a document that are read."""
_MAX_DEPTH = 1_000
_MAX_SOURCE = 1_000_000

# Notes of a document that was changed before it was parsed.
_BOUNDED = frozenset({"deep", "attributes", "formatting", "truncated"})

_LISTED = "form,input,button,select,textarea"
# An empty template is inserted where it stands in every insertion mode (a mark of
# another kind would be moved out of a table), and changes nothing around it. No
# quotes, since the end tag may stand in the value of an attribute.
_MARK = "<template data-form-end></template>"
_MARKED = "template[data-form-end]"
_END_TAG = re.compile(r"</form(?:[\s/][^>]*)?>", re.IGNORECASE)


@dataclass(slots=True)
class Control:
    """An element of a form, its attributes read once."""

    node: LexborNode
    tag: str
    attributes: dict[str, str | None]

    def get(self, name: str) -> str:
        """Value of an attribute; empty when it is empty or absent."""
        return self.attributes.get(name) or ""


@dataclass(slots=True)
class Owned:
    """A form element and its controls in tree order."""

    form: Control
    controls: list[Control] = field(default_factory=list)


def owned(document: Document) -> list[Owned]:
    """The forms of *document* in tree order, each with its controls.

    Not seen: the pointer for a control that stands in a table outside of any cell,
    which the parser moves before the table, and so before the form.
    """
    if document.tree is None or document.tree.css_first("form") is None:
        return []
    listed = [
        Control(node, node.tag or "", node.attributes)
        for node in document.tree.css(_LISTED)[:MAX_CONTROLS]
    ]
    forms = {item.node.mem_id: Owned(item) for item in listed if item.tag == "form"}
    around = [_around(item.node, forms) for item in listed]
    if _unclear(listed, around):
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


def _around(node: LexborNode, forms: dict[int, Owned]) -> int | None:
    """The nearest form around *node*."""
    parent = node.parent
    for _ in range(_MAX_DEPTH):
        if parent is None:
            return None
        if (found := parent.mem_id) in forms:
            return found
        parent = parent.parent
    return None


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
    seen = False
    for item, owner in zip(listed, around, strict=True):
        if item.tag == "form":
            if owner is not None:
                return True
            seen = True
        elif seen and owner is None and "form" not in item.attributes:
            return True
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
    marked = LexborHTMLParser(
        _END_TAG.sub(lambda end: end[0] + _MARK, source),
        options=LexborDocumentOptions.WO_EVENTS,
    )
    tags = [node.tag or "" for node in marked.css(f"{_LISTED},{_MARKED}")]
    if [tag for tag in tags if tag != "template"][:MAX_CONTROLS] != [
        item.tag for item in listed
    ]:
        return nothing
    found: list[int | None] = []
    open_form = None
    for tag in tags:
        if tag == "template":
            open_form = None
            continue
        if tag == "form":
            open_form = len(found)
        found.append(open_form)
    return found[: len(listed)]
