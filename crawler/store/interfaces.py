"""Query interfaces of a survey: written as they are found, with the way that led there.

Everything here is inside a transaction of the caller.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from crawler.store.schema import decisions, pages
from crawler.store.schema_interface import interfaces
from crawler.store.statements import insert_into
from crawler.store.streaming import stream
from crawler.store.text import bounded, clean, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sqlalchemy import Connection, Insert

_MAX_NAME: Final = 512
MAX_PATH: Final = 50
"""Pages of the way to an interface that are kept: the last ones."""


@dataclass(frozen=True, slots=True)
class InterfaceRow:
    """F = (N, A1..An) of a site; the values are from the page with the smallest key."""

    site: str
    """Registrable domain, or host without one."""
    signature: str
    page: str
    """URL of the page that shows it."""
    action: str
    method: str
    name: str
    """N."""
    attributes: list[dict[str, Any]]
    """A1..An: ``label``, and ``controls`` with ``name``, ``type``, ``options``."""
    kind: str
    score: float
    """Probability of the kind."""
    domain: str
    domain_score: float | None
    relevance: float | None
    """Of the page: how much it is on the topic."""
    path: list[str]
    """URLs of the pages whose links led there, a start page first; without the page."""
    run: int


@dataclass(frozen=True, slots=True)
class Yield:
    """What a focused crawl came to, in numbers."""

    interfaces: int
    on_topic: int
    """Interfaces on pages that are on the topic."""
    sites: int
    """Sites that have one."""
    domains: Mapping[str, int]
    judged: int
    """Pages that were judged, and those that were dropped for it."""
    relevant: int
    """Pages on the topic."""


def write_interface(
    connection: Connection,
    run_id: int,
    row: Mapping[str, Any],
    key_of: Callable[[str], str],
) -> None:
    """Add an interface, or take a page with a smaller key for it.

    *key_of* gives the key of a URL: the way is followed by referrers.
    """
    kept = {
        **plain(row),
        "site": bounded(row["site"], _MAX_NAME),
        "signature": bounded(row["signature"], _MAX_NAME),
        "page_key": bounded(row["page_key"]),
        "method": clean(row["method"], 16),
        "kind": clean(row["kind"], 16),
        "domain": clean(row["domain"], 32),
        "name": clean(row["name"], 1_000),
        "path": way_to(connection, row["page_key"], key_of),
        "run_id": run_id,
    }
    connection.execute(_upsert(connection.dialect.name), [kept])


@cache
def _upsert(dialect: str) -> Insert:
    statement = insert_into(dialect, interfaces)
    new = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=["site", "signature"],
        set_={column.name: new[column.name] for column in interfaces.c},
        where=new.page_key <= interfaces.c.page_key,
    )


def way_to(connection: Connection, key: str, key_of: Callable[[str], str]) -> list[str]:
    """URLs of the pages whose links led to the page with this key, the first first."""
    found: list[str] = []
    seen = {bounded(key)}
    query = select(pages.c.url, pages.c.referrer)
    row = connection.execute(query.where(pages.c.key == bounded(key))).first()
    while row is not None and row.referrer and len(found) < MAX_PATH:
        above = bounded(key_of(row.referrer))
        if above in seen:  # fetched again since, from a page behind it
            break
        seen.add(above)
        found.append(row.referrer)
        row = connection.execute(query.where(pages.c.key == above)).first()
    return [clean(url, 2_083) for url in reversed(found)]


def read_interfaces(connection: Connection) -> Iterator[InterfaceRow]:
    """Interfaces by site and signature."""
    names = [name for name in InterfaceRow.__slots__ if name != "run"]
    query = select(
        *(interfaces.c[name] for name in names), interfaces.c.run_id.label("run")
    ).order_by(interfaces.c.site, interfaces.c.signature)
    for row in stream(connection, query):
        yield InterfaceRow(**row._mapping)


def yield_of(connection: Connection, threshold: float) -> Yield:
    """What a survey's crawls came to; *threshold* is that of their pages."""
    domains: Counter[str] = Counter()
    sites: set[str] = set()
    on_topic = 0
    query = select(interfaces.c.site, interfaces.c.domain, interfaces.c.relevance)
    for row in connection.execute(query):
        sites.add(row.site)
        domains[row.domain] += 1
        on_topic += (row.relevance or 0.0) >= threshold
    judged = _number(connection, pages.c.relevance.is_not(None))
    relevant = _number(connection, pages.c.relevance >= threshold)
    dropped = _number(connection, decisions.c.rule == "off-topic")
    return Yield(
        interfaces=domains.total(),
        on_topic=on_topic,
        sites=len(sites),
        domains=dict(sorted(domains.items(), key=lambda pair: (-pair[1], pair[0]))),
        judged=judged + dropped,
        relevant=relevant,
    )


def _number(connection: Connection, condition: Any) -> int:
    return int(connection.execute(select(func.count()).where(condition)).scalar_one())
