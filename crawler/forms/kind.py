"""What a form is for: rules where the case is clear, then a model.

A rule names the kinds that are possible; the model's probabilities of these are what
is told. So a form with a password is never taken for a query interface, whatever the
words around it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Self

from crawler.forms.kind_features import features
from crawler.forms.kind_model import KIND_LAYOUT
from crawler.forms.kind_rules import OTHER, SEARCH, possible, published
from crawler.forms.linear_model import LinearModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.items import Form


@dataclass(frozen=True)
class FormsOptions:
    """Settings ``FORMS_*``."""

    rules: Literal["default", "paper"] = "default"
    """``paper``: the three published rules alone; they tell query interfaces only."""
    model: str = ""
    """Path of a model of one's own; empty takes the one that comes with Leadline."""
    domain_model: str = ""
    """The same of what query interfaces search."""


@dataclass(frozen=True, slots=True)
class KindScore:
    """The most probable kind, and the probability of each."""

    kind: str
    probabilities: Mapping[str, float]
    rule: str = ""
    """The rule that ruled out kinds; empty when none did."""

    @property
    def probability(self) -> float:
        """Of the kind."""
        return self.probabilities[self.kind]


@dataclass(frozen=True)
class Kinds:
    """Tells the kind of forms by one model; without one, by the published rules."""

    model: LinearModel | None

    @classmethod
    def of(cls, options: FormsOptions) -> Self:
        """With the model that the options name.

        :raises ValueError: one line, when that is no model.
        """
        if options.rules == "paper":
            return cls(None)
        if options.model:
            return cls(LinearModel.load(KIND_LAYOUT, options.model))
        return cls(_shipped())

    def told(self, form: Form) -> Form:
        """The form, with its kind and the probability of that."""
        found = self(form)
        return replace(form, kind=found.kind, probability=found.probability)

    def __call__(self, form: Form) -> KindScore:
        if self.model is None:
            found = SEARCH if published(form) else OTHER
            return KindScore(found, {found: 1.0}, "paper")
        kinds, rule = possible(form)
        if len(kinds) == 1:
            (only,) = kinds
            return KindScore(only, {only: 1.0}, rule)
        shares = self.model.probabilities(features(form))
        if rule:
            shares = _among(shares, kinds)
        # Of two that are equally probable the first by name, whatever the model.
        best = max(sorted(shares), key=shares.__getitem__)
        return KindScore(best, shares, rule)


def kind(form: Form) -> KindScore:
    """What *form* is for, by the model that comes with Leadline.

    Without anything to fill in or to press it is ``other``.

    >>> from crawler.items import Field, Form
    >>> kind(Form("http://h/find", fields=(Field("query", "text"),))).kind
    'search'
    >>> kind(Form("http://h/"))
    KindScore(kind='other', probabilities={'other': 1.0}, rule='empty')
    """
    return Kinds(_shipped())(form)


@lru_cache(maxsize=1)
def _shipped() -> LinearModel:
    return LinearModel.shipped(KIND_LAYOUT)


def _among(shares: dict[str, float], kinds: frozenset[str]) -> dict[str, float]:
    """The probabilities, given that it is one of *kinds*."""
    kept = {kind: share for kind, share in shares.items() if kind in kinds}
    total = sum(kept.values())
    if total > 0:
        return {kind: share / total for kind, share in kept.items()}
    # The model gives nothing to any of them, or knows none.
    kept = kept or {OTHER: 0.0}
    return {kind: 1 / len(kept) for kind in kept}
