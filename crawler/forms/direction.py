"""Left to right or right to left: what ``dirname`` sends (HTML 3.2.6.4)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from crawler.forms.controls import Control

SENT: Final = frozenset(
    {"text", "search", "tel", "url", "email", "password", "hidden", "textarea"}
)
"""Types of control that send their direction."""
_MAX_DEPTH: Final = 200
_MAX_TEXT: Final = 2_000


def of(control: Control) -> str:
    """``ltr``, ``rtl``, or ``auto`` for a control that goes by its own value."""
    own = control.get("dir").lower()
    if own in {"ltr", "rtl", "auto"}:
        return own
    if control.get("type").lower() == "tel":
        return "ltr"
    node: LexborNode | None = control.node.parent
    for _ in range(_MAX_DEPTH):
        if node is None:
            break
        found = (node.attributes.get("dir") or "").lower()
        if found in {"ltr", "rtl"}:
            return found
        if found == "auto":
            return of_text(node.text()[:_MAX_TEXT])
        node = node.parent
    return "ltr"


def of_text(text: str) -> str:
    """By its first strong character.

    >>> of_text("1 שלום"), of_text("123")
    ('rtl', 'ltr')
    """
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind == "L":
            return "ltr"
        if kind in {"R", "AL"}:
            return "rtl"
    return "ltr"
