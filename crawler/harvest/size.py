"""How many records there are, told from how often the known ones were met.

The data are the answers of randomly chosen queries, each a set of records:
an incidence matrix of t queries over d records, with f1 records met once, f2 twice.
Where the queries come from a finite space of N, without replacement, q = t/N:

* ``chao2``: d + f1^2 / (t/(t-1) 2 f2 + q/(1-q) f1), the lower bound of Chao and Lin
  (2012) for sampling without replacement. For N without end it is Chao2. For answers
  without common records (f2 = 0) it is d/q, the ratio estimator; at q = 1 it is d.
  Where q is unknown and f2 is 0, the bias-corrected d + (t-1)/t f1(f1-1)/2.
* ``chao1``: d + f1^2/(2 f2), bias-corrected the same way.
* ``ice``: incidence-based coverage estimator, records met at most 10 times as rare.
* ``jackknife``: first order, d + f1 (t-1)/t.
* ``lincoln_petersen``: Chapman's form, odd queries against even ones.
* ``schnabel``: sum of n_i M_i over sum of recaptures, Chapman's +1.

The interval is log-normal around d, since S - d is positive and skewed (Chao 1987).
Its variance is the jackknife over queries, because records that one query shows do
not come independently; with Student's t for few queries, and the finite correction
1 - q.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

_RARE = 10
_GROUPS = 40
# Quantiles .975 of Student's t for 1.. degrees of freedom.
# fmt: off
_T = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16,
      2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06)
# fmt: on


@dataclass(frozen=True, slots=True)
class Size:
    """An estimate of the number of records."""

    value: float
    low: float
    high: float
    """The 95 % interval; infinite when nothing can be said."""
    method: str
    lower: bool = False
    """Of a form that ranks and cuts off, this is a lower bound."""

    def covers(self, true: int) -> bool:
        """Whether the interval holds the true number."""
        return self.low <= true <= self.high


class Sample(Protocol):
    """The records of an answer, by whatever they are told apart."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Hashable]: ...


class _Estimator(Protocol):
    def __call__(self, samples: Sequence[Sample], space: int | None, /) -> float: ...


def estimate(
    samples: Sequence[Sample], method: str = "chao2", space: int | None = None
) -> Size:
    """The number of records behind *space* queries, of which *samples* were drawn.

    >>> size = estimate([{"a", "b"}, {"b", "c"}, {"a", "c"}, {"b"}])
    >>> size.value, size.method
    (3.0, 'chao2')
    >>> round(estimate([{"a"}, set(), {"b"}], space=9).value, 9)
    6.0
    """
    known = len(frozenset().union(*samples))
    if space is not None and len(samples) >= space:
        return Size(known, known, known, method)
    if not samples:
        return Size(0.0, 0.0, float("inf"), method)
    estimator = _ESTIMATORS[method]
    value = max(float(known), estimator(samples, space))
    if len(samples) == 1 or not known:
        return Size(value, known, float("inf"), method)
    variance, groups = _variance(samples, estimator, space)
    if space is not None:
        variance *= 1.0 - len(samples) / space
    low, high = _interval(known, value, variance, _quantile(groups - 1))
    return Size(value, low, high, method)


def _variance(
    samples: Sequence[Sample], estimator: _Estimator, space: int | None
) -> tuple[float, int]:
    """Delete-a-group jackknife; the groups are single queries when those are few."""
    groups = min(len(samples), _GROUPS)
    found = []
    for group in range(groups):
        kept = [each for i, each in enumerate(samples) if i % groups != group]
        known = len(frozenset().union(*kept))
        found.append(max(float(known), estimator(kept, space)))
    mean = sum(found) / groups
    return (groups - 1) / groups * sum((each - mean) ** 2 for each in found), groups


def _interval(
    known: int, value: float, variance: float, quantile: float
) -> tuple[float, float]:
    unseen = value - known
    if unseen <= 0:
        # Nothing met only once: the rule of three on what one more query may bring.
        return float(known), known + quantile * sqrt(variance)
    spread = exp(min(50.0, quantile * sqrt(log(1.0 + variance / unseen**2))))
    return known + unseen / spread, known + unseen * spread


def _quantile(freedom: int) -> float:
    return _T[freedom - 1] if freedom <= len(_T) else 1.96 + 2.4 / freedom


def _counts(samples: Sequence[Sample]) -> Counter[Hashable]:
    return Counter(record for sample in samples for record in sample)


def _once_twice(counts: Counter[Hashable]) -> tuple[int, int]:
    met = Counter(counts.values())
    return met[1], met[2]


def _chao2(samples: Sequence[Sample], space: int | None) -> float:
    counts = _counts(samples)
    once, twice = _once_twice(counts)
    known, t = len(counts), len(samples)
    if not once:
        return known
    sampled = t / space if space else 0.0
    below = (2.0 * twice * t / (t - 1) if t > 1 else 0.0) + (
        sampled / (1.0 - sampled) * once if sampled < 1 else float("inf")
    )
    if not below or (not space and not twice):
        return known + (t - 1) / t * once * (once - 1) / 2.0
    return known + once * once / below


def _chao1(samples: Sequence[Sample], _space: int | None) -> float:
    counts = _counts(samples)
    once, twice = _once_twice(counts)
    if twice:
        return len(counts) + once * once / (2.0 * twice)
    return len(counts) + once * (once - 1) / 2.0


def _jackknife(samples: Sequence[Sample], _space: int | None) -> float:
    counts = _counts(samples)
    return len(counts) + _once_twice(counts)[0] * (len(samples) - 1) / len(samples)


def _ice(samples: Sequence[Sample], space: int | None) -> float:
    counts = _counts(samples)
    rare = {record for record, met in counts.items() if met <= _RARE}
    met = Counter(counts[record] for record in rare)
    incidences = sum(number * times for times, number in met.items())
    cover = 1.0 - met[1] / incidences if incidences else 1.0
    if cover <= 0:
        return _chao2(samples, space)
    t = sum(1 for sample in samples if not rare.isdisjoint(sample))
    pairs = sum(times * (times - 1) * number for times, number in met.items())
    ratio = t / (t - 1) if t > 1 else 1.0
    gamma = len(rare) / cover * ratio * pairs / incidences**2 - 1 if incidences else 0.0
    frequent = len(counts) - len(rare)
    return frequent + len(rare) / cover + met[1] / cover * max(gamma, 0.0)


def _lincoln_petersen(samples: Sequence[Sample], _space: int | None) -> float:
    first = frozenset().union(*samples[::2])
    second = frozenset().union(*samples[1::2])
    return (len(first) + 1) * (len(second) + 1) / (len(first & second) + 1) - 1


def _schnabel(samples: Sequence[Sample], _space: int | None) -> float:
    marked: set[Hashable] = set()
    above = again = 0
    for sample in samples:
        above += len(sample) * len(marked)
        again += len(marked.intersection(sample))
        marked.update(sample)
    return above / (again + 1)


_ESTIMATORS: dict[str, _Estimator] = {
    "chao1": _chao1,
    "chao2": _chao2,
    "ice": _ice,
    "jackknife": _jackknife,
    "lincoln_petersen": _lincoln_petersen,
    "schnabel": _schnabel,
}
METHODS = tuple(_ESTIMATORS)
