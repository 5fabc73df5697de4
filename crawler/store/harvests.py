"""Writing and reading what lies behind forms, inside a transaction of the caller."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import case, delete, func, select, update

from crawler.store import rows_harvest as rows
from crawler.store.schema import pages
from crawler.store.schema_harvest import answers, harvests, knowledge, records
from crawler.store.statements import insert_into, insert_new
from crawler.store.streaming import stream
from crawler.store.text import bounded, clean, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Insert

_AT_ONCE = 500
_MAX_NAME = 512
_EMPTY: dict[str, Any] = {
    "verdict": "",
    "reason": "",
    "lower": False,
    "queries": 0,
    "records": 0,
    "bytes": 0,
    "seconds": 0.0,
    "kinds": {},
}
Said: TypeAlias = tuple[dict[str, str], dict[str, str]]
"""Fields and links of a record."""


def begin_harvest(connection: Connection, run_id: int, **values: Any) -> int:
    """The id of the harvest of a signature; made when there is none."""
    signature = bounded(values["signature"], _MAX_NAME)
    row = {**_EMPTY, **plain(values), "signature": signature, "run_id": run_id}
    dialect = connection.dialect.name
    connection.execute(insert_new(dialect, harvests), [row])
    query = select(harvests.c.id).where(harvests.c.signature == signature)
    return int(connection.execute(query).scalar_one())


def update_harvest(connection: Connection, harvest: int, values: Any) -> None:
    """Change columns of a harvest."""
    statement = update(harvests).where(harvests.c.id == harvest)
    connection.execute(statement, plain(values))


def write_answer(
    connection: Connection,
    run_id: int,
    answer: Mapping[str, Any],
    found: Sequence[Mapping[str, Any]],
) -> None:
    """Add an answer and its records; one that is there already changes nothing."""
    row = {**plain(answer), "run_id": run_id, "query": bounded(answer["query"])}
    row["kind"], row["phase"] = clean(row["kind"], 16), clean(row["phase"], 16)
    dialect = connection.dialect.name
    # PostgreSQL's driver tells the rows of an INSERT only when asked to.
    statement = insert_new(dialect, answers).values(row)
    told = {"preserve_rowcount": True}
    done = connection.execute(statement, execution_options=told)
    if not done.rowcount or not found:
        return
    kept = [{**plain(one), "run_id": run_id, "seen": 1, "details": ""} for one in found]
    connection.execute(_upsert_records(dialect), kept)


@cache
def _upsert_records(dialect: str) -> Insert:
    """A record that is met again: counted; what it says is what was shown last."""
    statement = insert_into(dialect, records)
    new = statement.excluded
    changed: dict[str, Any] = {"seen": records.c.seen + 1}
    for name in ("fields", "links"):
        changed[name] = case(
            (records.c.details == "", new[name]), else_=records.c[name]
        )
    return statement.on_conflict_do_update(
        index_elements=["harvest_id", "identity"], set_=changed
    )


def read_answer(
    connection: Connection, harvest: int, query: str, page: int
) -> rows.AnswerRow | None:
    """What was answered to a query, or None when nobody asked."""
    found = connection.execute(
        _answers().where(
            answers.c.harvest_id == harvest,
            answers.c.query == bounded(query),
            answers.c.page == page,
        )
    ).first()
    return None if found is None else rows.AnswerRow(**found._mapping)


def read_said(
    connection: Connection, harvest: int, identities: Sequence[str]
) -> dict[str, Said]:
    """Fields and links by identity."""
    found: dict[str, Said] = {}
    for start in range(0, len(identities), _AT_ONCE):
        some = identities[start : start + _AT_ONCE]
        query = select(records.c.identity, records.c.fields, records.c.links).where(
            records.c.harvest_id == harvest, records.c.identity.in_(some)
        )
        found |= {
            row.identity: (row.fields, row.links) for row in connection.execute(query)
        }
    return found


def record_count(connection: Connection, harvest: int) -> int:
    """Records of a harvest."""
    query = select(func.count()).where(records.c.harvest_id == harvest)
    return int(connection.execute(query).scalar_one())


def records_after(
    connection: Connection, harvest: int, number: int, count: int
) -> list[rows.StoredRecord]:
    """The next *count* records whose number is greater; all of them for -1."""
    query = (
        select(
            *(
                records.c[name]
                for name in (
                    *("identity", "number", "fields", "links", "section"),
                    *("url", "query", "details"),
                )
            )
        )
        .where(records.c.harvest_id == harvest, records.c.number > number)
        .order_by(records.c.number)
        .limit(count if count >= 0 else None)
    )
    return [rows.StoredRecord(**row._mapping) for row in connection.execute(query)]


def update_record(
    connection: Connection, harvest: int, identity: str, values: Any
) -> None:
    """Change columns of one record."""
    statement = update(records).where(
        records.c.harvest_id == harvest, records.c.identity == identity
    )
    connection.execute(statement, plain(values))


def write_knowledge(
    connection: Connection, table: Mapping[str, Mapping[str, float]]
) -> None:
    """Replace the values that go with labels."""
    new = {
        (bounded(label, _MAX_NAME), bounded(value)): weight
        for label, values in table.items()
        for value, weight in values.items()
    }
    connection.execute(delete(knowledge))
    kept = [
        {"label": label, "value": value, "weight": weight}
        for (label, value), weight in new.items()
    ]
    if kept:
        connection.execute(insert_new(connection.dialect.name, knowledge), kept)


def read_knowledge(connection: Connection) -> dict[str, dict[str, float]]:
    """Label -> value -> weight, as it was written."""
    found: dict[str, dict[str, float]] = {}
    query = select(knowledge).order_by(knowledge.c.label, knowledge.c.value)
    for row in connection.execute(query):
        found.setdefault(row.label, {})[row.value] = row.weight
    return found


def read_harvest(connection: Connection, signature: str) -> rows.HarvestRow | None:
    """The harvest of a form."""
    wanted = bounded(signature, _MAX_NAME)
    return next(_harvests(connection, harvests.c.signature == wanted), None)


def read_harvests(connection: Connection) -> Iterator[rows.HarvestRow]:
    """Harvests in the order they were begun."""
    yield from _harvests(connection)


def _harvests(connection: Connection, *where: Any) -> Iterator[rows.HarvestRow]:
    columns = [column for column in harvests.c if column.name != "run_id"]
    query = select(*columns, harvests.c.run_id.label("run")).where(*where)
    for row in connection.execute(query.order_by(harvests.c.id)):
        yield rows.HarvestRow(**row._mapping)


def read_answers(connection: Connection) -> Iterator[rows.AnswerRow]:
    """Answers by harvest, in the order of the plan."""
    query = _answers().order_by(
        answers.c.harvest_id, answers.c.number, answers.c.query, answers.c.page
    )
    for row in stream(connection, query):
        yield rows.AnswerRow(**row._mapping)


def read_answers_of(connection: Connection, harvest: int) -> Iterator[rows.AnswerRow]:
    """Those of one harvest, in the order of the plan."""
    query = _answers().where(answers.c.harvest_id == harvest)
    for row in stream(connection, query.order_by(answers.c.number, answers.c.page)):
        yield rows.AnswerRow(**row._mapping)


def _answers() -> Any:
    columns = [
        column for column in answers.c if column.name not in {"run_id", "harvest_id"}
    ]
    return select(
        answers.c.harvest_id.label("harvest"),
        *columns,
        answers.c.run_id.label("run"),
    )


def read_records(connection: Connection) -> Iterator[rows.RecordRow]:
    """Records by harvest, in the order they were found."""
    columns = [
        column for column in records.c if column.name not in {"run_id", "harvest_id"}
    ]
    query = (
        select(
            harvests.c.signature.label("form"),
            *columns,
            records.c.run_id.label("run"),
        )
        .join(harvests, harvests.c.id == records.c.harvest_id)
        .order_by(records.c.harvest_id, records.c.number, records.c.identity)
    )
    for row in stream(connection, query):
        yield rows.RecordRow(**row._mapping)


def field_names(connection: Connection) -> list[str]:
    """Names of the fields of all records, in the order they are met first."""
    query = select(records.c.fields, records.c.links).order_by(
        records.c.harvest_id, records.c.number
    )
    found: dict[str, None] = {}
    for row in stream(connection, query):
        names: Iterable[str] = [*row.fields, *(f"{name}.url" for name in row.links)]
        found.update(dict.fromkeys(names))
    return list(found)


def page_url(connection: Connection, key: str) -> str:
    """URL of the page with this key; the key itself when there is none."""
    query = select(pages.c.url).where(pages.c.key == key)
    return connection.execute(query).scalar() or key
