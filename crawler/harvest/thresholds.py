"""A range with one end: "price from", without a "price to".

An answer that is cut off shows the first records, in an order of its own, of those
beyond a threshold. Moving the threshold past some that are shown lets others move up,
and between two thresholds nothing changes where the lower one shows no record between
them. So the gaps between thresholds are halved, those first that let the most records
move up. What stands late in that order and is not beyond the last thresholds cannot be
had; only where answers are sorted by the quantity does the walk show everything.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

from crawler.harvest.descent import TELLING, Part
from crawler.harvest.ends import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest.ledger import Answer
    from crawler.harvest.scale import Scale

_FIRST: Final = 50
"""Answers whose quantities are all remembered."""


class Thresholds:
    """Moves the one end. Inside, quantities are negated where it is the upper one."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._sign = 1.0 if scale.span.low is not None else -1.0
        self._asked: list[float] = []
        self._shown: dict[float, list[float]] = {}
        """Threshold -> what its answer shows, in its order; of those cut off."""
        self._whole: set[float] = set()
        """Thresholds whose answer is not cut off."""
        self._raw: dict[float, dict[str, list[float]]] = {}
        """All quantities of the first answers: which are meant shows later."""
        self._field = ""
        self._sorted: bool | None = None
        self._lost = False
        """There are more records of one quantity than an answer shows."""
        self.open: set[Interval] = set()
        """Asked, and not answered to the end."""
        self.idle = 0
        self.left = False
        """Gaps were given up, after many questions without news."""
        self.shown = False
        """Some answer has shown records."""

    def begin(self, *, silent: bool) -> list[Part]:
        """All; *silent*: without the end the form shows nothing."""
        if not silent:
            return [Part(Interval(None, None), 1.0)]
        end = 0.0 if self._sign > 0 else -1e9
        return [Part(self._interval(end), 1.0)]

    def believe(self, interval: Interval) -> None:
        """An answer that was looked at was whole."""
        self._whole.add(self._threshold(interval))

    @property
    def _enough(self) -> float:
        """From this threshold on, everything is known."""
        return min(self._whole, default=inf)

    def needless(self, interval: Interval) -> bool:
        """Whether its answer is known by now."""
        return self._threshold(interval) > self._enough

    def judged(
        self, interval: Interval, values: Sequence[float], answer: Answer, *, cut: bool
    ) -> list[Part]:
        """What follows from an answer that was read to its end."""
        at = self._threshold(interval)
        self.shown = self.shown or bool(answer.records)
        if answer.error:
            self._lost = True
            return []
        if not cut:
            self._whole.add(at)
        mine = [self._sign * v for v in values]
        if len(mine) >= TELLING:
            self._sorted = self._sorted is not False and mine == sorted(mine)
        found = self._reread()
        return found + self.narrow(interval, values, len(mine), cut=cut)

    def said(self, interval: Interval, fields: dict[str, list[float]]) -> None:
        """Keep all quantities of an answer, as long as there are few answers."""
        if len(self._raw) < _FIRST:
            self._raw[self._threshold(interval)] = fields

    def _reread(self) -> list[Part]:
        """Read the answers so far anew when it turns out which field is meant."""
        if self._field == self._scale.field:
            return []
        self._field, found = self._scale.field, list[Part]()
        self._sorted = None
        for at, fields in self._raw.items():
            if self._shown.get(at):
                values = fields.get(self._field, [])
                found += self.narrow(self._interval(at), values, len(values))
        return found

    def narrow(
        self,
        interval: Interval,
        values: Sequence[float],
        number: int,  # noqa: ARG002 - as the other's
        *,
        cut: bool = True,
    ) -> list[Part]:
        """Thresholds between this and its neighbours."""
        at = self._threshold(interval)
        if cut:
            self._whole.discard(at)
        if at not in self._shown:
            insort(self._asked, at)
        self._shown[at] = [self._sign * v for v in values] if cut else []
        place = bisect_left(self._asked, at)
        near = [-inf, *self._asked, inf][place : place + 3]
        return [
            Part(self._interval(middle), expected)
            for low, high in pairwise(near)
            for middle, expected in self._between(low, high)
        ]

    def _between(self, low: float, high: float) -> list[tuple[float, float]]:
        """A threshold between two, and how many records move up there."""
        shown = self._shown.get(low, [])
        if not shown or low >= self._enough:
            return []
        if self._sorted and len(shown) >= TELLING:
            # Everything up to the last one is shown.
            middle = shown[-1] if shown[-1] > low else low + self._scale.step
            self._lost = self._lost or shown[-1] <= low
            return [(middle, float(len(shown)))] if middle < high else []
        gone = sorted({x for x in shown if low <= x < high})
        if not gone:
            return []
        middle = gone[len(gone) // 2] if len(gone) > 1 else gone[0] + self._scale.step
        moved = sum(x < middle for x in shown)
        return [(middle, float(moved))] if low < middle < high else []

    def _threshold(self, interval: Interval) -> float:
        end = interval.low if self._sign > 0 else interval.high
        return -inf if end is None else self._sign * end

    def _interval(self, at: float) -> Interval:
        if at == -inf:
            return Interval(None, None)
        end = self._sign * at
        return Interval(end, None) if self._sign > 0 else Interval(None, end)

    @property
    def stuck(self) -> bool:
        """Some records cannot be had, as far as can be known."""
        first = self._asked[0] if self._asked else inf
        return self._lost or (not self._sorted and first < self._enough)

    @property
    def whole(self) -> bool:
        """Everything was shown, but for what is still queued."""
        return not (self.open or self.stuck or self.left)
