"""Polynomials over GF(2) as integers, bit i the coefficient of t^i: the slow way."""

from __future__ import annotations


def remainder(a: int, p: int) -> int:
    size = p.bit_length()
    while a.bit_length() >= size:
        a ^= p << (a.bit_length() - size)
    return a


def product(a: int, b: int, p: int) -> int:
    result = 0
    while b:
        if b & 1:
            result ^= a
        a, b = remainder(a << 1, p), b >> 1
    return remainder(result, p)


def gcd(a: int, b: int) -> int:
    while b:
        a, b = b, remainder(a, b)
    return a


def is_irreducible(p: int) -> bool:
    """Rabin's test: P of degree n divides t^(2^n) - t, and shares no factor with
    t^(2^(n/q)) - t for any prime q that divides n."""
    degree = p.bit_length() - 1

    def frobenius(times: int) -> int:
        value = remainder(2, p)
        for _ in range(times):
            value = product(value, value, p)
        return value

    primes = [
        q
        for q in range(2, degree + 1)
        if degree % q == 0 and all(q % r for r in range(2, q))
    ]
    return frobenius(degree) == remainder(2, p) and all(
        gcd(p, frobenius(degree // q) ^ 2) == 1 for q in primes
    )
