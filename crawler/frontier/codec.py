"""Plain data as bytes (MessagePack), and back; never anything that runs.

None, booleans, integers of 64 bits, floats, text, bytes, lists, tuples, and mappings
with keys of these but lists: exactly these types, as they were. Whatever else is
refused, with the place where it is.
"""

from __future__ import annotations

from typing import Any, Final

import msgpack

_TUPLE: Final = 1
_DEPTH: Final = 64
_SCALARS: Final = (bool, int, float, str, bytes)


class UnstorableError(ValueError):
    """Data that is not plain: the message names the place and the type."""


def pack(data: Any) -> bytes:
    """Plain data as bytes.

    :raises UnstorableError: naming what is not plain.

    >>> unpack(pack({"a": (1, None), "b": [b"x", "y", True, 0.5]}))
    {'a': (1, None), 'b': [b'x', 'y', True, 0.5]}
    >>> pack({"meta": {"item": [{"page": object()}]}})
    Traceback (most recent call last):
    crawler.frontier.codec.UnstorableError: meta.item[0].page is of type object
    """
    try:
        return bytes(msgpack.packb(data, strict_types=True, default=_tuple))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise UnstorableError(_place(data, "", 0) or str(error)) from None


def unpack(data: bytes) -> Any:
    """What :func:`pack` was given.

    :raises ValueError: when it gave no such bytes.
    """
    try:
        return msgpack.unpackb(
            data, ext_hook=_from_extension, strict_map_key=False, use_list=True
        )
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(f"not packed data: {error}") from error


def _tuple(value: Any) -> msgpack.ExtType:
    if type(value) is not tuple:
        raise TypeError(type(value).__name__)
    return msgpack.ExtType(_TUPLE, pack(list(value)))


def _from_extension(code: int, data: bytes) -> Any:
    if code != _TUPLE:
        raise ValueError(f"unknown extension {code}")
    return tuple(unpack(data))


def _place(value: Any, where: str, depth: int) -> str:
    """The first thing that is not plain, and where; empty when there is none."""
    name = where or "the data"
    if depth > _DEPTH:
        return f"{name} is nested too deep"
    kind = type(value)
    if kind is int and not -(1 << 63) <= value < 1 << 64:
        return f"{name} is too large a number"
    if kind is str and not _is_text(value):
        return f"{name} holds half a surrogate pair"
    if value is None or kind in _SCALARS:
        return ""
    if kind in {list, tuple}:
        parts = ((f"{where}[{at}]", part) for at, part in enumerate(value))
    elif kind is dict:
        for key in value:
            if odd := _place(key, f"a key of {name}", depth + 1):
                return odd
        parts = ((f"{where}.{key}".lstrip("."), part) for key, part in value.items())
    else:
        return f"{name} is of type {kind.__name__}"
    return next(filter(None, (_place(part, at, depth + 1) for at, part in parts)), "")


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
