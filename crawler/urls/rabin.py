"""Rabin's fingerprint of a string, by table.

M. O. Rabin, *Fingerprinting by random polynomials*, 1981; the table is A. Broder's,
*Some applications of Rabin's fingerprinting method*, 1993.

The bits of the string are the coefficients of a polynomial A(t) over GF(2), its
fingerprint is A(t) mod P(t) for an irreducible P of degree 64. Two strings of at
most n bits, chosen without knowing P, collide with a probability below n / 2^63.
"""

from __future__ import annotations

DEGREE = 64
# Irreducible (the tests prove it); the first one in the stream of random odd
# polynomials that random.Random("Rabin 1981") draws.
POLYNOMIAL = 0x17026E6DC4C958F99
_MASK = (1 << DEGREE) - 1


def _table(polynomial: int) -> tuple[int, ...]:
    """For each byte b, b(t) * t^64 mod P(t)."""
    table = []
    for byte in range(256):
        value = byte << DEGREE
        for bit in range(DEGREE + 7, DEGREE - 1, -1):
            if value >> bit & 1:
                value ^= polynomial << (bit - DEGREE)
        table.append(value)
    return tuple(table)


_TABLE = _table(POLYNOMIAL)


def rabin(data: bytes) -> bytes:
    """The fingerprint, 8 bytes, most significant first.

    A byte 1 is put before the data, so that leading zeros count.

    >>> rabin(b"").hex(), rabin(b"\\0").hex()
    ('0000000000000001', '0000000000000100')
    """
    table = _TABLE
    value = 1
    for byte in data:
        value = (value << 8 & _MASK | byte) ^ table[value >> 56]
    return value.to_bytes(8, "big")
