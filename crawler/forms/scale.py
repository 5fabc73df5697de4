"""Numbers, dates and times as points on a line, for limits and steps."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, NamedTuple

from crawler.forms.sanitise import number, sanitise, step_of
from crawler.items import NO_LIMITS

if TYPE_CHECKING:
    from crawler.items import Field

SCALED = frozenset(
    {"number", "range", "date", "month", "week", "time", "datetime-local"}
)
"""Types that have limits and steps."""
_DAY = 86_400
_EPOCH = date(1970, 1, 1).toordinal()
_MONDAY = -3
"""The week of 1970-01-01 began on the Monday three days before."""
_WEEK_BASE = Decimal(_MONDAY)


class Scale(NamedTuple):
    """The line that the values of a field lie on, in its own unit.

    Days for dates and weeks, months, seconds; numbers as they are.
    """

    kind: str
    low: Decimal | None
    high: Decimal | None
    step: Decimal | None
    """None for any."""
    base: Decimal

    def fits(self, at: Decimal) -> bool:
        """Whether a point is on a step."""
        if self.step is None:
            return True
        try:
            return (at - self.base) % self.step == 0
        except InvalidOperation:  # too many steps to be told apart
            return True


def scale_of(field: Field) -> Scale:
    """The scale of a field of one of the types in ``SCALED``."""
    kind, limits = field.type, field.limits
    low, high = point(kind, limits.minimum), point(kind, limits.maximum)
    if kind == "range":
        low = Decimal(0) if low is None else low
        high = Decimal(100) if high is None else high
    step = step_of(kind, limits)
    if step is not None and kind == "week":
        step *= 7
    initial = point(kind, field.value) if kind in {"number", "range"} else None
    default = _WEEK_BASE if kind == "week" else Decimal(0)
    base = low if point(kind, limits.minimum) is not None else initial
    return Scale(kind, low, high, step, default if base is None else base)


def point(kind: str, text: str) -> Decimal | None:
    """Where a value lies; None when it is no valid value of its kind.

    >>> point("date", "1970-01-03"), point("time", "00:01"), point("week", "1970-W02")
    (Decimal('2'), Decimal('60'), Decimal('4'))
    """
    if kind in {"number", "range"}:
        return number(text)
    if not text or not sanitise(kind, text, NO_LIMITS):
        return None
    if kind == "time":
        return _seconds(text)
    day, _, time = text.replace(" ", "T").partition("T")
    year, rest = day.split("-", 1)
    # Years repeat after 400; datetime.date ends at 9999.
    cycles, short = divmod(int(year) - 1, 400)
    days = cycles * 146_097 - _EPOCH
    if kind == "month":
        return Decimal((int(year) - 1970) * 12 + int(rest) - 1)
    if kind == "week":
        monday = date.fromisocalendar(short + 1, int(rest[1:]), 1).toordinal()
        return Decimal(monday + days)
    month, _, of_month = rest.partition("-")
    days += date(short + 1, int(month), int(of_month)).toordinal()
    return Decimal(days) if kind == "date" else days * _DAY + _seconds(time)


def text_of(kind: str, at: Decimal) -> str | None:
    """The value at a point; None where there is none (before year 1, after 9999).

    >>> [text_of("date", Decimal(2)), text_of("week", Decimal(4))]
    ['1970-01-03', '1970-W02']
    """
    if kind in {"number", "range"}:
        text = format(at, "f")
        return (text.rstrip("0").rstrip(".") or "0") if "." in text else text
    if kind == "time":
        return _time(at) if 0 <= at < _DAY else None
    if kind == "month":
        years, month = divmod(int(at), 12)
        return (
            f"{1970 + years:04}-{month + 1:02}" if 0 < 1970 + years < 10_000 else None
        )
    days, seconds = divmod(at, _DAY) if kind == "datetime-local" else (at, Decimal(0))
    try:
        found = date.fromordinal(int(days) + _EPOCH)
    except (ValueError, OverflowError):
        return None
    if kind == "week":
        year, week, _ = found.isocalendar()
        return f"{year:04}-W{week:02}"
    return f"{found}T{_time(seconds)}" if kind == "datetime-local" else str(found)


def _seconds(text: str) -> Decimal:
    hours, minutes, *rest = text.split(":")
    return Decimal(int(hours) * 3600 + int(minutes) * 60) + Decimal(
        rest[0] if rest else 0
    )


def _time(at: Decimal) -> str:
    whole_minutes, seconds = divmod(at, 60)
    hours, minutes = divmod(int(whole_minutes), 60)
    if not seconds:
        return f"{hours:02}:{minutes:02}"
    whole, fraction = divmod(seconds, 1)
    digits = f"{fraction:.3f}"[1:].rstrip("0").rstrip(".") if fraction else ""
    return f"{hours:02}:{minutes:02}:{int(whole):02}{digits}"
