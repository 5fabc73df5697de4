"""Words for a text box, those first that are expected to bring the most new records.

Adaptive selection after Ntoulas, Zerfos and Cho (2005): a word that df of the d known
records contain is expected to match df * g of the database, of which df are known.
The growth g is what the words asked so far have shown of theirs. What a page cannot
show does not count. A word of the form's page, in no record yet, is expected to bring
what such words have brought on average.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, NamedTuple

from crawler.harvest import typed
from crawler.harvest.knowledge import FOUND, Knowledge
from crawler.harvest.verdict import bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crawler.harvest.factors import Space
    from crawler.harvest.ledger import Answer

MAX_WORDS = 50_000
_IDLE = 20
"""Words in a row without news, after which no more are tried."""
_HOPE = 5.0
"""Records that a word of the page is expected to bring before any was asked."""


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
        self._found: Counter[str] = Counter()
        self._weights = self._first(seeds)
        self._asked: dict[str, int] = {}
        """Word -> records known to contain it when it was asked."""
        self._growth = [2.0, 1.0]
        self._tries = [_HOPE, 1.0]
        self._page = 1.0
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
            for word in sorted(typed.found(kind, text)):
                if word in self._found or len(self._found) < MAX_WORDS:
                    self._found[word] += 1

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
        growth = max(1.05, self._growth[0] / self._growth[1])
        hope = self._tries[0] / self._tries[1]
        best, most = "", 0.0
        for word, number in self._found.items():
            size = number * growth
            expected = min(size, self._page) * (1 - 1 / growth)
            if expected > most and word not in self._asked:
                best, most = word, expected
        for word, weight in self._weights.items():
            expected = hope * weight
            known = word in self._asked or word in self._found
            if expected > most and not known:
                best, most = word, expected
        return Word(self._texts(best), best, most) if best else None

    def asked(self, word: Word) -> None:
        """*word* has been planned."""
        self._budget -= 1
        self._asked[word.word] = self._found[word.word]

    def judged(self, texts: tuple[str, ...], answer: Answer) -> None:
        """Learn from the first page of an answer to a word."""
        word = texts[self._box]
        known = self._asked.get(word, 0)
        box = self._space.boxes[self._box]
        label, found = box.label or box.name, bool(answer.records)
        if found:
            self._knowledge.learn(label, (word,), FOUND)
        self._knowledge.outcome(label, word, found=found)
        self.idle = 0 if answer.news else self.idle + 1
        self._last.append(answer.news > 0)
        self._page = max(self._page, float(answer.first))
        if known:
            self._growth[0] += max(float(answer.claimed), known)
            self._growth[1] += known
        else:
            self._tries[0] += answer.news
            self._tries[1] += 1

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
