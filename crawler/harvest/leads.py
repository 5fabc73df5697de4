"""Queries that may bring something, the most promising first."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key

_SLACK = 0.999
_FEW = 5_000
"""Leads that are all looked at again every so often."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A query that is open."""

    key: Key
    page: int = 1
    parent: Answer | None = None
    """The answer that it narrows."""
    k: int = -1
    """In which factor."""


class Leads:
    """A queue by expected news, which change while it is waited.

    Looking again at the head is enough as long as expectations fall (lazy greedy);
    those that rise are seen by looking at all, after each doubling of the answers
    and every fiftieth.
    """

    def __init__(self, expect: Callable[[Lead], float]) -> None:
        self._expect = expect
        self._heap: list[tuple[float, int, Lead]] = []
        self._number = 0
        self._pops = 0

    def __len__(self) -> int:
        return len(self._heap)

    def push(self, lead: Lead) -> None:
        """Queue a lead; among equals the first comes first."""
        heapq.heappush(self._heap, (-self._expect(lead), self._number, lead))
        self._number += 1

    def pop(self) -> tuple[Lead, float] | None:
        """The best lead and what is expected of it."""
        self._pops += 1
        doubled = self._pops & (self._pops - 1) == 0
        if doubled or (self._pops % 50 == 0 and len(self._heap) <= _FEW):
            self._heap = [(-self._expect(e), n, e) for _, n, e in self._heap]
            heapq.heapify(self._heap)
        while self._heap:
            _, number, lead = heapq.heappop(self._heap)
            now = self._expect(lead)
            if not self._heap or now >= -self._heap[0][0] * _SLACK:
                return lead, now
            heapq.heappush(self._heap, (-now, number, lead))
        return None
