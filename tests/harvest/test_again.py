"""A second harvest of a form tells what has changed, for fewer queries."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crawler.harvest import Earlier, Harvest, HarvestOptions, Outcome, Space
from crawler.harvest.factors import Factor
from tests.harvest.kinds import KINDS, make
from tests.harvest.running import asked_of, version

if TYPE_CHECKING:
    from crawler.harvest.queries import Key
    from tests.harvest.database import Database

OPTIONS = HarvestOptions()


def harvest(
    db: Database, earlier: Earlier | None = None, options: HarvestOptions = OPTIONS
) -> tuple[Harvest, int, Earlier]:
    """A harvest to its end, its requests, and what it leaves for the next one."""
    planner = Harvest(db.form, options, random.Random(db.seed), words=db.seeds)
    if earlier is not None:
        planner.since(earlier)
    outcomes = asked_of(planner, db)
    assert planner.verdict is not None
    finished = planner.verdict.word != "limited"
    lower = planner.verdict.lower
    left = Earlier(outcomes, finished=finished, lower=lower)
    return planner, len(outcomes), left


def numbers(records: object) -> set[int]:
    return {int(record[1:]) for record in records}  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(len(KINDS)), ids=[k.__name__ for k in KINDS])
def test_what_is_gone_is_told_and_nothing_else(seed: int) -> None:
    db = make(seed)
    drawn = random.Random(seed).sample(range(db.number), max(4, db.number // 20))
    half = len(drawn) // 2
    old, now = version(db, drawn[:half]), version(db, drawn[half:])
    first, _, earlier = harvest(old)
    _, whole, _ = harvest(now)
    second, spent, _ = harvest(now, earlier)
    was, there = numbers(first.records), now.reachable
    lost = second.lost()
    gone = numbers(record for record, sure in lost.items() if sure)
    assert gone <= was - there
    assert len(gone) >= 0.9 * len(was - there)
    assert numbers(second.records) >= was & there
    news = there - was
    assert len(numbers(second.records) & news) >= 0.5 * len(news)
    assert spent <= whole + 5
    assert second.spent.queries == spent


def test_without_changes_a_form_costs_its_cover_and_the_checks() -> None:
    db = make(2)
    _, whole, earlier = harvest(db)
    second, spent, _ = harvest(db, earlier)
    assert second.lost() == {}
    assert len(second.records) == earlier.number
    assert spent < 0.8 * whole
    assert second.verdict is not None
    assert second.verdict.word == "saturated"
    assert "earlier answers were not asked again" in second.verdict.reason
    assert 0 < second.verdict.bound < 1


def test_a_limit_leaves_records_of_which_nothing_can_be_said() -> None:
    db = make(4)
    first, _, earlier = harvest(db)
    empty = version(db, range(0, db.number, 2))
    second, spent, _ = harvest(empty, earlier, replace(OPTIONS, queries=3))
    lost = second.lost()
    assert spent == 3
    assert second.verdict is not None
    assert second.verdict.word == "limited"
    assert not all(lost.values())
    gone = numbers(record for record, sure in lost.items() if sure)
    assert gone <= numbers(first.records) - empty.reachable


def test_a_harvest_that_was_cut_off_is_gone_on_with() -> None:
    db = make(20)
    _, _, earlier = harvest(db, options=replace(OPTIONS, queries=8))
    assert not earlier.finished
    second, _, _ = harvest(db, earlier)
    assert numbers(second.records) == db.reachable


def test_an_answer_that_has_grown_is_narrowed() -> None:
    """Of a drawer that was shown whole, and is cut off now, all is found."""
    any_of = ("", "a", "b")
    space = Space((Factor("x", any_of, wide=0), Factor("y", any_of, wide=0)))
    places = {f"r{i}": (1 + i % 2, 1 + i // 2 % 2) for i in range(12)}

    def answer(values: tuple[int, ...], number: int) -> Outcome:
        shown = [
            record
            for record, place in list(places.items())[:number]
            if all(v in (0, p) for v, p in zip(values, place, strict=True))
        ]
        return Outcome(tuple(shown[:4]), more=len(shown) > 4)

    outcomes: dict[tuple[Key, int], Outcome] = {}
    harvests: list[Harvest] = []
    for number in (8, 12):
        planner = Harvest(space, OPTIONS, random.Random(0))
        if harvests:
            planner.since(Earlier(outcomes))
        while (query := planner.next()) is not None:
            outcome = answer(query.values, number)
            outcomes[query.key, 1] = outcome
            planner.settle(query, outcome)
        harvests.append(planner)
    assert [len(one.records) for one in harvests] == [8, 12]


def test_an_error_is_no_sign_that_a_record_is_gone() -> None:
    space = Space((Factor("x", ("a", "b")),))
    told = {((0,), ()): Outcome(("1",)), ((1,), ()): Outcome(("2",))}
    planner = Harvest(space, OPTIONS, random.Random(0))
    planner.since(Earlier({(key, 1): outcome for key, outcome in told.items()}))
    while (query := planner.next()) is not None:
        failed = query.values == (1,)
        planner.settle(query, Outcome(error="status 500") if failed else Outcome())
    assert planner.lost() == {"1": True, "2": False}


def test_it_is_said_before_the_harvest_begins() -> None:
    planner = Harvest(Space((Factor("x", ("a", "b")),)), OPTIONS)
    planner.next()
    with pytest.raises(ValueError, match="begun"):
        planner.since(Earlier({}))


def test_conflicts_that_were_learned_are_known_from_the_beginning() -> None:
    """What was an error then is expected to be one now."""
    space = Space((Factor("make", ("a", "b")), Factor("model", tuple("uvwxyz"))))
    wrong = {(0, 4), (0, 5), (1, 0), (1, 1)}
    told: dict[tuple[Key, int], Outcome] = {
        ((values, ()), 1): Outcome(error="no such model")
        if values in wrong
        else Outcome((f"r{values}",))
        for values in ((m, n) for m in range(2) for n in range(6))
    }
    planner = Harvest(space, OPTIONS, random.Random(0))
    planner.since(Earlier(told))
    asked = []
    while (query := planner.next()) is not None:
        asked.append(query.values)
        planner.settle(query, told[query.key, 1])
    assert len(planner.records) == 8
    state = planner.state
    assert all(state.conflicts.chance(values) <= 0.5 for values in wrong)
    assert all(state.conflicts.chance(v) == 1 for v in set(asked) - wrong)
