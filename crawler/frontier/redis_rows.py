"""A row of the shared queue as bytes, whose head the scripts on the server read too."""

from __future__ import annotations

import struct
from hashlib import blake2b

from crawler.frontier.backend import Entry

# A score of a sorted set is a double: whole numbers up to here are exact.
_MAX_PRIORITY = 2**53

# Priority, tag of the shape, whether to repeat, length of the host.
_HEAD = struct.Struct(">d8sBH")
_SHAPE = struct.Struct(">H")


def tag_of(shape: str) -> bytes:
    """What stands for a shape in the queue: 8 bytes."""
    return blake2b(shape.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def priority_of(given: int) -> int:
    """A priority as the queue can keep it."""
    return max(-_MAX_PRIORITY, min(_MAX_PRIORITY, given))


def pack_row(entry: Entry) -> bytes:
    """An entry as bytes.

    :raises ValueError: when its host or shape is longer than 65,535 bytes.
    """
    host = entry.host.encode("utf-8", "surrogatepass")
    shape = entry.shape.encode("utf-8", "surrogatepass")
    if max(len(host), len(shape)) > 0xFFFF:
        raise ValueError("host or shape of a row is longer than 65,535 bytes")
    priority = priority_of(entry.priority)
    head = _HEAD.pack(float(priority), tag_of(entry.shape), entry.repeat, len(host))
    return b"".join(
        (
            head,
            host,
            bytes((len(entry.key),)),
            entry.key,
            bytes((len(entry.spelling),)),
            entry.spelling,
            _SHAPE.pack(len(shape)),
            shape,
            entry.payload,
        )
    )


def unpack_row(row: bytes) -> Entry:
    """The entry that :func:`pack_row` packed.

    >>> entry = Entry(b"k" * 8, b"{}", "h.example:80", "/a/{n}", -3, b"s" * 16)
    >>> unpack_row(pack_row(entry)) == entry
    True
    """
    priority, _, repeat, length = _HEAD.unpack_from(row)
    host, at = _text(row, _HEAD.size, length)
    key, at = _short(row, at)
    spelling, at = _short(row, at)
    shape, at = _text(row, at + _SHAPE.size, _SHAPE.unpack_from(row, at)[0])
    return Entry(
        key=key,
        payload=row[at:],
        host=host,
        shape=shape,
        priority=int(priority),
        spelling=spelling,
        repeat=bool(repeat),
    )


def _text(row: bytes, at: int, length: int) -> tuple[str, int]:
    end = at + length
    return row[at:end].decode("utf-8", "surrogatepass"), end


def _short(row: bytes, at: int) -> tuple[bytes, int]:
    end = at + 1 + row[at]
    return row[at + 1 : end], end
