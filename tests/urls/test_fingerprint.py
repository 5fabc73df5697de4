"""The three fingerprints, Rabin's against the definition."""

from __future__ import annotations

import hashlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.options import read_options
from crawler.urls import Fingerprinter, UrlOptions
from crawler.urls.rabin import DEGREE, POLYNOMIAL, rabin
from tests.urls.gf2 import is_irreducible, remainder


def by_division(data: bytes) -> bytes:
    """A byte 1 and the data as one polynomial, divided by P."""
    value = int.from_bytes(b"\1" + data, "big")
    return remainder(value, POLYNOMIAL).to_bytes(8, "big")


def bit_by_bit(data: bytes) -> bytes:
    """The shift register of Rabin's paper."""
    value = 1
    for byte in data:
        for place in range(7, -1, -1):
            value = value << 1 | byte >> place & 1
            if value >> DEGREE:
                value ^= POLYNOMIAL
    return value.to_bytes(8, "big")


def test_rabins_test_counts_the_irreducible_polynomials() -> None:
    """2, 1, 2, 3, 6, 9, 18, 30 of degree 1 to 8, as Gauss's formula has it."""
    counts = [
        sum(is_irreducible(p) for p in range(1 << degree, 2 << degree))
        for degree in range(1, 9)
    ]
    assert counts == [2, 1, 2, 3, 6, 9, 18, 30]


def test_the_polynomial_is_irreducible_and_of_degree_64() -> None:
    assert POLYNOMIAL.bit_length() == DEGREE + 1
    assert is_irreducible(POLYNOMIAL)


def test_the_polynomial_was_not_chosen() -> None:
    source = random.Random("Rabin 1981")
    drawn = (1 << DEGREE | source.getrandbits(DEGREE) | 1 for _ in range(1000))
    assert next(filter(is_irreducible, drawn)) == POLYNOMIAL


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200))
def test_the_table_gives_what_the_definition_gives(data: bytes) -> None:
    assert rabin(data) == by_division(data) == bit_by_bit(data)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=60), st.data())
def test_rabin_is_linear(a: bytes, data: st.DataObject) -> None:
    """f(a) + f(b) = f(0) + f(a + b): the property that rolling use rests on."""
    b = data.draw(st.binary(min_size=len(a), max_size=len(a)))
    both = bytes(x ^ y for x, y in zip(a, b, strict=True))
    values = (int.from_bytes(rabin(text)) for text in (a, b, both, bytes(len(a))))
    assert next(values) ^ next(values) == next(values) ^ next(values)


def test_leading_zeros_and_length_count() -> None:
    texts = [bytes(n) for n in range(20)] + [bytes(n) + b"a" for n in range(20)]
    assert len({rabin(text) for text in texts}) == 40


def test_rabin_spreads_similar_urls() -> None:
    keys = [f"http://h.test/item/{n}?page={m}" for n in range(200) for m in range(50)]
    prints = {rabin(key.encode()) for key in keys}
    assert len(prints) == len(keys)
    # Each bit of a fingerprint is set about half of the time.
    for bit in range(DEGREE):
        ones = sum(int.from_bytes(p) >> bit & 1 for p in prints)
        assert 0.35 < ones / len(prints) < 0.65


def fingerprint(method: str, data: bytes, secret: bytes = b"") -> bytes:
    options = read_options(UrlOptions, "URLS", {"URLS_FINGERPRINT": method})
    return Fingerprinter(options, secret).digest(data)


def test_blake2b_is_the_keyed_hash_of_the_library() -> None:
    expected = hashlib.blake2b(b"data", digest_size=16, key=b"secret").digest()
    assert fingerprint("blake2b", b"data", b"secret") == expected
    assert UrlOptions().fingerprint == "blake2b"


def test_only_blake2b_depends_on_the_secret() -> None:
    for method, depends in (("blake2b", True), ("mmh3", False), ("rabin", False)):
        prints = {fingerprint(method, b"data", secret) for secret in (b"", b"1", b"2")}
        assert len(prints) == (3 if depends else 1)


def test_a_secret_of_any_length() -> None:
    secrets = [b"", b"1", *(bytes(n) + b"1" for n in (63, 64, 65, 1000))]
    assert len({fingerprint("blake2b", b"data", s) for s in secrets}) == 6
    assert len(fingerprint("blake2b", b"", bytes(100_000))) == 16


def test_mmh3_is_the_published_function() -> None:
    """MurmurHash3_x64_128, seed 0, as Appleby's reference gives it."""
    assert fingerprint("mmh3", b"") == bytes(16)
    text = b"The quick brown fox jumps over the lazy dog"
    expected = "6c1b07bc7bbc4be347939ac4a93c437a"
    assert fingerprint("mmh3", text).hex() == expected


@pytest.mark.parametrize(
    ("method", "size"), [("blake2b", 16), ("mmh3", 16), ("rabin", 8)]
)
def test_size(method: str, size: int) -> None:
    for length in (0, 1, 7, 8, 9, 15, 16, 17, 90, 5000):
        assert len(fingerprint(method, b"x" * length)) == size


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(ValueError, match="URLS_FINGERPRINT='md5'"):
        read_options(UrlOptions, "URLS", {"URLS_FINGERPRINT": "md5"})
