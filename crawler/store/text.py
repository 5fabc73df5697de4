"""Text and data of a site, made fit for any database.

A database refuses what a Python string may hold: SQLite a lone surrogate,
PostgreSQL a NUL character, both of which a site can send. One such value must
not cost the whole transaction it is in.
"""

from __future__ import annotations

import base64
import dataclasses
import math
import re
from collections.abc import Mapping
from datetime import date, time
from hashlib import blake2b
from typing import Any

_UNFIT = re.compile("[\x00\ud800-\udfff]")
_MAX_TEXT = 65_536
_MAX_KEY = 2_083  # the default of URLS_MAX_LENGTH; PostgreSQL's limit is 2,704 bytes
_MAX_DEPTH = 32
_MAX_INT = 2**53  # what every JSON reader keeps exact


def clean(text: str, limit: int = _MAX_TEXT) -> str:
    """At most *limit* characters, what no database takes replaced by U+FFFD.

    >>> clean("a\\x00b\\ud800")
    'a\\ufffdb\\ufffd'
    """
    return _UNFIT.sub("\ufffd", text[:limit])


def bounded(text: str, limit: int = _MAX_KEY) -> str:
    """The text as an index key: what is cut off is replaced by its digest.

    >>> bounded("http://h/")
    'http://h/'
    >>> len(bounded("x" * 10_000).encode()), bounded("x" * 9) == bounded("x" * 10)
    (2083, False)
    """
    data = clean(text, len(text)).encode()
    if len(data) <= limit:
        return data.decode()
    mark = f"...{blake2b(data, digest_size=16).hexdigest()}"
    return data[: limit - len(mark)].decode(errors="ignore") + mark


def digest(data: bytes) -> str:
    """128 bits of BLAKE2b as hexadecimal digits."""
    return blake2b(data, digest_size=16).hexdigest()


def plain(value: Any, depth: int = 0) -> Any:
    """Anything an item may hold, as JSON can tell it and a database keep it.

    >>> plain({"a": (1, b"x", float("nan")), 2: {3}})
    {'a': [1, 'x', None], '2': [3]}
    """
    if isinstance(value, str):
        return clean(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) <= _MAX_INT else str(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if depth >= _MAX_DEPTH:
        return clean(repr(type(value)))
    return _plain_container(value, depth + 1)


def _plain_container(value: Any, depth: int) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = ((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))
        return {name: plain(part, depth) for name, part in pairs}
    if isinstance(value, Mapping):
        return {clean(str(name)): plain(part, depth) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part, depth) for part in value]
    if isinstance(value, (set, frozenset)):
        return [plain(part, depth) for part in sorted(value, key=repr)]
    if isinstance(value, (bytes, bytearray)):
        return _plain_bytes(bytes(value))
    if isinstance(value, (date, time)):  # a datetime is a date
        return value.isoformat()
    return clean(str(value))


def _plain_bytes(value: bytes) -> str:
    try:
        return clean(value.decode())
    except UnicodeDecodeError:
        return clean(base64.b64encode(value).decode())
