"""One record alone: nothing is repeated, so what is new on the page tells it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from crawler.harvest.naming import label_like
from crawler.harvest.paging_claims import claim
from crawler.harvest.records_search import place_factor
from crawler.harvest.records_tree import HEADINGS, TEXT, text_of

if TYPE_CHECKING:
    from crawler.harvest.records_tree import Element, Tree

_PAGE: Final = frozenset({"body", "main"})
_ITEMS: Final = frozenset({"article", "dl", "li", "tr"})
_MIN_NEW: Final = 8
_MAX_BESIDE: Final = 100
_MAX_TEXTS: Final = 2_000
_MAX_ITEMS: Final = 20


def single(tree: Tree, *, contrasted: bool, sure: bool) -> list[Element] | None:
    """The elements of the one record of a page; *sure*: the page says there is one."""
    terms = _terms(tree)
    if not contrasted:
        return terms
    return _new(tree, sure=sure or terms is not None) or terms


def _terms(tree: Tree) -> list[Element] | None:
    """A list of terms that are names of fields."""
    for element in tree.root.find("dl"):
        terms = [child for child in element.below() if child.tag == "dt"]
        texts = [text_of(term, 100) for term in terms]
        if len(terms) < 2 or not element.fresh or place_factor(element, element) < 0.3:
            continue
        linked = any(True for term in terms for _ in term.find("a"))
        if all(map(label_like, texts)) and len(set(texts)) == len(texts) and not linked:
            return [element]
    return None


def _new(tree: Tree, *, sure: bool) -> list[Element] | None:
    """The element that holds all that is new, but for what counts and titles."""
    new = islice((text for text in tree.texts() if text.fresh), _MAX_TEXTS)
    texts = [text for text in new if _may_be_record(text)]
    if not texts:
        return None
    top = texts[0].parent
    for text in texts[1:]:
        top = _common(top, text) if top is not None else None
    if top is None:
        return None
    while (
        top.tag not in _ITEMS
        and top.parent is not None
        and top.parent.tag not in _PAGE
        and (top.parent.fresh == top.fresh and top.alone())
    ):
        top = top.parent
    told = sum(text.size for text in texts)
    several = len(texts) > 1 or top.tag in _ITEMS
    if (told < _MIN_NEW or not several) and not sure:
        return None
    # A page without the record alone: its parts, or what is new among them.
    if top.tag in _PAGE:
        return [child for child in top.children if child.fresh] or None
    return [_only_item(top) or top]


def _only_item(top: Element) -> Element | None:
    """The one item of a list in *top*, when the rest is a heading of the list."""
    for element in islice(top.find("li"), _MAX_ITEMS):
        if element is top or not element.alone():
            continue
        texts = sum(1 for part in element.below() if part.tag == TEXT)
        outside = [e for e in top.below() if e.tag in HEADINGS and e.size]
        outside = [e for e in outside if all(up is not element for up in e.ancestors())]
        rest = top.size - element.size
        if texts > 1 and rest == sum(e.size for e in outside):
            return element
    return None


def _may_be_record(text: Element) -> bool:
    if claim(text.text) is not None:
        return False
    for element in text.ancestors():
        if element.tag in {"nav", "aside", "footer", "form", "header", "button"}:
            return False
        if element.tag in HEADINGS and (_crowns(element) or _heads_form(element)):
            return False
    return True


def _crowns(heading: Element) -> bool:
    """A heading right below the page titles all of it."""
    above = heading.parent
    return heading.tag in {"h1", "h2"} and above is not None and above.tag in _PAGE


def _heads_form(heading: Element) -> bool:
    """A heading right before a form is that of the form."""
    if heading.parent is None or len(heading.parent.children) > _MAX_BESIDE:
        return False
    beside = heading.parent.elements()
    place = next(i for i, each in enumerate(beside) if each is heading)
    return place + 1 < len(beside) and beside[place + 1].tag == "form"


def _common(element: Element, text: Element) -> Element | None:
    """The nearest element around both."""
    above = {each.place for each in (element, *element.ancestors())}
    for each in text.ancestors():
        if each.place in above:
            return each
    return None
