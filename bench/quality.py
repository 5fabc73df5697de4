"""Scores of clusters against templates, and of likeness against judged pairs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sklearn.metrics import adjusted_rand_score, completeness_score, homogeneity_score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crawler.cluster import Clustering


class Scores(NamedTuple):
    """Agreement of clusters with templates; all but the first from 0 to 1."""

    clusters: int
    homogeneity: float
    completeness: float
    ari: float
    pair_f1: float


def scores(truth: Sequence[str], found: Sequence[int]) -> Scores:
    """Of pages whose template and cluster are given, in step."""
    return Scores(
        len(set(found)),
        homogeneity_score(truth, found),
        completeness_score(truth, found),
        adjusted_rand_score(truth, found),
        pair_f1(truth, found),
    )


def pair_f1(truth: Sequence[str], found: Sequence[int]) -> float:
    """F1 over all pairs of pages: in one cluster against of one template.

    >>> pair_f1("aab", [0, 0, 0])
    0.5
    """
    both = _pairs(Counter(zip(truth, found, strict=True)).values())
    asked, given = _pairs(Counter(truth).values()), _pairs(Counter(found).values())
    return 2 * both / (asked + given) if asked + given else 1.0


def _pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def cluster_scores(clustering: Clustering, labels: dict[str, str]) -> Scores:
    """Of the pages that have a label."""
    truth, found = [], []
    for cluster in clustering.clusters:
        for key in cluster.members:
            if key in labels:
                truth.append(labels[key])
                found.append(cluster.id)
    return scores(truth, found)


class Judged(NamedTuple):
    """How well a likeness above a threshold says what people said of pairs."""

    best: float
    """The F1 at the threshold where it is best."""
    threshold: float
    given: float
    """The F1 at the threshold that was given."""


def judged(values: Sequence[float], alike: Sequence[bool], at: float) -> Judged:
    """F1 of "likeness > threshold" for the pairs that people found alike.

    >>> judged([0.9, 0.8, 0.3], [True, False, False], at=0.5)
    Judged(best=1.0, threshold=0.8, given=0.6666666666666666)
    """
    total = sum(alike)
    order = sorted(zip(values, alike, strict=True), reverse=True)
    best, threshold, given, true = 0.0, 1.0, 0.0, 0
    for number, (value, same) in enumerate(order, 1):
        true += same
        below = order[number][0] if number < len(order) else -1.0
        if below == value:
            continue
        f1 = 2 * true / (total + number)
        if f1 > best:
            best, threshold = f1, below
        if value > at:
            given = f1
    return Judged(best, threshold, given)
