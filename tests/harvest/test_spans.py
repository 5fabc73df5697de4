"""Text boxes that are the ends of a range."""

from __future__ import annotations

import random
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.harvest import Earlier, Harvest, HarvestOptions, Outcome, Space, TextBox
from crawler.harvest.ends import span_of
from crawler.harvest.quantities import quantity, written
from tests.harvest.spanned import WORDS, Spanned

if TYPE_CHECKING:
    from crawler.harvest.queries import Key


def run(db: Spanned, most: int = 3_000) -> tuple[Harvest, int]:
    """A harvest to its end, and how many questions it took."""
    harvest = Harvest(db.form, HarvestOptions(), random.Random(0), words=WORDS)
    factors = harvest.space.factors
    count = 0
    while count < most and (query := harvest.next()) is not None:
        count += 1
        texts = query.texts or ("",) * len(harvest.space.boxes)
        drawer = str(factors[0].values[query.values[0]]) if factors else "any"
        harvest.settle(query, db.answer(texts, drawer))
    return harvest, count


def sizes(number: int, seed: int = 0) -> list[float]:
    """As sizes of files are: many small ones."""
    rng = random.Random(seed)
    return [float(int(10 ** rng.uniform(1, 6))) for _ in range(number)]


DAYS = [float(date(2020, 1, 1).toordinal() + i * 3) for i in range(300)]
ISO = {day: date.fromordinal(int(day)).isoformat() for day in DAYS}

CASES = [
    pytest.param(Spanned(sizes(600)), 4.0, id="unsorted"),
    pytest.param(Spanned(sizes(600), ranked=True), 1.5, id="sorted"),
    pytest.param(Spanned(sizes(600), needed=True), 5.0, id="needed"),
    pytest.param(Spanned(sizes(600), needed=True, ranked=True), 2.5, id="both"),
    pytest.param(Spanned(sizes(600), needed=True, silent=True), 5.0, id="silent"),
    pytest.param(
        Spanned(sizes(600), needed=True, silent=True, ranked=True), 2.5, id="cut"
    ),
    pytest.param(Spanned([v / 4 for v in sizes(400)]), 4.0, id="fractions"),
    pytest.param(Spanned([-v for v in sizes(200)], needed=True), 9.0, id="negative"),
    pytest.param(
        Spanned(DAYS, "date_from", "date_to", "date", texts=ISO), 4.0, id="dates"
    ),
    pytest.param(
        Spanned([1900.0 + i % 120 for i in range(600)], "yearFrom", "yearTo", "year"),
        5.0,
        id="years",
    ),
]


@pytest.mark.parametrize(("db", "times"), CASES)
def test_all_records_for_a_few_times_the_least_questions(
    db: Spanned, times: float
) -> None:
    harvest, count = run(db)
    assert len(harvest.records) == len(db.values)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "done"
    assert not harvest.size().lower
    assert count <= times * len(db.values) / db.top


@pytest.mark.parametrize("ranked", [False, True])
def test_an_answer_that_fails_is_asked_in_parts(ranked: bool) -> None:
    """A record that nothing can show takes no others with it."""
    db = Spanned(sizes(400), ranked=ranked, needed=True)
    bad = sorted(range(400), key=db.values.__getitem__)[150]
    harvest = Harvest(db.form, HarvestOptions(), random.Random(0))
    while (query := harvest.next()) is not None:
        outcome = db.answer(query.texts)
        failed = f"r{bad}" in outcome.records
        harvest.settle(query, Outcome(error="status 500") if failed else outcome)
    assert len(harvest.records) >= 0.97 * len(db.values)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "saturated"


def test_a_second_harvest_narrows_only_what_has_grown() -> None:
    values = sizes(400)
    told: dict[tuple[Key, int], Outcome] = {}
    counts = []
    for number in (380, 400):
        db = Spanned(values[:number], needed=True)
        harvest = Harvest(db.form, HarvestOptions(), random.Random(0))
        if told:
            harvest.since(Earlier(told))
        count = 0
        while (query := harvest.next()) is not None:
            count += 1
            outcome = db.answer(query.texts)
            told[query.key, 1] = outcome
            harvest.settle(query, outcome)
        assert len(harvest.records) >= 0.98 * number
        counts.append(count)
    assert counts[1] < counts[0]


def test_ends_that_are_no_part_of_the_range() -> None:
    db = Spanned(sizes(500), strict=True)
    harvest, _ = run(db)
    assert len(harvest.records) >= 0.97 * len(db.values)


def test_more_of_one_value_than_an_answer_shows() -> None:
    """They cannot be told apart, and that is said; all others are found."""
    values = [*map(float, range(200)), *[77.0] * 50]
    harvest, _ = run(Spanned(values))
    assert {f"r{i}" for i in range(200) if i != 77} <= set(harvest.records)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "saturated"
    assert harvest.size().lower


@pytest.mark.parametrize("needed", [False, True])
@pytest.mark.parametrize("top", [7, 13, 20, 64])
def test_answers_that_are_cut_off_at_any_number_without_a_word(
    top: int, needed: bool
) -> None:
    """Also where all that is shown at first looks like all there is."""
    db = Spanned(sizes(400), top=top, silent=True, needed=needed)
    harvest, count = run(db)
    assert len(harvest.records) == len(db.values)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "done"
    assert count <= 6 * len(db.values) / top


@pytest.mark.parametrize("number", [0, 1, 5, 9, 20])
def test_a_few_records_take_a_few_questions(number: int) -> None:
    harvest, count = run(Spanned(sizes(number), silent=True))
    assert len(harvest.records) == number
    assert count <= 6


