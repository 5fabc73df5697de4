"""Texts to try in a control, by its type and limits; which are valid is not said."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Final

from crawler.forms import pattern
from crawler.forms.scale import point, scale_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from crawler.items import Field

WORDS: Final = (
    "sample", "test", "north", "paper", "green", "water", "house", "river", "music",
    "stone", "light", "garden",
)  # fmt: skip
_PAD: Final = " and more text of the same kind"
_SPAN: Final = 100
"""Steps above the lowest value, where there is no highest."""
# Where a value may be any, one that is not strange: 2024-02-15, 10 o'clock.
_USUAL: Final = {
    "date": "2024-02-15",
    "month": "2024-02",
    "week": "2024-W07",
    "time": "10:00",
    "datetime-local": "2024-02-15T10:00",
    "number": "1",
    "range": "0",
}


def texts(field: Field, random: Random) -> Iterator[str]:
    """For text-like controls, likely ones first; never ends but without an idea."""
    if field.options:
        yield random.choice(field.options)
    if field.limits.pattern:
        for _ in range(10):
            yield from _fitted(field, _plain(field, random))
            if (found := pattern.sample(field.limits.pattern, random)) is not None:
                yield found
                yield from _fitted(field, found)
        # What asks for several kinds of characters looks ahead for each.
        yield from _fitted(field, "Aa1!Bb2?Cc3#")
        return
    for _ in range(10):
        yield from _fitted(field, _plain(field, random))


def _plain(field: Field, random: Random) -> str:
    word = random.choice(WORDS)
    kind = field.type
    if kind == "email":
        return f"{word[:2]}@example.com"
    if kind == "url":
        return f"http://example.com/{word}"
    if kind == "tel":
        return f"555{random.randint(0, 9999):04}"
    if kind == "password":
        return f"Aa1!{word}"
    if kind == "color":
        return f"#{random.getrandbits(24):06x}"
    return word


def _fitted(field: Field, text: str) -> Iterator[str]:
    """*text* within the lengths of a field."""
    shortest, longest = field.limits.minlength or 0, field.limits.maxlength
    if len(text) < shortest <= 10_000:
        if field.type in {"url", "password"}:
            text += "a" * (shortest - len(text))
        elif field.type == "email":
            text = "a" * min(60, shortest - len(text)) + text
        else:
            while len(text) < shortest:
                text += _PAD
            text = text[:shortest].rstrip() or text
            text += "." * (shortest - len(text))
    if longest is not None and len(text) > longest:
        if field.type == "email" and longest >= 5:
            text = "a@b.c"
        elif field.type == "url" and longest >= 8:
            text = "http://b"
        else:
            text = text[:longest]
    yield text


def number_texts(field: Field, random: Random) -> Iterator[str]:
    """For numbers, dates and times: on the steps between the limits."""
    scale = scale_of(field)
    step = scale.step or _fraction(field)
    usual = point(field.type, _USUAL[field.type]) or Decimal(0)
    low, high = scale.low, scale.high
    if field.type == "time":
        low, high = low or Decimal(0), Decimal(86_399) if high is None else high
    if low is None:
        low = usual if high is None or high > usual else high - _SPAN * step
    if high is None:
        high = low + _SPAN * step
    first = ((low - scale.base) / step).to_integral_value(ROUND_CEILING)
    last = ((high - scale.base) / step).to_integral_value(ROUND_FLOOR)
    while first <= last:
        at = scale.base + random.randint(int(first), int(last)) * step
        if (found := text_of(field.type, at)) is not None:
            yield found
        else:
            last -= 1


def _fraction(field: Field) -> Decimal:
    """A step where any value will do."""
    return Decimal("0.5") if field.type in {"number", "range"} else Decimal(60)
