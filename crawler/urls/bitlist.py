"""The inspection paper's memory of URLs: a list of bits and a list of URLs."""

from __future__ import annotations

import math
import struct

_key = struct.Struct(">Q").unpack_from


class BitList:
    """One bit for each place a fingerprint can fall on, and the URLs that set one.

    A URL is new when the bit of its fingerprint, modulo the length n of the list, is
    not set; it then sets it and joins the list of URLs. A new URL whose bit another
    one has set is taken for known, and lost. Of m different URLs with fingerprints
    like random numbers, n (1 - exp(-m/n)) are taken as new, and the URL after them is
    lost with a probability of 1 - exp(-m/n): 12 % when a list of 8 bits a URL is full
    and 6 % of all until then, 3.1 % and 1.6 % with 32 bits.
    """

    def __init__(self, bits: int, expected: int) -> None:
        """*bits* for each URL of the *expected* number; there may come more."""
        self._size = max(1, bits * expected)
        self._bits = bytearray(-(-self._size // 8))
        self.urls: dict[str, None] = {}
        """Those that were new, in their order."""
        self._count = 0

    def add(self, fingerprint: bytes, url: str = "") -> bool:
        """Whether it was taken as new; a URL joins the list of URLs."""
        at = _key(fingerprint)[0] % self._size
        byte, bit = at >> 3, 1 << (at & 7)
        if self._bits[byte] & bit:
            return False
        self._bits[byte] |= bit
        self._count += 1
        if url:
            self.urls[url] = None
        return True

    def discard(self, fingerprint: bytes, url: str = "") -> None:
        """Take it out, and with it every URL that is lost behind its bit."""
        if fingerprint in self:
            at = _key(fingerprint)[0] % self._size
            self._bits[at >> 3] &= ~(1 << (at & 7))
            self._count -= 1
            self.urls.pop(url, None)

    def __contains__(self, fingerprint: bytes) -> bool:
        at = _key(fingerprint)[0] % self._size
        return bool(self._bits[at >> 3] & 1 << (at & 7))

    def __len__(self) -> int:
        """How many were taken as new: the bits that are set."""
        return self._count

    @property
    def nbytes(self) -> int:
        """Memory of the bits; the list of URLs holds the strings themselves."""
        return len(self._bits)

    @property
    def false_positive_rate(self) -> float:
        """The probability that the next new URL is lost, as the list is now."""
        return self._count / self._size


def expected_rate(urls: float, bits: float) -> float:
    """The share of new URLs that is lost behind *urls* in a list of *bits*.

    >>> f"{expected_rate(1, 8):.3f} {expected_rate(1, 32):.3f}"
    '0.118 0.031'
    """
    return -math.expm1(-urls / bits)
