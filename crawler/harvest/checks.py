"""Before anything is called done: what was believed is looked at once more."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from crawler.harvest.sampling import combinations, sample_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.harvest.factors import Combination
    from crawler.harvest.queries import Key, Query
    from crawler.harvest.state import State

_ENUMERABLE = 100_000
"""Combinations that are looked at one by one."""
_LOOKED_AT = 5_000
"""Combinations that are looked at, of more than that."""


class Checks:
    """Queries that are expected to bring nothing."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._spent = 0
        self.samples = 0
        """Random queries in a row that brought nothing."""
        self.partial = False
        """Not all combinations could be looked at."""
        self._swept: tuple[int, int] | None = None
        self._final: list[Key] | None = None

    def judged(self, query: Query, new: int) -> None:
        """Count a query that brought *new* records."""
        if query.phase == "check":
            self.samples += 1
        if new:
            self.samples = 0
            if self._final:
                self._final = None  # another sample follows

    def verification(self) -> Key | None:
        """Ask a value that "any" is believed to subsume, and has not been seen to."""
        state = self._state
        base = state.coverage.widest()
        if base is None or self._spent >= state.options.verify:
            return None
        values, texts = base.key
        beliefs = state.beliefs
        for k, w in enumerate(values):
            if beliefs.looks[k] or w not in beliefs.wides[k]:
                continue
            for u in range(len(state.space.factors[k])):
                key = ((*values[:k], u, *values[k + 1 :]), texts)
                if u == w or (k, w, u) in beliefs.verified or key in state.asked:
                    continue
                self._spent += 1
                return key
        return None

    def uncovered(self) -> list[Key]:
        """Combinations that nothing stands for, of all or of very many."""
        state = self._state
        now = (state.beliefs.version, state.coverage.removed)
        if self._swept == now:
            return []
        self._swept = now
        order = self._unasked("random")
        self.partial = state.space.size > _ENUMERABLE
        limit = _LOOKED_AT if self.partial else _ENUMERABLE
        keys = (state.key(values) for values in islice(order, limit))
        return [key for key in keys if not state.needless(key)]

    def final(self, most: int) -> list[Key]:
        """C samples of what has not been asked, at most so many now."""
        if self._final is None:
            self._final = self._sample()
        found: list[Key] = []
        while self._final and len(found) < most:
            key = self._final.pop()
            if key not in self._state.asked and key not in found:
                found.append(key)
        return found

    def _sample(self) -> list[Key]:
        state = self._state
        cards = [
            len(factor)
            for factor, looks in zip(
                state.space.factors, state.beliefs.looks, strict=True
            )
            if not looks
        ]
        number = sample_size(cards, state.options.sample)
        order = self._unasked(state.options.pattern)
        return [state.key(values) for values in islice(order, number)]

    def _unasked(self, pattern: str) -> Iterator[Combination]:
        state = self._state
        taken = {values for values, texts in state.asked if texts == state.texts}
        return combinations(pattern, state.space.cards, state.rng, taken)
