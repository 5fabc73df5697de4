"""Which questions need not be asked, since a wider one has been answered in full."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.harvest.beliefs import Beliefs
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key


class Coverage:
    """Answers that leave nothing below them to ask, by their key."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._answers: list[Answer] = []
        self._pending: dict[Key, Answer] = {}
        self._index: dict[Key, Answer] = {}
        self._version = beliefs.version
        self.removed = 0
        """Changes when something may be uncovered again."""

    def add(self, answer: Answer) -> None:
        """From now on *answer* stands for all that is narrower."""
        self._answers.append(answer)
        self._index[self._beliefs.canonical(answer.key)] = answer

    def remove(self, answer: Answer) -> None:
        """It does not, after all."""
        if answer in self._answers:
            self._answers.remove(answer)
            self._version = -1
            self.removed += 1

    def expect(self, answer: Answer) -> None:
        """*answer* will stand for what is narrower, if its pages show it all."""
        self._pending[self._beliefs.canonical(answer.key)] = answer

    def ended(self, answer: Answer) -> bool:
        """All pages of *answer* are in; whether it was waited for."""
        pending = len(self._pending)
        self._pending = {k: a for k, a in self._pending.items() if a is not answer}
        return len(self._pending) < pending

    def awaits(self, key: Key) -> bool:
        """Whether an answer that is still being read may make *key* needless."""
        return bool(self._pending) and self._find(key, self._pending)

    def covers(self, key: Key) -> bool:
        """Whether *key*, if asked, would show nothing that is not known."""
        if self._version != self._beliefs.version:
            self._version = self._beliefs.version
            self._index = {self._beliefs.canonical(a.key): a for a in self._answers}
        return self._find(key, self._index)

    def _find(self, key: Key, index: dict[Key, Answer]) -> bool:
        beliefs = self._beliefs
        general = [beliefs.general(k, value) for k, value in enumerate(key[0])]
        if prod(map(len, general)) <= 2 * len(index):
            return any(above in index for above in beliefs.above(key))
        blank = ("",) * len(key[1])
        return any(
            (texts in (blank, key[1]))
            and all(
                value in allowed for value, allowed in zip(values, general, strict=True)
            )
            for values, texts in index
        )

    def widest(self) -> Answer | None:
        """The answer, not an empty one, that the most factors leave open."""
        wides = self._beliefs.wides
        return max(
            (answer for answer in self._answers if answer.known),
            key=lambda a: sum(v in w for v, w in zip(a.key[0], wides, strict=True)),
            default=None,
        )
