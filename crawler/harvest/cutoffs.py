"""Answers of ranges that are perhaps cut off without a word."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")
_LEAST: Final = 8
_FEWEST: Final = 5
"""Nobody shows fewer than so many and hides the others."""
_KEPT: Final = 1_000
"""Answers of one number that are remembered."""


class Cutoffs(Generic[T]):
    """Numbers of records at which answers that say nothing of it may end.

    A round number may be such a limit, and so may the greatest that several answers
    have. One of them is looked at: if a part of it shows more, all of that number are
    cut off. A part of the same number may be cut off itself, and is looked at next.

    >>> cutoffs = Cutoffs()
    >>> [cutoffs.met(number, f"answer {number}") for number in (7, 23, 23, 20)]
    [False, False, False, False]
    >>> cutoffs.test(), cutoffs.news(), list(cutoffs.exposed()), cutoffs.met(23, "x")
    ('answer 23', True, ['answer 23'], True)
    >>> cutoffs.test(), cutoffs.test(), cutoffs.met(20, "y")
    ('answer 20', None, False)
    """

    def __init__(self) -> None:
        self._suspects: dict[int, list[T]] = {}
        self._times: Counter[int] = Counter()
        self._known: dict[int, bool] = {}
        """Whether answers of so many records are cut off."""
        self._tested = 0
        """The number that is being looked at."""
        self._again: list[T] = []
        """Parts of what is looked at, of the same number."""
        self._doubted: set[int] = set()

    def met(self, number: int, answer: T, *, doubtful: bool = False) -> bool:
        """Whether an answer is cut off for certain; else it is remembered.

        *doubtful*: it is looked at whatever its number.
        """
        if number in self._known or number < _FEWEST:
            return self._known.get(number, False)
        if number == self._tested:
            self._again.append(answer)
            return False
        self._times[number] += 1
        if doubtful:
            self._doubted.add(number)
        kept = self._suspects.setdefault(number, [])
        if len(kept) < _KEPT:
            kept.append(answer)
        greatest = max(self._times)
        for other in [n for n in self._suspects if n < greatest and not _round(n)]:
            if other not in self._doubted:
                del self._suspects[other]
        return False

    def test(self) -> T | None:
        """An answer to be split, to see whether it is whole; None when none is left.

        The one before, if there was one, has shown nothing new.
        """
        if self._again:
            return self._again.pop()
        if self._tested:
            self._known.setdefault(self._tested, False)
        greatest = max(self._times, default=0)
        numbers = (
            n
            for n in self._suspects
            if n not in self._known
            and (
                _round(n) or n in self._doubted or (n == greatest and self._several(n))
            )
        )
        self._tested = max(numbers, default=0)
        return self._suspects[self._tested].pop() if self._tested else None

    def _several(self, number: int) -> bool:
        return self._times[number] > 1

    def news(self) -> bool:
        """What is looked at has shown more: that is a limit. Whether there was one."""
        if self._tested and self._known.get(self._tested) is None:
            self._known[self._tested] = True
            return True
        return False

    def exposed(self) -> Iterator[T]:
        """The other answers of that number, once each: they are cut off, too."""
        again, self._again = self._again, []
        yield from again
        yield from self._suspects.pop(self._tested, ())


def _round(number: int) -> bool:
    return number >= _LEAST and number % 5 == 0
