"""A control: an element of a form with its attributes, and what type it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# HTML 4.10.5; any other type is text.
# fmt: off
_INPUT_TYPES = frozenset({
    "hidden", "text", "search", "tel", "url", "email", "password", "date", "month",
    "week", "time", "datetime-local", "number", "range", "color", "checkbox", "radio",
    "file", "submit", "image", "reset", "button",
})
# fmt: on
BUTTONS = frozenset({"submit", "image", "reset", "button"})

# HTML 2.3.4.2, "rules for parsing non-negative integers".
_INTEGER = re.compile(r"[\t\n\f\r ]*\+?([0-9]{1,9})")


@dataclass(slots=True)
class Control:
    """An element of a form, its attributes read once."""

    node: LexborNode
    tag: str
    attributes: dict[str, str | None]

    def get(self, name: str) -> str:
        """Value of an attribute; empty when it is empty or absent."""
        return self.attributes.get(name) or ""

    def has(self, name: str) -> bool:
        """Whether there is such an attribute, even an empty one."""
        return name in self.attributes

    def integer(self, name: str) -> int | None:
        """An attribute that is a number of something, if it is one."""
        found = _INTEGER.match(self.get(name))
        return int(found[1]) if found else None


def control_type(control: Control) -> str:
    """The type as a form's ``elements`` would tell it: ``select-one``, ``text``..."""
    kind = control.get("type").lower()
    if control.tag == "input":
        return kind if kind in _INPUT_TYPES else "text"
    if control.tag == "button":
        return kind if kind in {"reset", "button"} else "submit"
    if control.tag == "select":
        return "select-multiple" if control.has("multiple") else "select-one"
    return control.tag
