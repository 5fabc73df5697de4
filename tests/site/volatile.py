"""The parts of a page that differ in each answer.

A page is rendered once, with marks where these parts go, and cut at the marks;
an answer joins the pieces with fresh values.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARK = "\x01"
CLOCK, TOKEN, NONCE = f"{_MARK}C", f"{_MARK}T", f"{_MARK}N"
VISITORS, ADVERT, EPOCH = f"{_MARK}V", f"{_MARK}A", f"{_MARK}E"
HOST, USER = f"{_MARK}H", f"{_MARK}U"


def cut(text: str, encoding: str = "utf-8") -> tuple[bytes, ...]:
    """Pieces of text at even places, letters of marks at odd ones.

    >>> cut(f"at {CLOCK}.")
    (b'at ', b'C', b'.')
    """
    data = text.encode(encoding, "xmlcharrefreplace")
    return tuple(re.split(rb"\x01([A-Z])", data))


def join(pieces: Sequence[bytes], visitors: int, host: str, user: str) -> bytes:
    """The page with fresh volatile parts."""
    if len(pieces) == 1:
        return pieces[0]
    now = time.time()
    token = secrets.token_hex(16).encode()
    values = {
        b"C": time.strftime("%H:%M:%S", time.gmtime(now)).encode(),
        b"T": token,
        b"N": token[5:21],
        b"V": b"%d" % visitors,
        b"A": b"%d" % (visitors * 7919 % 997),
        b"E": b"%d" % now,
        b"H": host.encode("latin-1", "replace"),
        b"U": user.encode(),
    }
    parts = list(pieces)
    # A query may bring a mark of its own.
    parts[1::2] = [values.get(letter, b"") for letter in pieces[1::2]]
    return b"".join(parts)
