"""What a record says, piece by piece: texts with their path, label, link and hints."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from crawler.harvest.naming import LABEL_CLASSES, LABELLED, clean_label, label_like
from crawler.harvest.records_tree import FORMATTING, HEADINGS, HIGHLIGHT, TEXT, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crawler.harvest.records_tree import Element

MAX_LEAVES: Final = 200
"""Pieces of one record that are kept."""
_BOLD = frozenset({"b", "dfn", "strong"})
_NAMES = frozenset({"dt", "label", "th"})
# What may stand between the fields of a line.
_SEPARATOR = re.compile(r"\s+[|·•‧∙⋅;]\s+|;\s+")
_MARKS = re.compile(r"[\W_]+")
_MEANING = re.compile(r"[★☆✓✔✗✘$€£¥%#]")
_DATA_LABELS = ("data-label", "data-title", "data-name", "data-th", "data-field")


@dataclass(slots=True, eq=False)
class Leaf:
    """One piece of a record."""

    text: str
    source: Element
    """The element right around it."""
    path: tuple[str, ...]
    """Labels of the elements from the record down."""
    label: str = ""
    """What names it, when the page says so beside it."""
    sure: bool = False
    """The label is one by its markup; else other records must have it too."""
    link: Element | None = None
    """The anchor around it, or the image."""
    prop: str = ""
    """Name by microdata, or ``data-label``."""
    whole: str = ""
    """The text with its label, if that is none."""
    part: bool = False
    """The first element of its path is a part of the record, not all of it."""

    @property
    def title(self) -> bool:
        """It is a heading, or in one."""
        return any(label.partition(".")[0] in HEADINGS for label in self.path[-3:])


_Entry: TypeAlias = "Leaf | tuple[Element, tuple[str, ...], Element | None]"


def leaves_of(run: Sequence[Element]) -> list[Leaf]:
    """The pieces of a record in document order, labels taken out of the texts."""
    pieces: list[Leaf] = []
    for root in run:
        for leaf in _pieces(root, part=len(run) > 1):
            if len(pieces) >= MAX_LEAVES:
                return _join_labels(pieces, run)
            pieces += _split(leaf)
    return _join_labels(pieces, run)


def _pieces(root: Element, *, part: bool) -> Iterator[Leaf]:
    """Maximal inline texts; an anchor or a span is a text of its own."""
    label = root.label if part else root.tag
    stack: list[_Entry] = [(root, (label,), root if _leads(root) else None)]
    while stack:
        entry = stack.pop()
        if isinstance(entry, Leaf):
            entry.part = part
            yield entry
            continue
        element, path, link = entry
        if element.tag == "img":
            yield Leaf("", element, path, link=element, prop=_prop(element), part=part)
            continue
        queue: list[_Entry] = []
        run: list[Element] = []
        for child in element.children:
            if child.tag == TEXT or _runs_on(child):
                run.append(child)
                continue
            if run:
                queue += _run(run, element, path, link)
                run = []
            if child.tag not in {"br", "hr", "input"}:
                queue.append(
                    (child, (*path, child.label), child if _leads(child) else link)
                )
        if run:
            queue += _run(run, element, path, link)
        stack.extend(reversed(queue))


def _runs_on(child: Element) -> bool:
    """Whether an element is part of the text around it."""
    if child.tag in FORMATTING:
        return not any(True for _ in child.find("a", "img", "div", "p"))
    return child.tag == "span" and bool(
        HIGHLIGHT.search(child.attributes.get("class", ""))
    )


def _leads(element: Element) -> bool:
    return element.tag == "a" and bool(element.attributes.get("href", "").strip())


def _run(
    run: list[Element],
    element: Element,
    path: tuple[str, ...],
    link: Element | None,
) -> Iterator[Leaf]:
    """The pieces of a run of inline content: a bold text in it may be a label."""
    cuts = [
        place
        for place, part in enumerate(run)
        if part.tag in _BOLD
        and place + 1 < len(run)
        and _starts_field(part, run[place + 1])
    ]
    first = cuts[0] if cuts else len(run)
    if first:
        yield _leaf(run[:first], element, path, link)
    for place, start in enumerate(cuts):
        end = cuts[place + 1] if place + 1 < len(cuts) else len(run)
        leaf = _leaf(run[start:end], element, path, link)
        label = clean_label(text_of(run[start]))
        rest = text_of(run[start + 1 : end]).lstrip(" :：")
        yield replace(leaf, label=label, text=rest, whole=leaf.text)


def _starts_field(bold: Element, after: Element) -> bool:
    text = text_of(bold, 100)
    if not label_like(text):
        return False
    return text.endswith((":", "：")) or after.text.startswith((":", "："))


def _leaf(
    run: list[Element], element: Element, path: tuple[str, ...], link: Element | None
) -> Leaf:
    # What one bold or marked element holds alone is told by that element.
    alone = run[0] if len(run) == 1 and run[0].tag else element
    if alone is not element:
        path = (*path, alone.label)
    return Leaf(text_of(run), alone, path, link=link, prop=_prop(alone))


def _prop(element: Element) -> str:
    """The name that markup gives to what is in an element."""
    for each in (element, element.parent):
        if each is None or (each is not element and len(each.children) > 1):
            break
        prop = each.attributes.get("itemprop") or each.attributes.get("property") or ""
        if prop:
            return prop.split()[0].rpartition(":")[2].rpartition("/")[2]
        for name in _DATA_LABELS:
            if value := each.attributes.get(name, "").strip():
                return clean_label(value)
    return ""


def _split(leaf: Leaf) -> list[Leaf]:
    """A text that holds named fields, as these; marks alone are none."""
    text = leaf.text
    if leaf.source.tag == "img":
        return [leaf]
    if _MARKS.fullmatch(text) and not _MEANING.search(text):
        return []
    if leaf.label:
        return [leaf]
    pieces = [piece for piece in _SEPARATOR.split(text[:2_000]) if piece]
    if len(pieces) > 1 and sum(bool(LABELLED.fullmatch(p)) for p in pieces) > 0.6 * len(
        pieces
    ):
        found = []
        for piece in pieces:
            found += _split(replace(leaf, text=piece.strip(" |·•;")))
        return found
    text = text.strip(" |·•;,–—") if len(text) > 1 else text
    match = LABELLED.fullmatch(text) if len(text) < 500 else None
    if match and label_like(match[1]):
        return [
            replace(leaf, label=clean_label(match[1]), text=match[2], whole=leaf.text)
        ]
    return [replace(leaf, text=text)]


def _join_labels(pieces: list[Leaf], run: Sequence[Element]) -> list[Leaf]:
    """Pieces that only name what follows become its label."""
    roots = {element.place for element in run}
    found: list[Leaf] = []
    label: Leaf | None = None
    for leaf in pieces:
        if _is_label(leaf, roots):
            label = leaf
            continue
        if label is not None and not _belongs(label, leaf):
            label = None
        if label is None or leaf.sure:
            found.append(leaf)
            continue
        text, name = leaf.whole or leaf.text, clean_label(label.text)
        found.append(replace(leaf, label=name, sure=True, text=text, whole=text))
    return found


def _is_label(leaf: Leaf, roots: set[int]) -> bool:
    source = leaf.source
    if not leaf.text or leaf.label or source.place in roots:
        return False
    if leaf.text.endswith((":", "：")):
        return label_like(leaf.text)
    if leaf.link is not None and "dt" in {
        source.tag,
        source.parent and source.parent.tag,
    }:
        return False  # what a list of terms is about
    if source.tag in _NAMES:
        return True
    above = source.parent
    if above is not None and above.tag in _NAMES:
        return above.place not in roots
    return bool(LABEL_CLASSES.search(source.attributes.get("class", "")))


def _belongs(label: Leaf, leaf: Leaf) -> bool:
    """Whether a label speaks of a piece: beside it, or in what follows beside it."""
    above = label.source.parent
    if above is None:
        return False
    if label.source in {leaf.source, leaf.source.parent}:
        return True
    for depth, element in enumerate((leaf.source, *leaf.source.ancestors())):
        if element is above:
            return True
        if depth > 4:
            break
    return False
