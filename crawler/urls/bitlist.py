"""The inspection paper's memory of URLs: a list of bits."""

from __future__ import annotations

import math
import struct

_key = struct.Struct(">Q").unpack_from


class BitList:
    """One bit for each place that a fingerprint can fall on.

    A URL is new when the bit of its fingerprint is not set; then it sets the bit and
    joins the list of URLs to fetch (here: the queue of requests). A new URL whose bit
    another one has set is taken for known: it is lost. In a list of n bits,
    n (1 - exp(-m/n)) of m different URLs are taken as new, and the next one is lost
    with a probability of 1 - exp(-m/n). With 8 bits a URL that is 12 % when the list
    is full and 6.0 % of all until then; with 32 bits 3.1 % and 1.5 %.

    The paper does not say how a fingerprint becomes a place. Its remainder alone will
    not do: Rabin's fingerprint is linear, those of ``/item/1``, ``/item/2`` and so on
    are neighbours, and a list of a round length then loses ten times as many.
    """

    def __init__(self, bits: int, expected: int) -> None:
        """*bits* for each of the *expected* URLs; there may come more."""
        self._size = bits * expected
        self._bits = bytearray(-(-self._size // 8))
        self._count = 0

    def add(self, fingerprint: bytes) -> bool:
        """Whether it is taken as new; its first 8 bytes count."""
        at = self._place(fingerprint)
        byte, bit = at >> 3, 1 << (at & 7)
        if self._bits[byte] & bit:
            return False
        self._bits[byte] |= bit
        self._count += 1
        return True

    def discard(self, fingerprint: bytes) -> None:
        """Take it out, and with it all that have the same bit."""
        if fingerprint in self:
            at = self._place(fingerprint)
            self._bits[at >> 3] &= ~(1 << (at & 7))
            self._count -= 1

    def __contains__(self, fingerprint: bytes) -> bool:
        at = self._place(fingerprint)
        return bool(self._bits[at >> 3] & 1 << (at & 7))

    def _place(self, fingerprint: bytes) -> int:
        # The first steps of MurmurHash3's finaliser (A. Appleby, 2011).
        key = _key(fingerprint)[0]
        key = (key ^ key >> 33) * 0xFF51AFD7ED558CCD & 0xFFFFFFFFFFFFFFFF
        return int((key ^ key >> 33) % self._size)

    def __len__(self) -> int:
        """How many were taken as new: the bits that are set."""
        return self._count

    @property
    def nbytes(self) -> int:
        """Memory of the list."""
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
