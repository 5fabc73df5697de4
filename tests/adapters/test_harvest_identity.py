"""Records of searches: what tells them when each answer shows them in another light."""

from __future__ import annotations

import pytest

from crawler.harvest.records_item import Record
from crawler.harvesting.aliases import Aliases
from crawler.harvesting.identity import Identities

WORDS = ("tea", "milk", "honey")


def found(word: str, number: int, **fields: str) -> Record:
    """A result of a search that repeats the word in its link."""
    url = f"http://h.test/doc?id={number}&hl={word}"
    return Record({"title": f"Doc {number}", **fields}, {"title": url})


def test_a_snippet_is_no_part_of_a_record() -> None:
    """It has the other words, too, and is not what they show."""
    answers = [
        ([found(w, n, **{w: f"... {w} {n} {' '.join(WORDS)}"}) for n in range(9)], w)
        for w in WORDS
    ]
    identities = Identities()
    identities.compare([(*answer, True) for answer in answers])
    told = {identities.identity(record) for records, _ in answers for record in records}
    assert len(told) == 9


def test_a_link_that_others_have_too_tells_no_record() -> None:
    """Each book leads to its author; an answer has one book of each, by chance."""
    answers = [
        (
            [
                Record({"title": f"{word} {n}", "by": "x"}, {"by": f"http://h/a/{n}"})
                for n in range(9)
            ],
            word,
        )
        for word in WORDS
    ]
    identities = Identities()
    identities.compare([(*answer, True) for answer in answers])
    told = {identities.identity(record) for records, _ in answers for record in records}
    assert len(told) == 27


def test_what_changes_in_the_database_stays_two_records_without_links() -> None:
    identities = Identities()
    identities.compare([([Record({"a": word})], word, True) for word in WORDS])
    assert identities.identity(Record({"a": "1"})) != identities.identity(
        Record({"a": "2"})
    )


def test_one_record_taken_apart_in_two_ways() -> None:
    aliases = Aliases(Identities())
    link = {"title": "http://h.test/1"}
    first = Record({"title": "Lamp", "a": "red", "b": "7.50"}, link, identity="1")
    other = Record({"title": "Lamp", "a": "red, 7.50"}, link, identity="2")
    third = Record({"title": "Lamp", "a": "red, 8.50"}, link, identity="3")
    assert [aliases.of(one).identity for one in (first, other, third)] == [
        "1",
        "1",
        "3",
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [("gobjc-12", "gobjc++-12"), ("C", "C#"), ("C", "C++"), ("5", "-5"), ("A", "A*")],
)
def test_what_differs_in_a_sign_is_not_one(one: str, other: str) -> None:
    aliases = Aliases(Identities())
    first = Record({"name": one, "no": "7"}, identity="1")
    second = Record({"name": other, "no": "7"}, identity="2")
    assert [aliases.of(each).identity for each in (first, second)] == ["1", "2"]
