"""Writing pages, decisions and items, inside a transaction of the caller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawler.store import encode
from crawler.store.schema import (
    decisions,
    fields,
    items,
    links,
    page_forms,
    parameters,
    skeletons,
    submitters,
    vectors,
)
from crawler.store.statements import (
    delete_where,
    insert_all,
    insert_new,
    next_generation,
    upsert_decisions,
    upsert_forms,
    upsert_pages,
)
from crawler.store.text import bounded, clean, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from crawler.items import Form, Page
    from crawler.store.encode import Row, VectorFormat


@dataclass(frozen=True, slots=True)
class Context:
    """Who writes: the run, how its vectors are made, whether links are kept."""

    run_id: int
    vectors: VectorFormat
    links: bool = False


@dataclass(slots=True)
class Decision:
    """Why a URL was not fetched."""

    url: str
    rule: str
    detail: str = ""
    source: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a spider of one's own."""

    data: Any
    url: str = ""
    kind: str = ""


def write_pages(
    connection: Connection, batch: Sequence[Page], context: Context
) -> None:
    """Upsert the pages by key, each with its vector, forms and parameters.

    Of a key that is there twice the last page counts. A page whose structure
    changed leaves its cluster, and the survey is not final any more.
    """
    # In the order of the key, so that two processes lock rows in one order.
    by_key = {bounded(page.key or page.url): page for page in batch}
    by_key = dict(sorted(by_key.items()))
    if not by_key:
        return
    ids = _upsert_pages(connection, by_key, context)
    _upsert_forms(connection, by_key)
    _replace_parts(
        connection, {ids[key]: page for key, page in by_key.items()}, context
    )
    delete_where(connection, decisions, "url", _fetched(by_key.values()))
    connection.execute(next_generation())


def _upsert_pages(
    connection: Connection, by_key: dict[str, Page], context: Context
) -> dict[str, int]:
    """Ids of the pages by key."""
    rows: list[Row] = []
    vector_rows: dict[str, Row] = {}
    skeleton_rows: dict[str, Row] = {}
    for page in by_key.values():
        row = encode.page_row(page, context.run_id)
        rows.append(row)
        if page.vector is not None:
            part = encode.vector_row(page.vector, context.vectors)
            row["vector_digest"] = part["digest"]
            vector_rows[part["digest"]] = part
        if page.skeleton:
            part = encode.skeleton_row(page.skeleton)
            row["skeleton_digest"] = part["digest"]
            skeleton_rows[part["digest"]] = part
    dialect = connection.dialect.name
    for table, new in ((vectors, vector_rows), (skeletons, skeleton_rows)):
        if new:
            parts = [part for _, part in sorted(new.items())]
            connection.execute(insert_new(dialect, table), parts)
    written = connection.execute(upsert_pages(dialect), rows)
    return {row.key: row.id for row in written}


def _upsert_forms(connection: Connection, by_key: dict[str, Page]) -> None:
    """Keep of each form what the page with the smallest key shows."""
    first: dict[str, tuple[Form, Row]] = {}
    for key, page in by_key.items():
        for form in page.forms:
            row = encode.form_row(form, key)
            first.setdefault(row["signature"], (form, row))
    if not first:
        return
    rows = [first[signature][1] for signature in sorted(first)]
    written = connection.execute(upsert_forms(connection.dialect.name), rows)
    signatures = sorted(row.signature for row in written)
    delete_where(connection, fields, "signature", signatures)
    delete_where(connection, submitters, "signature", signatures)
    for table, encoded in (
        (fields, encode.field_rows),
        (submitters, encode.submitter_rows),
    ):
        insert_all(
            connection,
            table,
            [row for signature in signatures for row in encoded(first[signature][0])],
        )


def _replace_parts(
    connection: Connection, by_id: dict[int, Page], context: Context
) -> None:
    """What hangs on a page is what its last fetch showed."""
    parts = [(page_forms, encode.page_form_rows), (parameters, encode.parameter_rows)]
    if context.links:
        parts.append((links, encode.link_rows))
    for table, encoded in parts:
        delete_where(connection, table, "page_id", list(by_id))
        insert_all(
            connection,
            table,
            [row for page_id, page in by_id.items() for row in encoded(page, page_id)],
        )


def write_decisions(
    connection: Connection, batch: Sequence[Decision], run_id: int
) -> None:
    """Upsert decisions by URL: the last reason stands, occurrences add up."""
    rows: dict[str, Row] = {}
    for decision in batch:
        url = bounded(decision.url)
        count = decision.count + (rows[url]["count"] if url in rows else 0)
        rows[url] = {
            "url": url,
            "rule": clean(decision.rule, 32),
            "detail": clean(decision.detail, 1_000),
            "source": clean(decision.source),
            "count": count,
            "run_id": run_id,
        }
    if not rows:
        return
    connection.execute(
        upsert_decisions(connection.dialect.name), [rows[url] for url in sorted(rows)]
    )


def write_items(connection: Connection, batch: Sequence[Item], run_id: int) -> None:
    insert_all(
        connection,
        items,
        [
            {
                "run_id": run_id,
                "url": clean(item.url),
                "kind": clean(item.kind, 255),
                "data": plain(item.data),
            }
            for item in batch
        ],
    )


def _fetched(batch: Iterable[Page]) -> list[str]:
    return [bounded(page.url) for page in batch]
