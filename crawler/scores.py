"""How well classes are told: precision, recall, F1, and what is taken for what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

Pairs = Counter[tuple[str, str]]
"""(class that was told, class that was predicted) -> how often."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of some classes; 0 where nothing was predicted, or nothing was there."""

    count: int
    """How many were there."""
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def score(pairs: Pairs, wanted: Collection[str]) -> Score:
    """How well the classes *wanted* were told from all others.

    >>> pairs = Counter({("on", "on"): 8, ("on", "off"): 2, ("off", "on"): 2})
    >>> score(pairs, {"on"})
    Score(count=10, precision=0.8, recall=0.8)
    """
    right = sum(n for (a, b), n in pairs.items() if a in wanted and b in wanted)
    there = sum(n for (told, _), n in pairs.items() if told in wanted)
    predicted = sum(n for (_, found), n in pairs.items() if found in wanted)
    return Score(there, right / predicted if predicted else 0.0, right / (there or 1))


def accuracy(pairs: Pairs) -> float:
    """Share of what was predicted as it was told."""
    return sum(n for (a, b), n in pairs.items() if a == b) / (pairs.total() or 1)


def macro_f1(pairs: Pairs, classes: Collection[str]) -> float:
    """Mean F1 of *classes*, each alike however many there are of it.

    >>> macro_f1(Counter({("a", "a"): 98, ("b", "b"): 1, ("b", "a"): 1}), {"b"})
    0.6666666666666666
    """
    return sum(score(pairs, {name}).f1 for name in classes) / (len(classes) or 1)


def heading(title: str, counted: str) -> str:
    """The head of a table of scores, above lines of :func:`line`."""
    return f"{title:24}{counted:>6}{'precision':>11}{'recall':>8}{'F1':>7}"


def line(name: str, of: Score) -> str:
    """A score as a line of a table."""
    return f"{name[:24]:24}{of.count:6}{of.precision:11.3f}{of.recall:8.3f}{of.f1:7.3f}"


def confusion(pairs: Pairs, classes: Sequence[str]) -> Iterator[str]:
    """A line for each class that was told, a column for each that was predicted."""
    yield "told \\ predicted".ljust(20) + "".join(f"{x[:10]:>11}" for x in classes)
    for told in classes:
        counts = "".join(f"{pairs[told, found]:>11}" for found in classes)
        yield f"{told[:20]:20}{counts}"
