"""The bound, and the sample it speaks of."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.saturation.bound import bound, needed
from crawler.saturation.sketch import Sketch


@pytest.mark.parametrize(
    ("risk", "confidence", "pages"),
    [(0.05, 0.95, 59), (0.02, 0.95, 149), (0.05, 0.99, 90), (0.5, 0.5, 1)],
)
def test_pages_needed(risk: float, confidence: float, pages: int) -> None:
    assert needed(risk, confidence) == pages
    assert bound(pages, confidence) <= risk + 1e-9
    if pages > 1:
        assert bound(pages - 1, confidence) > risk


def test_the_chance_of_a_wrong_closing_is_as_told() -> None:
    """A population of which 5 % bring news looks quiet for 59 draws in 1 of 20."""
    draw = random.Random(1)
    quiet = sum(all(draw.random() >= 0.05 for _ in range(59)) for _ in range(4000))
    assert 0.035 < quiet / 4000 < 0.065


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.integers(0, 1 << 64), unique=True, min_size=1, max_size=60),
    st.randoms(use_true_random=False),
)
def test_drawn_is_what_has_the_smallest_hashes(
    numbers: list[int], draw: random.Random
) -> None:
    """In whatever order URLs are found and fetched, and however few are kept."""
    sketch, fetched, found = Sketch(size=20), set[int](), list[int]()
    waiting = numbers.copy()
    while waiting:
        sketch.add(number := waiting.pop())
        found.append(number)
        if draw.random() < 0.7:
            other = draw.choice(found)
            sketch.end(other, news=False)
            # What is not among the smallest any more is not kept.
            fetched.add(other)
        smallest = sorted(found)[:20]
        run = 0
        while run < len(smallest) and smallest[run] in fetched:
            run += 1
        assert sketch.drawn() <= run
        assert sketch.quiet() == sketch.drawn()


def test_news_and_surprises_begin_the_count_anew() -> None:
    sketch = Sketch()
    for number in range(10):
        sketch.add(number)
        sketch.end(number, news=number == 3)
    assert sketch.quiet() == 6
    sketch.close()
    assert sketch.is_sampled(9)
    assert not sketch.is_sampled(10)
    sketch.begin_anew()
    assert sketch.quiet() == 0
    sketch.add(11)
    assert sketch.quiet() == 0
    sketch.end(11, news=False)
    assert sketch.quiet() == 1


def test_a_surprise_among_late_urls_does_not_make_old_pages_count_again() -> None:
    """What the population was closed by is no evidence after it."""
    sketch = Sketch()
    for number in range(100, 300):
        sketch.add(number)
    for number in range(100, 160):
        sketch.end(number, news=False)
    sketch.close()
    assert sketch.quiet() == 60
    sketch.add(1)  # found later, drawn first
    sketch.end(400, news=True)
    sketch.begin_anew()
    sketch.end(1, news=False)
    assert sketch.drawn() == 61
    assert sketch.quiet() <= 1
