"""What became of records from one harvest to the next."""

from __future__ import annotations

from typing import Any

import pytest

from crawler.harvest.changes import compare, differs
from crawler.harvest.records_item import Record

LINK = "http://h.test/item/"


def table(*names: str, **changed: str) -> dict[str, Record]:
    """Records of a table without links, each with another price."""
    return {
        f"{name}{changed.get(name, '')}": Record(
            {"name": name, "price": changed.get(name, f"{ord(name[-1])}")}
        )
        for name in names
    }


TEN = tuple(f"lamp {letter}" for letter in "abcdefghij")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({}, {"a": Record({"x": "1"})}, ["new a "]),
        ({"a": Record({"x": "1"})}, {}, ["gone a a"]),
        ({"a": Record({"x": "1"})}, {"a": Record({"x": "2"})}, ["changed a a"]),
        ({"a": Record({"x": "a\xa0b "})}, {"a": Record({"x": "a b"})}, []),
        (
            {"a": Record({"x": "1"}, {"x": LINK + "7"})},
            {"b": Record({"x": "2"}, {"x": LINK + "7"})},
            ["changed b a"],
        ),
        (  # a link that two records have tells neither of them
            {
                "a": Record({"x": "1"}, {"x": LINK}),
                "c": Record({"x": "3"}, {"x": LINK}),
            },
            {"b": Record({"x": "2"}, {"x": LINK})},
            ["new b ", "gone a a", "gone c c"],
        ),
    ],
)
def test_what_is_told(before: Any, after: Any, told: list[str]) -> None:
    assert [" ".join(change) for change in compare(before, after, {})] == told


def test_a_name_that_no_two_records_share_tells_them() -> None:
    found = compare(table(*TEN[:9]), table(*TEN[1:], **{"lamp c": "99"}), {})
    assert [(c.kind, c.identity, c.was) for c in found] == [
        ("changed", "lamp c99", "lamp c"),
        ("new", "lamp j", ""),
        ("gone", "lamp a", "lamp a"),
    ]


@pytest.mark.parametrize("names", [TEN[:3], ("1", "2", "3", "4", "5", "6")])
def test_few_records_and_numbers_of_rows_have_no_names(names: tuple[str, ...]) -> None:
    found = compare(table(*names), table(*names, **{names[0]: "99"}), {})
    assert [change.kind for change in found] == ["new", "gone"]


def test_what_was_not_looked_for_is_not_gone() -> None:
    before = table("a", "b")
    found = compare(before, {}, {"a": True, "b": False})
    assert [(c.kind, c.identity) for c in found] == [("gone", "a"), ("unsure", "b")]


@pytest.mark.parametrize(
    ("one", "other", "ignored", "told"),
    [
        ({"price": "3"}, {"price": "4"}, (), True),
        ({"name": "a", "views": "3"}, {"name": "a", "views": "4"}, {"views"}, False),
        ({"name": "a", "text": "b"}, {"title": "a b"}, (), False),
        ({"name": "a"}, {"name": "a", "more": "b"}, (), False),
        ({"name": "a"}, {"title": "b"}, (), True),
    ],
)
def test_when_a_record_says_something_else(
    one: Any, other: Any, ignored: Any, told: bool
) -> None:
    assert differs(Record(one), Record(other), ignored) is told
