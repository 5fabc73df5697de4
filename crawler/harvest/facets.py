"""Which values a record has, told from the queries that showed it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from pyroaring import BitMap

from crawler.harvest.names import NONE
from crawler.harvest.ranges import ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyroaring import AbstractBitMap, FrozenBitMap

    from crawler.harvest.beliefs import Beliefs
    from crawler.harvest.factors import Combination, Space

_Pair: TypeAlias = tuple[int, int, int, int]
_ENOUGH = 3
"""Records of one value that tell how another factor is shared out among them."""
_PRIOR = 2.0
"""Records that the share over all is worth against them."""
_AGAINST = 0.5


class Facets:
    """Values of records: what a query with a condition shows fulfils the condition."""

    def __init__(self, space: Space, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._ranges = {
            k: each for each in ranges(space) for k in (each.low, each.high)
        }
        self._joint: dict[_Pair, int] = {}
        self._known: dict[tuple[int, int, int], int] = {}
        self._members: list[dict[int, BitMap]] = [{} for _ in space.cards]
        """Per factor and value, the records that have it."""
        self.valued = [BitMap() for _ in space.cards]
        """Per factor, records known to have one of its values."""

    def belong(self, values: Combination, records: FrozenBitMap) -> Counter[_Pair]:
        """Note the values of records; pairs of values met together, both ways.

        With each pair, the number of records that have it and were not known to. The
        first value that a record is met with is the one it has.
        """
        met: Counter[_Pair] = Counter()
        for k, u in self.conditions(values):
            fresh = records - self.valued[k]
            if not fresh:
                continue
            for j, members in enumerate(self._members):
                if j == k or not self.valued[j].intersect(fresh):
                    continue
                for v, having in members.items():
                    number = having.intersection_cardinality(fresh)
                    if number:
                        self._join((j, v, k, u), number, met)
            self._members[k].setdefault(u, BitMap()).update(fresh)
            self.valued[k] |= fresh
        return met

    def conditions(self, values: Combination) -> Iterator[tuple[int, int]]:
        """Factors that are set to one value, and neither to "any" nor to an order."""
        for k, value in enumerate(values):
            if not self._beliefs.looks[k] and value not in self._beliefs.wides[k]:
                yield k, value

    def matching(self, values: Combination) -> int:
        """Records known to match all conditions; 0 when there is no condition."""
        sets = []
        for k, value in self.conditions(values):
            members = self._having(k, value)
            if not members:
                return 0
            sets.append(members)
        if not sets:
            return 0
        sets.sort(key=len)
        return len(sets[0].intersection(*sets[1:]))

    def frequency(self, k: int, value: int) -> float:
        """Share of *value* among the records whose value of factor *k* is known."""
        number = len(self.valued[k])
        return len(self._members[k].get(value, NONE)) / number if number else 1.0

    def _having(self, k: int, value: int) -> AbstractBitMap:
        """Records known to meet a condition: "from 5" by what "from 9" showed, too."""
        span = self._ranges.get(k)
        members = self._members[k]
        if span is None:
            return members.get(value, NONE)
        narrower = (v for v in members if v == value or value in span.wider(k, v))
        return BitMap().union(*(members[v] for v in narrower))

    def lift(self, values: Combination, shares: Sequence[float]) -> float:
        """How much more often the conditions are met together than by chance.

        *shares*: of the records, per factor, those that meet its condition. Of two
        conditions, each is judged among the records of the other; the one that
        speaks most against counts, else the one of which most is known.
        """
        best, most, least = 1.0, _ENOUGH - 1, 1.0
        conditions = list(self.conditions(values))
        for j, v in conditions:
            for k, u in conditions:
                known = self._known.get((j, v, k), 0) if j != k else 0
                if known < _ENOUGH:
                    continue
                expected = _PRIOR * shares[k]
                joint = self._joint.get((j, v, k, u), 0)
                lift = (joint + expected) / (known + _PRIOR) / max(shares[k], 1e-9)
                least = min(least, lift)
                if known > most:
                    best, most = lift, known
        return least if least < _AGAINST else best

    def _join(self, pair: _Pair, number: int, met: Counter[_Pair]) -> None:
        """Note that so many records have both values."""
        j, v, k, u = pair
        for key in (pair, (k, u, j, v)):
            met[key] += number
            self._joint[key] = self._joint.get(key, 0) + number
            part = key[:3]
            self._known[part] = self._known.get(part, 0) + number
