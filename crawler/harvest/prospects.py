"""The new records expected of each kind of lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.harvest.keywords import Keywords
    from crawler.harvest.leads import Lead
    from crawler.harvest.ledger import Answer
    from crawler.harvest.state import State

_EAGER = 1.2
"""Factor on pages, so that of equals a page comes before a new question."""


class Prospects:
    """What a further page, a narrower query or a combination will show."""

    def __init__(self, state: State, keywords: Keywords) -> None:
        self._state, self._keywords = state, keywords

    def expect(self, lead: Lead) -> float:
        """New records expected of the page that *lead* asks for."""
        state, values = self._state, lead.key[0]
        if lead.page > 1:
            return self._of_page(state.ledger.answers[lead.key])
        if lead.parent is None:
            return state.yields.news(values, state.yields.root(values))
        if lead.k >= 0 and self._is_word(lead.parent):
            return self._of_part(lead.parent, lead.k, values[lead.k])
        return state.yields.narrowed(lead.parent, lead.k, values)

    def _of_page(self, answer: Answer) -> float:
        """As many as were new on the last page, but for what else is known.

        What the records tell of a word counts twice: the first pages of a ranking are
        known better than those after them.
        """
        rate = (answer.news + 0.5) / (len(answer.fresh) + 1.0)
        if self._is_word(answer):
            size, known = self._keywords.rest(answer)
            told = (size - known) / max(1.0, size - len(answer.records))
            rate = (rate + 2.0 * min(1.0, told)) / 3.0
        if answer.total is not None:
            unread = max(1, answer.total - len(answer.records))
            rate = min(rate, max(0, answer.total - len(answer.known)) / unread)
        return _EAGER * rate * answer.first

    def _of_part(self, above: Answer, k: int, value: int) -> float:
        """Of the answer to a word, those with one value of a menu."""
        size, known = self._keywords.rest(above)
        part = size * self._state.yields.share(k, value)
        news = min(part, float(self._state.yields.page)) * (1.0 - known / size)
        return news * self._keywords.parts.factor

    def _is_word(self, answer: Answer) -> bool:
        """Whether it is the answer to a word, with no other condition."""
        values, texts = answer.key
        return self._keywords.is_word(texts) and values == self._state.widest()
