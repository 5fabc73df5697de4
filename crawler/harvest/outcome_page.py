"""What is looked at on a page to tell what kind of response it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from crawler.harvest.records_lines import lines_of
from crawler.harvest.records_tree import HEADINGS, text_of

if TYPE_CHECKING:
    from crawler.harvest.records_found import Found
    from crawler.harvest.records_tree import Element, Tree
    from crawler.items import Form

_INVALID: Final = re.compile(
    r"(?:^|[-_ ])(?:error|errors|invalid|has-error|is-invalid|field-error"
    r"|required-error|alert-danger"
    r"|validation-\w+|formerror|fehler|erreur)(?:$|[-_ ])",
    re.IGNORECASE,
)
_MAIN: Final = re.compile(r"content|result|main|body|answer", re.IGNORECASE)
_SHORT: Final = 200


@dataclass(slots=True, eq=False)
class Look:
    """Lines, heads and marks of a page."""

    lines: list[str] = field(default_factory=list)
    """New lines outside of records."""
    short: list[str] = field(default_factory=list)
    """The short ones of all lines."""
    heads: list[str] = field(default_factory=list)
    """Headings that reference pages lack."""
    marks: int = 0
    """Elements marked as wrong, in or beside a form."""
    forms: int = 0
    """Forms with a text box, a choice or a button."""
    beside: bool = False
    """Something new and short is said in, before or behind a form."""
    another: bool = False
    """There is a form that reference pages do not have."""
    labelled: bool = False
    """Fields are told by names in markup."""
    tree: Tree | None = None


def look_at(tree: Tree, found: Found | None = None) -> Look:
    """Look at a tree that was marked; *found* is what its records are."""
    look = Look(tree=tree)
    places = _places(found) if found is not None else frozenset()
    look.lines = lines_of(tree, places, fresh=True)
    look.short = [line for line in lines_of(tree, places) if len(line) < _SHORT]
    inside = places if found is not None and found.firm else frozenset()
    for element in tree.order:
        if element.tag in HEADINGS and element.fresh:
            if not _is_in(element, inside):
                look.heads.append(text_of(element, _SHORT))
        elif element.tag == "form":
            look.forms += any(True for _ in element.find("input", "button", "select"))
            look.beside = look.beside or _said_beside(element)
        look.labelled = look.labelled or (
            element.tag in {"dt", "th"} or "itemprop" in element.attributes
        )
        attributes = element.attributes
        if not attributes:
            continue
        if attributes.get("aria-invalid") == "true" or (
            element.tag
            and attributes.get("class")
            and _INVALID.search(attributes["class"])
            and any(up.tag == "form" for up in element.ancestors())
            and not _is_in(element, inside)
        ):
            look.marks += 1
    return look


def _places(found: Found) -> frozenset[int]:
    """Where records are: what they say is no message of the page.

    One alone may be a message, unless it is laid out as others were.
    """
    return found.places if len(found.records) > 1 or found.firm else frozenset()


def _is_in(element: Element, places: frozenset[int]) -> bool:
    return bool(places) and any(up.place in places for up in element.ancestors())


def _said_beside(form: Element) -> bool:
    if 0 < form.fresh < _SHORT:
        return True
    beside = form.parent.elements() if form.parent is not None else []
    places = [place for place, each in enumerate(beside) if each is form]
    for place in places:
        near = [*beside[max(0, place - 1) : place], *beside[place + 1 : place + 2]]
        if any(0 < each.fresh < _SHORT and not _is_main(each) for each in near):
            return True
    return False


def _is_main(element: Element) -> bool:
    """The part that holds answers stands behind the form on most pages."""
    said = f"{element.attributes.get('id', '')} {element.attributes.get('class', '')}"
    return element.tag in {"main", "section"} or bool(_MAIN.search(said))


def own_form(form: Form, asked: Form) -> bool:
    """Whether a form is the one that was submitted, shown again."""
    mine = {f.name for f in asked.fields if f.type not in {"hidden", "submit"}}
    other = {f.name for f in form.fields if f.type not in {"hidden", "submit"}}
    same = form.action.partition("?")[0] == asked.action.partition("?")[0]
    return mine == other or (same and len(mine & other) >= 0.6 * len(mine | other))
