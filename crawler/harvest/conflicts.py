"""Pairs of values that never yield anything together, learned while asking.

A dependent menu, a model of another make, a minimum above the maximum: such pairs
bring an error or nothing. What is to blame for errors is not asked again; what only
brought nothing is asked last, since in a sparse database most pairs are empty by
chance.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from crawler.harvest.pairings import Pairings
from crawler.harvest.ranges import ranges

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.harvest.factors import Combination, Space

_Pair: TypeAlias = tuple[int, int, int, int]
"""Factor, value, factor, value."""

_CHANCE = 0.05
"""That a value is not to blame for its errors, below which it is."""
_LAST = 1e-4
"""Factor on what is expected of a value to blame: it is asked last."""
_ERRORS = 2
"""Errors for which nothing else is to blame, that rule a pair out."""


class Conflicts:
    """Counts of what pairs of values have brought."""

    def __init__(self, space: Space) -> None:
        self._tries: dict[_Pair, int] = {}
        self._hits: set[_Pair] = set()
        self._errors: dict[_Pair, int] = {}
        self._met = Pairings()
        self._failed: dict[tuple[int, int], int] = {}
        self._alive: set[tuple[int, int]] = set()
        self._asked: dict[tuple[int, int], int] = {}
        self._number = self._bad = 0
        """Answers, and errors among them."""
        self._ranges = ranges(space)

    def add(self, values: Combination, hits: int, *, error: bool) -> None:
        """Learn from one first page."""
        self._number += 1
        self._bad += error
        for single in enumerate(values):
            self._asked[single] = self._asked.get(single, 0) + 1
        if error and self.ruled_out(values):
            return  # explained: no blame for the other pairs
        if hits:
            self._alive.update(enumerate(values))
        elif error:
            for single in enumerate(values):
                self._failed[single] = self._failed.get(single, 0) + 1
        suspects = []
        for pair in _pairs(values):
            self._tries[pair] = self._tries.get(pair, 0) + 1
            if hits:
                self._hits.add(pair)
                j, v, k, u = pair
                self._met.join(k, u, j, v)
                self._met.join(j, v, k, u)
            elif error and pair not in self._hits:
                suspects.append(pair)
        if len(suspects) == 1:
            # The other pairs have brought records, so it is this one.
            self._errors[suspects[0]] = self._errors.get(suspects[0], 0) + 1

    def together(self, pairs: Iterable[_Pair]) -> None:
        """Learn that one record has both values of each pair."""
        for j, v, k, u in pairs:
            self._hits.add((j, v, k, u) if j < k else (k, u, j, v))
            self._met.join(k, u, j, v)

    def fails(self, k: int, value: int) -> bool:
        """Whether a value has brought errors only ("choose one"), more than once."""
        single = (k, value)
        return single not in self._alive and self._failed.get(single, 0) >= _ERRORS

    def _is_dead(self, single: tuple[int, int]) -> bool:
        """Whether a value has brought more errors than the others let expect."""
        failed = self._failed.get(single, 0)
        if failed < _ERRORS or single in self._alive:
            return False
        others = self._number - self._asked[single]
        return others > 0 and ((self._bad - failed) / others) ** failed < _CHANCE

    def ruled_out(self, values: Combination) -> bool:
        """Whether a pair has brought errors for which nothing else is to blame."""
        return any(
            self._errors.get(pair, 0) >= _ERRORS and pair not in self._hits
            for pair in _pairs(values)
        )

    def chance(self, values: Combination) -> float:
        """Factor on what is expected, from pairs that have brought nothing so far."""
        least = 1.0
        for single in enumerate(values):
            if single not in self._alive:
                least = min(least, 1.0 / (1.0 + self._failed.get(single, 0)) ** 2)
                if self._is_dead(single):
                    least = min(least, _LAST)
        for pair in _pairs(values):
            if pair in self._hits:
                continue
            tries = self._tries.get(pair, 0)
            least = min(least, 1.0 / (1.0 + tries))
            j, v, k, u = pair
            least = min(least, self._apart(k, u, j, v), self._apart(j, v, k, u))
        if any(each.empty(values) for each in self._ranges):
            least = min(least, 0.01)
        return least

    def _apart(self, k: int, u: int, j: int, v: int) -> float:
        """Chance that *u* of *k* goes with *v* of *j*, when it goes with another.

        The more values of *k* go with one of *j* only, and none with two (the models
        of a make), the less.
        """
        partners = self._met.partners(k, u, j)
        if not partners or v in partners:
            return 1.0
        single, several = self._met.counts(k, j)
        return 1.0 if several * 10 > single else 1.0 / (1 + single) ** 2


def _pairs(values: Combination) -> Iterator[_Pair]:
    for (j, v), (k, u) in combinations(enumerate(values), 2):
        yield j, v, k, u
