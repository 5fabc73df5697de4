"""Text boxes that want values of a type, and values of these types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crawler.harvest.factors import words

if TYPE_CHECKING:
    from crawler.harvest.factors import TextBox

_BY_TYPE = {
    "number": "number",
    "range": "number",
    "date": "date",
    "datetime-local": "moment",
    "month": "month",
    "week": "week",
    "time": "time",
    "email": "email",
    "tel": "phone",
    "url": "url",
    "color": "color",
}
_BY_WORD = {
    "zip": "zip", "zipcode": "zip", "postcode": "zip", "postal": "zip", "plz": "zip",
    "date": "date", "datum": "date", "fecha": "date", "email": "email",
    "mail": "email", "year": "year", "jahr": "year", "annee": "year", "ano": "year",
    "price": "number", "preis": "number", "prix": "number", "amount": "number",
    "min": "number", "max": "number", "minimum": "number", "maximum": "number",
    "quantity": "number", "qty": "number", "radius": "number", "distance": "number",
    "mileage": "number", "weight": "number", "height": "number", "width": "number",
    "age": "number", "phone": "phone", "tel": "phone", "url": "url",
}  # fmt: skip
# Small and ordinary values, wide ones first: a box must be filled before it is asked
# what is in the database.
_VALUES = {
    "number": ("0", "1", "10", "100", "1000", "10000"),
    "date": ("2000-01-01", "2010-01-01", "2020-01-01", "2024-01-01"),
    "moment": ("2000-01-01T00:00", "2020-01-01T00:00"),
    "month": ("2000-01", "2020-01", "2024-01"),
    "week": ("2000-W01", "2020-W01", "2024-W01"),
    "time": ("00:00", "12:00", "18:00"),
    "email": ("info@example.org",),
    "phone": ("5550100",),
    "url": ("https://example.org/",),
    "color": ("#000000", "#ffffff"),
    "year": ("2024", "2020", "2010", "2000", "1990"),
    "zip": ("10001", "10115", "20095", "60601", "75001", "90001"),
}
_PATTERNS = {
    "number": re.compile(r"(?<![\w.])\d{1,9}(?![\w.])"),
    "date": re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)"),
    "email": re.compile(r"[\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{2,30}"),
    "year": re.compile(r"(?<!\d)(?:1[89]|20)\d{2}(?!\d)"),
    "zip": re.compile(r"(?<!\d)\d{5}(?!\d)"),
}


def type_of(box: TextBox) -> str:
    """The type that a box wants; ``text`` when any words will do.

    >>> from crawler.harvest.factors import TextBox
    >>> type_of(TextBox("q")), type_of(TextBox("a", "date")), type_of(TextBox("plz"))
    ('text', 'date', 'zip')
    >>> type_of(TextBox("size_min")), type_of(TextBox("f", label="Max. price"))
    ('number', 'number')
    """
    if box.type in _BY_TYPE:
        return _BY_TYPE[box.type]
    for word in (*words(box.name), *words(box.label)):
        if word in _BY_WORD:
            return _BY_WORD[word]
    return "text"


def type_of_word(word: str) -> str:
    """The type that a word of a name tells, or nothing.

    >>> type_of_word("year"), type_of_word("colour")
    ('year', '')
    """
    return _BY_WORD.get(word, "")


def usual(kind: str) -> tuple[str, ...]:
    """Values to begin with."""
    return _VALUES.get(kind, ())


def found(kind: str, text: str) -> set[str]:
    """Values of this type in the text of a record.

    >>> sorted(found("year", "built 1987, sold 2011 for 20000"))
    ['1987', '2011']
    """
    if kind == "text":
        return {word for word in words(text) if 2 < len(word) <= 40}
    pattern = _PATTERNS.get(kind)
    return set(pattern.findall(text[:2_000])) if pattern else set()
