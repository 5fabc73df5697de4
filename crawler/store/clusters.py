"""The survey as the clustering sees it: members out, clusters in."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import bindparam, delete, literal, select, update

from crawler.store.rows import MemberRow
from crawler.store.schema import (
    clusters,
    meta,
    page_forms,
    pages,
    parameters,
    representatives,
    skeletons,
    vectors,
)
from crawler.store.statements import insert_all, upsert_meta
from crawler.store.streaming import stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Table


class RepresentativeLike(Protocol):
    @property
    def key(self) -> str: ...
    @property
    def reason(self) -> str: ...


class ClusterLike(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def partition(self) -> str: ...
    @property
    def leader(self) -> str: ...
    @property
    def members(self) -> Sequence[str]: ...
    @property
    def similarities(self) -> Sequence[float]: ...
    @property
    def representatives(self) -> Sequence[RepresentativeLike]: ...


class ClusteringLike(Protocol):
    """A finished clustering: each page, by key, in one cluster at most."""

    @property
    def clusters(self) -> Sequence[ClusterLike]: ...


def read_meta(connection: Connection) -> dict[str, str]:
    return dict(connection.execute(select(meta.c.key, meta.c.value)).all())


def write_meta(connection: Connection, values: Mapping[str, str]) -> None:
    connection.execute(
        upsert_meta(connection.dialect.name),
        [{"key": key, "value": value} for key, value in sorted(values.items())],
    )


def dump_options(options: Mapping[str, Any]) -> str:
    """Options as text that is equal for equal options."""
    return json.dumps(dict(options), sort_keys=True)


def load_options(connection: Connection) -> dict[str, Any] | None:
    found = read_meta(connection).get("cluster_options")
    return None if found is None else dict(json.loads(found))


def is_final(connection: Connection) -> bool:
    """Whether the clusters are those of the pages and options of now."""
    known = read_meta(connection)
    return known.get("final") == known["generation"] and known.get(
        "final_options"
    ) == known.get("cluster_options")


def recipes(connection: Connection) -> set[str]:
    """How the vectors that pages have were made."""
    used = vectors.c.digest.in_(select(pages.c.vector_digest))
    found = connection.execute(select(vectors.c.recipe).where(used).distinct())
    return set(found.scalars())


def member_rows(connection: Connection, *, with_skeletons: bool) -> Iterator[MemberRow]:
    """All pages, in the order of the key (by code point)."""
    signatures = _by_page(connection, page_forms, "signature")
    names = _by_page(connection, parameters, "name")
    skeleton = skeletons.c.data if with_skeletons else literal(None)
    source = pages.outerjoin(vectors)
    if with_skeletons:
        source = source.outerjoin(skeletons)
    query = (
        select(
            pages.c.id,
            pages.c.key,
            pages.c.host,
            pages.c.status,
            pages.c.kind,
            pages.c.shape,
            pages.c.skeleton_digest,
            pages.c.notes,
            vectors,
            skeleton.label("skeleton"),
        )
        .select_from(source)
        .order_by(pages.c.key)
    )
    for row in stream(connection, query):
        yield MemberRow(
            key=row.key,
            host=row.host,
            status=row.status,
            kind=row.kind,
            shape=row.shape,
            vector=row.digest or "",
            features=row.features or b"",
            recipe=row.recipe or "",
            skeleton_digest=row.skeleton_digest or "",
            skeleton=row.skeleton or b"",
            signatures=tuple(signatures.get(row.id, ())),
            parameters=tuple(names.get(row.id, ())),
            notes=tuple(row.notes or ()),
        )


def _by_page(connection: Connection, table: Table, column: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    known: dict[str, str] = {}  # one string object for all pages that share it
    query = select(table.c.page_id, table.c[column]).order_by(*table.primary_key)
    for page_id, value in stream(connection, query):
        found[page_id].append(known.setdefault(value, value))
    return found


def replace_clusters(
    connection: Connection, clustering: ClusteringLike, generation: str, options: str
) -> None:
    """Put the clusters in place of all there were, and remember what they are of.

    Pages written since *generation* was read leave the survey not final.
    """
    connection.execute(delete(representatives))
    connection.execute(delete(clusters))
    connection.execute(
        update(pages)
        .where(pages.c.cluster_id.is_not(None))
        .values(cluster_id=None, similarity=None)
    )
    found = clustering.clusters
    if found:
        connection.execute(clusters.insert(), [_cluster_row(one) for one in found])
        _assign(connection, found)
    write_meta(
        connection,
        {"final": generation, "final_options": options, "cluster_options": options},
    )


def _cluster_row(cluster: ClusterLike) -> dict[str, Any]:
    return {
        "id": cluster.id,
        "partition": cluster.partition,
        "leader": cluster.leader,
        "size": len(cluster.members),
    }


def _assign(connection: Connection, found: Sequence[ClusterLike]) -> None:
    ids = dict(connection.execute(select(pages.c.key, pages.c.id)).all())
    connection.execute(
        update(pages).where(pages.c.id == bindparam("page_id")),
        [
            {"page_id": ids[key], "cluster_id": one.id, "similarity": similarity}
            for one in found
            for key, similarity in zip(one.members, one.similarities, strict=True)
        ],
    )
    insert_all(
        connection,
        representatives,
        [
            {
                "cluster_id": one.id,
                "rank": rank,
                "page_id": ids[chosen.key],
                "reason": chosen.reason,
            }
            for one in found
            for rank, chosen in enumerate(one.representatives, 1)
        ],
    )
