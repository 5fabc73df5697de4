"""Records that have turned out to be one, put together in the survey."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import bindparam, delete, func, select, update

from crawler.store.schema_harvest import answers, records
from crawler.store.text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection

Telling: TypeAlias = "Callable[[str, Mapping[str, str], Mapping[str, str]], str]"
"""Identity, fields and links of a record -> the identity that it has now."""
_SOME = 500


@dataclass(slots=True)
class _Kept:
    """The first of several that are one."""

    old: str
    number: int
    seen: int


def next_number(connection: Connection, harvest: int) -> int:
    """The number of the next record of a harvest."""
    query = select(func.max(records.c.number)).where(records.c.harvest_id == harvest)
    last = connection.execute(query).scalar()
    return 0 if last is None else int(last) + 1


def regroup_records(connection: Connection, harvest: int, telling: Telling) -> set[str]:
    """Tell all records of a harvest apart anew; their identities now.

    Of records that are one the first is kept, with the answers of all counted. They
    are numbered anew, in the same order.
    """
    kept: dict[str, _Kept] = {}
    now: dict[str, str] = {}
    columns = ("identity", "fields", "links", "seen")
    query = (
        select(*(records.c[name] for name in columns))
        .where(records.c.harvest_id == harvest)
        .order_by(records.c.number, records.c.identity)
    )
    for row in connection.execute(query.execution_options(yield_per=_SOME)):
        new = now[row.identity] = telling(row.identity, row.fields, row.links)
        first = kept.get(new)
        if first is None:
            kept[new] = _Kept(row.identity, len(kept), row.seen)
        else:
            first.seen += row.seen
    if all(old == new for old, new in now.items()):
        return set(kept)
    _drop(connection, harvest, [o for o, new in now.items() if kept[new].old != o])
    _rename(connection, harvest, kept)
    _rewrite(connection, harvest, now)
    return set(kept)


def _drop(connection: Connection, harvest: int, gone: list[str]) -> None:
    for start in range(0, len(gone), _SOME):
        some = gone[start : start + _SOME]
        connection.execute(
            delete(records).where(
                records.c.harvest_id == harvest, records.c.identity.in_(some)
            )
        )


def _rename(connection: Connection, harvest: int, kept: Mapping[str, _Kept]) -> None:
    statement = (
        update(records)
        .where(records.c.harvest_id == harvest, records.c.identity == bindparam("old"))
        .values({n: bindparam(f"new_{n}") for n in ("identity", "number", "seen")})
    )
    values = [
        {"old": k.old, "new_identity": new, "new_number": k.number, "new_seen": k.seen}
        for new, k in kept.items()
    ]
    connection.execute(statement, values)


def _rewrite(connection: Connection, harvest: int, now: Mapping[str, str]) -> None:
    """Put the identities of now into the answers."""
    key = answers.c.query, answers.c.page
    query = select(*key, answers.c.records).where(answers.c.harvest_id == harvest)
    statement = (
        update(answers)
        .where(
            answers.c.harvest_id == harvest,
            answers.c.query == bindparam("of_query"),
            answers.c.page == bindparam("of_page"),
        )
        .values(records=bindparam("shown"))
    )
    changed: list[dict[str, Any]] = []
    for row in connection.execute(query):
        shown = list(dict.fromkeys(now.get(one, one) for one in row.records))
        if shown != row.records:
            changed.append(
                {"of_query": row.query, "of_page": row.page, "shown": plain(shown)}
            )
    if changed:
        connection.execute(statement, changed)
