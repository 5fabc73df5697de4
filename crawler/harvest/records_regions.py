"""Where records are: groups of siblings that are built alike.

After Liu, Grossman and Zhai, "Mining data records in web pages" (MDR, 2003), a record
is a run of one or more siblings, and a region a parent with several such runs; after
Miao et al., "Extracting data records from the web using tag path clustering" (2009),
what makes runs alike is the tag paths in them, not their strings. Ours are: regions
with the same path from the root are one group, so that a list cut into sections is one
list; what counts is text that reference pages lack; and a run begins with the kind of
sibling that leads most alike runs, so that runs may differ in length.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from crawler.harvest.records_tree import FORMATTING, HIGHLIGHT, TEXT, kind_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest.records_tree import Element

ALIKE: Final = 0.5
"""Share of tag paths from which two siblings are of one kind."""
MAX_CHILDREN: Final = 20_000
"""Siblings that are looked at."""
_MAX_KINDS: Final = 12
_MAX_PROFILE: Final = 150
_MAX_DEPTH: Final = 6
_MAX_RUN: Final = 12
_SAME_TIMES: Final = 3
_RICH: Final = 5


@dataclass(slots=True, eq=False)
class Group:
    """Items of one kind, in parents of one path."""

    parents: list[Element]
    items: list[list[Element]]
    """Each a run of siblings, in document order."""
    alike: float
    """Mean similarity of the items to the typical one."""
    profile: Counter[int] = field(default_factory=Counter)
    """Of the typical item."""
    score: float = 0.0

    @property
    def fresh(self) -> int:
        """Characters that reference pages lack."""
        return sum(part.fresh for item in self.items for part in item)


class Profiles:
    """The tag paths in an element, counted.

    Paths are numbered for one page, or for all that share *numbers*.
    """

    def __init__(self, numbers: dict[tuple[int, str], int] | None = None) -> None:
        self._numbers = numbers if numbers is not None else {}
        self._known: dict[int, Counter[int]] = {}

    def of(self, element: Element) -> Counter[int]:
        """Paths down from *element*, which itself counts by its tag alone."""
        found = self._known.get(element.place)
        if found is None:
            found = self._known[element.place] = self._count(element)
        return found

    def of_run(self, run: Sequence[Element]) -> Counter[int]:
        """The paths of several siblings together."""
        if len(run) == 1:
            return self.of(run[0])
        total: Counter[int] = Counter()
        for element in run:
            total.update(self.of(element))
        return total

    def _count(self, element: Element) -> Counter[int]:
        counts: Counter[int] = Counter()
        first = self._number(0, element.tag or "#")
        queue: list[tuple[Element, int, int]] = [(element, first, 0)]
        # A row is told from another by the number of its cells.
        most = 1_000 if element.tag == "tr" else _SAME_TIMES
        for at, path, depth in queue:
            counts[path] = min(most, counts[path] + 1)
            if depth >= _MAX_DEPTH:
                continue
            told = False
            for child in at.children[:_MAX_PROFILE]:
                if len(queue) >= _MAX_PROFILE:
                    return counts
                if child.tag == TEXT or child.tag in FORMATTING or _is_marked(child):
                    # A text is one, whatever is marked in it.
                    if not told:
                        counts[self._number(path, "#")] += 1
                    told = True
                    continue
                number = self._number(path, child.label)
                queue.append((child, number, depth + 1))
        return counts

    def _number(self, above: int, label: str) -> int:
        return self._numbers.setdefault((above, label), len(self._numbers) + 1)


def _is_marked(element: Element) -> bool:
    if element.tag != "span":
        return False
    classes = element.attributes.get("class", "")
    return bool(classes and HIGHLIGHT.search(classes))


def similarity(a: Counter[int], b: Counter[int]) -> float:
    """Jaccard index of two multisets of paths.

    >>> similarity(Counter({1: 1, 2: 3}), Counter({1: 1, 2: 1}))
    0.5
    """
    if a is b:
        return 1.0
    both = sum(min(times, b[path]) for path, times in a.items() if path in b)
    union = sum(a.values()) + sum(b.values()) - both
    return both / union if union else 1.0


def kinds_of(children: Sequence[Element], profiles: Profiles) -> list[int]:
    """The kind of each sibling: of one tag, and alike; -1 where kinds run out."""
    leaders: list[tuple[str, Counter[int], frozenset[str]]] = []
    kinds: list[int] = []
    for child in children:
        profile = profiles.of(child)
        classes = kind_classes(child)
        best, most = -1, 0.0
        for number, (tag, leader, names) in enumerate(leaders):
            if tag != child.tag:
                continue
            found = similarity(profile, leader)
            wanted = ALIKE * 0.6 if names & classes else ALIKE
            if names and classes and not names & classes:
                # Classes of its own make it another part, unless it is as rich.
                wanted = 0.9 if len(profile) > _RICH else 2.0
            if found < wanted and names == classes and _part_of(profile, leader):
                wanted = ALIKE * 0.6  # one that lacks optional parts
            if found >= wanted and found > most:
                best, most = number, found
        if best < 0 and len(leaders) < _MAX_KINDS:
            best = len(leaders)
            leaders.append((child.tag, profile, classes))
        kinds.append(best)
    return kinds


def _part_of(profile: Counter[int], whole: Counter[int]) -> bool:
    """Whether a rich profile has nothing that another has not, or the reverse."""
    if min(len(profile), len(whole)) < _RICH - 1:
        return False
    return profile.keys() <= whole.keys() or whole.keys() <= profile.keys()


def runs_of(
    children: Sequence[Element], profiles: Profiles
) -> list[list[list[Element]]]:
    """Ways to divide siblings into items, each at least two items."""
    if len(children) < 2:
        return []
    kinds = kinds_of(children, profiles)
    times = Counter(kind for kind in kinds if kind >= 0)
    found = []
    for kind, number in times.items():
        if number < 2:
            continue
        each = zip(children, kinds, strict=True)
        found.append([[child] for child, one in each if one == kind])
        runs = _runs(children, kinds, kind)
        if runs:
            found.append(runs)
    return found


def _runs(
    children: Sequence[Element], kinds: list[int], starter: int
) -> list[list[Element]]:
    """The runs that begin with *starter*, if most of them are made alike."""
    starts = [place for place, kind in enumerate(kinds) if kind == starter]
    bounds = [*starts, len(kinds)]
    spans = list(pairwise(bounds))
    within: Counter[int] = Counter()
    for start, end in spans[:-1] or spans:
        within.update(set(kinds[start + 1 : end]))
    # What is in most runs belongs to them; what is in few (a heading) parts them.
    usual = {kind for kind, n in within.items() if n >= 0.3 * max(1, len(spans) - 1)}
    if not usual - {-1} or usual & set(kinds[: starts[0]]):
        return []  # the runs begin before
    runs = []
    for start, end in spans:
        run = [children[start]]
        for place in range(start + 1, min(end, start + _MAX_RUN)):
            if kinds[place] not in usual:
                break
            run.append(children[place])
        runs.append(run)
    lengths = Counter(len(run) for run in runs)
    if lengths.get(1, 0) > len(runs) / 2:
        return []
    return runs


def typical(items: Sequence[list[Element]], profiles: Profiles) -> Counter[int]:
    """Paths that at least half of the (first 50) items have."""
    sample = [profiles.of_run(item) for item in items[:50]]
    total: Counter[int] = Counter()
    for profile in sample:
        total.update(profile)
    half = len(sample) / 2
    return Counter(
        {path: max(1, round(n / len(sample))) for path, n in total.items() if n >= half}
    )


def alike(
    items: Sequence[list[Element]], profile: Counter[int], profiles: Profiles
) -> float:
    """Mean similarity of (the first 50) items to a profile."""
    sample = items[:50]
    total = sum(similarity(profiles.of_run(item), profile) for item in sample)
    return total / max(1, len(sample))
