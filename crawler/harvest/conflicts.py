"""Pairs of values that never yield anything together, learned while asking.

A dependent menu, a model of another make, a minimum above the maximum: such pairs
bring an error or nothing. What only ever brought an error is not asked again; what
only brought nothing is asked last, since in a sparse database most pairs are empty
by chance.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from crawler.harvest.factors import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.harvest.factors import Combination, Space

_Pair: TypeAlias = tuple[int, int, int, int]
"""Factor, value, factor, value."""

_ERRORS = 3
"""Errors of a pair, and of each of its values never alone, that rule it out."""
_LOW = frozenset({"min", "from", "low", "start", "after", "since", "von", "de", "ab"})
_HIGH = frozenset({"max", "to", "high", "end", "before", "until", "bis", "a"})


class Conflicts:
    """Counts of what pairs of values have brought."""

    def __init__(self, space: Space) -> None:
        self._tries: dict[_Pair, int] = {}
        self._hits: set[_Pair] = set()
        self._errors: dict[_Pair, int] = {}
        self._partners: dict[tuple[int, int, int], set[int]] = {}
        self._alive: set[tuple[int, int]] = set()
        self._ranges = list(_ranges(space))

    def add(self, values: Combination, hits: int, *, error: bool) -> None:
        """Learn from one first page."""
        if error and self.ruled_out(values):
            return  # explained: no blame for the other pairs
        if hits:
            self._alive.update(enumerate(values))
        for pair in _pairs(values):
            self._tries[pair] = self._tries.get(pair, 0) + 1
            if hits:
                self._hits.add(pair)
                j, v, k, u = pair
                self._partners.setdefault((k, u, j), set()).add(v)
                self._partners.setdefault((j, v, k), set()).add(u)
            elif error:
                self._errors[pair] = self._errors.get(pair, 0) + 1

    def ruled_out(self, values: Combination) -> bool:
        """Whether a pair has only ever brought errors, its values not."""
        for pair in _pairs(values):
            errors = self._errors.get(pair, 0)
            if errors < _ERRORS or errors < self._tries[pair]:
                continue
            j, v, k, u = pair
            if (j, v) in self._alive and (k, u) in self._alive:
                return True
        return False

    def chance(self, values: Combination) -> float:
        """Factor on what is expected, from pairs that have brought nothing so far."""
        least = 1.0
        for pair in _pairs(values):
            if pair in self._hits:
                continue
            tries = self._tries.get(pair, 0)
            least = min(least, 1.0 / (1.0 + tries))
            j, v, k, u = pair
            if self._nested(k, u, j, v) or self._nested(j, v, k, u):
                least = min(least, 0.05)
        for low, high, numbers in self._ranges:
            a, b = numbers[0][values[low]], numbers[1][values[high]]
            if a is not None and b is not None and a > b:
                least = min(least, 0.01)
        return least

    def _nested(self, k: int, u: int, j: int, v: int) -> bool:
        """Value *u* of *k* is known to go with one other value of *j* only."""
        partners = self._partners.get((k, u, j))
        return partners is not None and len(partners) == 1 and v not in partners


def _pairs(values: Combination) -> Iterator[_Pair]:
    for (j, v), (k, u) in combinations(enumerate(values), 2):
        yield j, v, k, u


def _ranges(
    space: Space,
) -> Iterator[tuple[int, int, tuple[list[float | None], list[float | None]]]]:
    """Pairs of menus that are the ends of a range: like names, all but one word."""
    named = [(k, words(factor.name)) for k, factor in enumerate(space.factors)]
    for low, left in named:
        for high, right in named:
            rest = [word for word in left if word not in _LOW]
            if rest == left or rest != [word for word in right if word not in _HIGH]:
                continue
            if low != high and len(right) == len(left):
                numbers = (
                    [_number(value) for value in space.factors[low].values],
                    [_number(value) for value in space.factors[high].values],
                )
                yield low, high, numbers


def _number(value: str | None) -> float | None:
    """The number that a value is; None where it is none.

    >>> _number("1,500"), _number("any"), _number(None)
    (1500.0, None, None)
    """
    plain = (value or "").strip().replace(",", "").replace(" ", "")
    if not plain.replace(".", "", 1).isdecimal() or len(plain) > 18:
        return None
    return float(plain)
