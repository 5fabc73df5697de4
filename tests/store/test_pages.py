"""Writing pages: upserts by key that forget nothing and add nothing twice."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from crawler.items import Field, Form, Link, Page, Vector
from crawler.store import schema
from crawler.store.pages import (
    Context,
    Decision,
    Item,
    write_decisions,
    write_items,
    write_pages,
)
from crawler.store.readers import read_decisions, read_forms, read_items, read_pages
from tests.store.examples import (
    FORMAT,
    LOGIN,
    SEARCH,
    dump,
    page,
    start,
    survey_at,
    write,
)

if TYPE_CHECKING:
    from crawler.store import Survey


def test_a_page_comes_back(target: str) -> None:
    given = page(
        7,
        status=404,
        depth=3,
        referrer="http://h.test/",
        redirected_from=("http://h.test/a", "http://h.test/b"),
        canonical_link="http://h.test/c",
        body_digest="ab" * 16,
        twin="http://h.test/t",
        twin_kind="near",
        notes=("deep", "ö"),
        guessed=True,
        forms=(SEARCH, LOGIN, SEARCH),
        parameters=("query:a", "body:u", "query:a"),
    )
    with survey_at(target) as survey:
        write(survey, [given])
        (row,) = survey.read(read_pages)
        for name in (
            *("url", "key", "status", "depth", "referrer", "title", "content_type"),
            *("kind", "length", "host", "shape", "canonical_link", "body_digest"),
            *("twin", "twin_kind", "guessed", "fetched_at"),
        ):
            assert getattr(row, name) == getattr(given, name), name
        assert row.redirected_from == list(given.redirected_from)
        assert row.notes == ["deep", "ö"]
        assert (row.nodes, row.capped, row.cluster) == (40, False, None)
        search, login = survey.read(read_forms)
        assert [(f.name, f.type, f.options) for f in search.fields] == [
            ("q", "text", []),
            ("in", "select-one", ["a", "b"]),
        ]
        assert (search.submitters[0].value, search.submitters[0].label) == (
            "Go",
            "Find",
        )
        assert [field.limits for field in search.fields] == [
            {"pattern": "[a-z]+", "minlength": 2, "maxlength": 9},
            {},
        ]
        assert login.fields[1].required
        assert (login.pages, search.pages) == (1, 1)
        found = survey.summary()
        assert (found.pages, found.forms, found.parameters) == (1, 2, 2)
        assert found.by_status == {"4xx": 1}
        assert (found.near_twins, found.content_twins, found.final) == (1, 0, False)


def test_equal_vectors_and_skeletons_are_stored_once(target: str) -> None:
    with survey_at(target) as survey:
        write(survey, [page(number) for number in range(50)])
        write(survey, [page(50, vector=None, skeleton=b"")])
        rows = dump(survey)
        assert len(rows["vectors"]) == len(rows["skeletons"]) == 1
        assert len(rows["pages"]) == 51


def test_vectors_made_differently_are_kept_apart(target: str) -> None:
    with survey_at(target) as survey:
        run = start(survey)
        formats = [FORMAT, replace(FORMAT, parser="lexbor 3")]
        formats.append(replace(FORMAT, recipe="features 2 paper"))
        for number, form in enumerate(formats):
            with survey.writing() as connection:
                write_pages(connection, [page(number)], Context(run, form))
        assert len({row.vector for row in survey.read(read_pages)}) == 3
        assert survey.recipes() == {FORMAT.recipe, "features 2 paper"}


def test_a_page_written_again_is_what_the_last_fetch_showed(target: str) -> None:
    with survey_at(target) as survey:
        write(survey, [page(1, forms=(SEARCH, LOGIN)), page(2)])
        ids = _ids(survey)
        write(survey, [page(1, title="New", parameters=("query:z",), status=500)])
        assert _ids(survey) == ids
        first, second = survey.read(read_pages)
        assert (first.title, first.status, first.run) == ("New", 500, 2)
        assert (second.title, second.status, second.run) == ("Item 2", 200, 1)
        with survey.reading() as connection:
            names = connection.execute(
                select(schema.parameters.c.name).where(
                    schema.parameters.c.page_id == ids[first.key]
                )
            )
            assert names.scalars().all() == ["query:z"]
        counts = {form.signature: form.pages for form in survey.read(read_forms)}
        assert counts == {SEARCH.signature: 2, LOGIN.signature: 0}


def test_of_a_key_twice_in_one_batch_the_last_counts(target: str) -> None:
    with survey_at(target) as survey:
        write(survey, [page(1, title="a"), page(2), page(1, title="b")])
        assert [row.title for row in survey.read(read_pages)] == ["b", "Item 2"]


def _ids(survey: Survey) -> dict[str, int]:
    with survey.reading() as connection:
        query = select(schema.pages.c.key, schema.pages.c.id)
        return {row.key: row.id for row in connection.execute(query)}


SIX = [
    page(
        number,
        forms=(SEARCH, Form(f"http://h.test/e/{number}", "POST", signature="POST e")),
        vector=Vector({number % 3: 1.0}, number),
    )
    for number in range(6)
]


@given(st.permutations(SIX), st.lists(st.integers(1, 5), max_size=4), st.booleans())
@settings(deadline=None, max_examples=15)
def test_order_and_batches_leave_no_trace(
    pages: list[Page], cuts: list[int], twice: bool
) -> None:
    bounds = [0, *sorted(cuts), len(pages)]
    batches = [pages[first:last] for first, last in pairwise(bounds)]
    assert _written([*batches, *([pages] if twice else [])]) == _written_at_once()


@cache
def _written_at_once() -> list[str]:
    return _written([SIX])


def _written(batches: list[list[Page]]) -> list[str]:
    with (
        tempfile.TemporaryDirectory() as folder,
        survey_at(Path(folder) / "s") as survey,
    ):
        run = start(survey)
        for batch in batches:
            write(survey, batch, run)
        return _content(survey)


def _content(survey: Survey) -> list[str]:
    """What the readers tell, ids of rows apart."""
    return [
        repr(row) for reader in (read_pages, read_forms) for row in survey.read(reader)
    ]


def test_values_of_a_form_are_those_of_the_smallest_key(target: str) -> None:
    def shown(number: int) -> Page:
        form = Form(
            f"http://h.test/edit/{number}",
            "POST",
            fields=(Field("id", "hidden", str(number)),),
            signature="POST edit",
        )
        return page(number, forms=(form,))

    with survey_at(target) as survey:
        for batch in ([5, 9], [3], [7, 4]):
            write(survey, [shown(number) for number in batch])
        (form,) = survey.read(read_forms)
        assert form.action == "http://h.test/edit/3"
        assert form.action_shape == "http://h.test/edit/{int}"
        assert [field.value for field in form.fields] == ["3"]
        assert form.page == page(3).key
        assert form.pages == 5


def test_links_are_kept_on_request_only(target: str) -> None:
    linked = page(links=(Link("http://h.test/x", "a@href", "X"),) * 2)
    with survey_at(target) as survey:
        write(survey, [linked])
        assert dump(survey)["links"] == []
        context = Context(1, FORMAT, links=True)
        for _ in range(2):
            with survey.writing() as connection:
                write_pages(connection, [linked], context)
        assert len(dump(survey)["links"]) == 2


def test_decisions_add_up_and_a_fetch_takes_them_back(target: str) -> None:
    with survey_at(target) as survey:
        run = start(survey)
        url = page(1).url
        with survey.writing() as connection:
            decided = [
                Decision("http://o.test/", "out-of-scope", "", "http://h.test/"),
                Decision(url, "depth", "3"),
                Decision("http://o.test/", "out-of-scope", "", "http://h.test/2"),
            ]
            write_decisions(connection, decided, run)
            write_decisions(connection, [Decision(url, "budget", count=5)], run)
        rows = list(survey.read(read_decisions))
        assert [(row.url, row.rule, row.count) for row in rows] == [
            (url, "budget", 6),
            ("http://o.test/", "out-of-scope", 2),
        ]
        assert rows[1].source == "http://h.test/2"
        assert survey.summary().decisions == {"budget": 1, "out-of-scope": 1}
        write(survey, [page(1)], run)
        assert survey.summary().decisions == {"out-of-scope": 1}


def test_items_of_any_class(target: str) -> None:
    with survey_at(target) as survey:
        run = start(survey)
        with survey.writing() as connection:
            found = [
                Item({"price": 3.5, "tags": {"b", "a"}, "raw": b"\xff"}, "http://h/"),
                Item(SEARCH, kind="Form"),
            ]
            write_items(connection, found, run)
        one, two = survey.read(read_items)
        assert one.data == {"price": 3.5, "tags": ["a", "b"], "raw": "/w=="}
        assert two.data["fields"][0]["name"] == "q"
        assert (one.url, two.kind, survey.summary().items) == ("http://h/", "Form", 2)
