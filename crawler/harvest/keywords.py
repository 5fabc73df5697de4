"""Words for a text box, those first that are expected to bring the most new records.

Adaptive selection after Ntoulas, Zerfos and Cho (2005): the word with the most new
records a request, all pages of its answer together; what is expected of a word is told
by :mod:`crawler.harvest.extents`. Of equals the widest comes first, since the pages of
one answer have no record in common. A word of the form's page, in no record yet, is
expected to bring what such words have shown on average.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from crawler.harvest import typed
from crawler.harvest.extents import MAX_WORDS, Extent, Extents, Gauge
from crawler.harvest.knowledge import FOUND, GIVEN, Knowledge
from crawler.harvest.verdict import bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crawler.harvest.factors import Space
    from crawler.harvest.ledger import Answer

_IDLE = 20
"""Words in a row without news, after which no more are tried."""
_DRY = 3
"""Words of records in a row without news, after which others come first."""
_HOPE = 5.0
"""Records that a word of the page is expected to show before any was asked."""
_TRUST = 10.0
"""Records expected that weigh as much as what has come of them."""
_OVERHEAD = 0.5
"""Requests that a new word costs beside its pages: the last one is seldom full."""


class Word(NamedTuple):
    """A filling of the text boxes."""

    texts: tuple[str, ...]
    word: str
    expected: float


class Keywords:
    """Candidates for the free box of a form; other boxes keep a usual value."""

    def __init__(
        self,
        space: Space,
        seeds: Iterable[str],
        knowledge: Knowledge | None = None,
        budget: int = 200,
    ) -> None:
        self._space, self._budget = space, budget
        self._knowledge = knowledge or Knowledge()
        self._kinds = [typed.type_of(box) for box in space.boxes]
        free = [i for i, kind in enumerate(self._kinds) if kind == "text"]
        self._box = free[0] if free else 0
        self.extents = Extents()
        self._weights = self._first(seeds)
        self._asked: set[str] = set()
        self._unknown: set[str] = set()
        """Words asked that no known record had contained."""
        self._tries = [_HOPE, 1.0]
        self.parts = Gauge(_TRUST)
        """News of words with a condition of a menu, of those expected."""
        self.idle = 0
        """Words in a row without news."""
        self._last: deque[bool] = deque(maxlen=_IDLE)
        """Whether the last words brought news."""
        self.wanted = False
        """Words are of use now."""

    def _first(self, seeds: Iterable[str]) -> dict[str, float]:
        if not self._space.boxes:
            return {}
        box, kind = self._space.boxes[self._box], self._kinds[self._box]
        given = dict(self._knowledge.suggest(box.label or box.name))
        for value in typed.usual(kind):
            given.setdefault(value, 0.3)
        if kind == "text":
            for place, seed in enumerate(seeds):
                if len(given) < MAX_WORDS:
                    given.setdefault(seed, 0.3 / (1 + 0.01 * place))
        return given

    def leave(self, places: Iterable[int | None]) -> None:
        """Those boxes are the ends of a range: no words are put into them."""
        if self._box in places:
            self._budget = 0

    def learn(self, texts: Sequence[str]) -> None:
        """Take words from records that were not known before."""
        if not self._space.boxes:
            return
        kind = self._kinds[self._box]
        for text in texts:
            self.extents.learn(sorted(typed.found(kind, text)))

    def open(self) -> bool:
        """Whether words are needed, and there is no end to them."""
        return self.wanted and bool(self._space.boxes)

    def chance(self) -> float:
        """Upper bound on the chance that one more word brings news.

        Words with the best prospects go first: others have worse ones.
        """
        if self.idle > len(self._last):
            return bound(self.idle)
        return bound(len(self._last), found=sum(self._last))

    def best(self) -> Word | None:
        """The word to ask next."""
        if not self.wanted or not self._space.boxes or self._budget <= 0:
            return None
        if self.idle >= _IDLE:
            return None
        best, most, promise = "", 0.0, 0.0
        extents: dict[int, Extent] = {}
        for word, df in self.extents.found.items():
            if word not in self._asked:
                if df not in extents:
                    extents[df] = self.extents.extent(word)
                news, requests = extents[df]
                value = news / (requests + _OVERHEAD)
                if value > most:
                    best, most, promise = word, value, news / requests
        for word, weight in self._weights.items():
            if word not in self._asked and word not in self.extents.found:
                news = self._hope(word, weight) * weight
                value = news / (1.0 + _OVERHEAD)
                if value > most:
                    best, most, promise = word, value, news
        return Word(self._texts(best), best, promise) if best else None

    def _hope(self, word: str, weight: float) -> float:
        """News of a word that no known record contains.

        Where the known records are drawn like the others, it is rare; where those
        words bring nothing any more, they are not: it leads elsewhere. What the user
        gives is taken to be there.
        """
        usual = self._tries[0] / self._tries[1]
        if self.idle >= _DRY or weight >= GIVEN:
            return usual
        fresh = 1.0 - 1.0 / self.extents.growth
        return min(usual * fresh, self.extents.extent(word).news)

    def asked(self, word: Word) -> None:
        """*word* has been planned."""
        self._budget -= 1
        self._asked.add(word.word)
        if not self.extents.found[word.word]:
            self._unknown.add(word.word)
        self.extents.asked(word.word)

    def judged(self, texts: tuple[str, ...], answer: Answer) -> None:
        """Learn from a page of an answer to a word."""
        word = texts[self._box]
        self.extents.judged(word, answer)
        if answer.pages > 1:
            return
        box = self._space.boxes[self._box]
        label, found = box.label or box.name, bool(answer.records)
        if found:
            self._knowledge.learn(label, (word,), FOUND)
        self._knowledge.outcome(label, word, found=found)
        self.idle = 0 if answer.news else self.idle + 1
        self._last.append(answer.news > 0)
        if word in self._unknown:
            self._tries[0] += answer.first
            self._tries[1] += 1

    def is_word(self, texts: tuple[str, ...]) -> bool:
        """Whether the box holds a word that was asked."""
        return bool(texts) and texts[self._box] in self._asked

    def rest(self, answer: Answer) -> tuple[float, float]:
        """Records of the answer to a word: all there may be, and those known."""
        return self.extents.rest(answer.key[1][self._box], answer)

    def _texts(self, word: str) -> tuple[str, ...]:
        texts = []
        for i, box in enumerate(self._space.boxes):
            if i == self._box:
                texts.append(word)
                continue
            known = self._knowledge.suggest(box.label or box.name)
            usual = typed.usual(self._kinds[i]) or ("a",)
            value = known[0][0] if known else usual[0]
            texts.append(box.default or (value if box.required else ""))
        return tuple(texts)
