"""What became of records since an earlier survey; in a transaction of the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select

from crawler.store import rows_harvest as rows
from crawler.store.schema_changes import changes
from crawler.store.schema_harvest import harvests
from crawler.store.statements import insert_new
from crawler.store.streaming import stream
from crawler.store.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection

_AT_ONCE = 500


def write_changes(
    connection: Connection,
    run_id: int,
    harvest: int,
    found: Sequence[Mapping[str, Any]],
) -> None:
    """Replace the changes of a harvest."""
    connection.execute(delete(changes).where(changes.c.harvest_id == harvest))
    own = {"harvest_id": harvest, "run_id": run_id}
    kept = [{**plain(one), **own, "number": n} for n, one in enumerate(found)]
    for start in range(0, len(kept), _AT_ONCE):
        some = kept[start : start + _AT_ONCE]
        connection.execute(insert_new(connection.dialect.name, changes), some)


def read_changes(connection: Connection) -> Iterator[rows.ChangeRow]:
    """Changes by harvest: what is new or changed in the order found, then the rest."""
    names = ("change", "identity", "was", "number", "fields", "links", "before")
    columns = [changes.c[name] for name in (*names, "url", "query")]
    query = (
        select(
            harvests.c.signature.label("form"),
            *columns,
            changes.c.run_id.label("run"),
        )
        .join(harvests, harvests.c.id == changes.c.harvest_id)
        .order_by(changes.c.harvest_id, changes.c.number)
    )
    for row in stream(connection, query):
        yield rows.ChangeRow(**row._mapping)


def change_counts(connection: Connection) -> dict[int, dict[str, int]]:
    """Harvest -> kind of change -> how many."""
    found: dict[int, dict[str, int]] = {}
    query = (
        select(changes.c.harvest_id, changes.c.change, func.count().label("number"))
        .group_by(changes.c.harvest_id, changes.c.change)
        .order_by(changes.c.harvest_id, changes.c.change)
    )
    for row in connection.execute(query):
        found.setdefault(row.harvest_id, {})[row.change] = row.number
    return found


def unsure_records(connection: Connection, harvest: int) -> set[str]:
    """Identities of earlier records of which nothing could be said."""
    query = select(changes.c.was).where(
        changes.c.harvest_id == harvest, changes.c.change == "unsure"
    )
    return set(connection.execute(query).scalars())


def changed_names(connection: Connection) -> list[str]:
    """Names of the fields and links of changes; ``before.`` those of what changed."""
    found: dict[str, None] = {}
    query = select(changes.c.fields, changes.c.links, changes.c.before)
    query = query.order_by(changes.c.harvest_id, changes.c.number)
    for row in stream(connection, query):
        names = [*row.fields, *(f"{name}.url" for name in row.links)]
        names += [f"before.{name}" for name in row.before or ()]
        found.update(dict.fromkeys(names))
    return list(found)
