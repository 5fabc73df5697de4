"""The queries that no wider one stands for, and the sample of them."""

from __future__ import annotations

from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from crawler.harvest.sampling import combinations, sample_size
from crawler.harvest.size import Size, estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key
    from crawler.harvest.state import State

_PAIRS_AHEAD = 50_000
"""Pairs of values that are looked at to queue the next roots."""
_AHEAD = 100
"""Roots that are queued at once, at least."""
_PROBES = 3
"""Comparisons of one factor that are asked for."""
_TELLING = 5
"""Records that make a comparison worth asking for."""


class Roots:
    """All values of the factors without an "any", the others wide."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._version = -1
        self._order: Iterator[Key] = iter(())
        self._sample: list[Key] = []
        self._todo: list[Key] = []
        self._probed: dict[int, int] = {}
        self._best: Answer | None = None
        self._unread: list[Answer] = []
        self._looked_at = 0
        self.size = 1
        """How many there are, for what is believed now."""

    def refresh(self) -> list[Key]:
        """Roots to queue, when the beliefs have changed; the sample is drawn anew."""
        beliefs = self._state.beliefs
        if self._version == beliefs.version:
            return []
        self._version = beliefs.version
        rigid = beliefs.rigid()
        cards = [len(self._state.space.factors[k]) for k in rigid]
        size = prod(cards)
        if size != self.size or not self._sample:
            self.size = size
            number = sample_size(cards, self._state.options.sample) if size > 1 else 0
            self._sample = list(islice(self._keys(rigid, cards), number))
            self._todo = self._sample[::-1]
        self._order = self._keys(rigid, cards)
        return self.more()

    def more(self) -> list[Key]:
        """Further roots, when those that were queued have been asked."""
        factors = len(self._state.space.factors)
        pairs = 1 + factors * (factors - 1) // 2
        return list(islice(self._order, max(_AHEAD, _PAIRS_AHEAD // pairs)))

    def sample(self) -> Key | None:
        """The next sample to ask; values that were only ever an error are left out."""
        while self._todo:
            key = self._todo.pop()
            if key not in self._state.asked and not self._fails(key):
                return key
        return None

    def _fails(self, key: Key) -> bool:
        return any(self._state.conflicts.fails(k, v) for k, v in enumerate(key[0]))

    def probe(self) -> Key | None:
        """A query that differs in one factor from an answer, to compare the two."""
        base = self._base()
        if base is None:
            return None
        values, texts = base.key
        for k, factor in enumerate(self._state.space.factors):
            if self._probed.get(k, 0) >= _PROBES:
                continue
            if not self._state.beliefs.undecided(k):
                continue
            wides = self._state.beliefs.wides[k]
            others = [
                u
                for u in range(len(factor))
                if u != values[k] and not self._state.conflicts.fails(k, u)
            ]
            self._state.rng.shuffle(others)
            if wides and values[k] not in wides:
                others = sorted(wides)
            for u in others:
                key = ((*values[:k], u, *values[k + 1 :]), texts)
                if key not in self._state.asked:
                    self._probed[k] = self._probed.get(k, 0) + 1
                    return key
        return None

    def estimate(self) -> Size:
        """The number of records, from the sample as far as it has been answered."""
        answers = self._state.ledger.answers
        sample = [key for key in self._sample if not self._fails(key)]
        sets = [answers[key].known for key in sample if key in answers]
        return estimate(sets, self._state.options.size, self._size_without_failures())

    def _size_without_failures(self) -> int:
        conflicts, factors = self._state.conflicts, self._state.space.factors
        return prod(
            sum(not conflicts.fails(k, v) for v in range(len(factors[k]))) or 1
            for k in self._state.beliefs.rigid()
        )

    def _base(self) -> Answer | None:
        """An answer in full, of more than a few records if there is one."""
        if self._best is not None and len(self._best.records) >= _TELLING:
            return self._best
        answers = self._state.ledger.answers
        unread = []
        for answer in (*self._unread, *islice(answers.values(), self._looked_at, None)):
            if answer.next:
                unread.append(answer)
            told = answer.complete and answer.key[1] == self._state.texts
            most = len(self._best.records) if self._best else 0
            if told and len(answer.records) > most:
                self._best = answer
        self._unread, self._looked_at = unread, len(answers)
        return self._best

    def _keys(self, rigid: tuple[int, ...], cards: list[int]) -> Iterator[Key]:
        plain = list(self._state.widest())
        pattern = self._state.options.pattern
        for combination in combinations(pattern, cards, self._state.rng):
            for k, value in zip(rigid, combination, strict=True):
                plain[k] = value
            yield self._state.key(tuple(plain))
