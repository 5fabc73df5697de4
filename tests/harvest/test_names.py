"""Records as numbers: nothing is lost, nothing is taken for another, in few bytes."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyroaring import FrozenBitMap

from crawler.harvest import Earlier, Harvest, HarvestOptions, Outcome, Query, Space
from crawler.harvest.factors import Factor
from crawler.harvest.ledger import Ledger
from crawler.harvest.names import Met, Names, Texts
from crawler.harvest.size import METHODS, estimate

if TYPE_CHECKING:
    from crawler.harvest.queries import Key


def identity(number: int) -> str:
    return blake2b(str(number).encode(), digest_size=16).hexdigest()


IDENTITIES = st.integers(0, 50).map(identity)
TEXTS = st.one_of(
    IDENTITIES,
    IDENTITIES.map(str.upper),
    IDENTITIES.map(lambda text: text[:-2]),
    IDENTITIES.map(lambda text: " ".join((text[:15], text[15:31]))),
    st.text(st.characters(), max_size=40),  # surrogates, too
    st.sampled_from(["", "0" * 32, "0" * 31, "x" * 32, "\u0660" * 32, "00 " * 11]),
)


@settings(deadline=None, max_examples=100)
@given(st.lists(TEXTS, max_size=60), TEXTS)
def test_names_are_the_texts_in_the_order_added(texts: list[str], other: str) -> None:
    expected = list(dict.fromkeys(texts))
    names = Names()
    assert [names.add(text) for text in texts] == [expected.index(t) for t in texts]
    assert list(names) == [names[n] for n in range(len(names))] == expected
    assert [names.number(text) for text in expected] == list(range(len(expected)))
    assert (other in names) == (other in expected)
    kept = Texts()
    for text in texts:
        kept.append(text)
    assert list(kept) == texts


def test_names_stay_when_there_are_many() -> None:
    """Beyond several sizes of the table, of both kinds of text."""
    texts = [identity(n) if n % 10 else f"r{n}" for n in range(20_000)]
    names = Names(texts)
    assert list(names) == texts
    assert all(names.number(text) == n for n, text in enumerate(texts))
    assert not any(identity(-n) in names for n in range(1, 5_000))


def test_a_text_whose_digest_is_an_identity_is_not_taken_for_it() -> None:
    text = "made to look like another"
    like = blake2b(text.encode(), digest_size=16).hexdigest()
    names = Names([like, text])
    assert (names[0], names[1], len(names)) == (like, text, 2)
    names = Names([text, like])
    assert (names.number(text), names.number(like)) == (0, 1)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.lists(IDENTITIES, unique=True), max_size=8), st.lists(IDENTITIES))
def test_records_are_counted_in_the_order_found(
    answers: list[list[str]], before: list[str]
) -> None:
    """Also when they have numbers of an earlier harvest."""
    met = Met(Names(before))
    count: Counter[str] = Counter()
    for answer in answers:
        new = len(set(answer) - count.keys())
        assert met.meet([met.names.add(record) for record in answer]) == new
        count.update(answer)
    assert list(met.items()) == list(count.items())
    assert len(met) == len(met.there) == len(count)
    assert set(before) - count.keys() == {r for r in before if r not in met}
    for record in set(before) - count.keys():
        with pytest.raises(KeyError):
            met[record]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=6))
def test_pages_are_booked_as_sets_of_records(pages: list[list[int]]) -> None:
    ledger, shown, every = Ledger(), set[str](), Counter[str]()
    for page, numbers in enumerate(pages, 1):
        records = tuple(map(identity, numbers))
        fresh = {*records} - shown
        news = len(fresh - every.keys())
        answer, new = ledger.book(Query(page, (0,), page=page), Outcome(records))
        every.update(fresh)
        shown |= fresh
        assert {ledger.seen.names[n] for n in answer.fresh} == fresh
        assert {ledger.seen.names[n] for n in answer.records} == shown
        assert answer.known == answer.records
        assert (new, dict(ledger.seen)) == (news, dict(every))


@settings(deadline=None, max_examples=100)
@given(st.lists(st.lists(st.integers(0, 30), max_size=9), max_size=12))
def test_the_queries_that_showed_a_record_are_found(told: list[list[int]]) -> None:
    outcomes: dict[tuple[Key, int], Outcome] = {
        (((number // 2,), ()), 1 + number % 2): Outcome(
            tuple(map(identity, numbers)), more=len(numbers) % 3 == 0
        )
        for number, numbers in enumerate(told)
    }
    earlier = Earlier(outcomes)
    records = {one for outcome in outcomes.values() for one in outcome.records}
    assert {earlier.names[n] for n in range(earlier.number)} == records
    for number in range(earlier.number):
        name = earlier.names[number]
        expected = {k for (k, _), o in outcomes.items() if name in o.records}
        assert set(earlier.by(number)) == expected
        assert len(earlier.by(number)) == len(expected)
        assert (number in earlier.unsure) == (expected <= earlier.cut)
    cover = earlier.cover()
    assert FrozenBitMap().union(*map(earlier.shown.__getitem__, cover)) == (
        FrozenBitMap(range(earlier.number))
    )
    for (key, page), outcome in outcomes.items():
        there = FrozenBitMap(range(0, earlier.number, 2))
        again = earlier.outcome(key, page, there)
        kept = [r for r in outcome.records if earlier.names.add(r) in there]
        assert again is not None
        assert list(again.records) == kept


@pytest.mark.parametrize("method", METHODS)
def test_the_size_is_that_of_any_sets(method: str) -> None:
    samples = [range(9), range(5, 12), range(3), range(8, 20), range(0)]
    as_bits = estimate([FrozenBitMap(sample) for sample in samples], method, 40)
    as_texts = estimate([{*map(str, sample)} for sample in samples], method, 40)
    assert as_bits == as_texts


_TOLD = """
from tests.harvest.kinds import make
from tests.harvest.running import run
for seed in (2, 6):
    harvest, asked = run(make(seed))
    print([(q.key, q.page, q.phase) for q in asked], list(harvest.records.items()))
"""


def test_hashes_of_texts_decide_on_nothing() -> None:
    """The same queries, and records in the same order, whatever Python hashes to."""
    told = [
        subprocess.run(
            [sys.executable, "-c", _TOLD],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parent.parent.parent,
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1] != b""


@pytest.mark.parametrize("times", [1, 3])
def test_a_record_takes_few_bytes(times: int) -> None:
    """Page after page, all of them shown by every value of a menu."""
    number, page = 4_000, 200
    options = HarvestOptions(queries=times * number // page, records=10**9)
    harvest = Harvest(Space((Factor("x", ("", "a", "b"), wide=0),)), options)
    tracemalloc.start()
    try:
        begun, _ = tracemalloc.get_traced_memory()
        while (query := harvest.next()) is not None:
            first = (query.page - 1) * page
            records = tuple(map(identity, range(first, first + page)))
            harvest.settle(query, Outcome(records, next=first + page < number))
        held = tracemalloc.get_traced_memory()[0] - begun
    finally:
        tracemalloc.stop()
    assert len(harvest.records) == number
    assert list(harvest.records) == [identity(n) for n in range(number)]
    # 16 for the identity, 8 for count and order, 6 to 12 for the table, bitmaps.
    assert held < 60 * number
