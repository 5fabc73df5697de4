"""A way that knows all frequencies, and no record before it has been shown.

It knows the number of records and, of each value and word, what share of them it lets
through; it sees all values of the records that were shown. It takes the values to be
independent, and asks for the page with the most new records expected. No planner can
know as much before it has asked: what is left between this way and the greedy oracle
is knowledge of single records.
"""

from __future__ import annotations

import heapq
from itertools import product
from typing import TYPE_CHECKING

from bench.harvest_rivals import Ask

if TYPE_CHECKING:
    from bench.harvest_rivals import Way
    from crawler.harvest.factors import Combination
    from tests.harvest.database import Database


class Informed:
    """What is known, and what is expected for it."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.known = 0
        """Mask of the records shown so far."""
        self.whole: list[tuple[Combination, str]] = []
        """Queries that were answered in full."""
        self._everything = (1 << db.number) - 1
        self._dead = self._always_refused()

    def expect(self, ask: Ask) -> float:
        """New records expected of a page."""
        if any(v in dead for v, dead in zip(ask.values, self._dead, strict=True)):
            return 0.0
        if ask.page == 1 and self._is_covered(ask):
            return 0.0
        size = self._size(ask)
        page = self.db.page_size(ask.values) or self.db.number
        before = (ask.page - 1) * page
        if before:
            size = max(size, before + 1.0)  # there is such a page
        shown = min(size, float(self.db.top or size))
        known = (self.db.matching(ask.values, ask.text) & self.known).bit_count()
        if size <= before or not size:
            return 0.0
        # Pages of one answer have no record in common.
        fresh = min(1.0, max(0.0, size - known) / (size - before))
        return min(float(page), shown - before) * fresh

    def _size(self, ask: Ask) -> float:
        number = float(self.db.number)
        size = number
        for control, value in zip(self.db.controls, ask.values, strict=True):
            if control.masks and number:
                size *= control.masks[value].bit_count() / number
        for word in ask.text.split():
            size *= self.db.words[word].bit_count() / number
        if self.db.box is not None and self.db.box.required and not ask.text:
            return 0.0
        return size

    def _always_refused(self) -> list[set[int]]:
        """Per factor, values that are an error whatever else is asked."""
        fine: list[set[int]] = [set() for _ in self.db.space.cards]
        for values in product(*map(range, self.db.space.cards)):
            if not self.db.refuses(values):
                for own, value in zip(fine, values, strict=True):
                    own.add(value)
        return [
            set(range(card)) - own
            for card, own in zip(self.db.space.cards, fine, strict=True)
        ]

    def _is_covered(self, ask: Ask) -> bool:
        """Whether a wider query was answered in full."""
        return any(
            text in ("", ask.text)
            and all(
                w == v or not control.masks or not control.masks[v] & ~control.masks[w]
                for control, w, v in zip(
                    self.db.controls, values, ask.values, strict=True
                )
            )
            for values, text in self.whole
        )


def informed(db: Database) -> Way:
    """Greedy, knowing frequencies only."""
    state = Informed(db)
    heap = [
        (-state.expect(ask), ask)
        for ask in (Ask(values, text) for values, text in db.all_queries())
    ]
    heapq.heapify(heap)
    while heap:
        _, ask = heapq.heappop(heap)
        expected = state.expect(ask)
        if heap and expected < -heap[0][0]:
            heapq.heappush(heap, (-expected, ask))
            continue
        outcome = yield ask
        for record in outcome.records:
            state.known |= 1 << int(record[1:])
        if outcome.next:
            following = ask._replace(page=ask.page + 1)
            heapq.heappush(heap, (-state.expect(following), following))
        elif not (outcome.more or outcome.error):
            short = outcome.total is not None and db.top and outcome.total > db.top
            if not short:
                state.whole.append((ask.values, ask.text))