@pytest.mark.parametrize("needed", [False, True])
@pytest.mark.parametrize("ranked", [False, True])
@pytest.mark.parametrize("wide", [False, True])
def test_a_range_beside_a_menu(wide: bool, ranked: bool, needed: bool) -> None:
    """Without "any", the range is walked through for each value of the menu."""
    db = Spanned(sizes(400), drawers=4, wide=wide, ranked=ranked, needed=needed)
    harvest, count = run(db)
    assert len(harvest.records) == len(db.values)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "done"
    assert count <= 9 * len(db.values) / db.top


@pytest.mark.parametrize("ranked", [False, True])
def test_a_range_beside_a_box_that_needs_a_word(ranked: bool) -> None:
    """Each word is a range of its own; no range alone stands for all words."""
    db = Spanned(sizes(400), worded=True, ranked=ranked)
    harvest, count = run(db)
    assert len(harvest.records) == len(db.values)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "saturated"
    assert count <= 10 * len(db.values) / db.top


def test_words_check_a_range_that_seems_to_be_whole() -> None:
    """An empty box may stand for what is new, or recommended."""
    harvest, count = run(Spanned(sizes(300), featured=3))
    assert len(harvest.records) == 300
    assert harvest.verdict is not None
    assert harvest.verdict.word == "saturated"
    assert count <= 150
    harvest, checked = run(Spanned(sizes(300), featured=1))
    assert len(harvest.records) == 300
    assert harvest.verdict is not None
    assert harvest.verdict.word == "done"
    assert checked <= 60


@pytest.mark.parametrize("said", ["error", "nothing"])
def test_a_part_that_is_not_answered_is_told(said: str) -> None:
    """An interval that shows nothing, though it was seen that it holds something."""
    db = Spanned(sorted({*sizes(400)}), needed=True, ranked=True)
    harvest = Harvest(db.form, HarvestOptions(), random.Random(0))
    bad = f"r{len(db.values) // 2}"
    while (query := harvest.next()) is not None:
        outcome = db.answer(query.texts)
        if bad in outcome.records[:1]:
            outcome = Outcome(error="status 500" if said == "error" else "")
        harvest.settle(query, outcome)
    assert harvest.verdict is not None
    assert (harvest.verdict.word == "done") == (len(harvest.records) == len(db.values))


@pytest.mark.parametrize(("low", "high"), [("price_min", ""), ("", "price_max")])
@pytest.mark.parametrize("silent", [False, True])
def test_a_single_end(low: str, high: str, silent: bool) -> None:
    """Of answers in an order of their own, one end shows only some of the records."""
    db = Spanned(sizes(300), low, high, silent=silent)
    harvest, count = run(db)
    assert len(db.reachable & set(harvest.records)) >= 0.95 * len(db.reachable)
    assert count <= 2 * len(db.reachable)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "saturated"
    assert harvest.size().lower


def test_a_single_end_of_answers_sorted_the_other_way() -> None:
    """Nothing moves up when the others are left out."""
    db = Spanned([-float(v) for v in range(300)], "", "price_max", ranked=True)
    harvest, count = run(db)
    assert set(harvest.records) == db.reachable
    assert count < 15


def test_a_single_end_of_sorted_answers_shows_all() -> None:
    db = Spanned(sorted({*sizes(300)}), "price_min", "", ranked=True)
    harvest, count = run(db)
    assert len(harvest.records) == len(db.values)
    assert count < 2.5 * len(db.values) / db.top


def test_answers_that_are_cut_off_for_ever_come_to_an_end() -> None:
    harvest = Harvest(Spanned([]).form, HarvestOptions(), random.Random(0))
    count = 0
    while (query := harvest.next()) is not None:
        count += 1
        same = tuple(f"r{i}" for i in range(20))
        fields = tuple({"size": str(i)} for i in range(20))
        harvest.settle(query, Outcome(same, more=True, fields=fields))
    assert count < 300
    assert harvest.verdict is not None
    assert harvest.verdict.word == "saturated"


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(-50, 300), max_size=60),
    st.integers(2, 9),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_what_can_be_told_apart_is_found_and_what_cannot_is_told(
    values: list[int], top: int, ranked: bool, needed: bool, silent: bool
) -> None:
    db = Spanned(
        list(map(float, values)), top=top, ranked=ranked, needed=needed, silent=silent
    )
    harvest, count = run(db)
    if silent and top < 5:
        return  # it is not thought of
    few = {f"r{i}" for i, v in enumerate(values) if values.count(v) <= top}
    assert few <= set(harvest.records)
    assert count < 3_000
    assert harvest.verdict is not None
    if harvest.verdict.word == "done":
        assert len(harvest.records) == len(values)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("size_min", "size_max"), (0, 1, "number")),
        (("min", "max"), (0, 1, "number")),
        (("priceMax", "priceMin"), (1, 0, "number")),
        (("date_from", "date_to"), (0, 1, "date")),
        (("year_from",), (0, None, "year")),
        (("max_price", "q"), (None, 0, "number")),
        (("from", "to"), None),
        (("email_from", "email_to"), None),
        (("q",), None),
        (("min",), None),
        (("min_a", "max_b"), (0, None, "number")),
    ],
)
def test_which_boxes_are_ends(
    names: tuple[str, ...], told: tuple[int | None, int | None, str] | None
) -> None:
    span = span_of(Space((), tuple(map(TextBox, names))))
    assert (span and span[:3]) == told


@given(st.floats(-1e9, 1e9).map(lambda v: round(v, 4)))
def test_a_number_is_read_as_it_was_written(value: float) -> None:
    assert quantity("number", written("number", value)) == pytest.approx(value)


@given(st.text(max_size=60), st.sampled_from(["number", "year", "date", "month"]))
def test_no_text_is_too_strange(text: str, kind: str) -> None:
    value = quantity(kind, text)
    assert value is None or abs(value) < 1e40
