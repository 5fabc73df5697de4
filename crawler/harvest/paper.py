"""The published way: default query, samples, verdict, exhaustion.

Liddle, Embley, Scott, Yau: *Extracting data behind web forms* (2002).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.harvest.sampling import combinations, sample_size
from crawler.harvest.size import Size, estimate
from crawler.harvest.state import Draft
from crawler.harvest.verdict import Verdict, bound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.harvest.factors import Combination
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key, Query
    from crawler.harvest.state import State


class Paper:
    """Batches of C until one brings nothing; exhaustion is batch after batch."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._number = sample_size(state.space.cards, state.options.sample)
        self._order: Iterator[Combination] = combinations(
            state.options.pattern, state.space.cards, state.rng, {state.space.default}
        )
        self._pages: list[Key] = []
        self._batch: list[Key] = [state.key(state.space.default)]
        self._sampled: list[Key] = []
        self._in_batch = 0
        self._news = True
        self.verdict: Verdict | None = None
        self.lower = False

    def plan(self, number: int) -> list[Draft]:
        """At most *number* queries: further pages, then the batch."""
        drafts: list[Draft] = []
        while self._pages and len(drafts) < number:
            key = self._pages.pop(0)
            answer = self._state.ledger.answers[key]
            if answer.next:  # else it was read on without us
                drafts.append(Draft(key, answer.pages + 1, "page"))
        if drafts:
            return drafts
        if not self._batch and not self._next_batch():
            return []
        while self._batch and len(drafts) < number:
            key = self._batch.pop(0)
            self._state.asked.add(key)
            self._sampled.append(key)
            drafts.append(Draft(key, 1, "sample" if self._in_batch else "default"))
        return drafts

    def _next_batch(self) -> bool:
        if not self._news:
            chance = bound(self._in_batch)
            reason = f"the last {self._in_batch} queries found nothing new"
            self.verdict = Verdict("done", reason, chance, self.lower)
            return False
        drawn = zip(range(self._number), self._order, strict=False)
        self._batch = [self._state.key(values) for _, values in drawn]
        self._in_batch, self._news = len(self._batch), False
        if not self._batch:
            self.verdict = Verdict(
                "done", "all combinations are asked", 0.0, self.lower
            )
        return bool(self._batch)

    def judge(self, query: Query, answer: Answer, new: int) -> None:
        """Take in one more page of an answer; in the order of the plan."""
        self._news = self._news or new > 0
        self.lower = self.lower or answer.cut
        if answer.next:
            self._pages.append(query.key)

    def size(self) -> Size:
        """How many records there are, from the samples."""
        answers = self._state.ledger.answers
        sets = [answers[key].records for key in self._sampled if key in answers]
        return estimate(sets, self._state.options.size, self._state.space.size)

    def left(self) -> int:
        """Combinations not asked yet."""
        return self._state.space.size - len(self._sampled)
