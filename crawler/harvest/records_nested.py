"""Lists within lists: which level the records are, and what stands above them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from crawler.harvest.naming import LABEL_CLASSES, LABELLED, label_like
from crawler.harvest.records_regions import ALIKE, Group, alike, typical
from crawler.harvest.records_search import score
from crawler.harvest.records_tree import BREAKING, HEADINGS, TEXT, text_of

if TYPE_CHECKING:
    from crawler.harvest.records_regions import Profiles
    from crawler.harvest.records_tree import Element

_COVERS: Final = 0.6
_COVERS_PLAIN: Final = 0.75
_MAX_HEADING: Final = 120
_MAX_LABELS: Final = 60
_MAX_BESIDE: Final = 1_000
_BESIDE: Final = frozenset(
    {"button", "checkbox", "hidden", "image", "radio", "reset", "submit"}
)
"""Controls that stand beside records."""


def refine(group: Group, groups: list[Group], profiles: Profiles) -> Group:
    """*group*, or the group within its items, or around them, that the records are."""
    for inner in groups:
        if inner is not group and _within(inner, group):
            grown = _with_singles(inner, group, profiles)
            if _are_records(grown, group):
                grown.score = max(grown.score, group.score)
                return grown
    for outer in groups:
        if outer is group or not _within(group, outer) or outer.alike < ALIKE:
            continue
        # Parts of records, not records: then what is around them is.
        if len(group.parents) >= 0.6 * len(outer.items) and not _are_records(
            group, outer
        ):
            outer.score = max(outer.score, group.score)
            return outer
    return group


def _within(inner: Group, outer: Group) -> bool:
    """Whether each parent of *inner* stands in an item of *outer*."""
    places = {element.place for item in outer.items for element in item}
    parents = inner.parents[:20]
    if inner.items[0][0].place in places:
        return False
    return all(
        parent.place in places or any(a.place in places for a in parent.ancestors())
        for parent in parents
    )


def _are_records(inner: Group, outer: Group) -> bool:
    """Several compound items in most of the outer ones, and most of their text."""
    listed = inner.items[0][0].tag == "li" and outer.items[0][0].tag != "li"
    if len(inner.items) < 2 * len(inner.parents) and not listed:
        return False
    covered = inner.fresh / max(1, outer.fresh)
    sample = inner.items[:30]
    compound = sum(_several(item) for item in sample) / len(sample)
    return covered >= (_COVERS if compound >= 0.5 else _COVERS_PLAIN)


def _several(item: list[Element]) -> bool:
    number = sum(1 for part in item for e in part.below() if e.tag == TEXT)
    return number > 1


def named_alike(group: Group) -> bool:
    """Whether items are the fields of one thing: their texts begin with names.

    With one parent all names differ; of several, each has the same ones.
    """
    first = group.items[0][0].tag
    if first in {"td", "th"} or (first in {"dd", "dt"} and len(group.items[0]) == 1):
        return True
    items = group.items[:200]
    labels = Counter(label for item in items if (label := _label(item)))
    if labels.total() < 0.6 * len(items):
        return False
    if len(group.parents) == 1:
        return len(labels) == labels.total()
    return len(labels) <= 0.6 * labels.total() and labels.most_common(1)[0][1] > 1


def asking(group: Group) -> bool:
    """Whether items are the fields of a form: each has a control and its label."""
    items = group.items[:50]
    asked = sum(any(map(_has_control, item)) for item in items)
    told = sum(part.size for item in items for part in item) / len(items)
    return asked >= 0.8 * len(items) and told < _MAX_LABELS


def _has_control(element: Element) -> bool:
    for control in element.find("input", "select", "textarea"):
        kind = control.attributes.get("type", "text").casefold()
        if control.tag != "input" or kind not in _BESIDE:
            return True
    return False


def _label(item: list[Element]) -> str:
    """The name that a text begins with; empty when it has none."""
    head = item[0]
    if head.tag == "dt":
        text = text_of(head, 100)
        linked = any(True for _ in head.find("a"))
        return text.casefold() if label_like(text) and not linked else ""
    if head.tag in HEADINGS or any(True for _ in head.find(*HEADINGS, "a")):
        return ""
    text = text_of(item, 100)
    first = next((e for part in item for e in part.below() if e.tag == TEXT), None)
    if first is None or first.parent is None:
        return ""
    match = LABELLED.match(f"{first.text} {text[first.size :]}")
    if match and len(match[1]) < first.size and label_like(match[1]):
        return match[1].casefold()
    if first.size >= len(text):
        return ""
    named = first.parent.tag in {"dt", "label", "th"}
    if first.parent.tag in {"b", "strong"}:
        # A bold text before blocks is a title, not a name.
        named = all(
            part.tag not in BREAKING for part in head.below() if part is not head
        )
    classes = first.parent.attributes.get("class", "")
    if named or LABEL_CLASSES.search(classes):
        return first.text.casefold()
    return ""


def _with_singles(inner: Group, outer: Group, profiles: Profiles) -> Group:
    """Take in the lists of one item, which no group of siblings has."""
    if any(len(item) > 1 for item in inner.items):
        return inner
    paths = {parent.path for parent in inner.parents}
    tag = inner.items[0][0].tag
    known = {item[0].place for item in inner.items}
    items = list(inner.items)
    for item in outer.items:
        for part in item:
            for element in part.below():
                if element.parent is None or element.tag != tag:
                    continue
                if element.parent.path in paths and element.place not in known:
                    items.append([element])
    items.sort(key=lambda item: item[0].place)
    group = Group(inner.parents, items, 0.0, typical(items, profiles))
    group.alike = alike(items, group.profile, profiles)
    group.score = score(group)
    return group


def sections_of(items: list[list[Element]]) -> list[str]:
    """The heading above each item, where there are several lists with one each."""
    parents = {item[0].parent.place for item in items if item[0].parent is not None}
    if len(parents) < 2:
        return [""] * len(items)
    known: dict[int, str] = {}
    found = []
    for item in items:
        parent = item[0].parent
        if parent is None:
            found.append("")
            continue
        if parent.place not in known:
            known[parent.place] = _heading(parent)
        found.append(known[parent.place])
    return found


def _heading(parent: Element) -> str:
    """The nearest heading or text before a list, in it or in what it stands in."""
    first = parent.children[0] if parent.children else None
    if first is not None and first.tag in HEADINGS:
        return text_of(first, _MAX_HEADING)
    element = parent
    for _ in range(2):
        above = element.parent
        if above is None:
            break
        if len(above.children) > _MAX_BESIDE:
            break
        before = above.children[: above.children.index(element)]
        for each in reversed(before):
            if each.size:
                return text_of(each, _MAX_HEADING) if each.size <= _MAX_HEADING else ""
        element = above
    return ""
