"""How many records a word stands for, and how many of them are not known yet.

The texts of the known records tell how many of them contain a word. Words are taken
to be spread over the unknown records as over the known ones, so a word in df of d is
expected in df * N / d of N. N is told by the words that were answered in full: what
an answer shows, and what was known of it before, are capture and recapture (Chapman
1951, pooled over the words). Where answers are cut off after a ranking, what they
show is known more often than that; how much more is learned from them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.harvest.ledger import Answer

MAX_WORDS = 50_000
_FADE = 0.9
"""What an answer weighs less when one more has come."""
_LEAST = 2.0
"""The same as long as all answers were cut off."""
_GROWTH = 10.0
"""Records for each known one, as long as no answer tells."""
_TRUST = 20.0
"""Records shown by cut answers that weigh as much as the first guess of their news."""
_LITTLE = 0.01
_UNSEEN = 0.5
"""Known records that a word in none of them may be in, on average."""


@dataclass(slots=True)
class _Asked:
    """What was known of a word when it was asked."""

    df: int
    docs: int
    fresh: float
    """Share of its records that was expected to be unknown."""
    news: int = 0
    over: bool = False


class Gauge:
    """How much came of what was expected, lately."""

    def __init__(self, trust: float) -> None:
        """*trust*: records that the expectation alone weighs."""
        self._trust = trust
        self._came = self._expected = 0.0

    @property
    def factor(self) -> float:
        """On what is expected; 1 as long as nothing is known."""
        return (self._came + self._trust) / (self._expected + self._trust)

    def add(self, expected: float, came: float) -> None:
        """*expected* is without the factor."""
        self._came = _FADE * self._came + came
        self._expected = _FADE * self._expected + expected


class Extent(NamedTuple):
    """What reading all pages of an answer is expected to bring."""

    news: float
    requests: float


class Extents:
    """Document frequencies in the known records, and what they grow to."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        """Word -> known records that contain it."""
        self._docs = 0
        self._asked: dict[str, _Asked] = {}
        self._page = 1
        self._cap = 0
        """The most records that a cut answer has shown; 0: none was cut."""
        # Pooled capture and recapture: of full answers, and lower bounds of cut ones.
        self._full = [0.0, 0.0]
        self._least = [0.0, 0.0]
        self._pending: dict[str, float] = {}
        self.cut = Gauge(_TRUST)
        """News of cut answers, of those that the growth alone had let expect."""

    def learn(self, words: Iterable[str]) -> None:
        """Take in the words of one more record."""
        self._docs += 1
        for word in words:
            if word in self.found or len(self.found) < MAX_WORDS:
                self.found[word] += 1

    @property
    def growth(self) -> float:
        """N / d, the records there are for each known one."""
        if not self._docs:
            return _GROWTH
        if self._full[1]:
            found, known = self._full
        elif self._least[1]:
            found, known = self._least
            found = max(found, _LEAST * known * self._docs)
        else:
            return _GROWTH
        return max(1.0 + 1.0 / (1 + self._docs), found / known / self._docs)

    def extent(self, word: str) -> Extent:
        """News and requests expected of a word that has not been asked."""
        growth = self.growth
        df = self.found[word] or _UNSEEN
        size = df * growth
        fresh = (1.0 - 1.0 / growth) * self._left()
        if self._cap and size > self._cap:
            return Extent(self._cap * fresh * self.cut.factor, self._pages(self._cap))
        return Extent(size * fresh, self._pages(size))

    def asked(self, word: str) -> None:
        """*word* has been planned."""
        growth = self.growth
        fresh = 1.0 - 1.0 / growth
        size = self.found[word] * growth
        if self._cap:
            size = min(size, self._cap)
        self._pending[word] = size
        self._asked[word] = _Asked(self.found[word], self._docs, fresh)

    def judged(self, word: str, answer: Answer) -> None:
        """Learn from a page of the answer to *word*."""
        self._page = max(self._page, answer.first)
        self._pending.pop(word, None)
        asked = self._asked.get(word)
        if asked is None or asked.over or answer.error:
            return
        asked.news += answer.news
        if answer.next and answer.total is None:
            return
        asked.over = True
        # Less than what is known to contain it: not all texts are searched.
        size = max(answer.total or 0, len(answer.records), asked.df)
        cut = answer.cut and answer.total is None
        if asked.docs:
            pooled = self._least if cut else self._full
            pooled[0] = _FADE * pooled[0] + size * asked.docs
            pooled[1] = _FADE * pooled[1] + asked.df
        if answer.cut:
            shown = len(answer.records)
            self._cap = max(self._cap, shown)
            self.cut.add(shown * asked.fresh, asked.news)

    def rest(self, word: str, answer: Answer) -> tuple[float, float]:
        """Records of an answer that is being read, or cut off: all, and known ones."""
        known = max(self.found[word], len(answer.known))
        if answer.total is not None:
            return float(max(answer.total, known)), float(known)
        return max(known * self.growth, known + 1.0), float(known)

    def _left(self) -> float:
        """Share of the unknown records that words under way will not show."""
        everything = max(1.0, self._docs * self.growth)
        left = 1.0
        for size in self._pending.values():
            left *= max(_LITTLE, 1.0 - size / everything)
        return left

    def _pages(self, size: float) -> float:
        return max(1.0, size / self._page)
