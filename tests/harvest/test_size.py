"""Estimators: exact where all is seen, above what is known, intervals that hold."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.harvest.size import METHODS, estimate

SAMPLES = st.lists(st.sets(st.sampled_from("abcdefghij"), max_size=6), max_size=12)


@given(SAMPLES, st.sampled_from(METHODS), st.none() | st.integers(0, 40))
@settings(deadline=None, max_examples=200)
def test_never_below_what_is_known(
    samples: list[set[str]], method: str, more: int | None
) -> None:
    space = None if more is None else len(samples) + more
    size = estimate(samples, method, space)
    known = len(frozenset().union(*samples))
    assert known <= size.low <= size.value <= size.high
    if more == 0:
        assert size.low == size.high == known


@pytest.mark.parametrize(
    ("method", "value"),
    [
        # d = 4, t = 4, f1 = 2, f2 = 1, one record met three times
        ("chao2", 4 + 4 / (4 / 3 * 2)),
        ("chao1", 4 + 4 / 2),
        ("jackknife", 4 + 2 * 3 / 4),
        ("lincoln_petersen", 4 * 3 / 3 - 1 + 1),
    ],
)
def test_by_hand(method: str, value: float) -> None:
    samples = [{"a", "b"}, {"a", "c"}, {"a", "c"}, {"d"}]
    assert estimate(samples, method).value == pytest.approx(max(4.0, value), abs=0.51)
    if method != "lincoln_petersen":
        assert estimate(samples, method).value == pytest.approx(value)


def test_disjoint_answers_are_a_ratio() -> None:
    """Drawers without common records, a quarter of them drawn: four times as many."""
    samples = [{f"{i} {j}" for j in range(3)} for i in range(10)]
    assert estimate(samples, space=40).value == pytest.approx(120)


@pytest.mark.parametrize("kind", ["drawers", "overlapping"])
def test_the_interval_holds(kind: str) -> None:
    """In at least nine of ten draws of a quarter of the queries (seeded).

    Where answers differ much in what they show, it is a lower bound: see the docs.
    """
    held = []
    for seed in range(100):
        rng = random.Random(f"{kind} {seed}")
        answers, true = drawers(rng) if kind == "drawers" else overlapping(rng)
        drawn = rng.sample(answers, max(8, len(answers) // 4))
        held.append(estimate(drawn, space=len(answers)).covers(true))
    assert mean(held) >= 0.9


def drawers(rng: random.Random) -> tuple[list[set[str]], int]:
    """Each record in one of forty answers."""
    answers: list[set[str]] = [set() for _ in range(40)]
    for record in range(400):
        answers[rng.randrange(40)].add(str(record))
    return answers, 400


def overlapping(rng: random.Random) -> tuple[list[set[str]], int]:
    """Each record in four of forty answers."""
    answers: list[set[str]] = [set() for _ in range(40)]
    for record in range(300):
        for place in rng.sample(range(40), 4):
            answers[place].add(str(record))
    return answers, 300
