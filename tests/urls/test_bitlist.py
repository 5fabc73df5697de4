"""The paper's list of bits: what it is, and what it loses by its own arithmetic."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import mmh3
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.options import read_options
from crawler.urls import BitList, Fingerprinter, Identity, UrlOptions
from crawler.urls.bitlist import expected_rate
from crawler.urls.rabin import rabin

if TYPE_CHECKING:
    from collections.abc import Callable


def shop(number: int) -> list[str]:
    """Different URLs in no order."""
    source = random.Random(number)
    ids = source.sample(range(10**7), number)
    words = ["item", "list", "user/profile", "a/b/c", "search"]
    return [f"https://shop.test/{source.choice(words)}/{n}?page={n % 7}" for n in ids]


def counted(number: int) -> list[str]:
    """Neighbours, for a fingerprint that is linear."""
    return [f"http://h.test/{n // 1000}/{n % 1000}.html" for n in range(number)]


@settings(deadline=None, max_examples=200)
@given(st.integers(1, 40), st.lists(st.binary(min_size=8, max_size=16)))
def test_it_is_a_list_of_bits(size: int, some: list[bytes]) -> None:
    """A fingerprint is new if, and only if, no earlier one has its place."""
    known, model = BitList(size, 1), set[int]()
    for fingerprint in some:
        place = known._place(fingerprint)
        assert 0 <= place < size
        assert (fingerprint in known) == (place in model)
        assert known.add(fingerprint) == (place not in model)
        assert fingerprint in known
        model.add(place)
    assert len(known) == len(model)
    assert known.false_positive_rate == len(model) / size


@pytest.mark.parametrize("bits", [1, 8, 32])
@pytest.mark.parametrize("urls", [shop, counted])
@pytest.mark.parametrize("method", [rabin, mmh3.mmh3_x64_128_digest])
def test_it_loses_what_the_formula_says(
    bits: int, method: Callable[[bytes], bytes], urls: Callable[[int], list[str]]
) -> None:
    number = 20_000
    known = BitList(bits, number)
    taken = sum(known.add(method(url.encode())) for url in urls(number))
    size = bits * number
    expected = size * expected_rate(number, size)
    # Throwing m balls into n bins: the variance is below m e^(-m/n).
    spread = math.sqrt(number * math.exp(-number / size))
    assert abs(taken - expected) < 4 * spread
    assert len(known) == taken
    # What is lost next, of URLs that are all new.
    others = [f"https://other.test/{n}" for n in range(20_000)]
    lost = sum(method(url.encode()) in known for url in others)
    rate = expected_rate(number, size)
    assert lost / 20_000 == pytest.approx(rate, abs=4 * math.sqrt(rate / 20_000))
    assert known.false_positive_rate == pytest.approx(rate, rel=0.05)


def test_the_figures_of_its_description() -> None:
    full = {bits: expected_rate(1, bits) for bits in (8, 32)}
    until = {bits: 1 - bits * expected_rate(1, bits) for bits in (8, 32)}
    assert [round(full[bits], 3) for bits in full] == [0.118, 0.031]
    assert [round(until[bits], 3) for bits in until] == [0.060, 0.015]


def test_what_was_added_is_never_new_again() -> None:
    known = BitList(2, 1000)
    prints = rabins(3000)
    for fingerprint in prints:
        known.add(fingerprint)
    assert all(fingerprint in known for fingerprint in prints)
    assert not any(known.add(fingerprint) for fingerprint in prints)


def rabins(number: int) -> list[bytes]:
    return [rabin(url.encode()) for url in shop(number)]


def test_discard_lets_a_url_be_new_again() -> None:
    known = BitList(1, 2)
    other = next(
        key for key in rabins(9) if known._place(key) == known._place(bytes(8))
    )
    assert known.add(bytes(8))
    assert other in known, "lost behind it"
    known.discard(bytes(8))
    known.discard(bytes(8))
    assert len(known) == 0
    assert known.add(other)


def test_memory() -> None:
    assert BitList(8, 1_000_000).nbytes == 1_000_000
    assert BitList(32, 1_000_000).nbytes == 4_000_000
    assert BitList(1, 1).nbytes == 1


def test_paper_mode_is_rabin() -> None:
    options = read_options(UrlOptions, "URLS", {"URLS_MODE": "paper"})
    assert (options.mode, options.bits, options.expected) == ("paper", 8, 1_000_000)
    assert options.fingerprint == "blake2b"
    assert Fingerprinter(options, b"secret").digest(b"data") == rabin(b"data")
    key, fingerprint = Identity(options).identify("http://h.test/?b=1&a=2")
    assert fingerprint == rabin(key.encode())


@pytest.mark.parametrize(
    ("setting", "value"),
    [("URLS_MODE", "papers"), ("URLS_BITS", "0"), ("URLS_EXPECTED", "-1")],
)
def test_a_wrong_setting_is_named(setting: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{setting}='{value}'"):
        read_options(UrlOptions, "URLS", {setting: value})
