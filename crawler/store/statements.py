"""The statements that a writer repeats, built once for each dialect.

Building one costs SQLAlchemy more than running it: a transaction of one page took
3.1 ms of CPU with all of them built anew, 1.0 ms with none.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Integer, Text, bindparam, case, cast, delete, update
from sqlalchemy.dialects import postgresql, sqlite

from crawler.store.schema import decisions, forms, meta, pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import ColumnElement, Connection, Delete, Insert, Table, Update
    from sqlalchemy.sql.dml import ReturningInsert


def insert_into(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """INSERT of the dialect, which knows ``ON CONFLICT``."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


@cache
def insert_new(dialect: str, table: Table) -> Insert:
    """Rows whose primary key is known stay as they are."""
    return insert_into(dialect, table).on_conflict_do_nothing()


@cache
def upsert_meta(dialect: str) -> Insert:
    statement = insert_into(dialect, meta)
    return statement.on_conflict_do_update(
        index_elements=["key"], set_={"value": statement.excluded.value}
    )


@cache
def upsert_pages(dialect: str) -> ReturningInsert[tuple[str, int]]:
    """A page whose structure changed leaves its cluster; returns key and id."""
    statement = insert_into(dialect, pages)
    new = statement.excluded
    kept = ("id", "key", "cluster_id", "similarity")
    changed: dict[str, ColumnElement[Any]] = {
        column.name: new[column.name] for column in pages.c if column.name not in kept
    }
    same = pages.c.vector_digest.is_not_distinct_from(new.vector_digest)
    for name in ("cluster_id", "similarity"):
        changed[name] = case((same, pages.c[name]), else_=None)
    statement = statement.on_conflict_do_update(index_elements=["key"], set_=changed)
    return statement.returning(pages.c.key, pages.c.id)


@cache
def upsert_forms(dialect: str) -> ReturningInsert[tuple[str]]:
    """The page with the smallest key tells what a form is; returns what it told."""
    statement = insert_into(dialect, forms)
    statement = statement.on_conflict_do_update(
        index_elements=["signature"],
        set_={column.name: statement.excluded[column.name] for column in forms.c},
        where=statement.excluded.page_key <= forms.c.page_key,
    )
    return statement.returning(forms.c.signature)


@cache
def upsert_decisions(dialect: str) -> Insert:
    """The last reason stands, occurrences add up."""
    statement = insert_into(dialect, decisions)
    new = statement.excluded
    changed = {name: new[name] for name in ("rule", "detail", "source", "run_id")}
    return statement.on_conflict_do_update(
        index_elements=["url"],
        set_=changed | {"count": decisions.c.count + new["count"]},
    )


@cache
def next_generation() -> Update:
    value = cast(cast(meta.c.value, Integer) + 1, Text)
    return update(meta).where(meta.c.key == "generation").values(value=value)


@cache
def _delete(table: Table, column: str) -> Delete:
    return delete(table).where(table.c[column] == bindparam("value"))


def delete_where(
    connection: Connection, table: Table, column: str, values: Iterable[Any]
) -> None:
    """Delete the rows whose *column* is one of *values*."""
    rows = [{"value": value} for value in values]
    if rows:
        connection.execute(_delete(table, column), rows)


def insert_all(
    connection: Connection, table: Table, rows: Sequence[dict[str, Any]]
) -> None:
    """Insert the rows, of which there may be none."""
    if rows:
        connection.execute(_insert(table), rows)


@cache
def _insert(table: Table) -> Insert:
    return table.insert()
