"""What a control makes of a value it is given (HTML 4.10.5.1, "value sanitization").

A browser does this to the value in the source as well as to one that is set.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import ROUND_CEILING, Decimal, InvalidOperation
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.items import Limits

_NEWLINES = re.compile(r"[\r\n]+")
_SPACE = "\t\n\f\r "
_FLOAT = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_COLOR = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_YEAR = r"([0-9]{4,6})"
_MONTH = re.compile(rf"{_YEAR}-(0[1-9]|1[0-2])")
_DATE = re.compile(rf"{_MONTH.pattern}-(0[1-9]|[12][0-9]|3[01])")
_WEEK = re.compile(rf"{_YEAR}-W(0[1-9]|[1-4][0-9]|5[0-3])")
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(\.[0-9]{1,3})?)?")
_MAX_YEAR = 275_760
"""The last year of a date in a browser."""
_LARGEST = Decimal("1.7976931348623157e308")
_SMALLEST = Decimal("4.9e-324")


def sanitise(kind: str, value: str, limits: Limits, first: str = "") -> str:
    """The value that a control of type *kind* holds after it was given *value*.

    The steps of a range without a minimum are counted from the value that it had
    *first*. Of colours, only hexadecimal ones are read.

    >>> from crawler.items import Limits
    >>> sanitise("range", "", Limits(minimum="10", maximum="30"))
    '20'
    >>> sanitise("date", "2023-02-29", Limits()), sanitise("url", " a\\n", Limits())
    ('', 'a')
    """
    if kind == "range":
        return _range(value, limits, first or value)
    if kind == "email" and limits.multiple:
        return ",".join(part.strip(_SPACE) for part in _line(value).split(","))
    change = _BY_TYPE.get(kind)
    return value if change is None else change(value)


def number(text: str) -> Decimal | None:
    """HTML 2.3.4.3, a valid floating-point number; None for anything else.

    >>> number("-.5e1"), number("1."), number("1e400")
    (Decimal('-5'), None, None)
    """
    if len(text) > 400 or not _FLOAT.fullmatch(text):
        return None
    try:
        found = Decimal(text)
    except InvalidOperation:  # an exponent of 20 digits
        return None
    if found and abs(found) < _SMALLEST:
        return Decimal(0)
    return found if abs(found) <= _LARGEST else None


def is_color(value: str) -> bool:
    """Whether *value* is one of the colours that are read."""
    return _COLOR.fullmatch(value.strip(_SPACE)) is not None


def _line(value: str) -> str:
    return _NEWLINES.sub("", value)


def _stripped(value: str) -> str:
    return _line(value).strip(_SPACE)


def _number(value: str) -> str:
    return value if number(value) is not None else ""


def _color(value: str) -> str:
    found = _COLOR.fullmatch(value.strip(_SPACE))
    if found is None:
        return "#000000"
    digits = found[0][1:].lower()
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    return f"#{digits[:6]}"


def _month(value: str) -> str:
    found = _MONTH.fullmatch(value)
    return value if found and _year(found[1]) else ""


def _date(value: str) -> str:
    found = _DATE.fullmatch(value)
    if not found or not _year(found[1]):
        return ""
    try:
        # Years repeat after 400; datetime.date ends at 9999.
        date(2000 + int(found[1]) % 400, int(found[2]), int(found[3]))
    except ValueError:
        return ""
    return value


def _week(value: str) -> str:
    found = _WEEK.fullmatch(value)
    if not found or not _year(found[1]):
        return ""
    if found[2] == "53":
        last = date(2000 + int(found[1]) % 400, 12, 28)
        return value if last.isocalendar().week == 53 else ""
    return value


def _time(value: str) -> str:
    return value if _TIME.fullmatch(value) else ""


def _local(value: str) -> str:
    """Normalised: ``T`` between, the time as short as it can be."""
    day, mark, time = value.partition("T" if "T" in value else " ")
    found = _TIME.fullmatch(time) if mark else None
    if found is None or not _date(day):
        return ""
    fraction = (found[4] or "").rstrip("0").rstrip(".")
    seconds = f":{found[3]}{fraction}" if fraction or int(found[3] or 0) else ""
    return f"{day}T{found[1]}:{found[2]}{seconds}"


def _year(digits: str) -> bool:
    return 0 < int(digits) <= _MAX_YEAR


def _range(value: str, limits: Limits, first: str) -> str:
    """Within its limits and on a step; in the middle when it is no number."""
    low, high = number(limits.minimum), number(limits.maximum)
    least = Decimal(0) if low is None else low
    most = Decimal(100) if high is None else high
    given = number(value)
    if given is None:
        found = least if most < least else least + (most - least) / 2
    else:
        found = max(least, min(given, most))
    step = step_of("range", limits)
    if step is None:
        return _written(found)
    base = low if low is not None else number(first) or Decimal(0)
    steps = ((found - base) / step - Decimal("0.5")).to_integral_value(ROUND_CEILING)
    # A tie goes up, where ceil(x - .5) goes down.
    if (found - base) / step - steps == Decimal("0.5"):
        steps += 1
    near = base + steps * step
    if near > most:
        near -= step
    return _written(near if near >= least else found)


def step_of(kind: str, limits: Limits) -> Decimal | None:
    """The step of a number, in its unit; None for any."""
    if limits.step.strip().lower() == "any":
        return None
    found = number(limits.step)
    if found is None or found <= 0:
        return Decimal(60) if kind in {"time", "datetime-local"} else Decimal(1)
    return found


def _written(value: Decimal) -> str:
    """As a browser writes a decimal."""
    text = str(value).lower()
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return text or "0"


_BY_TYPE: dict[str, Callable[[str], str]] = {
    "text": _line,
    "search": _line,
    "tel": _line,
    "password": _line,
    "url": _stripped,
    "email": _stripped,
    "number": _number,
    "color": _color,
    "month": _month,
    "date": _date,
    "week": _week,
    "time": _time,
    "datetime-local": _local,
}
