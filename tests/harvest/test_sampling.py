"""Sample sizes and patterns: the published example, and what every pattern promises."""

from __future__ import annotations

import random
from itertools import islice, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.harvest.sampling import combinations, mean_spread, sample_size

PATTERNS = ("random", "regular", "stratified")
CARDS = st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)


@pytest.mark.parametrize(
    ("cards", "size"),
    [
        ((7, 4), 6),  # the published example
        ((2,) * 20, 20),
        ((50,), 50),
        ((50, 12, 8), 24),
        ((3, 3, 3), 5),
        ((2,), 2),
        ((1,), 1),
        ((), 1),
        ((2,) * 5_000, 5_000),
    ],
)
def test_sample_size(cards: tuple[int, ...], size: int) -> None:
    assert sample_size(cards) == size


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [
        ("log2", (5, 20, 6)),
        ("log2_plus_one", (6, 21, 7)),
        ("max_log2", (7, 20, 50)),
        ("sqrt", (6, 1024, 8)),
    ],
)
def test_other_rules(rule: str, sizes: tuple[int, ...]) -> None:
    forms = ((7, 4), (2,) * 20, (50,))
    assert tuple(sample_size(cards, rule) for cards in forms) == sizes


@given(CARDS, st.sampled_from(PATTERNS), st.integers(0, 99))
@settings(deadline=None, max_examples=150)
def test_every_combination_once(
    cards: tuple[int, ...], pattern: str, seed: int
) -> None:
    found = list(combinations(pattern, cards, random.Random(seed)))
    assert sorted(found) == sorted(product(*map(range, cards)))


@given(CARDS, st.sampled_from(PATTERNS), st.integers(0, 99))
@settings(deadline=None, max_examples=100)
def test_none_that_is_taken(cards: tuple[int, ...], pattern: str, seed: int) -> None:
    rng = random.Random(seed)
    everything = list(product(*map(range, cards)))
    taken = set(rng.sample(everything, rng.randint(0, len(everything))))
    found = set(combinations(pattern, cards, rng, taken))
    assert found == set(everything) - taken


@given(st.lists(st.integers(2, 9), min_size=2, max_size=4).map(tuple), st.integers(0))
@settings(deadline=None, max_examples=100)
def test_stratified_uses_each_value_before_any_twice(
    cards: tuple[int, ...], seed: int
) -> None:
    first = min(cards)
    drawn = list(islice(combinations("stratified", cards, random.Random(seed)), first))
    for k in range(len(cards)):
        assert len({each[k] for each in drawn}) == first


@pytest.mark.parametrize("pattern", PATTERNS)
def test_lazy_where_there_is_no_end(pattern: str) -> None:
    cards = (2,) * 300
    assert prod(cards) > 10**90
    drawn = list(islice(combinations(pattern, cards, random.Random(1)), 200))
    assert len(set(drawn)) == 200


def test_tables_of_the_published_example() -> None:
    """(7, 4), C = 6, a thousand seeds: values never used, most uses of one value."""
    seeds = [random.Random(seed) for seed in range(1_000)]
    table = {p: mean_spread(p, (7, 4), 6, seeds) for p in PATTERNS}
    # Six different values of seven is the best there is; two uses of one of four too.
    assert table["regular"] == (1.0, 2.0)
    assert table["stratified"] == (1.0, 2.0)
    # 7 C(24, 6) / C(28, 6) + 4 C(21, 6) / C(28, 6) are expected to be missed.
    assert table["random"] == pytest.approx((3.08, 2.75), abs=0.1)
