"""One survey as a side of a comparison."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import inspect, select

from crawler.store import harvests, interfaces, readers
from crawler.store.schema import (
    clusters,
    decisions,
    page_forms,
    pages,
    parameters,
    vectors,
)
from crawler.store.schema_harvest import harvests as harvest_table
from crawler.store.schema_interface import interfaces as interface_table
from crawler.store.streaming import stream
from crawler.urls import canonical_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Table

    from crawler.store import Survey
    from crawler.store.interfaces import InterfaceRow
    from crawler.store.rows import FormRow, RunRow
    from crawler.store.rows_harvest import HarvestRow

# Rules of URLs that were in the queue when the crawl ended.
_LEFT: Final = frozenset({"budget", "not-reached"})


@dataclass(frozen=True, slots=True)
class PageState:
    """A page as far as it is compared."""

    key: str
    url: str
    referrer: str
    status: int
    kind: str
    title: str
    vector: str
    skeleton: str
    cluster: int | None

    def looks_like(self, other: PageState) -> bool:
        """Whether the two have one structure, by whatever options it was measured."""
        return self.vector == other.vector or (
            self.skeleton == other.skeleton and bool(self.skeleton)
        )


@dataclass(frozen=True, slots=True, eq=False)
class ClusterState:
    """A cluster as far as it is compared; equal to nothing but itself."""

    id: int
    partition: str
    leader: str
    vector: str
    nodes: int
    shape: str
    """Of the URL of the leader."""
    members: tuple[str, ...]
    """Keys."""


@dataclass
class Side:
    """What one survey has, by what is the same in another."""

    name: str
    runs: list[RunRow]
    pages: dict[str, PageState]
    clusters: dict[int, ClusterState]
    forms: dict[str, FormRow]
    form_pages: dict[str, set[str]]
    """Signature -> keys of the pages that show the form."""
    parameter_pages: dict[str, set[str]]
    """``place:name`` -> the same."""
    rules: dict[str, str]
    """URL -> rule by which it was not fetched."""
    harvests: dict[str, HarvestRow] = field(default_factory=dict)
    interfaces: dict[tuple[str, str], InterfaceRow] = field(default_factory=dict)
    """By site and signature."""
    _by_page: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether each URL that was met is a page or has a rule.

        It is when the crawl came to its end, or has written what was left.
        """
        if not self.runs:
            return False
        return self.runs[-1].reason == "finished" or bool(
            _LEFT & set(self.rules.values())
        )

    def page_of(self, url: str) -> PageState | None:
        """The page that a URL led to, if it was fetched."""
        found = self.pages.get(url)
        return found or self.pages.get(canonical_key(url)) if url else None

    def showing(self, what: str, cluster: ClusterState) -> dict[str, list[str]]:
        """``forms`` or ``parameters`` of a cluster, with its pages that show them."""
        if what not in self._by_page:
            table = self.form_pages if what == "forms" else self.parameter_pages
            index: dict[str, list[str]] = defaultdict(list)
            for thing, keys in table.items():
                for key in keys:
                    index[key].append(thing)
            self._by_page[what] = index
        found: dict[str, list[str]] = defaultdict(list)
        for key in cluster.members:
            for thing in self._by_page[what].get(key, ()):
                found[thing].append(key)
        return found

    def rule_of(self, page: PageState) -> str:
        """The rule by which this survey did not fetch another one's page."""
        return self.rules.get(page.url) or self.rules.get(page.key, "")


def read_side(survey: Survey) -> Side:
    """Read a survey, which is to be final."""
    with survey.reading() as connection:
        keys: dict[int, str] = {}
        found = _pages(connection, keys)
        rules = select(decisions.c.url, decisions.c.rule)
        return Side(
            name=survey.target,
            runs=list(readers.read_runs(connection)),
            pages=found,
            clusters=_clusters(connection, found),
            forms={form.signature: form for form in readers.read_forms(connection)},
            form_pages=_shown(connection, page_forms, "signature", keys),
            parameter_pages=_shown(connection, parameters, "name", keys),
            rules=dict(connection.execute(rules).all()),
            harvests=_harvests(connection),
            interfaces=_interfaces(connection),
        )


def _pages(connection: Connection, keys: dict[int, str]) -> dict[str, PageState]:
    """Pages by key; their ids go into *keys*."""
    names = ("id", "key", "url", "referrer", "status", "kind", "title")
    query = select(
        *(pages.c[name] for name in names),
        pages.c.vector_digest,
        pages.c.skeleton_digest,
        pages.c.cluster_id,
    ).order_by(pages.c.key)
    found: dict[str, PageState] = {}
    for row in stream(connection, query):
        keys[row.id] = row.key
        found[row.key] = PageState(
            key=row.key,
            url=row.url,
            referrer=row.referrer,
            status=row.status,
            kind=row.kind,
            title=row.title,
            vector=row.vector_digest or "",
            skeleton=row.skeleton_digest or "",
            cluster=row.cluster_id,
        )
    return found


def _clusters(
    connection: Connection, found: Mapping[str, PageState]
) -> dict[int, ClusterState]:
    members: dict[int, list[str]] = defaultdict(list)
    for key, page in found.items():
        if page.cluster is not None:
            members[page.cluster].append(key)
    query = (
        select(clusters, pages.c.shape, vectors.c.digest, vectors.c.nodes)
        .outerjoin(pages, pages.c.key == clusters.c.leader)
        .outerjoin(vectors, vectors.c.digest == pages.c.vector_digest)
        .order_by(clusters.c.id)
    )
    return {
        row.id: ClusterState(
            id=row.id,
            partition=row.partition,
            leader=row.leader,
            vector=row.digest or "",
            nodes=row.nodes or 0,
            shape=row.shape or "",
            members=tuple(members[row.id]),
        )
        for row in connection.execute(query)
    }


def _shown(
    connection: Connection, table: Table, column: str, keys: Mapping[int, str]
) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    query = select(table.c.page_id, table.c[column])
    for page_id, value in stream(connection, query):
        found[value].add(keys[page_id])
    return dict(found)


def _harvests(connection: Connection) -> dict[str, HarvestRow]:
    if harvest_table.name not in inspect(connection).get_table_names():
        return {}
    return {row.signature: row for row in harvests.read_harvests(connection)}


def _interfaces(connection: Connection) -> dict[tuple[str, str], InterfaceRow]:
    if interface_table.name not in inspect(connection).get_table_names():
        return {}
    rows = interfaces.read_interfaces(connection)
    return {(row.site, row.signature): row for row in rows}


def told(side: Side) -> dict[str, Any]:
    """Which survey it is."""
    last = side.runs[-1] if side.runs else None
    return {
        "survey": side.name,
        "spider": last.spider if last else "",
        "started": side.runs[0].started if side.runs else "",
        "ended": (last.ended if last else None) or "",
        "reason": (last.reason if last else None) or "",
        "pages": len(side.pages),
    }
