"""Pages, clusters and shapes of a survey as compact columns.

A page is a place in all columns. What pages have in common (forms, parameters,
notes, kinds) is written once, and each page has the number of its set.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from crawler.report.html_text import visible
from crawler.report.html_words import reason_words
from crawler.store.schema import clusters, page_forms, pages, parameters
from crawler.store.schema import representatives as chosen
from crawler.store.streaming import stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection, Table

MAX_PAGES: Final = 50_000
"""Pages that are listed; all are counted."""
_MAX_URL: Final = 2_100
_MAX_SHOWN: Final = 200  # forms or parameters of one page


@dataclass
class Sets:
    """Different tuples, each with its number; the empty one is 0."""

    known: dict[tuple[Any, ...], int] = field(default_factory=lambda: {(): 0})

    def number(self, *parts: Any) -> int:
        """The number of a set, a new one when it is."""
        return self.known.setdefault(parts, len(self.known))

    def listed(self) -> list[list[Any]]:
        return [list(parts) for parts in self.known]


def page_data(
    connection: Connection, forms: Mapping[str, int], names: Mapping[str, int]
) -> dict[str, Any]:
    """Columns of all pages, and the clusters that are made of them.

    *forms* and *names* number signatures and parameters.
    """
    keep = _kept(connection)
    shows = _by_page(connection, page_forms, "signature", forms)
    takes = _by_page(connection, parameters, "name", names)
    sets = {name: Sets() for name in ("kinds", "forms", "parameters", "notes")}
    columns: dict[str, list[Any]] = defaultdict(list)
    places: dict[int, int] = {}
    by_key: dict[str, int] = {}
    twins: dict[int, list[str]] = {}
    for row in _pages(connection, keep):
        place = places[row.id] = by_key[row.key] = len(places)
        columns["url"].append(visible(row.url, _MAX_URL))
        columns["title"].append(visible(row.title))
        columns["status"].append(row.status)
        columns["depth"].append(row.depth)
        columns["length"].append(row.length)
        # Numbers of clusters begin with 0.
        columns["cluster"].append(-1 if row.cluster_id is None else row.cluster_id)
        near = row.similarity
        columns["similarity"].append(-1 if near is None else round(near, 4))
        columns["kind"].append(sets["kinds"].number(visible(row.kind, 16)))
        columns["forms"].append(sets["forms"].number(*shows.get(row.id, ())))
        columns["parameters"].append(sets["parameters"].number(*takes.get(row.id, ())))
        notes = [visible(note, 120) for note in row.notes or ()]
        columns["notes"].append(sets["notes"].number(*notes))
        if row.twin:
            twins[place] = [visible(row.twin_kind, 16), visible(row.twin, _MAX_URL)]
    return {
        "pages": dict(columns),
        "sets": {name: found.listed() for name, found in sets.items()},
        "twins": twins,
        "clusters": _clusters(connection, by_key),
        "representatives": _representatives(connection, places, dict(forms)),
    }


def _kept(connection: Connection) -> set[int] | None:
    """Ids of the pages to list when there are too many: representatives first."""
    count = sum(1 for _ in connection.execute(select(pages.c.id)))
    if count <= MAX_PAGES:
        return None
    found = set(connection.execute(select(chosen.c.page_id)).scalars())
    query = select(pages.c.id).order_by(pages.c.key).limit(MAX_PAGES)
    for page_id in connection.execute(query).scalars():
        if len(found) >= MAX_PAGES:
            break
        found.add(page_id)
    return found


def _pages(connection: Connection, keep: set[int] | None) -> Iterator[Any]:
    names = ("id", "key", "url", "title", "status", "depth", "length", "kind", "notes")
    more = ("cluster_id", "similarity", "twin", "twin_kind")
    query = select(*(pages.c[name] for name in (*names, *more))).order_by(pages.c.key)
    for row in stream(connection, query):
        if keep is None or row.id in keep:
            yield row


def _by_page(
    connection: Connection, table: Table, column: str, numbers: Mapping[str, int]
) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    query = select(table.c.page_id, table.c[column]).order_by(*table.primary_key)
    for page_id, value in stream(connection, query):
        if value in numbers and len(found[page_id]) < _MAX_SHOWN:
            found[page_id].append(numbers[value])
    return {page_id: sorted(some) for page_id, some in found.items()}


def _clusters(connection: Connection, by_key: Mapping[str, int]) -> list[list[Any]]:
    """Id, partition, leader and size; largest first."""
    query = select(clusters).order_by(clusters.c.size.desc(), clusters.c.id)
    return [
        [row.id, visible(row.partition), by_key.get(row.leader, -1), row.size]
        for row in connection.execute(query)
    ]


def _representatives(
    connection: Connection, places: Mapping[int, int], forms: dict[str, int]
) -> list[list[Any]]:
    """Page, cluster and reason, by cluster and rank."""
    query = select(chosen).order_by(chosen.c.cluster_id, chosen.c.rank)
    return [
        [places[row.page_id], row.cluster_id, reason_words(row.reason, forms)]
        for row in connection.execute(query)
        if row.page_id in places
    ]
