"""What text boxes are filled with: ends of a range, and words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.harvest.spans import Spans
from crawler.harvest.state import Draft

if TYPE_CHECKING:
    from crawler.harvest.keywords import Keywords, Word
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Outcome, Query
    from crawler.harvest.state import State

_CHECKS = 6
"""Words without news that check a range which seems to show everything."""


class Fillings:
    """Chooses between the words of a free box and the intervals of a span."""

    def __init__(self, state: State, keywords: Keywords) -> None:
        self._state, self._keywords = state, keywords
        self.spans = state.spans = Spans(state)
        if self.spans.span is not None:
            keywords.leave((self.spans.span.low, self.spans.span.high))

    @property
    def wanted(self) -> bool:
        """Boxes have to be filled now."""
        return self._keywords.wanted or len(self.spans) > 0

    def learn(self, query: Query, outcome: Outcome) -> None:
        """Take in one page, before it is judged."""
        self.spans.learn(query.key, outcome.fields)

    def judged(self, query: Query, answer: Answer, new: int, *, lower: bool) -> None:
        """Learn from a page of an answer; *lower*: some answers stay cut off."""
        if query.phase == "keyword" or self._keywords.is_word(query.texts):
            self._judge_word(query, answer, new)
        earlier, silent = self._state.earlier, self._is_silent()
        finished = earlier is not None and earlier.finished
        narrowed = answer.presumed or bool(earlier and earlier.narrowed(answer.key))
        if not (finished and narrowed):
            self.spans.judged(answer, new)
        self._keywords.wanted = bool(self._state.space.boxes) and (silent or lower)
        if (silent or lower) and not finished:
            self.spans.begin(silent=silent)

    def _judge_word(self, query: Query, answer: Answer, new: int) -> None:
        keywords = self._keywords
        if query.values == self._state.widest() or query.phase == "keyword":
            keywords.judged(query.texts, answer)
        elif query.phase == "lead":
            keywords.parts.add(query.expected / keywords.parts.factor, new)

    def best(self, other: float) -> Draft | None:
        """The best filling, if it promises more records than something *other*."""
        interval = self.spans.best(other)
        if interval is not None:
            key, expected = interval
            return Draft(key, 1, "range", expected)
        if self.spans.whole and self._keywords.idle >= _CHECKS:
            return None
        word = self._keywords.best()
        while word is not None and (answer := self._said(word)) is not None:
            self._keywords.asked(word)  # in an earlier harvest
            self._keywords.judged(word.texts, answer)
            word = self._keywords.best()
        if word is None or other >= word.expected:
            return None
        self._keywords.asked(word)
        return Draft((self._state.widest(), word.texts), 1, "keyword", word.expected)

    def _is_silent(self) -> bool:
        """Whether the form shows nothing without."""
        state = self._state
        answer = state.ledger.answers.get(state.key(state.widest()))
        return answer is not None and not answer.known

    def _said(self, word: Word) -> Answer | None:
        """What is known to be answered to a word."""
        return self._state.ledger.answers.get((self._state.widest(), word.texts))
