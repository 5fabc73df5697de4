"""A row of the queue as it is stored: its states, and a payload that is checked."""

from __future__ import annotations

import zlib
from typing import Final

PENDING: Final = 0
LEASED: Final = 1
PARKED: Final = 2
FAILED: Final = 3


def sealed(key: bytes, payload: bytes) -> bytes:
    """The payload with a checksum: SQLite has none, and a changed URL is still one."""
    return payload + zlib.crc32(payload, zlib.crc32(key)).to_bytes(4, "big")


def unsealed(key: bytes, stored: object) -> bytes | None:
    """The payload; None when it is not what was stored.

    >>> unsealed(b"k", sealed(b"k", b"p")), unsealed(b"x", sealed(b"k", b"p"))
    (b'p', None)
    """
    if not isinstance(stored, bytes):
        return None
    payload, crc = stored[:-4], stored[-4:]
    if zlib.crc32(payload, zlib.crc32(key)).to_bytes(4, "big") != crc:
        return None
    return payload
