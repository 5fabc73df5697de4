"""Which factor an answer is split on, and what must not mislead about factors."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from pyroaring import FrozenBitMap

from crawler.harvest import Factor, Harvest, HarvestOptions, Outcome, Space
from crawler.harvest.beliefs import Beliefs
from crawler.harvest.costs import narrowing


def menu(name: str, card: int) -> Factor:
    """A menu with an "any" and so many values beside it."""
    return Factor(name, ("", *(f"{name}{i}" for i in range(card))), wide=0)


@settings(deadline=None, max_examples=100)
@given(
    st.floats(0, 500),
    st.lists(st.integers(2, 60), max_size=9),
    st.lists(st.integers(1, 40), max_size=2),
)
def test_it_costs_nothing_only_where_nothing_can_be_narrowed(
    size: float, menus: list[int], spans: list[int]
) -> None:
    cost = narrowing(size, tuple(menus), tuple(spans))
    assert cost >= 0
    assert (cost == 0) == (round(size, 2) <= 1 or not (menus or spans))


def test_a_menu_of_many_values_goes_before_one_whose_parts_are_split_on_it_anyway() -> (
    None
):
    """400 records, 10 an answer: 7 values leave parts that need the 40 all the same."""
    space = Space((menu("x", 7), menu("y", 40)))
    places = [(1 + i % 7, 1 + i * 13 % 40) for i in range(200)]
    harvest = Harvest(space, HarvestOptions(), random.Random(0))
    count = 0
    while len(harvest.records) < 190 and (query := harvest.next()) is not None:
        found = [
            f"r{i}"
            for i, place in enumerate(places)
            if all(v in (0, p) for v, p in zip(query.values, place, strict=True))
        ]
        outcome = Outcome(tuple(found[:10]), total=len(found), more=len(found) > 10)
        harvest.settle(query, outcome)
        count += 1
    assert len(harvest.records) >= 190
    assert count < 60


def test_an_empty_drawer_says_nothing_of_the_any_beside_it() -> None:
    """The default query shows nothing since its drawer is empty."""
    space = Space((menu("x", 12), Factor("y", tuple("abcdefgh"))))
    harvest = Harvest(space, HarvestOptions(), random.Random(0))
    count = 0
    while len(harvest.records) < 40 and (query := harvest.next()) is not None:
        x, y = query.values
        shown = [f"r{i}" for i in range(40) if 1 + i % 4 == y and x in (0, 1 + i % 12)]
        harvest.settle(query, Outcome(tuple(shown)))
        count += 1
    assert len(harvest.records) == 40
    assert count <= 14


def test_what_another_condition_implies_is_no_sign_of_a_menu_that_only_sorts() -> None:
    """All records of a model are of its make: "any make" shows the same."""
    space = Space((menu("make", 4), menu("model", 8)))
    beliefs = Beliefs(space, 0.25)
    for model in range(1, 9):
        shown = FrozenBitMap(range(6 * model, 6 * model + 6))
        for make in (0, 1 + model % 4):
            beliefs.learn(((make, model), ()), shown, complete=True)
    assert beliefs.looks == [False, False]
