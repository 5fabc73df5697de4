"""Whether a piece of text was written by a machine."""

from __future__ import annotations

import re

UUID = r"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"

_UUID = re.compile(UUID)
# Letters and digits: all-digit text is a number, all-letter text may be a word.
_HEX = re.compile(r"(?=[A-Fa-f]*[0-9])(?=[0-9]*[A-Fa-f])[0-9A-Fa-f]{8,}")
_TOKEN = re.compile(r"(?=[^0-9]*[0-9])[0-9A-Za-z_-]{8,}(?:=|%3D){0,2}")
# Where one kind of character follows another; a capital that opens a word is no break.
_BREAK = re.compile(
    r"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[a-z])(?=[A-Z])"
)


def is_uuid(text: str) -> bool:
    return _UUID.fullmatch(text) is not None


def is_hex(text: str) -> bool:
    """At least 8 hexadecimal characters, digits and letters among them."""
    return _HEX.fullmatch(text) is not None


def looks_random(text: str) -> bool:
    """Whether letters and digits change places as often as chance would have it.

    A word, a name with a number, a slug or a CamelCase name has few such breaks
    for its length; an id in base 36, 62 or 64 has one every two or three
    characters. Short texts must show more of them.

    >>> [looks_random(t) for t in ("B07XJ8C8F5", "iPhone15ProMax", "web2py", "oauth2")]
    [True, False, False, False]
    """
    if not _TOKEN.fullmatch(text):
        return False
    size = len(text)
    needed = max(5, size / 6) if size >= 16 else max(4, size / 3)
    return len(_BREAK.findall(text)) >= needed
