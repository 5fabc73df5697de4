"""A page model without labelled pages: the words of a topic, or a few examples.

The score is BM25 (Robertson and Walker; ``k1`` = 1.2 and ``b`` = 0.75, as is usual)
over the best that a page could reach, so that it lies between 0 and 1: each word of
the topic counts as much as it is rare in the background, and for a word met ``tf``
times ``tf / (tf + k)`` of that is reached, where ``k`` grows with the length of the
page. On a page of 400 words, a topic of one word is met by two of it. Plural and
singular are one word, by the endings of Harman's S-stemmer.

Of examples, the few words that most of them say often, and that are rare in the
background, are the topic; each counts by both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Final, Self

from crawler.focus.background import shipped
from crawler.focus.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KIND: Final = "topic"
K1: Final = 1.2
B: Final = 0.75
MEAN_WORDS: Final = 400
"""Words of a page of average length."""
MAX_TERMS: Final = 30
"""Words of a topic."""
OF_EXAMPLES: Final = 5
"""Words that are taken from examples."""
MIN_EXAMPLES: Final = 3
MAX_EXAMPLES: Final = 50
LIKE: Final = 0.7
"""A page is like the examples when it reaches so much of what they do (median)."""
_MIN_STEM: Final = 4
_LIMIT: Final = 1e6


@dataclass(frozen=True)
class TopicModel:
    """Words of the topic (their stems), and what each counts: 1 in all."""

    terms: Mapping[str, float]
    half: float = 0.5
    """What the sum must reach for a score of 0.5."""
    kind: str = KIND

    @classmethod
    def of_words(cls, topic: str) -> Self:
        """The topic that a few words name.

        :raises ValueError: without any word.
        """
        background = shipped()
        found: dict[str, float] = {}
        for word in words(topic[:10_000]):
            if len(found) < MAX_TERMS:
                found.setdefault(stem(word), background.idf(word))
        return cls(_normalised(found))

    @classmethod
    def of_examples(cls, pages: Sequence[str]) -> Self:
        """The topic that *pages* have in common: three, or more.

        :raises ValueError: when they are fewer, or have no word in common.
        """
        if len(pages) < MIN_EXAMPLES:
            raise ValueError(f"{MIN_EXAMPLES} examples or more are needed")
        counted = [_Counted.of(page) for page in pages[:MAX_EXAMPLES]]
        # Each by what the others have in common: as a page that is not among them.
        reached = [
            cls(_common([*counted[:i], *counted[i + 1 :]]))._reached(page.shares)
            for i, page in enumerate(counted)
        ]
        return cls(_common(counted), max(LIKE * median(reached), 0.01))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], name: str = "model") -> Self:
        """Build it from the parsed JSON.

        :raises ValueError: one line, when it is damaged.
        """
        try:
            terms = {str(word): float(value) for word, value in data["terms"].items()}
            half = float(data["half"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{name}: damaged ({error!r})") from None
        if not all(0 < value < _LIMIT for value in (half, *terms.values())):
            raise ValueError(f"{name}: damaged (a weight is out of bounds)")
        try:
            return cls(_normalised(terms), half)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    def as_dict(self) -> dict[str, Any]:
        """What :meth:`from_dict` reads; the format is added by who writes it."""
        return {"model": KIND, "half": self.half, "terms": dict(self.terms)}

    def sum(self, text: str) -> float:
        """Share of the topic that a text reaches, 0 to 1."""
        terms, length = self.terms, 0
        found: dict[str, int] = {}
        for word, times in Counter(words(text)).items():
            length += times
            if (root := stem(word)) in terms:
                found[root] = found.get(root, 0) + times
        return self._reached({word: n / (n + _k(length)) for word, n in found.items()})

    def _reached(self, shares: Mapping[str, float]) -> float:
        # In the order of the terms: a sum of floats depends on it.
        return sum(
            weight * shares[word]
            for word, weight in self.terms.items()
            if word in shares
        )

    def score(self, text: str) -> float:
        """How much a page with this text is on the topic, 0 to 1."""
        return min(1.0, self.sum(text) / (2 * self.half))


def _k(length: int) -> float:
    """How often a word must be said on a page of so many for half of its weight."""
    return K1 * (1 - B + B * length / MEAN_WORDS)


def stem(word: str) -> str:
    """Without the ending of a plural (Harman 1991): one word for both.

    >>> [stem(word) for word in ("cars", "batteries", "glass", "bus", "flights")]
    ['car', 'battery', 'glass', 'bus', 'flight']
    """
    if len(word) < _MIN_STEM or word[-1] != "s":
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word if word.endswith(("us", "ss")) else word[:-1]


def says_little(topic: str) -> bool:
    """Whether each word of a topic is on every other page of a language, or of more.

    >>> says_little("the of"), says_little("the cars")
    (True, False)
    """
    background = shipped()
    return all(background.share(word) > 0.5 for word in words(topic[:10_000]))


def _normalised(found: Mapping[str, float]) -> dict[str, float]:
    if not found:
        raise ValueError("no word in it")
    # A word on every page tells nothing; a topic of such words only is still one.
    total = sum(found.values())
    if total <= 0:
        return dict.fromkeys(found, 1 / len(found))
    return {word: value / total for word, value in found.items() if value > 0}


@dataclass(frozen=True, slots=True)
class _Counted:
    """The stems of a page, and how much of each ``tf / (tf + k)`` is."""

    shares: Mapping[str, float]
    spelled: Mapping[str, str]

    @classmethod
    def of(cls, text: str) -> Self:
        counts: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        for word, times in Counter(words(text)).items():
            root = stem(word)
            counts[root] += times
            spelled.setdefault(root, word)
        k = _k(counts.total())
        return cls({word: n / (n + k) for word, n in counts.items()}, spelled)


def _common(pages: Sequence[_Counted]) -> dict[str, float]:
    """Words that most of *pages* have and say often, by how rare they are elsewhere."""
    on: Counter[str] = Counter()
    said: dict[str, float] = {}
    spelled: dict[str, str] = {}
    for page in pages:
        on.update(page.shares.keys())
        for word, share in page.shares.items():
            said[word] = said.get(word, 0.0) + share
        spelled.update(page.spelled)
    background = shipped()
    weighed = {
        # Squared: of many words that are common by chance, none is said often.
        word: (said[word] / len(pages)) ** 2 * background.idf(spelled[word])
        for word, count in on.items()
        if count > len(pages) / 2 and not word.isdecimal()
    }
    best = sorted(weighed, key=lambda word: (-weighed[word], word))[:OF_EXAMPLES]
    if not best or weighed[best[0]] <= 0:
        raise ValueError("the examples have no word in common")
    return _normalised({word: weighed[word] for word in best})
