"""Which records are one."""

from __future__ import annotations

import unicodedata
from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.harvest.identity import Identifier, digest, keyed
from crawler.harvest.records_item import Record
from tests.cases import case


def test_c40_groups() -> None:
    given_, expected = case("C40")
    groups: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(given_["records"]):
        fields = {name: value for name, value in row.items() if name != "page"}
        groups[keyed(fields, [given_["key_field"]])].append(number)
    assert sorted(groups.values()) == sorted(expected["groups"])
    assert len(groups) == expected["rows"]


_NAMES = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=5)
_VALUES = st.text(max_size=12)


@settings(deadline=None, max_examples=150)
@given(st.dictionaries(_NAMES, _VALUES, max_size=5), st.randoms())
def test_spelling_does_not_count(fields: dict[str, str], rng: object) -> None:
    other = {
        unicodedata.normalize("NFD", name): "\u00a0"
        + unicodedata.normalize("NFD", value).replace(" ", "\u00a0 ")
        for name, value in reversed(fields.items())
    }
    assert digest(fields.items()) == digest(other.items())


@settings(deadline=None, max_examples=100)
@given(st.dictionaries(_NAMES, st.text("abcxyz", min_size=1), min_size=1, max_size=4))
def test_another_value_is_another_record(fields: dict[str, str]) -> None:
    name = next(iter(fields))
    changed = {**fields, name: fields[name] + "q"}
    assert digest(fields.items()) != digest(changed.items())
    assert digest(fields.items()) != digest([*fields.items(), ("more", "x")])


def test_case_zeros_and_compatibility_forms_count() -> None:
    values = ["A-1", "a-1", "007", "7", "10²", "102", "①", "1"]
    assert len({digest([("v", value)]) for value in values}) == len(values)


def _record(number: int, query: str, views: int) -> Record:
    return Record(
        {"title": f"t{number}", "snippet": f"of {query}", "views": str(views)},
        {"title": f"http://a.test/d?id={number}&hl={query}"},
    )


def test_what_changes_by_itself_is_learned() -> None:
    identifier = Identifier(asked=["q"])
    identifier.learn_again(
        [_record(n, "x", 10 + n) for n in range(5)],
        [_record(n, "x", 20 + n) for n in range(5)],
    )
    assert identifier.columns == {"views"}
    for query in ("x", "y", "z"):
        identifier.learn([_record(n, query, n) for n in range(5)], [query])
    assert identifier.parameters == {"hl"}
    for query in ("x", "y", "z"):
        identifier.learn([_record(n, query, n) for n in range(5)], [query])
    assert identifier.columns == {"views", "snippet"}
    one, other = _record(1, "x", 5), _record(1, "w", 9)
    assert identifier.identity(one) == identifier.identity(other)
    assert identifier.identity(one) != identifier.identity(_record(2, "x", 5))


def test_another_order_of_one_answer_teaches_nothing() -> None:
    identifier = Identifier()
    rows = [
        Record({"t": f"t{n}"}, {"t": f"http://a.test/d?id={n}&lang=en"})
        for n in range(6)
    ]
    identifier.learn_again(rows, rows[::-1])
    assert (identifier.parameters, identifier.columns) == (set(), set())


def test_records_that_only_their_links_tell_apart_stay_apart() -> None:
    identifier = Identifier()
    one = Record({"name": "Smith"}, {"name": "http://a.test/p?id=1"})
    other = Record({"name": "Smith"}, {"name": "http://a.test/p?id=2"})
    assert identifier.identity(one) != identifier.identity(other)
    session = Record(
        {"name": "Smith"},
        {"name": "http://a.test/p;jsessionid=0123456789ABCDEF0123456789ABCDEF?id=1"},
    )
    assert identifier.identity(one) == identifier.identity(session)
