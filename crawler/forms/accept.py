"""Whether a control can hold a text that it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.forms.errors import FormValueError
from crawler.forms.sanitise import is_color, number, sanitise

if TYPE_CHECKING:
    from crawler.items import Field

LENGTHS = frozenset({"text", "search", "tel", "url", "email", "password", "textarea"})
"""Types that ``maxlength`` and ``minlength`` apply to."""
_RIGHT = {
    "number": "a number like -1.5",
    "range": "a number within its limits and on a step",
    "color": "a colour like #336699",
    "date": "a date like 2024-02-29",
    "month": "a month like 2024-02",
    "week": "a week like 2024-W09",
    "time": "a time like 09:30",
    "datetime-local": "a date and time like 2024-02-29T09:30",
}


def accept(field: Field, value: str) -> str:
    """What *field* holds after *value* was put in.

    :raises FormValueError: when it is read-only, a file, too long, or would hold
        something else (no date, a line break in a single line).
    """
    name = field.name
    if field.type == "file":
        raise FormValueError(f"{name!r} is a file: it is sent empty")
    if field.readonly:
        raise FormValueError(f"{name!r} is read-only: it stays {field.value!r}")
    if field.type == "textarea":
        value = value.replace("\r\n", "\n").replace("\r", "\n")
    held = sanitise(field.type, value, field.limits, field.value)
    if field.type in _RIGHT:
        if value and not _same(field.type, value, held):
            raise FormValueError(f"{name!r} takes {_RIGHT[field.type]}, not {value!r}")
    elif (
        field.type != "hidden"
        and ("\n" in value or "\r" in value)
        and (field.type != "textarea")
    ):
        raise FormValueError(f"{name!r} is a single line: {value!r} has line breaks")
    longest = field.limits.maxlength if field.type in LENGTHS else None
    if longest is not None and units(held) > longest:
        raise FormValueError(
            f"{name!r} takes {longest} characters at most, not {units(held)}"
        )
    return held


def units(text: str) -> int:
    """The length of a text as JavaScript has it: UTF-16 code units.

    >>> units("a😀")
    3
    """
    return len(text) + sum(char > "\uffff" for char in text)


def _same(kind: str, value: str, held: str) -> bool:
    """Whether *held* is *value*, if written in another way."""
    if kind == "color":
        return is_color(value)
    if kind != "range":
        return held != ""
    given = number(value)
    return given is not None and given == number(held)
