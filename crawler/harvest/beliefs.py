"""What is believed of the values of a form, and what has borne it out.

A value w of a factor *subsumes* a value u when, all else equal, w shows whatever u
shows: "any" does, and so does each of the orders of a sort menu, of each other. Where
w subsumes u, a complete answer to w makes the question u needless. The belief comes
from wording, or from at least two comparisons; one record that contradicts it ends
it for that pair of values.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from crawler.harvest.ranges import Range, ranges

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyroaring import FrozenBitMap

    from crawler.harvest.factors import Combination, Space
    from crawler.harvest.queries import Key

_GROUP = 12
"""Answers kept of one neighbourhood: queries that differ in one factor only."""
_TELLING = 4
"""Records that make one comparison count in full; of one or two, equality is chance."""

_Rest: TypeAlias = "tuple[Combination, tuple[str, ...]]"
_Told: TypeAlias = "tuple[FrozenBitMap, bool, bool]"
"""Records, whether the answer is whole, and whether it is presumed."""


class Beliefs:
    """Which values subsume which, and which factors only arrange the records."""

    def __init__(self, space: Space, tau: float) -> None:
        self._space, self._tau = space, tau
        factors = space.factors
        self.looks = [factor.looks for factor in factors]
        """The values of this factor do not change the records."""
        self.wides: list[set[int]] = [
            set() if factor.wide is None else {factor.wide} for factor in factors
        ]
        """Values believed to subsume all others of their factor."""
        self._ranges = {
            k: each for each in ranges(space) for k in (each.low, each.high)
        }
        for k, each in self._ranges.items():
            self.wides[k].update(_widest(each, k, len(factors[k])))
        self.refuted: set[tuple[int, int, int]] = set()
        """(factor, wide value, value that it does not subsume)."""
        self.verified: set[tuple[int, int, int]] = set()
        self.version = 0
        """Changes with the beliefs."""
        self._same = [0.0] * len(factors)
        self._changed = [0.0] * len(factors)
        self._pro: dict[tuple[int, int], dict[int, int]] = {}
        self._contra: set[tuple[int, int, int]] = set()
        self._groups: list[dict[_Rest, dict[int, _Told]]] = [{} for _ in factors]

    def canonical(self, key: Key) -> Key:
        """The key with factors that only arrange at their defaults."""
        values, texts = key
        factors = self._space.factors
        plain = tuple(
            factors[k].default if self.looks[k] else v for k, v in enumerate(values)
        )
        return plain, texts

    def general(self, k: int, value: int) -> tuple[int, ...]:
        """Values of factor *k* that subsume *value*, the widest first."""
        if self.looks[k]:
            return (self._space.factors[k].default,)
        span = self._ranges.get(k)
        wides = span.wider(k, value) if span else sorted(self.wides[k])
        fit = (w for w in wides if w != value and (k, w, value) not in self.refuted)
        return (*fit, value)

    def above(self, key: Key) -> Iterator[Key]:
        """Keys whose complete answer makes *key* needless, widest first."""
        values, texts = key
        parts = [self.general(k, value) for k, value in enumerate(values)]
        blank = ("",) * len(texts)
        for found in product(*parts):
            yield found, blank
        if texts != blank:
            for found in product(*parts):
                yield found, texts

    def rigid(self) -> tuple[int, ...]:
        """Factors without a wide value: each of their values has to be asked."""
        return tuple(
            k
            for k in range(len(self._space.factors))
            if not self.looks[k] and not self.wides[k]
        )

    def compared(self, k: int) -> float:
        """How much has been learned on factor *k* by comparing its values."""
        return self._same[k] + self._changed[k]

    def trusted(self, k: int) -> bool:
        """Whether the wide value of factor *k* has been borne out at least once."""
        return any((k, w) in self._pro for w in self.wides[k])

    def distrust(self, k: int) -> None:
        """The values of factor *k* are like any other, until proved otherwise."""
        self.wides[k] = set()
        self.version += 1

    def learn(
        self,
        key: Key,
        records: FrozenBitMap,
        *,
        complete: bool,
        presumed: bool = False,
    ) -> None:
        """Compare an answer to its neighbours, of the same time."""
        values, texts = key
        told = (records, complete, presumed)
        for k, value in enumerate(values):
            rest = (values[:k] + values[k + 1 :], texts)
            group = self._groups[k].setdefault(rest, {})
            for other, known in group.items():
                same_time = known[2] == presumed
                if other != value and same_time and (records or known[0]):
                    self._compare(k, (value, told), (other, known))
            if len(group) < _GROUP or value in group or value in self.wides[k]:
                group[value] = told
            self._conclude(k)

    def _compare(self, k: int, one: tuple[int, _Told], two: tuple[int, _Told]) -> None:
        (v, (left, left_all, _)), (u, (right, right_all, _)) = one, two
        if left_all and right_all:
            weight = min(1.0, max(len(left), len(right)) / _TELLING)
            if left == right:
                # All records of a model are of its make: "any make" shows the same.
                wide = v in self.wides[k] or u in self.wides[k]
                self._same[k] += 0.0 if wide else weight
            else:
                self._changed[k] += weight
        for (w, (above, complete, _)), (u, (below, *_)) in ((one, two), (two, one)):
            if not complete or not below:
                continue
            if below <= above:
                pro = self._pro.setdefault((k, w), {})
                pro[u] = pro.get(u, 0) + 1
                if w in self.wides[k]:
                    self.verified.add((k, w, u))
            else:
                self._contradict(k, w, u)

    def _contradict(self, k: int, w: int, u: int) -> None:
        self._contra.add((k, w, u))
        believed = w in self.wides[k] or k in self._ranges
        if believed and (k, w, u) not in self.refuted:
            self.refuted.add((k, w, u))
            self.version += 1

    def _conclude(self, k: int) -> None:
        same, changed = self._same[k], self._changed[k]
        if same + changed:
            few = changed / (same + changed) < self._tau
            if self.looks[k] != few and (self.looks[k] or same >= 2):
                self.looks[k] = few
                self.version += 1
        if self.looks[k]:
            return
        values = len(self._space.factors[k])
        for (factor, w), pro in self._pro.items():
            if factor != k or w in self.wides[k]:
                continue
            enough = sum(pro.values()) >= 2 and len(pro) >= min(2, values - 1)
            refuted = any((k, w, u) in self._contra for u in range(values))
            if enough and not refuted:
                self.wides[k].add(w)
                self.verified |= {(k, w, u) for u in pro}
                self.version += 1

    def undecided(self, k: int) -> bool:
        """Whether one more comparison of factor *k* may change what is believed."""
        if self.looks[k]:
            return self.compared(k) < 1
        if self.wides[k]:
            return not self.trusted(k)
        same, changed = self._same[k], self._changed[k]
        if not same + changed:
            return True
        pro = any(factor == k for factor, _ in self._pro)
        return pro and same + changed < 3


def _widest(span: Range, k: int, values: int) -> list[int]:
    """Values of the end of a range that let everything through."""
    return [v for v in range(values) if not span.wider(k, v)]
