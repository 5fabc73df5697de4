"""Narrowing an answer that was cut off: split it on a factor, until nothing is cut.

This is the idea of slice-cover (Sheng, Zhang, Tao, Jin 2012), with the factor chosen
for each answer by the queries that it is expected to cost, and the children asked in
the order of what they are expected to bring.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import geometric_mean
from typing import TYPE_CHECKING

from crawler.harvest.costs import GUESSES, narrowing
from crawler.harvest.names import NONE
from crawler.harvest.ranges import ranges

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyroaring import FrozenBitMap

    from crawler.harvest.beliefs import Beliefs
    from crawler.harvest.factors import Space
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key
    from crawler.harvest.yields import Yields

_ORDERS = 3
"""Other orders of the same records that are tried for one answer."""
_AGAIN = 1.5
_FRUITLESS = 6
"""Tries of another order without news, after which none is made."""


@dataclass(slots=True, eq=False)
class Family:
    """An answer and the narrower queries that together stand for it."""

    answer: Answer
    k: int = -1
    pending: set[Key] = field(default_factory=set)
    union: FrozenBitMap = NONE
    """What the children have shown."""
    tried: set[int] = field(default_factory=set)
    """Factors that it was narrowed in, or is."""
    cut: int = 0
    """Records that children claim and cannot show."""


class Families:
    """All answers that are being narrowed."""

    def __init__(self, space: Space, beliefs: Beliefs, yields: Yields) -> None:
        self._space, self._beliefs, self._yields = space, beliefs, yields
        self._ranges = ranges(space)
        self._families: dict[Key, Family] = {}
        self._waiting: dict[Key, list[Family]] = {}
        self._orders: dict[int, list[int]] = {}
        self.leaks: set[int] = set()
        """Factors with records that no value but "any" shows."""

    def split(self, answer: Answer) -> list[tuple[int, Key]] | None:
        """Narrow *answer* in one more factor: children, with the factor they differ in.

        A range is halved, under a factor of its own, counted from -1 down. Factors
        with one value besides "any", check boxes mostly, share nothing out: all of
        them are tried at once.
        """
        family = self._families.setdefault(answer.key, Family(answer))
        k = self._choose(family)
        if k is None:
            return None
        family.k, family.union, family.cut = k, NONE, 0
        values, texts = answer.key
        if k < 0:
            family.tried.add(k)
            halves = self._ranges[-1 - k].halves(values)
            found = [(k, (half, texts)) for half in halves]
        else:
            found = [
                (j, ((*values[:j], u, *values[j + 1 :]), texts))
                for j in self._together(family, k)
                for u in self._narrower(j, values[j])
            ]
            family.tried.update(j for j, _ in found)
        family.pending = {key for _, key in found}
        for _, key in found:
            self._waiting.setdefault(key, []).append(family)
        return found

    def _together(self, family: Family, k: int) -> list[int]:
        """Factor *k*, with all others that are of a single value as well."""
        values = family.answer.key[0]
        if self._beliefs.looks[k] or len(self._narrower(k, values[k])) > 1:
            return [k]
        return [
            j
            for j, value in enumerate(values)
            if j not in family.tried
            and not self._beliefs.looks[j]
            and value in self._beliefs.wides[j]
            and len(self._narrower(j, value)) == 1
        ]

    def lift(self, answer: Answer, records: FrozenBitMap) -> Iterator[Answer]:
        """Make *records* of *answer* known to all that it narrows; yields those."""
        todo = [(answer, records)]
        while todo:
            below, shown = todo.pop()
            for family in self._waiting.get(below.key, ()):
                family.union = family.union | shown if family.union else shown
                fresh = shown - family.answer.known
                if fresh:
                    family.answer.known |= fresh
                    todo.append((family.answer, fresh))
                    yield family.answer

    def resolve(self, key: Key, cut: int) -> list[Family]:
        """Nothing more comes of *key*: families that waited for nothing else."""
        done = []
        for family in self._waiting.pop(key, ()):
            family.cut += cut
            family.pending.discard(key)
            if not family.pending:
                done.append(family)
        return done

    def factors_of(self, family: Family) -> tuple[int, ...]:
        """The factors that the children differ in."""
        if family.k >= 0:
            return (family.k,)
        span = self._ranges[-1 - family.k]
        return span.low, span.high

    def leak(self, k: int) -> list[Answer]:
        """Note that factor *k* leaks; answers that were narrowed in no other."""
        if k in self.leaks or k < 0:
            return []
        self.leaks.add(k)
        return [
            family.answer
            for family in self._families.values()
            if k in family.tried and family.answer.settled and family.answer.cut
        ]

    def order_tried(self, k: int, news: int) -> None:
        """Note what another order of the records has brought."""
        if k >= 0 and self._beliefs.looks[k]:
            self._orders.setdefault(k, []).append(news)

    def _choose(self, family: Family) -> int | None:
        values = family.answer.key[0]
        free: list[int] = []
        halved: set[int] = set()
        for i, span in enumerate(self._ranges):
            if span.halves(values):
                halved |= {span.low, span.high}
                if -1 - i not in family.tried:
                    free.append(-1 - i)
        free += [
            k
            for k, value in enumerate(values)
            if k not in family.tried
            and k not in halved
            and not self._beliefs.looks[k]
            and value in self._beliefs.wides[k]
        ]
        if free:
            return min(free, key=lambda k: (self._cost(family.answer, k, free), k))
        orders = (k for k, looks in enumerate(self._beliefs.looks) if looks)
        for k in orders:
            if k not in family.tried and family.answer.cut and self._may_order(k):
                return k
        return None

    def _may_order(self, k: int) -> bool:
        tried = self._orders.get(k, ())
        return len(tried) < _FRUITLESS or any(tried)

    def _cost(self, answer: Answer, k: int, free: list[int]) -> float:
        """Queries for all children, and for what these leave cut off in turn."""
        limit = max(1, len(answer.records))
        if answer.total is not None:
            return self._narrowing(answer, k, free, answer.claimed / limit)
        sizes = [size for size in GUESSES if size * limit >= len(answer.known)]
        costs = [self._narrowing(answer, k, free, size) for size in sizes]
        return (
            geometric_mean(costs)
            if costs
            else self._narrowing(answer, k, free, GUESSES[-1])
        )

    def _narrowing(self, answer: Answer, k: int, free: list[int], size: float) -> float:
        """Of an answer of so many answers."""
        values = answer.key[0]
        cards = {j: len(self._narrower(j, values[j])) for j in free if j >= 0}
        menus = tuple(c for j, c in cards.items() if j != k and c > 1)
        spans = {j: self._ranges[-1 - j].steps(values) for j in free if j < 0}
        rest = tuple(steps for j, steps in spans.items() if j != k)
        if k < 0:
            return narrowing(size, (), (spans[k],)) + spans[k] * narrowing(
                size / spans[k], menus, rest
            )
        cost = 0.0
        for u in self._narrower(k, values[k]):
            part = size * self._yields.part(k, (*values[:k], u, *values[k + 1 :]))
            cost += 1.0 + narrowing(part, menus, rest)
            if cards[k] == 1 and part > 1:
                cost += _AGAIN * part  # a check box shares nothing out
        belief = self._yields.bound(values, k)
        return cost + belief * (cards[k] + narrowing(size, menus, rest) - cost)

    def _narrower(self, k: int, value: int) -> list[int]:
        others = [u for u in range(len(self._space.factors[k])) if u != value]
        if self._beliefs.looks[k]:
            return others[-_ORDERS:]
        return [u for u in others if u not in self._beliefs.wides[k]] or others
