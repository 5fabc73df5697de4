"""Naive Bayes over forms, whose counts add up: learning as a map-reduce.

Each part of the labelled forms is counted for itself; the sum of the counts is what
one process would have counted, so the model is the same, to the last bit, however the
forms were divided. Multinomial, each term of a form once, additive smoothing; as the
data-source-discovery paper has it.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self

from crawler.model_file import checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FORMAT: Final = "leadline-form-counts/1"
ALPHA: Final = 1.0
"""Additive (Laplace) smoothing."""


@dataclass(slots=True)
class Counts:
    """How many forms of each class there are, and in how many each term is."""

    forms: Counter[str] = field(default_factory=Counter)
    terms: dict[str, Counter[str]] = field(default_factory=dict)

    def count(self, label: str, terms: Iterable[str]) -> None:
        """One more form of the class *label*."""
        self.forms[label] += 1
        self.terms.setdefault(label, Counter()).update(set(terms))

    def add(self, other: Counts) -> None:
        """Take in what another part has counted."""
        self.forms.update(other.forms)
        for label, terms in other.terms.items():
            self.terms.setdefault(label, Counter()).update(terms)

    def as_dict(self) -> dict[str, Any]:
        """What :meth:`from_dict` reads."""
        return {
            "format": FORMAT,
            "forms": dict(self.forms),
            "terms": {label: dict(terms) for label, terms in self.terms.items()},
        }

    @classmethod
    def from_dict(cls, data: Any, name: str = "counts") -> Self:
        """Build it from the parsed JSON.

        :raises ValueError: one line, when it is none.
        """
        data = checked(data, FORMAT, name)
        try:
            forms = Counter({str(k): int(v) for k, v in data["forms"].items()})
            terms = {
                str(label): Counter({str(k): int(v) for k, v in of.items()})
                for label, of in data["terms"].items()
            }
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{name}: damaged ({error!r})") from None
        if any(n < 1 for n in forms.values()) or not terms.keys() <= forms.keys():
            raise ValueError(f"{name}: damaged (a count is missing)")
        return cls(forms, terms)


class Bayes:
    """P(C | form) from counts, in logarithms; terms that were never seen are ignored.

    >>> counts = Counts()
    >>> counts.count("book", ["isbn", "title"])
    >>> counts.count("film", ["director", "title"])
    >>> Bayes(counts).best(["isbn"])[0]
    'book'
    """

    __slots__ = ("_known", "_prior")

    def __init__(self, counts: Counts) -> None:
        """:raises ValueError: when there are not forms of two classes."""
        if len(counts.forms) < 2:
            raise ValueError("forms of two classes or more are needed")
        vocabulary = {term for terms in counts.terms.values() for term in terms}
        total = counts.forms.total()
        labels = sorted(counts.forms)
        self._prior = {name: math.log(counts.forms[name] / total) for name in labels}
        self._known: dict[str, Mapping[str, float]] = {}
        for name in labels:
            terms = counts.terms.get(name, Counter())
            size = math.log(terms.total() + ALPHA * len(vocabulary) or 1.0)
            self._known[name] = {
                term: math.log(terms[term] + ALPHA) - size for term in vocabulary
            }

    def probabilities(self, terms: Iterable[str]) -> dict[str, float]:
        """Of each class."""
        first = next(iter(self._known.values()))
        # Sorted: a sum of floats depends on the order.
        found = sorted(term for term in set(terms) if term in first)
        sums = {
            name: prior + math.fsum(self._known[name][term] for term in found)
            for name, prior in self._prior.items()
        }
        most = max(sums.values())
        powers = {name: math.exp(value - most) for name, value in sums.items()}
        total = math.fsum(powers.values())
        return {name: power / total for name, power in powers.items()}

    def best(self, terms: Iterable[str]) -> tuple[str, float]:
        """The most probable class and its probability; of equals the first by name."""
        shares = self.probabilities(terms)
        name = max(sorted(shares), key=shares.__getitem__)
        return name, shares[name]
