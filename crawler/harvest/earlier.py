"""What an earlier harvest of the same form was answered."""

from __future__ import annotations

import heapq
from array import array
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from pyroaring import BitMap, FrozenBitMap

from crawler.harvest.names import NONE, Names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyroaring import AbstractBitMap

    from crawler.harvest.queries import Key, Outcome

_CUT = 0.5
"""What a record of an answer that was cut off counts against one of a whole answer.

A whole answer tells of every record that is gone and of every new one; of one that is
cut off a record may be missing because another one came before it.
"""


class Earlier:
    """Answers by query and page.

    >>> from crawler.harvest import Outcome
    >>> wide, a, b = ((0,), ()), ((1,), ()), ((2,), ())
    >>> told = Earlier({(wide, 1): Outcome(("1", "2"), more=True),
    ...     (a, 1): Outcome(("1", "2", "3")), (b, 1): Outcome(("4",))})
    >>> told.cover() == [a, b]
    True
    """

    def __init__(
        self,
        outcomes: Mapping[tuple[Key, int], Outcome],
        *,
        finished: bool = True,
        lower: bool = False,
    ) -> None:
        """*finished*: it asked all that it wanted to ask.

        *lower*: answers stayed cut off, however they were narrowed.
        """
        self.finished, self.lower = finished, lower
        self.names = Names()
        """Numbers of the records; the harvest of now goes on with them."""
        self.shown: dict[Key, FrozenBitMap] = {}
        """Records of all pages of a query."""
        self.pages: dict[Key, int] = {}
        self.cut: set[Key] = set()
        """Queries whose answer was not whole."""
        self._outcomes: dict[tuple[Key, int], tuple[Outcome, array[int]]] = {}
        """Answers without their records, and the numbers of these."""
        for key, page in sorted(outcomes, key=lambda pair: pair[1]):
            self._add(key, page, outcomes[key, page])
        self.number = len(self.names)
        """Of the records: those of now that were not met then have higher ones."""
        whole = (shown for key, shown in self.shown.items() if key not in self.cut)
        self.unsure = FrozenBitMap(range(self.number)).difference(*whole)
        """Records that no whole answer has shown."""
        self._keys = list(self.shown)
        self._starts, self._places = self._inverted()

    def _add(self, key: Key, page: int, outcome: Outcome) -> None:
        numbers = array("I", map(self.names.add, outcome.records))
        shown = self.shown.get(key, NONE)
        self.shown[key] = shown = shown.union(FrozenBitMap(numbers))
        self._outcomes[key, page] = replace(outcome, records=()), numbers
        self.pages[key] = page
        short = outcome.total is not None and outcome.total > len(shown)
        if outcome.next or outcome.more or outcome.error or short:
            self.cut.add(key)
        else:
            self.cut.discard(key)

    def _inverted(self) -> tuple[array[int], array[int]]:
        """Where the places of the queries that showed a record start, and the places.

        The places of all records in one row, as numbers of queries.
        """
        starts = array("I", bytes(4 * (self.number + 1)))
        for shown in self.shown.values():
            for record in shown:
                starts[record] += 1
        starts = array(
            "I", accumulate(starts)
        )  # where each ends: it is filled from there
        places = array("I", bytes(4 * starts[-1]))
        for place, shown in enumerate(self.shown.values()):
            for record in shown:
                starts[record] -= 1
                places[starts[record]] = place
        return starts, places

    def by(self, record: int) -> list[Key]:
        """The queries that showed a record."""
        places = self._places[self._starts[record] : self._starts[record + 1]]
        return [self._keys[place] for place in places]

    def narrowed(self, key: Key) -> bool:
        """Whether the answer was cut off, and has been narrowed as far as can be."""
        return self.finished and key in self.cut

    def cover(self) -> list[Key]:
        """Queries that together show every record: greedily, the most a request first.

        The greedy cover is within a logarithm of the least one (Chvatal 1979).
        """
        left = BitMap(range(self.number))
        heap = [
            (-self._worth(key, len(shown)), number, key)
            for number, (key, shown) in enumerate(self.shown.items())
            if shown
        ]
        heapq.heapify(heap)
        found: list[Key] = []
        while heap and left:
            _, number, key = heapq.heappop(heap)
            worth = self._worth(key, self.shown[key].intersection_cardinality(left))
            if not worth:
                continue
            if heap and -worth > heap[0][0]:
                heapq.heappush(heap, (-worth, number, key))
                continue
            found.append(key)
            left -= self.shown[key]
        return found

    def _worth(self, key: Key, records: int) -> float:
        return records * (_CUT if key in self.cut else 1.0) / self.pages[key]

    def outcome(self, key: Key, page: int, there: AbstractBitMap) -> Outcome | None:
        """The answer as it would be now, of the records that are still *there*.

        These are numbers of :attr:`names`.

        None when nobody had asked.
        """
        if (key, page) not in self._outcomes:
            return None
        was, numbers = self._outcomes[key, page]
        records = tuple(self.names[number] for number in numbers if number in there)
        total = was.total
        if total is not None:
            lost = self.shown[key].difference_cardinality(there)
            total = max(0, total - lost)
        return replace(was, records=records, total=total, bytes=0, seconds=0.0)
