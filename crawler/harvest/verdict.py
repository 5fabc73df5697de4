"""What may be said when a number of queries has found nothing new."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Literal, TypeAlias

Word: TypeAlias = Literal["done", "saturated", "limited"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a harvest ended."""

    word: Word
    """``done``: nothing is left to ask that could show a new record, as far as the
    form lets one know. ``saturated``: the last samples found nothing, yet more could
    be asked. ``limited``: a limit ended it."""
    reason: str
    """One line for the user; for ``limited`` it names the setting."""
    bound: float
    """With 95 % confidence, the chance that one more random query finds something is
    at most this; 0 when there is none left to ask."""
    lower: bool = False
    """The size is a lower bound: answers are cut off after a ranking."""


def bound(samples: int, confidence: float = 0.95, found: int = 0) -> float:
    """Upper bound on the chance of news, when *found* of *samples* queries had some.

    The exact (Clopper-Pearson) one-sided bound; for 0 of n it is 1 - 0.05^(1/n).

    >>> [round(bound(n), 2) for n in (6, 13, 24, 59)]
    [0.39, 0.21, 0.12, 0.05]
    >>> bound(0), round(bound(20, found=5), 3)
    (1.0, 0.456)
    """
    if samples <= found or samples <= 0:
        return 1.0
    if not found:
        return float(1.0 - (1.0 - confidence) ** (1.0 / samples))
    low, high = found / samples, 1.0
    for _ in range(50):
        chance = (low + high) / 2
        at_most = sum(
            comb(samples, i) * chance**i * (1 - chance) ** (samples - i)
            for i in range(found + 1)
        )
        low, high = (chance, high) if at_most > 1 - confidence else (low, chance)
    return high
