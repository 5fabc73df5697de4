"""Which combinations of values are asked first: sample sizes and patterns.

Liddle, Embley, Scott and Yau ask the default query and then C samples. Their formula
for C is not in what we could read; ``mean_log2`` is our inference from the figures
they give (docs/methods/harvest.md says how), so other rules can be selected.
"""

from __future__ import annotations

from collections import Counter
from math import ceil, log2, prod, sqrt
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import random
    from collections.abc import Container, Iterator, Sequence

    from crawler.harvest.factors import Combination

_TRIES = 16
_EPSILON = 1e-9  # log2 of a product, summed: 20 must not become 21


def sample_size(cards: Sequence[int], rule: str = "mean_log2") -> int:
    """C, for factors with so many values each; at most all combinations.

    >>> sample_size((7, 4)), sample_size((2,) * 20), sample_size((50,))
    (6, 20, 50)
    >>> [sample_size((7, 4), rule) for rule in ("log2", "log2_plus_one", "max_log2")]
    [5, 6, 7]
    """
    if not cards:
        return 1
    bits = sum(log2(card) for card in cards)
    rules = {
        "mean_log2": max(sum(cards) / len(cards), bits),
        "log2": bits,
        "log2_plus_one": ceil(bits - _EPSILON) + 1.0,
        "max_log2": max(*cards, bits),
        "sqrt": sqrt(2.0 ** min(bits, 200.0)),
    }
    wanted = rules[rule]
    return max(1, min(ceil(wanted - _EPSILON), prod(cards)))


class _Pattern(Protocol):
    def __call__(
        self,
        cards: Sequence[int],
        rng: random.Random,
        taken: Container[Combination],
        /,
    ) -> Iterator[Combination]: ...


def combinations(
    pattern: str,
    cards: Sequence[int],
    rng: random.Random,
    taken: Container[Combination] = frozenset(),
) -> Iterator[Combination]:
    """All combinations that are not *taken*, none twice, in the order of a pattern.

    *taken* is looked at again before each, so it may grow meanwhile. Nothing is
    enumerated ahead: the number of combinations may be astronomical.

    >>> import random
    >>> order = combinations("regular", (7, 4), random.Random(0))
    >>> ["a%d b%d" % (a + 1, b + 1) for (a, b), _ in zip(order, range(7))]
    ['a1 b2', 'a2 b3', 'a3 b4', 'a4 b1', 'a5 b2', 'a6 b3', 'a7 b4']
    """
    return _PATTERNS[pattern](cards, rng, taken)


def _regular(
    cards: Sequence[int], _rng: random.Random, taken: Container[Combination]
) -> Iterator[Combination]:
    """Diagonals: v0 = d0, vk = (d0 + 1 + dk) mod Lk, for i = (d0, d1, ...).

    The digits d of i are in mixed radix, the largest factor first. Given d0, each vk
    runs through all values as dk does: so this is a bijection for any factors. The
    1 sets off from the default query, commonly the first value of each.
    """
    order = sorted(range(len(cards)), key=lambda k: -cards[k])
    number, end = 0, prod(cards)
    while number < end:
        rest, first = number, 0
        found = [0] * len(cards)
        for place, k in enumerate(order):
            rest, digit = divmod(rest, cards[k])
            first = first if place else digit
            found[k] = (first + 1 + digit) % cards[k] if place else digit
        number += 1
        if tuple(found) not in taken:
            yield tuple(found)


def _random(
    cards: Sequence[int], rng: random.Random, taken: Container[Combination]
) -> Iterator[Combination]:
    """Uniform without replacement: a Fisher-Yates shuffle that keeps only its swaps."""
    end = prod(cards)
    moved: dict[int, int] = {}
    for at in range(end) if end < 1 << 62 else iter(_counter(end)):
        other = rng.randrange(at, end)
        number = moved.pop(other, other)
        last = moved.pop(at, at)
        if other != at:
            moved[other] = last
        combination = _nth(number, cards)
        if combination not in taken:
            yield combination


def _counter(end: int) -> Iterator[int]:
    at = 0
    while at < end:
        yield at
        at += 1


def _nth(number: int, cards: Sequence[int]) -> Combination:
    found = []
    for card in cards:
        number, digit = divmod(number, card)
        found.append(digit)
    return tuple(found)


def _stratified(
    cards: Sequence[int], rng: random.Random, taken: Container[Combination]
) -> Iterator[Combination]:
    """Each value of each factor once, at random, before any is used again.

    Where what is left in the decks has all been asked, any other combination
    follows: exhaustion goes before evenness.
    """
    decks: list[list[int]] = [[] for _ in cards]
    asked: set[Combination] = set()
    while True:
        for deck, card in zip(decks, cards, strict=True):
            if not deck:
                deck.extend(rng.sample(range(card), card))
        drawn = _draw(decks, rng, taken, asked)
        if drawn is None:
            break
        for deck, value in zip(decks, drawn, strict=True):
            deck.remove(value)
        asked.add(drawn)
        yield drawn
    for combination in _random(cards, rng, taken):
        if combination not in asked:
            yield combination


def _draw(
    decks: list[list[int]],
    rng: random.Random,
    taken: Container[Combination],
    asked: set[Combination],
) -> Combination | None:
    for attempt in range(_TRIES):
        drawn = tuple(rng.choice(deck) if attempt else deck[-1] for deck in decks)
        if drawn not in asked and drawn not in taken:
            return drawn
    return None


_PATTERNS: dict[str, _Pattern] = {
    "random": _random,
    "regular": _regular,
    "stratified": _stratified,
}


def spread(samples: Sequence[Combination], cards: Sequence[int]) -> tuple[int, int]:
    """Values that no sample uses, and the most uses of one value.

    >>> spread([(0, 1), (1, 1)], (3, 2))
    (2, 2)
    """
    unused, most = 0, 0
    for k, card in enumerate(cards):
        uses = Counter(sample[k] for sample in samples)
        unused += card - len(uses)
        most = max(most, *uses.values()) if uses else most
    return unused, most


def mean_spread(
    pattern: str, cards: Sequence[int], size: int, rngs: Sequence[random.Random]
) -> tuple[float, float]:
    """Means of :func:`spread` over one sample of *size* for each generator."""
    found = [
        spread(_first(combinations(pattern, cards, rng), size), cards) for rng in rngs
    ]
    number = len(found)
    return sum(u for u, _ in found) / number, sum(m for _, m in found) / number


def _first(order: Iterator[Combination], size: int) -> list[Combination]:
    return [each for each, _ in zip(order, range(size), strict=False)]
