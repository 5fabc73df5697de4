"""Whatever a site sends as text or data can be stored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.items import Field, Form, Link, Page
from crawler.store.pages import (
    Context,
    Decision,
    Item,
    write_decisions,
    write_items,
    write_pages,
)
from crawler.store.readers import read_decisions, read_forms, read_items, read_pages
from crawler.store.text import bounded, plain
from tests.store.examples import FORMAT, page, start, survey_at, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.store import Survey


HOSTILE = st.text(
    alphabet=st.one_of(
        st.characters(codec=None), st.sampled_from("\x00\ud800\udfff\u202e'\"\\=;")
    ),
    max_size=30,
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Survey]:
    with survey_at(tmp_path_factory.mktemp("shared") / "s") as survey:
        start(survey)
        yield survey


@given(HOSTILE, HOSTILE, HOSTILE)
@settings(deadline=None, max_examples=100)
def test_any_text_is_stored(shared: Survey, one: str, two: str, three: str) -> None:
    form = Form(
        one, two, three, (Field(one, two, three, (one, two), three),), (), two, three
    )
    hostile = Page(
        url=one,
        key=two,
        title=three,
        referrer=one,
        content_type=two,
        kind=three,
        host=one,
        shape=two,
        redirected_from=(three,),
        canonical_link=one,
        links=(Link(two, three, one),),
        forms=(form,),
        parameters=(one, two),
        notes=(three,),
        twin=one,
        twin_kind=two,
    )
    with shared.writing() as connection:
        write_pages(connection, [hostile], Context(1, FORMAT, links=True))
        write_decisions(connection, [Decision(one, two, three, one)], 1)
        write_items(connection, [Item({one: two}, three, one)], 1)
    assert bounded(two or one) in {row.key for row in shared.read(read_pages)}
    for reader in (read_forms, read_decisions, read_items):
        for row in shared.read(reader):
            repr(row).encode()


@pytest.mark.parametrize("length", [2_083, 2_084, 2_500, 300_000])
def test_keys_of_any_length_stay_apart(target: str, length: int) -> None:
    keys = ["http://h.test/" + "é" * length + end for end in "ab"]
    with survey_at(target) as survey:
        for _ in range(2):
            write(survey, [page(1, key=key, url=key) for key in keys])
        stored = [row.key for row in survey.read(read_pages)]
    assert len(stored) == 2
    assert all(len(key.encode()) <= 2_083 for key in stored)


@given(st.text(max_size=40), st.text(max_size=40), st.integers(36, 60))
def test_bounded_keeps_texts_apart(one: str, two: str, limit: int) -> None:
    a, b = bounded(one, limit), bounded(two, limit)
    assert len(a.encode()) <= limit
    assert bounded(a, limit) == a
    if "\x00" not in one + two:  # what no database takes is not told apart
        assert (a == b) == (one == two)


JSON_LIKE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | HOSTILE | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(HOSTILE | st.integers(), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON_LIKE)
@settings(deadline=None)
def test_any_data_becomes_json(value: Any) -> None:
    told = plain(value)
    text = json.dumps(told, allow_nan=False)
    assert json.loads(text) == told
    json.dumps(told, ensure_ascii=False).encode()  # no lone surrogate
    assert "\\u0000" not in text.replace("\\\\", "")
    assert plain(told) == told


def test_a_structure_without_end_ends() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert json.dumps(plain(endless))
