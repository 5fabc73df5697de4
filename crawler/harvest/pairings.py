"""Which values of one factor have been met with which of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_NONE: Final[frozenset[int]] = frozenset()


class Pairings:
    """Partners of values, and how many values have just one.

    >>> met = Pairings()
    >>> for model, make in ((0, 5), (1, 5), (1, 5), (2, 6)):
    ...     met.join(0, model, 1, make)
    >>> met.counts(0, 1), sorted(met.partners(0, 1, 1))
    ((3, 0), [5])
    >>> met.join(0, 2, 1, 5)
    >>> met.counts(0, 1), met.counts(1, 0)
    ((2, 1), (0, 0))
    """

    def __init__(self) -> None:
        self._partners: dict[tuple[int, int, int], set[int]] = {}
        """(factor, value, other factor) -> its values that were met together."""
        self._counts: dict[tuple[int, int], list[int]] = {}
        """Per two factors: values of the first with one partner, and with several."""

    def join(self, k: int, u: int, j: int, v: int) -> None:
        """Value *u* of factor *k* was met with *v* of *j*: one way only."""
        partners = self._partners.setdefault((k, u, j), set())
        if v in partners:
            return
        partners.add(v)
        counts = self._counts.setdefault((k, j), [0, 0])
        if len(partners) == 1:
            counts[0] += 1
        elif len(partners) == 2:
            counts[0] -= 1
            counts[1] += 1

    def partners(self, k: int, u: int, j: int) -> AbstractSet[int]:
        """The values of factor *j* that *u* of *k* was met with."""
        return self._partners.get((k, u, j), _NONE)

    def counts(self, k: int, j: int) -> tuple[int, int]:
        """Values of factor *k* with one partner in *j*, and with several."""
        one, several = self._counts.get((k, j), (0, 0))
        return one, several
