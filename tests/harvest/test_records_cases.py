"""Case C36 over the whole planner."""

from __future__ import annotations

from collections import Counter

import pytest

from crawler.harvest import Harvest, HarvestOptions, Outcome
from crawler.items import Field, Form
from tests.cases import case

STATES = ("", *(f"s{n}" for n in range(50)))
CATEGORIES = (*(f"a{n}" for n in range(90)), *(f"b{n}" for n in range(10)))
CONDITIONS = ("any", "new", "used")
FORM = Form(
    "http://h.test/find",
    fields=(
        Field("state", "select-one", "", STATES),
        Field("cat", "select-one", "a0", CATEGORIES),
        Field("cond", "radio", "any", CONDITIONS, checked=True),
        Field("q", "text"),
    ),
)


def asked(seed: int, budget: int) -> list[tuple[str | None, ...]]:
    """What is sent while every answer brings something new."""
    options = HarvestOptions(mode="paper", queries=budget, seed=seed)
    harvest = Harvest(FORM, options)
    factors = harvest.space.factors
    found: list[tuple[str | None, ...]] = []
    while True:
        queries = list(iter(harvest.next, None))
        if not queries:
            return found
        for query in queries:
            pairs = zip(factors, query.values, strict=True)
            found.append(tuple(factor.values[value] for factor, value in pairs))
            harvest.settle(query, Outcome((f"r{len(found)}",)))


def test_c36_every_option_of_huge_menus_is_used() -> None:
    given, _ = case("C36")
    lists = [asked(seed, given["budget"]) for seed in given["seeds"]]
    assert lists[0] == lists[1] != lists[2]
    for sent in lists[1:]:
        assert len(sent) == len(set(sent)) <= given["budget"]
        assert sent[0][0] == ""
        for place, values in enumerate((STATES, CATEGORIES, CONDITIONS)):
            assert {one[place] for one in sent} == set(values)
        groups = Counter(str(one[1])[0] for one in sent)
        assert groups["a"] >= 90
        assert groups["b"] >= 10


@pytest.mark.parametrize("seed", [1, 2])
def test_c36_a_small_budget_is_spread(seed: int) -> None:
    sent = asked(seed, 20)
    assert len(sent) <= 20
    assert {str(one[1])[0] for one in sent} == {"a", "b"}
    assert {one[2] for one in sent} == set(CONDITIONS)
    places = [STATES.index(str(one[0])) for one in sent]
    assert max(places) > 40
    assert len(set(places)) > 10
