"""Numbers and dates as texts: what a record says, and what a box is filled with."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

_NUMBER: Final = re.compile(r"(?<![\w.,])-?\d[\d.,' \u00a0\u202f]{0,30}")
_DATE: Final = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_YEAR: Final = re.compile(r"(?<!\d)(?:1[5-9]|20|21)\d{2}(?!\d)")
_MONTH: Final = re.compile(r"(?<!\d)(\d{4})-(\d{2})(?!\d)")
_LOOKED_AT: Final = 200

WHOLE: Final[dict[str, tuple[float, float]]] = {
    "number": (0.0, 1e9),
    "year": (1500.0, 2199.0),
    "date": (date(1900, 1, 1).toordinal(), date(2100, 12, 31).toordinal()),
    "month": (1900.0 * 12, 2101.0 * 12 - 1),
}
"""Kind -> a range that holds what there may be of it."""
BEYOND: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "number": ((-1e9, 0.0), (1e9, 1e15)),
}
"""Kind -> ranges that are unusual, and looked at once."""


def quantity(kind: str, text: str) -> float | None:
    """The first quantity of a kind in a text; None when there is none.

    Dates count in days, months in months.

    >>> [quantity("number", t) for t in ("1,234.50 EUR", "1.234,5", "12 kB", "x7")]
    [1234.5, 1234.5, 12.0, None]
    >>> quantity("date", "on 2024-02-30"), quantity("year", "May 1987")
    (None, 1987.0)
    """
    text = text[:_LOOKED_AT]
    if kind == "number":
        found = _NUMBER.search(text)
        return _plain(found[0]) if found else None
    if kind == "year":
        found = _YEAR.search(text)
        return float(found[0]) if found else None
    if kind == "month":
        found = _MONTH.search(text)
        return int(found[1]) * 12.0 + int(found[2]) - 1 if found else None
    found = _DATE.search(text)
    try:
        parts = map(int, found.groups()) if found else ()
        return float(date(*parts).toordinal()) if found else None
    except ValueError:
        return None


def _plain(text: str) -> float | None:
    """A number in the writing of whatever country."""
    text = re.sub(r"[' \u00a0\u202f]", "", text).rstrip(".,")
    point = max(text.rfind("."), text.rfind(","))
    if point >= 0:
        mark = text[point]
        other = "," if mark == "." else "."
        grouped = text.count(mark) > 1 or (len(text) - point == 4 and mark == ",")
        if grouped:
            text = text.replace(mark, "")
            text = text.replace(",", ".")
        else:
            text = text.replace(other, "").replace(mark, ".")
    try:
        return float(text)
    except ValueError:
        return None


def written(kind: str, value: float) -> str:
    """A quantity as a box takes it.

    >>> written("number", 5.0), written("number", 2.5), written("date", 738000)
    ('5', '2.5', '2021-07-29')
    >>> written("month", 2024 * 12 + 1.0)
    '2024-02'
    """
    if kind == "date":
        return date.fromordinal(int(value)).isoformat()
    if kind == "month":
        return f"{int(value) // 12:04}-{int(value) % 12 + 1:02}"
    return str(int(value)) if value == int(value) else repr(round(value, 6))
