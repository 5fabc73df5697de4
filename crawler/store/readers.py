"""What a survey holds, streamed row by row in an order that never changes.

Each reader takes a connection whose transaction it reads in, and yields the rows of
:mod:`crawler.store.rows`. Orders are by code point (see the schema).
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from crawler.store import rows
from crawler.store.clusters import is_final
from crawler.store.schema import (
    clusters,
    decisions,
    fields,
    forms,
    items,
    page_forms,
    pages,
    parameters,
    representatives,
    runs,
    submitters,
    vectors,
)
from crawler.store.streaming import stream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Select, Table

_AT_ONCE = 500


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def summary(connection: Connection) -> rows.Summary:
    statuses: dict[str, int] = {}
    for status, count in connection.execute(
        select(pages.c.status, func.count()).group_by(pages.c.status).order_by("status")
    ):
        name = f"{status // 100}xx"
        statuses[name] = statuses.get(name, 0) + count
    twins = dict(_pairs(connection, pages, "twin_kind"))
    names = select(func.count(parameters.c.name.distinct()))
    return rows.Summary(
        pages=sum(statuses.values()),
        by_status=statuses,
        content_twins=twins.get("content", 0),
        near_twins=twins.get("near", 0),
        clusters=_count(connection, clusters),
        representatives=_count(connection, representatives),
        forms=_count(connection, forms),
        parameters=int(connection.execute(names).scalar_one()),
        decisions=dict(_pairs(connection, decisions, "rule")),
        items=_count(connection, items),
        final=is_final(connection),
    )


def _pairs(
    connection: Connection, table: Table, column: str
) -> Iterator[tuple[str, int]]:
    value = table.c[column]
    query = select(value, func.count()).group_by(value).order_by(value)
    yield from ((name, count) for name, count in connection.execute(query))


def read_runs(connection: Connection) -> Iterator[rows.RunRow]:
    for row in stream(connection, select(runs).order_by(runs.c.id)):
        yield rows.RunRow(**row._mapping)


def read_keys(connection: Connection) -> Iterator[str]:
    """Keys of the pages, as :func:`crawler.store.text.bounded` leaves them."""
    for row in stream(connection, select(pages.c.key)):
        yield row.key


def read_pages(connection: Connection) -> Iterator[rows.PageRow]:
    """Pages by key."""
    query = (
        select(
            *(
                pages.c[name]
                for name in (
                    *("url", "key", "status", "depth", "referrer", "title"),
                    *("content_type", "kind", "length", "host", "shape"),
                    *("redirected_from", "canonical_link", "body_digest"),
                    *("similarity", "twin", "twin_kind", "notes", "guessed"),
                    *("fetched_at", "relevance", "warc_file", "warc_offset"),
                )
            ),
            vectors.c.nodes,
            vectors.c.capped,
            pages.c.vector_digest.label("vector"),
            pages.c.cluster_id.label("cluster"),
            pages.c.run_id.label("run"),
        )
        .select_from(pages.outerjoin(vectors))
        .order_by(pages.c.key)
    )
    for row in stream(connection, query):
        yield rows.PageRow(**row._mapping)


def read_representatives(
    connection: Connection,
) -> Iterator[rows.RepresentativeRow]:
    """Representatives by cluster and rank."""
    query = (
        select(
            *(
                pages.c[name]
                for name in ("url", "key", "status", "kind", "title", "shape")
            ),
            representatives.c.cluster_id.label("cluster"),
            representatives.c.rank,
            representatives.c.reason,
            clusters.c.size,
        )
        .select_from(representatives)
        .join(pages, pages.c.id == representatives.c.page_id)
        .join(clusters, clusters.c.id == representatives.c.cluster_id)
        .order_by(representatives.c.cluster_id, representatives.c.rank)
    )
    for row in stream(connection, query):
        yield rows.RepresentativeRow(**row._mapping)


def read_clusters(connection: Connection) -> Iterator[rows.ClusterRow]:
    """Clusters by id, each with all its members by key."""
    leader = pages.alias("leader")
    query = (
        select(
            clusters.c.id,
            clusters.c.partition,
            clusters.c.size,
            func.coalesce(leader.c.url, clusters.c.leader).label("leader"),
            pages.c.url,
            pages.c.similarity,
            representatives.c.rank,
            func.coalesce(representatives.c.reason, "").label("reason"),
        )
        .select_from(clusters)
        .join(pages, pages.c.cluster_id == clusters.c.id)
        .outerjoin(leader, leader.c.key == clusters.c.leader)
        .outerjoin(representatives, representatives.c.page_id == pages.c.id)
        .order_by(clusters.c.id, pages.c.key)
    )
    for _, group in groupby(stream(connection, query), lambda row: row.id):
        found = list(group)
        first = found[0]
        members = [
            rows.ClusterMember(row.url, row.similarity, row.rank, row.reason)
            for row in found
        ]
        yield rows.ClusterRow(
            first.id, first.partition, first.leader, first.size, members
        )


def read_forms(connection: Connection) -> Iterator[rows.FormRow]:
    """Forms by action, method and signature, with their controls."""
    shown = (
        select(page_forms.c.signature, func.count().label("pages"))
        .group_by(page_forms.c.signature)
        .subquery()
    )
    query = (
        select(forms, func.coalesce(shown.c.pages, 0).label("pages"))
        .outerjoin(shown, shown.c.signature == forms.c.signature)
        .order_by(forms.c.action_shape, forms.c.method, forms.c.signature)
    )
    found = connection.execute(query).all()  # bounded by the forms of the site's code
    for start in range(0, len(found), _AT_ONCE):
        some = found[start : start + _AT_ONCE]
        signatures = [row.signature for row in some]
        controls = _parts(connection, fields, signatures)
        buttons = _parts(connection, submitters, signatures)
        for row in some:
            yield rows.FormRow(
                signature=row.signature,
                method=row.method,
                action=row.action,
                action_shape=row.action_shape,
                enctype=row.enctype,
                name=row.name,
                page=row.page_key,
                pages=row.pages,
                kind=row.kind,
                probability=row.probability,
                fields=[rows.FieldRow(**part) for part in controls[row.signature]],
                submitters=[
                    rows.SubmitterRow(**part) for part in buttons[row.signature]
                ],
            )


def _parts(
    connection: Connection, table: Table, signatures: list[str]
) -> dict[str, list[dict[str, Any]]]:
    """Rows of the forms' fields or submitters, in order, by signature."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in signatures}
    query = (
        select(table)
        .where(table.c.signature.in_(signatures))
        .order_by(table.c.signature, table.c.position)
    )
    for row in connection.execute(query):
        part = dict(row._mapping)
        del part["position"]
        if table is fields:
            part["limits"] = part["limits"] or {}
        found[part.pop("signature")].append(part)
    return found


