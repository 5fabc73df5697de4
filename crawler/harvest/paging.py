"""The links between the pages of one answer: next, previous, numbered, "load more"."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crawler.dom.elements import names
from crawler.harvest import paging_words as words
from crawler.harvest.paging_urls import page_number, same_list, step
from crawler.harvest.records_tree import TEXT, Element, text_of, tree_of
from crawler.urls import canonical_key, resolve

if TYPE_CHECKING:
    from crawler.dom import Document
    from crawler.harvest.records_tree import Tree

MAX_ANCHORS: Final = 20_000
_MAX_TEXT: Final = 60
_SURE: Final = 4.0
_ABOVE: Final = 5
_MAX_NUMBER: Final = 1_000_000
_NAMING: Final = ("class", "id", "title", "aria-label", "alt")


@dataclass(frozen=True, slots=True)
class Paging:
    """Where the other pages of an answer are."""

    next: str = ""
    """URL of the next page; empty when there is none, or none was found."""
    how: str = ""
    """What told it: ``rel``, ``word``, ``number``, ``more``."""
    previous: str = ""
    pages: tuple[str, ...] = ()
    """URLs of numbered pages, in the order shown, each once."""
    current: int | None = None
    """Number of this page, where a pager tells it."""

    @property
    def last(self) -> bool:
        """There are other pages, but none after this one."""
        return not self.next and bool(self.previous or self.pages)


@dataclass(slots=True, eq=False)
class _Anchor:
    element: Element
    url: str
    text: str
    names: str
    """Its classes, id and titles, and those of what is in it."""
    pager: bool
    other: bool
    number: int | None
    score: float = 0.0


def paging_of(document: Document, tree: Tree | None = None) -> Paging:
    """The paging of an answer in HTML; of any other, an empty one."""
    if document.tree is None:
        return Paging()
    tree = tree or tree_of(document)
    anchors = _anchors(document, tree)
    numbered, current = _numbered(anchors, document.url)
    related = {id(anchor) for anchor in numbered}
    best: _Anchor | None = None
    for anchor in anchors:
        anchor.score = _score(anchor, document.url, current, bool(related))
        if anchor.score >= _SURE and (best is None or anchor.score > best.score):
            best = anchor
    previous = next((a.url for a in anchors if _is_previous(a)), "")
    pages = tuple(dict.fromkeys(anchor.url for anchor in numbered))
    url, how = _next(document, best, numbered, current)
    return Paging(url, how, previous, pages, current)


def _next(
    document: Document,
    best: _Anchor | None,
    numbered: list[_Anchor],
    current: int | None,
) -> tuple[str, str]:
    if best is not None:
        rel = best.element.attributes.get("rel", "").casefold().split()
        more = words.MORE.match(best.text)
        return best.url, "rel" if "next" in rel else "more" if more else "word"
    if head := _head(document):
        return head, "rel"
    if current is not None:
        for anchor in numbered:
            if anchor.number == current + 1:
                return anchor.url, "number"
    return "", ""


def _head(document: Document) -> str:
    """What a link element of the head tells."""
    if document.tree is None:
        return ""
    for element in document.tree.css("link[rel~=next i][href]"):
        href = (element.attributes.get("href") or "").strip()
        url = resolve(href, document.base_url, document.encoding) or ""
        if url and canonical_key(url) != canonical_key(document.url):
            return url if same_list(document.url, url) else ""
    return ""


def _anchors(document: Document, tree: Tree) -> list[_Anchor]:
    found: list[_Anchor] = []
    own = canonical_key(document.url.partition("#")[0])
    for element in tree.root.find("a", "button"):
        if len(found) >= MAX_ANCHORS:
            break
        attributes = element.attributes
        href = attributes.get("href") or attributes.get("data-href")
        href = (href or attributes.get("data-url", "")).strip()
        text = text_of(element, 2 * _MAX_TEXT)
        names = _names(element)
        # A long text is no mark of a pager, whatever its classes.
        if not href or href.startswith("#") or len(text) > _MAX_TEXT:
            continue
        url = resolve(href, document.base_url, document.encoding)
        if not url:
            continue
        if canonical_key(url.partition("#")[0]) == own and not text.isdigit():
            continue
        pager, other = _around(element)
        number = (
            int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
        )
        found.append(_Anchor(element, url, text, names, pager, other, number))
    return found


def _names(element: Element) -> str:
    parts: list[str] = []
    inner = [child for child in element.children if child.tag != TEXT][:3]
    holder = element.parent if element.alone() else None
    for each in [element, *inner, *([holder] if holder is not None else [])]:
        values = (each.attributes.get(name, "") for name in _NAMING)
        parts += [value[:100] for value in values if value]
    return " ".join(parts)


def _around(element: Element) -> tuple[bool, bool]:
    """Whether what is around an anchor is a pager, or a thing with other arrows."""
    pager = other = False
    for depth, above in enumerate((element, *element.ancestors())):
        if depth > _ABOVE or above.tag == "body":
            break
        said = " ".join(
            above.attributes.get(name, "")[:200]
            for name in ("class", "id", "aria-label", "role")
        )
        pager = pager or bool(depth and words.PAGER_NAME.search(said))
        other = other or bool(words.OTHER_NAME.search(said))
    return pager, other


def _score(anchor: _Anchor, url: str, current: int | None, numbered: bool) -> float:
    """Evidence that an anchor leads to the next page."""
    value = _told(anchor)
    if not value or words.PREVIOUS_NAME.search(anchor.names):
        return 0.0
    value += 1.5 if anchor.pager else 0
    value += 0.5 if numbered else 0
    moved = step(url, anchor.url, current)
    value += {1: 2.0, 0: 0.0, -1: -4.0}[moved]
    if url.partition("?")[0] == anchor.url.partition("?")[0]:
        value += 0.5  # the same page, asked for something else
    if not same_list(url, anchor.url):
        value -= 1.5 if anchor.pager and moved == 1 else 2.5
    return value - (3 if anchor.other else 0)


def _told(anchor: _Anchor) -> float:
    """What the anchor itself says: by relation, text, title and names."""
    text, attributes = anchor.text, anchor.element.attributes
    if anchor.number is not None:
        return 0.0
    if words.PREVIOUS.match(text) or words.LAST.match(text):
        return 0.0
    value = 0.0
    if "next" in attributes.get("rel", "").casefold().split():
        value += 4
    for pattern, worth in (
        (words.NEXT, 3.5),
        (words.MORE, 3.0),
        (words.DOUBLE, 1.0),
        (words.ARROW, 2.5),
    ):
        if pattern.match(text):
            value += worth
            break
    titles = [attributes.get(name, "") for name in ("title", "aria-label")]
    if any(words.NEXT.match(title) for title in titles if title):
        value += 2
    return value + (2 if words.NEXT_NAME.search(anchor.names) else 0)


def _is_previous(anchor: _Anchor) -> bool:
    if "prev" in anchor.element.attributes.get("rel", "").casefold().split():
        return True
    named = words.PREVIOUS_NAME.search(anchor.names) and anchor.pager
    said = words.PREVIOUS.match(anchor.text)
    return bool(
        said and (anchor.pager or words.PREVIOUS_NAME.search(anchor.names))
    ) or bool(named)


def _numbered(anchors: list[_Anchor], url: str) -> tuple[list[_Anchor], int | None]:
    """Anchors of numbered pages, and the number of this page."""
    groups: dict[int, list[_Anchor]] = defaultdict(list)
    for anchor in anchors:
        if anchor.number is not None and anchor.number < _MAX_NUMBER:
            groups[_holder(anchor.element).place].append(anchor)
    best: list[_Anchor] = []
    current: int | None = None
    for group in groups.values():
        here = _current(group, url)
        if not _is_pager(group, here, url):
            continue
        kept = [anchor for anchor in group if anchor.number != here]
        best += kept
        current = here if current is None else current
    return best, current


def _holder(element: Element) -> Element:
    """The element around the numbers: that of the list, when each is an item."""
    above = element.parent or element
    if (
        above.tag in {"li", "span", "td", "strong", "b", "div"}
        and above.parent is not None
    ) and sum(1 for child in above.children[:20] if child.tag == "a") == 1:
        return above.parent
    return above


def _current(group: list[_Anchor], url: str) -> int | None:
    """The number that is no link, or is marked; else what the URL tells."""
    holder = _holder(group[0].element)
    linked = {anchor.number for anchor in group}
    for child in holder.children[:200]:
        text = text_of(child, 20).strip("[]() ")
        if not (text.isascii() and text.isdigit()) or len(text) > 6:
            continue
        if int(text) not in linked:
            return int(text)
        marked = [child, *child.elements()[:2]]
        if any(
            "aria-current" in each.attributes
            or set(each.attributes.get("class", "").casefold().split()) & _MARKED
            for each in marked
        ):
            return int(text)
    for anchor in group:
        if canonical_key(anchor.url) == canonical_key(url):
            return anchor.number
    own = page_number(url)
    if own is not None and own not in linked:
        return own
    return 1 if 1 not in linked and 2 in linked else None


_MARKED: Final = names(
    "active current selected highlight on currentpage page-current is-current is-"
    " active pagenavcurrent cur"
)


def _is_pager(group: list[_Anchor], here: int | None, url: str) -> bool:
    """Whether numbers are pages: they rise, and lead to one list."""
    numbers = [anchor.number for anchor in group if anchor.number is not None]
    rising = all(a < b for a, b in itertools.pairwise(numbers))
    if not rising or (min(numbers) > 100 and not group[0].pager):
        return False
    if any(anchor.other for anchor in group):
        return False
    listed = sum(same_list(url, anchor.url) for anchor in group)
    if listed < 0.6 * len(group) and not group[0].pager:
        return False
    near = here is not None and bool({here + 1, here - 1} & set(numbers))
    together = {2, 3} <= set(numbers) or {1, 2} <= set(numbers)
    return near or together or (group[0].pager and listed > 0)
