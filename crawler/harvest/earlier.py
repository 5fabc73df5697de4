"""What an earlier harvest of the same form was answered."""

from __future__ import annotations

import heapq
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

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
        self._outcomes = dict(outcomes)
        self.finished, self.lower = finished, lower
        self.shown: dict[Key, set[str]] = {}
        """Records of all pages of a query."""
        self.pages: dict[Key, int] = {}
        self.cut: set[Key] = set()
        """Queries whose answer was not whole."""
        self.by: dict[str, list[Key]] = {}
        """Record -> the queries that showed it, those with a whole answer first."""
        for key, page in sorted(self._outcomes, key=lambda pair: pair[1]):
            self._add(key, page, self._outcomes[key, page])
        for keys in self.by.values():
            keys.sort(key=self.cut.__contains__)

    def _add(self, key: Key, page: int, outcome: Outcome) -> None:
        shown = self.shown.setdefault(key, set())
        for record in outcome.records:
            if record not in shown:
                shown.add(record)
                self.by.setdefault(record, []).append(key)
        self.pages[key] = page
        short = outcome.total is not None and outcome.total > len(shown)
        if outcome.next or outcome.more or outcome.error or short:
            self.cut.add(key)
        else:
            self.cut.discard(key)

    def narrowed(self, key: Key) -> bool:
        """Whether the answer was cut off, and has been narrowed as far as can be."""
        return self.finished and key in self.cut

    def cover(self) -> list[Key]:
        """Queries that together show every record: greedily, the most a request first.

        The greedy cover is within a logarithm of the least one (Chvatal 1979).
        """
        left = set(self.by)
        heap = [
            (-self._worth(key, len(shown)), number, key)
            for number, (key, shown) in enumerate(self.shown.items())
            if shown
        ]
        heapq.heapify(heap)
        found: list[Key] = []
        while heap and left:
            _, number, key = heapq.heappop(heap)
            worth = self._worth(key, len(self.shown[key] & left))
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

    def outcome(self, key: Key, page: int, there: Container[str]) -> Outcome | None:
        """The answer as it would be now, of the records that are still *there*.

        None when nobody had asked.
        """
        was = self._outcomes.get((key, page))
        if was is None:
            return None
        records = tuple(record for record in was.records if record in there)
        total = was.total
        if total is not None:
            lost = sum(record not in there for record in self.shown[key])
            total = max(0, total - lost)
        return replace(was, records=records, total=total, bytes=0, seconds=0.0)
