"""The loop: everything is found, nothing is asked twice, order does not matter."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.harvest import (
    FAILED,
    Factor,
    Harvest,
    HarvestOptions,
    Outcome,
    Query,
    Space,
    TextBox,
)
from tests.harvest.kinds import KINDS, make
from tests.harvest.running import ask, run

EVERY = [pytest.param(seed, id=make(seed).kind) for seed in range(len(KINDS))]
MENU = tuple("abcdef")


@pytest.mark.parametrize("seed", EVERY)
def test_finds_what_the_form_can_show(seed: int) -> None:
    """At least 99 %, and whoever says "done" has all of it."""
    db = make(seed)
    harvest, asked = run(db)
    reachable = {f"r{record}" for record in db.reachable}
    found = set(harvest.records)
    assert found <= reachable
    assert len(found) >= 0.99 * len(reachable)
    assert harvest.verdict is not None
    if harvest.verdict.word == "done":
        assert found == reachable
        assert harvest.size().value == len(found)
    pages = [(query.key, query.page) for query in asked]
    assert len(pages) == len(set(pages))
    if db.box is None:
        cartesian = sum(db.requests(*query) for query in db.all_queries())
        assert len(asked) <= cartesian


@pytest.mark.parametrize("seed", EVERY[::2])
def test_the_order_of_arrival_does_not_matter(seed: int) -> None:
    db = make(seed + 3 * len(KINDS))
    options = HarvestOptions(queries=40, window=8)
    _, plain = run(db, options)
    _, other = run(db, options, shuffle=1)
    assert [(q.number, q.key, q.page) for q in plain] == [
        (q.number, q.key, q.page) for q in other
    ]


@pytest.mark.parametrize("mode", ["default", "paper"])
def test_a_query_is_settled_once(mode: Any) -> None:
    db = make(0)
    harvest = Harvest(db.form, HarvestOptions(mode=mode))
    query = harvest.next()
    assert query is not None
    new = ask(harvest, db, query)
    assert new > 0
    assert ask(harvest, db, query) == 0
    assert harvest.spent.queries == 1
    with pytest.raises(ValueError, match="never asked"):
        harvest.settle(Query(99, query.values), FAILED)


def test_nothing_is_planned_while_a_round_is_open() -> None:
    harvest = Harvest(make(4).form, HarvestOptions(window=3))
    first = harvest.next()
    assert first is not None
    assert harvest.next() is None
    assert harvest.verdict is None
    harvest.settle(first, FAILED)
    assert harvest.next() is not None


@pytest.mark.parametrize(
    ("limit", "name"),
    [
        ({"queries": 5}, "HARVEST_QUERIES"),
        ({"records": 10}, "HARVEST_RECORDS"),
        ({"bytes": 5_000}, "HARVEST_BYTES"),
        ({"seconds": 1.0}, "HARVEST_SECONDS"),
        ({"idle": 3}, "HARVEST_IDLE"),
        ({"share": 0.5}, "HARVEST_SHARE"),
    ],
)
@pytest.mark.parametrize("mode", ["default", "paper"])
def test_limits_end_it(mode: Any, limit: dict[str, Any], name: str) -> None:
    harvest, asked = run(make(4), HarvestOptions(mode=mode, **limit))
    assert harvest.verdict is not None
    assert (harvest.verdict.word, harvest.verdict.reason) == (
        "limited",
        f"{name} is reached",
    )
    if name == "HARVEST_QUERIES":
        assert len(asked) == 5


def test_published_order() -> None:
    """Default query, C samples; no news: done, with the bound of so many samples."""
    space = Space((Factor("a", tuple("1234567")), Factor("b", tuple("1234"))))
    options = HarvestOptions(mode="paper", pattern="regular", window=1)
    harvest = Harvest(space, options)
    asked = []
    while (query := harvest.next()) is not None:
        asked.append(query)
        harvest.settle(query, Outcome(("r1",)))
    assert [query.values for query in asked[:4]] == [(0, 0), (0, 1), (1, 2), (2, 3)]
    assert len(asked) == 1 + 6
    assert harvest.verdict is not None
    assert harvest.verdict.word == "done"
    assert harvest.verdict.bound == pytest.approx(0.393, abs=0.001)


def test_twenty_boxes_of_which_none_is_needed() -> None:
    """A million combinations; the open one shows all, a few checks say so."""
    space = Space(tuple(Factor(f"x{i}", (None, "1"), wide=0) for i in range(20)))
    harvest = Harvest(space)
    number = 0
    while (query := harvest.next()) is not None:
        number += 1
        chosen = {i for i, value in enumerate(query.values) if value}
        shown = [str(i) for i in range(40) if all(i % (k + 2) == 0 for k in chosen)]
        harvest.settle(query, Outcome(tuple(shown)))
    assert len(harvest.records) == 40
    assert number < 60
    assert harvest.verdict is not None
    assert harvest.verdict.word == "done"
    assert 0 < harvest.verdict.bound < 0.2


@pytest.mark.parametrize(
    ("cards", "wide"), [((50,) * 8, None), ((50,) * 8, 0), ((2,) * 30, None)]
)
def test_spaces_without_end(cards: tuple[int, ...], wide: int | None) -> None:
    """Nothing is enumerated; a limit ends it, and what is left is told."""
    values = tuple(map(str, range(50)))
    space = Space(
        tuple(Factor(f"x{i}", values[:card], wide=wide) for i, card in enumerate(cards))
    )
    harvest = Harvest(space, HarvestOptions(queries=30))
    rng = random.Random(1)
    while (query := harvest.next()) is not None:
        shown = tuple(str(rng.randrange(5_000)) for _ in range(20))
        harvest.settle(query, Outcome(shown, more=wide is not None))
    assert harvest.verdict is not None
    assert harvest.verdict.word == "limited"
    assert harvest.spent.queries == 30
    assert harvest.forecast().left > 100


def test_the_forecast_says_which_limit_binds() -> None:
    db = make(4)
    harvest = Harvest(db.form, HarvestOptions(queries=40), random.Random(1))
    for _ in range(30):
        query = harvest.next()
        assert query is not None
        ask(harvest, db, query)
    told = harvest.forecast()
    assert told.binds == "HARVEST_QUERIES"
    assert told.at == 40
    assert harvest.spent.records / len(db.reachable) < told.coverage < 1
    assert told.space > harvest.spent.bytes
    assert told.time > 0


def test_paging_ends_when_pages_repeat() -> None:
    """A site whose every page has a next one, and the same records."""
    harvest = Harvest(Space((Factor("a", ("any", "x"), wide=0),)))
    asked = []
    while (query := harvest.next()) is not None:
        asked.append(query)
        harvest.settle(query, Outcome(("1", "2"), next=True))
    assert len(asked) <= 4


def outcomes() -> st.SearchStrategy[Outcome]:
    records = st.lists(st.sampled_from("abcdefghijkl"), max_size=6).map(tuple)
    return st.builds(
        Outcome,
        records=records,
        total=st.none() | st.integers(-5, 10**12),
        more=st.booleans(),
        next=st.booleans(),
        error=st.sampled_from(("", "", "status 500", "missing field")),
        bytes=st.integers(0, 100),
        texts=st.lists(st.text(max_size=20), max_size=6).map(tuple),
    )


@given(
    st.lists(st.integers(2, 6), min_size=0, max_size=4),
    st.lists(outcomes(), min_size=1, max_size=12),
    st.data(),
)
@settings(deadline=None, max_examples=30)
def test_no_answer_is_too_strange(
    cards: list[int], answers: list[Outcome], data: st.DataObject
) -> None:
    """It ends, asks nothing twice, and never raises."""
    wide = st.none() | st.just(0)
    names = ("f1", "sort", "p_min", "p_max")
    factors = tuple(
        Factor(name, MENU[:card], wide=data.draw(wide), looks=name == "sort")
        for name, card in zip(names, cards, strict=False)
    )
    boxes = (TextBox("q"),) if data.draw(st.booleans()) else ()
    harvest = Harvest(Space(factors, boxes), HarvestOptions(queries=150))
    asked: set[tuple[Any, int]] = set()
    while (query := harvest.next()) is not None:
        assert (query.key, query.page) not in asked
        asked.add((query.key, query.page))
        harvest.settle(query, answers[query.number % len(answers)])
    assert harvest.verdict is not None
    size = harvest.size()
    assert len(harvest.records) <= size.low <= size.value <= size.high
    harvest.forecast()


@pytest.mark.parametrize("needed", ["small", "large"])
def test_the_condition_that_a_form_wants_is_found_one_menu_at_a_time(
    needed: str,
) -> None:
    """Once one menu alone shows something, the others need not be tried."""
    small = Factor("small", ("any", *"ab"), wide=0)
    large = Factor("large", ("any", *"cdefgh"), wide=0)
    harvest = Harvest(Space((large, small)), HarvestOptions(window=1))
    asked = []
    while not harvest.records and (query := harvest.next()) is not None:
        chosen = query.values[1 if needed == "small" else 0]
        shown = tuple(f"{chosen}-{i}" for i in range(9)) if chosen else ()
        harvest.settle(query, Outcome(shown))
        asked.append(query.values)
    alone = [values for values in asked if sum(map(bool, values)) == 1]
    assert alone[0][0] == 0
    assert len(alone) <= (1 if needed == "small" else 3)
