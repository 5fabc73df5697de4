"""What the records of answers tell of the quantity that a span is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.harvest.ends import Interval
from crawler.harvest.factors import words
from crawler.harvest.quantities import WHOLE, quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crawler.harvest.ends import Span

_FIT: Final = 0.9
"""Share of records within the range asked for, where a field is what it is about."""
_FINE: Final = 0.01
_FINEST: Final = 0.0001


class Scale:
    """Which field holds the quantity, in which steps, and what the ends mean."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self._fit: dict[str, list[float]] = {}
        """Field -> records within the range that was asked for, and records."""
        self._steps: dict[str, float] = {}
        self.field = ""
        """The field of the last answer that had one."""
        self.sorted: bool | None = None
        """Answers come in the order of the quantity; None: not looked at yet."""
        self._included = [False, False]

    @property
    def step(self) -> float:
        """The least by which two quantities differ."""
        return self._steps.get(self.field, 1.0)

    def is_all(self, interval: Interval) -> bool:
        """Whether nearly everything lies within an interval."""
        return interval in {Interval(None, None), Interval(*WHOLE[self.span.kind])}

    def learn(
        self,
        interval: Interval,
        said: Iterable[Mapping[str, str]],
        own: dict[str, list[float]],
    ) -> None:
        """Add the quantities in the fields of records of one page to *own*."""
        for fields in said:
            for name, text in fields.items():
                value = quantity(self.span.kind, text)
                if value is None:
                    continue
                own.setdefault(name, []).append(value)
                if value != int(value):
                    fine = _FINE if round(value, 2) == value else _FINEST
                    self._steps[name] = min(fine, self._steps.get(name, 1.0))
                fit = self._fit.setdefault(name, [0.0, 0.0])
                if not self.is_all(interval):  # where anything fits
                    fit[0] += interval.holds(value)
                    fit[1] += 1

    def values(self, fields: Mapping[str, list[float]]) -> list[float]:
        """The quantities of the records, as far as it is known which they are."""

        def rank(name: str) -> tuple[bool, bool, int]:
            within, number = self._fit[name]
            fits = within >= _FIT * number
            named = bool(self.span.stem & set(words(name)))
            return fits, named, len(set(fields[name]))

        best = max(fields, key=rank, default=None)
        if best is None or not rank(best)[0]:
            return []
        self.field = best
        return fields[best]

    def ends(self, interval: Interval, values: Iterable[float]) -> None:
        """Learn whether the ends are part of a range, from what it shows."""
        if interval.low != interval.high:
            shown = set(values)
            self._included[0] |= interval.low in shown
            self._included[1] |= interval.high in shown

    def lacks(self, interval: Interval, values: Iterable[float], number: int) -> bool:
        """Whether an answer of *number* records lacks some that it has to show.

        *values*: what answers before have shown within the interval. What is at an end
        may be a little beyond it, as quantities are rounded when they are shown; it
        counts where the answer is empty. Nothing is told where the field is not within
        what was asked for each time.
        """
        within, met = self._fit.get(self.field, (0.0, 1.0))
        if within < met:
            return False
        low, high = interval
        inside = at_end = 0
        for value in values:
            if (low is None or value > low) and (high is None or value < high):
                inside += 1
            elif (value == low and self._included[0]) or (
                value == high and self._included[1]
            ):
                at_end += 1
        return number < inside or (not number and at_end > 0)
