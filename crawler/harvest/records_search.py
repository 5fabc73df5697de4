"""Which group of siblings the records are, of all that a page has."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Final

from crawler.dom.elements import names
from crawler.harvest.records_regions import (
    MAX_CHILDREN,
    Group,
    Profiles,
    alike,
    runs_of,
    typical,
)
from crawler.harvest.records_tree import FORMATTING, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.harvest.records_tree import Element, Tree

CHROME: Final = frozenset({"aside", "footer", "nav"})
_ROLES = frozenset({"navigation", "complementary", "banner", "contentinfo", "search"})
_MARGIN = re.compile(
    r"nav|menu|sidebar|bread|crumb|pag(?:er|ing|inat)|facet|filter|footer|related"
    r"|recommend|popular|trending|suggest|sponsor|promo|advert|(?:^|[-_])ads?(?:$|[-_])"
    r"|cookie|share|social|toolbar|tabs?(?:$|[-_])|legal|login|lang",
    re.IGNORECASE,
)
_CENTRE = re.compile(
    r"result|record|listing|hits?(?:$|[-_])|item|entr(?:y|ies)|product|catalog|rows?$",
    re.IGNORECASE,
)
# Characters of one item that count, so that a few long texts are not many records.
_MOST = 250
# Elements around that are asked for their names: a hostile page has thousands.
_LEVELS = 100
_MIN_SCORE = 6.0
_PROSE = 160
_MAX_GROUPS = 60
# Elements that are pieces of a record, not records.
_PIECES = FORMATTING | {"button", "input", "label", "span", "svg", "time"}
# Elements whose children are no records by themselves.
_INNER = names(
    "a abbr b button caption cite code em figure font form h1 h2 h3 h4 h5 h6 i"
    " label mark p pre q s select small span strong sub sup svg thead time tr u"
)


def groups_of(tree: Tree, tables: set[int], profiles: Profiles) -> list[Group]:
    """All groups of a page, the best first; *tables* are places of data tables."""
    found: dict[tuple[int, str, int, str], list[tuple[Element, list[list[Element]]]]]
    found = defaultdict(list)
    for parent in _parents(tree, tables):
        children = [c for c in parent.children if c.tag != "br"][:MAX_CHILDREN]
        children = [child for child in children if child.tag]
        for runs in runs_of(children, profiles):
            first = runs[0][0]
            if first.tag in _PIECES:
                continue
            several = int(any(len(run) > 1 for run in runs))
            found[parent.path, first.tag, several, first.label].append((parent, runs))
    for alone in _lone_items(tree, tables):
        key = alone[0].parent.path if alone[0].parent else 0, "li", 0, alone[0].label
        if key not in found:
            found[key] = [(e.parent or tree.root, [[e]]) for e in alone]
    groups = [_group(parts, profiles) for parts in found.values()]
    groups = [group for group in groups if group.score >= _MIN_SCORE]
    groups.sort(key=lambda group: -group.score)
    return groups[:_MAX_GROUPS]


def _lone_items(tree: Tree, tables: set[int]) -> list[list[Element]]:
    """Items of lists that have one item each, by their path: at least two of them."""
    by_path: dict[int, list[Element]] = defaultdict(list)
    for element in tree.order:
        parent = element.parent
        if element.tag != "li" or not element.fresh or parent is None:
            continue
        if element.alone() and parent.place not in tables:
            by_path[element.path].append(element)
    return [alone for alone in by_path.values() if len(alone) > 1]


def _parents(tree: Tree, tables: set[int]) -> Iterator[Element]:
    """Elements that may hold records: not those within a table of data."""
    stack = [tree.root]
    while stack:
        element = stack.pop()
        if element.place in tables:
            continue
        if len(element.children) > 1 and element.tag not in _INNER and element.fresh:
            yield element
        stack.extend(child for child in element.children if child.children)


def _group(
    parts: list[tuple[Element, list[list[Element]]]], profiles: Profiles
) -> Group:
    items = [run for _, runs in parts for run in runs]
    profile = typical(items, profiles)
    group = Group([parent for parent, _ in parts], items, 0.0, profile)
    group.alike = alike(items, profile, profiles)
    group.score = score(group)
    return group


def score(group: Group) -> float:
    """How much new text its items have, how alike and how compound they are."""
    items = group.items
    new = [sum(part.fresh for part in item) for item in items]
    told = sum(min(_MOST, n) for n in new)
    sample = items[:30]
    compound = sum(_texts(item) > 1 for item in sample) / len(sample)
    value = told * group.alike**2 * (0.4 + 0.6 * compound)
    if sum(n > 0 for n in new) < 3:
        value *= 0.7
    if compound < 0.5 and sum(new) > _PROSE * len(new) and items[0][0].tag == "p":
        value *= 0.3
    return value * place_factor(group.parents[0], items[len(items) // 2][0])


def place_factor(parent: Element, item: Element) -> float:
    """What the names of the elements around say: weak, against and for."""
    value = 1.0
    for element in (item, parent, *islice(parent.ancestors(), _LEVELS)):
        attributes = element.attributes
        if element.tag in CHROME or (attributes and attributes.get("role") in _ROLES):
            return 0.15
        if not attributes:
            continue
        words = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        if len(words) < 2 or element.tag == "body":
            continue
        if any(_MARGIN.search(word) for word in words.split()[:8]):
            # An item that is marked may be one of many that are.
            value = min(value, 0.25)
        elif value >= 1 and _CENTRE.search(words):
            value = 1.4
    return value


def _texts(item: list[Element]) -> int:
    """Texts in an item, two at most."""
    number = 0
    for part in item:
        for element in part.below():
            number += element.tag == TEXT
            if number > 1:
                return number
    return number
