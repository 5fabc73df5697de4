"""Pages and surveys for the tests of the store."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import select

from crawler.items import Field, Form, Limits, Page, Submitter, Vector
from crawler.store import Survey, SurveyWriter, VectorFormat
from crawler.store.pages import Context, write_pages
from crawler.store.schema import metadata

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def pack(vector: Vector) -> bytes:
    return b"".join(
        struct.pack("<Qd", *pair) for pair in sorted(vector.features.items())
    )


FORMAT = VectorFormat(parser="lexbor 2", recipe="features 1 default", pack=pack)

SEARCH = Form(
    action="http://h.test/find",
    fields=(
        Field("q", "text", limits=Limits(pattern="[a-z]+", minlength=2, maxlength=9)),
        Field("in", "select-one", "a", ("a", "b")),
    ),
    submitters=(Submitter("go", "Go", label="Find"),),
    signature="GET http://h.test/find q",
)
LOGIN = Form(
    action="http://h.test/in",
    method="POST",
    fields=(Field("u", "text"), Field("p", "password", required=True)),
    signature="POST http://h.test/in u p",
)


def page(number: int = 1, **changes: Any) -> Page:
    url = f"http://h.test/item/{number:04}?b=1&a=2"
    values: dict[str, Any] = {
        "url": url,
        "key": f"http://h.test/item/{number:04}?a=2&b=1",
        "title": f"Item {number}",
        "content_type": "text/html; charset=utf-8",
        "length": 1000 + number,
        "host": "h.test",
        "shape": "http://h.test/item/{int}?a&b",
        "vector": Vector({1: 0.25, 2**64 - 1: 0.75}, 40),
        "skeleton": b"tree",
        "forms": (SEARCH,),
        "parameters": ("query:a", "query:b"),
        "fetched_at": "2026-01-01T00:00:00.000+00:00",
    }
    return Page(**(values | changes))


@contextmanager
def survey_at(target: str | Path) -> Iterator[Survey]:
    with Survey.open(target, create=True) as survey:
        yield survey


def start(survey: Survey) -> int:
    return survey.start_run("inspect", arguments={}, settings={}, versions={})


def write(survey: Survey, pages: Sequence[Page], run_id: int | None = None) -> None:
    """All pages in one transaction."""
    context = Context(run_id or start(survey), FORMAT)
    with survey.writing() as connection:
        write_pages(connection, pages, context)


@contextmanager
def writer_of(survey: Survey, **options: Any) -> Iterator[SurveyWriter]:
    with SurveyWriter(survey, start(survey), FORMAT, **options) as writer:
        yield writer


def dump(
    survey: Survey, *, without: Sequence[str] = ("meta", "runs")
) -> dict[str, Any]:
    """Every row of every table, but for what tells the time."""
    with survey.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in metadata.sorted_tables
            if table.name not in without
        }


def keys_in(target: str | Path) -> set[str]:
    """What another program finds in the database."""
    if str(target).startswith("postgresql"):
        plain = str(target).replace("+psycopg", "")
        with psycopg.connect(plain) as server:
            return {key for (key,) in server.execute("SELECT key FROM pages")}
    connection = sqlite3.connect(target)
    found = {key for (key,) in connection.execute("SELECT key FROM pages")}
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    return found