def read_parameters(connection: Connection) -> Iterator[rows.ParameterRow]:
    """Parameters by name, ``body`` before ``query``."""
    shown = (
        select(
            parameters.c.name,
            func.count().label("pages"),
            func.min(pages.c.key).label("key"),
        )
        .join(pages, pages.c.id == parameters.c.page_id)
        .group_by(parameters.c.name)
        .subquery()
    )
    query = (
        select(shown.c.name, shown.c.pages, pages.c.url)
        .join(pages, pages.c.key == shown.c.key)
        .order_by(shown.c.name)
    )
    for row in stream(connection, query):
        place, _, name = row.name.partition(":")
        yield rows.ParameterRow(place, name, row.pages, row.url)


def _with_run(table: Table) -> Select[Any]:
    columns = [column for column in table.c if column.name != "run_id"]
    return select(*columns, table.c.run_id.label("run"))


def read_decisions(connection: Connection) -> Iterator[rows.DecisionRow]:
    """Decisions by URL."""
    for row in stream(connection, _with_run(decisions).order_by(decisions.c.url)):
        yield rows.DecisionRow(**row._mapping)


def read_items(connection: Connection) -> Iterator[rows.ItemRow]:
    """Items in the order they were stored."""
    for row in stream(connection, _with_run(items).order_by(items.c.id)):
        yield rows.ItemRow(**row._mapping)
