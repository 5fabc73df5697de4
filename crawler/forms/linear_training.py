"""Fit a linear model of classes: scikit-learn fits, plain numbers are kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from crawler.forms.linear_model import LinearModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crawler.forms.linear_model import Layout

MODELS = ("lr", "nb")
"""Logistic regression, multinomial naive Bayes."""

MAX_FEATURES = 5_000
MIN_DOMAINS = 2
"""Of other domains than one a feature was seen on, or it is a quirk of that one."""
DECIMALS = 6
"""Of the weights: a file of them stays small."""

_WORD = re.compile(r"[a-z]+[:#]")


@dataclass(frozen=True, slots=True)
class Example:
    """The features of a form, the class that somebody told, and whose form it is."""

    found: frozenset[str]
    label: str
    domain: str
    """All examples of one are held out together."""


def fit(
    examples: Sequence[Example], layout: Layout, model: str = "lr"
) -> dict[str, Any]:
    """The model as plain data, which :meth:`LinearModel.from_dict` reads.

    :raises ValueError: when there are not forms of two classes with features in common.
    """
    found = [item.found for item in examples]
    labels = [item.label for item in examples]
    bare = [bare_of(one) for one in found]
    if len(set(labels)) < 2:
        raise ValueError(f"forms of two {layout.key} or more are needed")
    names = _common(found, [item.domain for item in examples])
    if not names:
        raise ValueError("no two domains have a feature in common: label more forms")
    # Each form once more as if its language were not known, for a part of the weight:
    # so what its words are about counts as well as the words do.
    matrix = _matrix([*found, *bare], names)
    labels += labels
    share = np.repeat([1.0, layout.bare], len(found))
    if len(names) > MAX_FEATURES:
        # Imported here: it takes seconds and 80 MB, and no crawl needs it.
        from sklearn.feature_selection import SelectKBest, chi2  # noqa: PLC0415

        best = SelectKBest(chi2, k=MAX_FEATURES).fit(matrix, labels)
        kept = best.get_support(indices=True)
        names = [names[i] for i in kept]
        matrix = matrix[:, kept]
    classes, bias, weights = _estimate(matrix, labels, share, model)
    return {
        "format": layout.format,
        "model": model,
        "source": "",
        "licence": "",
        layout.key: classes,
        "bias": _short(bias),
        "weights": {
            name: _short(row) for name, row in zip(names, weights, strict=True)
        },
    }


def held_out(
    examples: Sequence[Example],
    layout: Layout,
    model: str = "lr",
    folds: int = 10,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[int, LinearModel]]:
    """For each form its index and a model that has seen no form of its domain.

    In as many parts as there are domains, *folds* at most.

    :raises ValueError: as :func:`fit`; and when all forms are of one domain.
    """
    from sklearn.model_selection import GroupKFold  # noqa: PLC0415 - as above

    domains = [item.domain for item in examples]
    parts = min(folds, len(set(domains)))
    if parts < 2:
        raise ValueError("forms of two domains or more are needed to hold some out")
    for number, (learn, rest) in enumerate(
        GroupKFold(parts).split(domains, groups=domains), 1
    ):
        tell(f"part {number} of {parts}: {len(learn)} forms to learn from")
        data = fit([examples[i] for i in learn], layout, model)
        trained = LinearModel.from_dict(layout, data)
        yield from ((int(i), trained) for i in rest)


def bare_of(found: frozenset[str]) -> frozenset[str]:
    """Without words and their parts: what is left says the same in any language.

    >>> sorted(bare_of(frozenset({"label:suche", "label#uche", "label*search"})))
    ['label*search']
    """
    return frozenset(one for one in found if not _WORD.match(one))


def _common(found: Sequence[frozenset[str]], domains: Sequence[str]) -> list[str]:
    """Features of more than one domain, where there are more, in order."""
    least = min(MIN_DOMAINS, len(set(domains)))
    seen: dict[str, set[str]] = {}
    for one, domain in zip(found, domains, strict=True):
        for feature in one:
            seen.setdefault(feature, set()).add(domain)
    return sorted(name for name, on in seen.items() if len(on) >= least)


def _matrix(found: Sequence[frozenset[str]], names: Sequence[str]) -> Any:
    """1 where a form has a feature; shape (forms, features), sparse."""
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415 - as above

    counter = CountVectorizer(analyzer=lambda one: one, vocabulary=names)
    return counter.transform(found)


def estimator(model: str) -> Any:
    """What scikit-learn fits, with the numbers that were chosen for it."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - as above
    from sklearn.naive_bayes import MultinomialNB  # noqa: PLC0415 - as above

    if model == "nb":
        return MultinomialNB(alpha=0.1)
    return LogisticRegression(C=1.0, max_iter=1_000, tol=1e-3)


def _estimate(
    matrix: Any, labels: Sequence[str], share: Any, model: str
) -> tuple[Any, Any, Any]:
    """Classes, what to begin with, and weights of shape (features, classes)."""
    fitted = estimator(model).fit(matrix, labels, sample_weight=share)
    classes = [str(name) for name in fitted.classes_]
    if model == "nb":
        return classes, fitted.class_log_prior_, fitted.feature_log_prob_.T
    bias, weights = fitted.intercept_, fitted.coef_.T
    if len(classes) == 2:
        # Of two classes scikit-learn keeps only how much likelier the second is.
        bias = np.array([0.0, bias[0]])
        weights = np.hstack([np.zeros_like(weights), weights])
    return classes, bias, weights


def _short(values: Any) -> list[float]:
    return [round(float(value), DECIMALS) for value in values]
