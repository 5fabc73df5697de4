"""Values that go with one value of another factor only: a model belongs to one make.

That each value of a factor has one owner in another is believed as far as values whose
owner is known have brought nothing with others, against what was expected of them:
by Poisson's law, nothing where e records were expected has the chance exp(-e). The
owner of a value is looked for among those that it has not been tried with, so its
chance grows with every one that fails, and a value is asked for until it is found.
"""

from __future__ import annotations

from itertools import permutations
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from crawler.harvest.pairings import Pairings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.harvest.beliefs import Beliefs
    from crawler.harvest.facets import Facets
    from crawler.harvest.factors import Combination, Space

_PRIOR = 3.0
"""Evidence needed for even odds."""
_MOST = 1.0
"""Evidence of one query: answers differ more than by Poisson's law."""
_SEVERAL = 0.1
"""Values with more than one owner, of those with one, that end the belief."""


class Owner(NamedTuple):
    """What is believed of one query."""

    belief: float
    """That one of its values has to be met with its owner."""
    chance: float
    """That it is, if so."""


class Owners:
    """Which factors own the values of which."""

    def __init__(self, space: Space, beliefs: Beliefs, facets: Facets) -> None:
        self._space, self._beliefs, self._facets = space, beliefs, facets
        self._met = Pairings()
        self._tried: dict[tuple[int, int, int], set[int]] = {}
        """(factor, value, other factor) -> its values that showed nothing with it."""
        self._evidence: dict[tuple[int, int], float] = {}

    def add(self, values: Combination, hits: int, expected: float) -> None:
        """Learn from an answer that was expected to show so many records."""
        for k, j in permutations(self._set(values), 2):
            u, v = values[k], values[j]
            if hits:
                self._met.join(k, u, j, v)
                continue
            self._tried.setdefault((k, u, j), set()).add(v)
            owners = self._met.partners(k, u, j)
            if owners and v not in owners:
                told = self._evidence.get((k, j), 0.0)
                self._evidence[k, j] = told + min(_MOST, expected)

    def together(self, pairs: Mapping[tuple[int, int, int, int], int]) -> None:
        """Learn how many records have both values of each pair, given both ways.

        That one more has the value that those before it have speaks for an owner, the
        more the less frequent that value is.
        """
        for (k, u, j, v), number in pairs.items():
            owners = self._met.partners(k, u, j)
            again = number if v in owners else number - 1
            self._met.join(k, u, j, v)
            if again and len(self._met.partners(k, u, j)) == 1:
                rare = -log(max(1e-9, self._facets.frequency(j, v)))
                told = self._evidence.get((k, j), 0.0)
                self._evidence[k, j] = told + again * min(_MOST, rare)

    def find(self, values: Combination) -> Owner:
        """The strongest belief that bears on a query."""
        best = Owner(0.0, 1.0)
        for k, j in permutations(self._set(values), 2):
            belief = self._belief(k, j)
            if belief > best.belief:
                best = Owner(belief, self._chance(k, values[k], j, values[j]))
        return best

    def of_one(self, values: Combination, j: int) -> float:
        """Belief that the records of *values* have one value of factor *j* only."""
        beliefs = (self._belief(k, j) for k in self._set(values) if k != j)
        return max(beliefs, default=0.0)

    def worth(self, values: Combination) -> float:
        """Factor on the news of a narrower query, by what is believed of owners.

        With another than its owner a value shows nothing, and with its owner just
        what it shows without.
        """
        worth = 1.0
        for k, j in permutations(self._set(values), 2):
            if self._met.partners(k, values[k], j):
                worth = min(worth, 1.0 - self._belief(k, j))
        return worth

    def _set(self, values: Combination) -> list[int]:
        beliefs = self._beliefs
        return [
            k
            for k, v in enumerate(values)
            if not beliefs.looks[k] and v not in beliefs.wides[k]
        ]

    def _belief(self, k: int, j: int) -> float:
        one, several = self._met.counts(k, j)
        if several > _SEVERAL * one:
            return 0.0
        told = self._evidence.get((k, j))
        return 0.0 if told is None else 1.0 / (1.0 + exp(_PRIOR - told))

    def _chance(self, k: int, u: int, j: int, v: int) -> float:
        owners = self._met.partners(k, u, j)
        if owners:
            return float(v in owners)
        tried = self._tried.get((k, u, j), set())
        if v in tried:
            return 0.0
        number = len(self._space.factors[j]) - len(self._beliefs.wides[j])
        return 1.0 / max(1, number - len(tried))
