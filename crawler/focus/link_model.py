"""The link model: naive Bayes that learns while the crawl goes on.

A link leads on, or it does not; each feature of it is counted in the class that came
out. ``P(leads on | link)`` then follows as for pages, with the same smoothing. Counts
are all there is, so what was learned adds up over runs, and is kept as JSON.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, Self

from crawler.model_file import checked, read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

FORMAT: Final = "leadline-link-model/1"
ALPHA: Final = 1.0
"""Additive (Laplace) smoothing."""
MAX_FEATURES: Final = 200_000
"""Features that are counted: beyond, the rarest are forgotten."""
_LIMIT: Final = 1e12


class LinkModel:
    """Counts of features, of links that led on and of others."""

    __slots__ = ("_counts", "_links", "_totals", "learned")

    def __init__(self) -> None:
        self._counts: dict[int, list[float]] = {}
        self._totals = [0.0, 0.0]
        self._links = [0.0, 0.0]
        self.learned = 0
        """Links whose page was seen."""

    def learn(self, found: Iterable[int], leads: bool, weight: float = 1.0) -> None:
        """A link with these features led on, or not.

        :param weight: less than 1 for a link that led there by others.
        """
        column = int(leads)
        for feature in found:
            self._counts.setdefault(feature, [0.0, 0.0])[column] += weight
            self._totals[column] += weight
        self._links[column] += weight
        if weight >= 1:
            self.learned += 1
        if len(self._counts) > MAX_FEATURES:
            self._forget()

    def score(self, found: Iterable[int], *, prior: bool = True) -> float:
        """Probability that a link leads on; 0.5 while nothing was learned.

        Features that were never seen are ignored.

        :param prior: without it, as if half of all links led on: what a link is known
            by then tells it from others, however few do.
        """
        off, on = (math.log(links + ALPHA) if prior else 0.0 for links in self._links)
        size = ALPHA * len(self._counts)
        log_off, log_on = (math.log(total + size or 1.0) for total in self._totals)
        for feature in found:
            counts = self._counts.get(feature)
            if counts is not None:
                off += math.log(counts[0] + ALPHA) - log_off
                on += math.log(counts[1] + ALPHA) - log_on
        # The logistic of the difference is the log-sum-exp of two classes.
        difference = min(off - on, 700.0)
        return 1.0 / (1.0 + math.exp(difference))

    def known(self, found: Collection[int]) -> float:
        """Share of the features of a link that were seen before."""
        if not found:
            return 0.0
        return sum(feature in self._counts for feature in found) / len(found)

    def _forget(self) -> None:
        """Half of the features: those seen least, the first ones last."""
        order = sorted(self._counts, key=lambda name: -sum(self._counts[name]))
        for name in order[MAX_FEATURES // 2 :]:
            counts = self._counts.pop(name)
            for column in (0, 1):
                self._totals[column] -= counts[column]

    def as_dict(self) -> dict[str, Any]:
        """What :meth:`from_dict` reads."""
        return {
            "format": FORMAT,
            "learned": self.learned,
            "links": self._links,
            "counts": {str(name): pair for name, pair in self._counts.items()},
        }

    @classmethod
    def from_dict(cls, data: Any, name: str = "model") -> Self:
        """Build it from the parsed JSON.

        :raises ValueError: one line, when it is none.
        """
        data = checked(data, FORMAT, name)
        model = cls()
        try:
            model.learned = int(data["learned"])
            model._links = _pair(data["links"])
            for feature, pair in data["counts"].items():
                counts = model._counts[int(feature)] = _pair(pair)
                for column in (0, 1):
                    model._totals[column] += counts[column]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{name}: damaged ({error!r})") from None
        return model

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file.

        :raises ValueError: one line, when it is none.
        """
        data = read(path, "FOCUS_LINKS")
        return cls.from_dict(data, f"FOCUS_LINKS={path}")


def _pair(values: Any) -> list[float]:
    off, on = (float(value) for value in values)
    # No number is not below either.
    if not (0 <= off < _LIMIT and 0 <= on < _LIMIT):
        raise ValueError("a count is out of bounds")
    return [off, on]
