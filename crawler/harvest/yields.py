"""How many records a query will show, told from the queries before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.harvest.conflicts import Conflicts
    from crawler.harvest.facets import Facets
    from crawler.harvest.factors import Combination, Space
    from crawler.harvest.ledger import Answer
    from crawler.harvest.owners import Owners

_HALF = 0.55
"""Share of an answer that half of its range leaves."""
_WEIGHT = 1.0
"""How many queries the mean is worth against what one value has brought."""


class Yields:
    """Expected answers: mean times how each value departs from it.

    The values are taken to be independent but for what :class:`Conflicts` knows of
    their pairs, and :class:`Owners` of values that go with one other only. Each ratio
    is drawn towards 1 as by one mean query of that value.
    """

    def __init__(
        self,
        space: Space,
        facets: Facets,
        conflicts: Conflicts | None = None,
        owners: Owners | None = None,
    ) -> None:
        """*conflicts*, *owners*: what they know is used, where they are given."""
        self._space, self._facets = space, facets
        self._conflicts, self._owners = conflicts, owners
        self._sums = [[0.0] * card for card in space.cards]
        self._numbers = [[0] * card for card in space.cards]
        self._total, self._number, self._good = 0.0, 0, 0
        # Sizes of narrower answers, and of the answers that they narrow.
        self._inner = [[0.0] * card for card in space.cards]
        self._outer = [[0.0] * card for card in space.cards]
        self.page = 1
        """The most records that one page has shown."""

    def add(self, answer: Answer, parent: Answer | None, k: int) -> None:
        """Learn from a first page, which may narrow *parent* in factor *k*."""
        values = answer.key[0]
        size = float(answer.claimed)
        if parent is not None and k < 0:
            return
        if parent is not None:
            self._inner[k][values[k]] += size
            self._outer[k][values[k]] += parent.claimed
            return
        self._total += size
        self._number += 1
        self._good += size > 0
        for factor, value in enumerate(values):
            self._sums[factor][value] += size
            self._numbers[factor][value] += 1

    def root(self, values: Combination) -> float:
        """Records expected of a query that narrows no other."""
        if not self._total:
            return 0.0
        mean = self._total / self._number
        found = mean
        for k, value in enumerate(values):
            number = self._numbers[k][value]
            if number:
                ratio = (self._sums[k][value] + _WEIGHT * mean) / (number + _WEIGHT)
                found *= ratio / mean
        found *= self._chance(values)
        if self._owners is None or not self._good:
            return found
        belief, chance = self._owners.find(values)
        return (1.0 - belief) * found + belief * chance * self._total / self._good

    def _chance(self, values: Combination) -> float:
        return self._conflicts.chance(values) if self._conflicts else 1.0

    def share(self, k: int, value: int) -> float:
        """Share of an answer that narrowing factor *k* to *value* leaves."""
        prior = 1.0 / max(1, len(self._space.factors[k]) - 1)
        outer = self._outer[k][value]
        if not outer:
            told = [
                (i, o) for i, o in zip(self._inner[k], self._outer[k], strict=True) if o
            ]
            spent = sum(inner / out for inner, out in told)
            rest = max(1, len(self._space.factors[k]) - 1 - len(told))
            return min(1.0, max(0.1 * prior, (1.0 - spent) / rest))
        return (self._inner[k][value] + prior) / (outer + 1.0)

    def part(self, k: int, values: Combination) -> float:
        """Share of an answer that narrowing factor *k* leaves, to *values* by that.

        What is known of the records of its conditions goes before what is known of
        all: every record of a model has the same make.
        """
        shares = [self.share(j, v) for j, v in enumerate(values)]
        return min(1.0, shares[k] * self._facets.lift(values, shares))

    def bound(self, values: Combination, k: int) -> float:
        """Belief that the records of *values* have one value of factor *k* only."""
        return self._owners.of_one(values, k) if self._owners else 0.0

    def narrowed(self, parent: Answer, k: int, values: Combination) -> float:
        """New records expected of the first page of a narrower query."""
        share = self.share(k, values[k]) if k >= 0 else _HALF
        size = parent.claimed * share * self._chance(values)
        if k >= 0:
            shares = [self.share(j, v) for j, v in enumerate(values)]
            size = min(float(parent.claimed), size * self._facets.lift(values, shares))
        known = len(parent.known) / parent.claimed if parent.claimed else 0.0
        news = self.news(values, size, known)
        return news * self._owners.worth(values) if self._owners else news

    def news(self, values: Combination, size: float, share: float = 0.0) -> float:
        """Of *size* records, those of a first page that are not known yet.

        Known are those that have been seen to match, and at least the *share* that is
        known of a wider answer.
        """
        if not size:
            return 0.0
        known = max(self._facets.matching(values) / size, share)
        return min(size, float(self.page)) * max(0.01, 1.0 - known)
