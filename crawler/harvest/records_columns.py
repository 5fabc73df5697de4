"""Which pieces of several records are one field: partial alignment.

Zhai and Liu, "Web data extraction based on partial tree alignment" (DEPTA, 2005), grow
a seed tree by what aligns for certain. Ours aligns pieces, not trees: by their label,
else by their path of tags and classes; several of one path by the kinds of their values
against the record that has most of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from crawler.harvest.naming import kind_of_value, label_like

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crawler.harvest.records_leaves import Leaf
    from crawler.harvest.records_tree import Element

Key: TypeAlias = tuple[str, ...]

MAX_COLUMNS: Final = 200
_MOST_ALIGNED: Final = 40
_LISTED = frozenset({"a", "li", "span"})


@dataclass(slots=True, eq=False)
class Column:
    """One field of all records."""

    key: Key
    leaves: dict[int, list[Leaf]] = field(default_factory=dict)
    """Record -> its pieces: several when the field is a list."""
    order: float = 0.0

    def texts(self) -> list[str]:
        """Text of each record that has it."""
        return [", ".join(leaf.text for leaf in all_) for all_ in self.leaves.values()]

    @property
    def constant(self) -> bool:
        """It says the same in every record that has it."""
        return len(set(self.texts())) == 1

    @property
    def first(self) -> Leaf:
        """One of its pieces."""
        return next(iter(self.leaves.values()))[0]


def columns_of(records: Sequence[list[Leaf]], echo: frozenset[str]) -> list[Column]:
    """The fields of records; *echo* is what was asked, casefolded."""
    times = _label_times(records)
    named = _named_paths(records)
    records = [_settle(leaves, times, named, len(records)) for leaves in records]
    groups: dict[Key, dict[int, list[tuple[int, Leaf]]]] = defaultdict(dict)
    for number, leaves in enumerate(records):
        for place, leaf in enumerate(leaves):
            key = _key(leaf)
            if key in groups or len(groups) < MAX_COLUMNS:
                groups[key].setdefault(number, []).append((place, leaf))
    columns: list[Column] = []
    for key, group in groups.items():
        columns += _align(key, group)
    columns.sort(key=lambda column: column.order)
    return _name_by_neighbours(columns, len(records), echo)


def _label_times(records: Sequence[list[Leaf]]) -> Counter[str]:
    """In how many records each label is."""
    times: Counter[str] = Counter()
    for leaves in records:
        times.update({leaf.label.casefold() for leaf in leaves if leaf.label})
    return times


def _named_paths(records: Sequence[list[Leaf]]) -> set[Key]:
    """Paths on which nearly all pieces name themselves, several of them."""
    all_, named = Counter[Key](), Counter[Key]()
    for leaves in records:
        for leaf in leaves:
            all_[leaf.path] += 1
            named[leaf.path] += bool(leaf.label)
    return {path for path, n in named.items() if n > 1 and n >= 0.7 * all_[path]}


def _settle(
    leaves: list[Leaf], times: Counter[str], named: set[Key], number: int
) -> list[Leaf]:
    """Labels that are ones: by markup, or since other records have them too.

    A heading or an anchor is a title with a colon in it.
    """
    found = []
    for leaf in leaves:
        told = leaf
        if leaf.label and not leaf.sure:
            titled = leaf.title or leaf.link is not None
            known = times[leaf.label.casefold()] >= min(2, number)
            if titled or not (known or leaf.path in named):
                told = replace(leaf, text=leaf.whole or leaf.text, label="")
        found.append(told)
    return found


def _key(leaf: Leaf) -> Key:
    if leaf.label:
        return "label", leaf.label.casefold()
    if leaf.prop:
        return "prop", leaf.prop.casefold()
    return "path", *leaf.path


def _align(key: Key, group: dict[int, list[tuple[int, Leaf]]]) -> list[Column]:
    """One column, or as many as the record with most pieces has."""
    most = max(len(pieces) for pieces in group.values())
    if most == 1 or key[0] != "path" or _is_list(group):
        column = Column(key)
        for number, pieces in group.items():
            column.leaves[number] = [leaf for _, leaf in pieces]
        column.order = _order(place for pieces in group.values() for place, _ in pieces)
        return [column]
    seed = max(group.values(), key=len)[:_MOST_ALIGNED]
    columns = [Column((*key, str(place))) for place in range(len(seed))]
    kinds = _seed_kinds(group, len(seed), seed)
    places: list[list[int]] = [[] for _ in seed]
    for number, pieces in group.items():
        for at, (place, leaf) in _matches(kinds, pieces[:_MOST_ALIGNED]):
            columns[at].leaves[number] = [leaf]
            places[at].append(place)
    for column, found in zip(columns, places, strict=True):
        column.order = _order(found)
    return [column for column in columns if column.leaves]


def _order(places: Iterable[int]) -> float:
    found = list(places)
    return sum(found) / len(found) if found else 0.0


def _seed_kinds(
    group: dict[int, list[tuple[int, Leaf]]], width: int, seed: list[tuple[int, Leaf]]
) -> list[str]:
    """The usual kind of value at each place, in the records that have all."""
    kinds = []
    full = [pieces for pieces in group.values() if len(pieces) >= width]
    for place in range(len(seed)):
        times = Counter(kind_of_value(pieces[place][1].text) for pieces in full)
        kinds.append(times.most_common(1)[0][0])
    return kinds


def _matches(
    kinds: list[str], pieces: list[tuple[int, Leaf]]
) -> list[tuple[int, tuple[int, Leaf]]]:
    """Places of pieces in order, kinds agreeing as often as can be (global)."""
    if len(pieces) == len(kinds):
        return list(enumerate(pieces))
    n, m = len(pieces), len(kinds)
    own = [kind_of_value(leaf.text) for _, leaf in pieces]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            agree = 2.0 if own[i] == kinds[j] else -1.0
            # Nothing is worse than a piece without a place; else the first place.
            best[i][j] = max(agree + 0.001 + best[i + 1][j + 1], best[i][j + 1])
    found, i, j = [], 0, 0
    while i < n and j < m:
        if m - j == n - i or best[i][j] > best[i][j + 1]:
            found.append((j, pieces[i]))
            i += 1
        j += 1
    return found


def _is_list(group: dict[int, list[tuple[int, Leaf]]]) -> bool:
    """Whether pieces of one path are the values of one field: tags, authors."""
    lengths = {len(pieces) for pieces in group.values()}
    if len(lengths) == 1 and len(group) > 1:
        return False
    for pieces in group.values():
        sources = [leaf.source for _, leaf in pieces]
        if not all(s.tag in _LISTED for s in sources):
            return False
        holders = {_holder(source) for source in sources}
        if (
            len(holders) > 1
            or len({kind_of_value(leaf.text) for _, leaf in pieces}) > 1
        ):
            return False
    return True


def _holder(source: Element) -> int:
    """The element in which values stand side by side."""
    above = source.parent
    while above is not None and len(above.children) == 1:
        above = above.parent
    if above is not None and above.tag == "li" and above.parent is not None:
        above = above.parent
    return above.place if above is not None else -1


def _name_by_neighbours(
    columns: list[Column], number: int, echo: frozenset[str]
) -> list[Column]:
    """A text that all records share, before one that differs, is the label of that."""
    if number < 3:
        return columns
    found: list[Column] = []
    label: Column | None = None
    for column in columns:
        if label is not None and not column.constant and _beside(label, column):
            text = label.first.text
            found.pop()
            column.key = "label", text.casefold()
            for leaves in column.leaves.values():
                leaves[:] = [replace(leaf, label=text) for leaf in leaves]
        label = column if _could_name(column, echo) else None
        found.append(column)
    return found


def _could_name(column: Column, echo: frozenset[str]) -> bool:
    if not column.constant or column.key[0] != "path":
        return False
    leaf = column.first
    if len(column.leaves) < 3 or leaf.link is not None or leaf.title:
        return False
    if not label_like(leaf.text) or leaf.text.casefold() in echo:
        return False
    # An element with a class of its own may hold a value that all happen to share.
    mixed = len(leaf.source.children) > 1
    return mixed or not leaf.source.attributes.get("class")


def _beside(label: Column, column: Column) -> bool:
    if column.key[0] != "path" or not set(column.leaves) <= set(label.leaves):
        return False
    number = next(iter(column.leaves))
    one, other = label.leaves[number][0].source, column.leaves[number][0].source
    return one.parent is other.parent or other.parent is one
