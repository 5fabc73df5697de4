"""What lies behind forms, for the report: harvests and a sample of their records."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import inspect, select

from crawler.report.html_text import counted, visible
from crawler.report.html_words import VERDICTS
from crawler.store import harvests
from crawler.store.changes import change_counts
from crawler.store.schema_changes import changes
from crawler.store.schema_harvest import harvests as harvest_table
from crawler.store.schema_harvest import records

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from crawler.store.rows_harvest import HarvestRow

MAX_HARVESTS: Final = 200
MAX_RECORDS: Final = 200
"""Records of one harvest that are shown."""
_MAX_FIELDS: Final = 12


def harvest_data(connection: Connection) -> list[dict[str, Any]]:
    """Each harvest with its first records; nothing where the tables are not."""
    there = set(inspect(connection).get_table_names())
    if not {harvest_table.name, records.name} <= there:
        return []
    rows = islice(harvests.read_harvests(connection), MAX_HARVESTS)
    return [_harvest(connection, row) for row in list(rows)]


def _harvest(connection: Connection, row: HarvestRow) -> dict[str, Any]:
    names, table = _records(connection, row.id)
    return {
        "action": visible(row.action, 2_100),
        "method": visible(row.method, 16),
        "verdict": VERDICTS.get(row.verdict, visible(row.verdict, 16)),
        "reason": visible(row.reason),
        "facts": [*_facts(row), *_changes(connection, row)],
        "count": row.records,
        "names": names,
        "records": table,
    }


def _facts(row: HarvestRow) -> list[list[str]]:
    found = [
        ["records", f"{row.records:,}"],
        [
            "in all, by estimate",
            size_words(row.size, row.size_low, row.size_high, row.lower),
        ],
        ["queries", f"{row.queries:,}"],
        ["downloaded", f"{row.bytes / 1e6:,.1f} MB in {row.seconds:,.0f} s"],
    ]
    if row.bound is not None and row.bound < 0.5:  # more says nothing
        chance = f"at most {row.bound:.1%}"
        found.append(["chance that one more query shows something new", chance])
    kinds = ", ".join(
        f"{count:,} {visible(kind, 20)}" for kind, count in sorted(row.kinds.items())
    )
    if kinds:
        found.append(["answers", kinds])
    return found


def _changes(connection: Connection, row: HarvestRow) -> list[list[str]]:
    """What has changed since an earlier survey."""
    if "since" not in row.begun or not inspect(connection).has_table(changes.name):
        return []
    counts = change_counts(connection).get(row.id, {})
    told = ", ".join(
        f"{counts[kind]:,} {kind}"
        for kind in ("new", "changed", "gone", "unsure")
        if counts.get(kind)
    )
    name = visible(str(row.begun["since"]), 200)
    return [[f"records since {name}", told or "as they were"]]


def size_words(
    size: float | None, low: float | None, high: float | None, lower: bool
) -> str:
    """The estimated number of records.

    >>> size_words(None, None, None, False), size_words(990.4, 960, 1020.2, False)
    ('nothing can be said', 'about 990 (95 %: 960 to 1,020)')
    >>> size_words(50, None, None, True)
    'at least 50 records'
    """
    if size is None:
        return "nothing can be said"
    if lower:
        return f"at least {counted(round(size), 'record')}"
    if low is None or high is None:
        return f"about {size:,.0f}"
    return f"about {size:,.0f} (95 %: {low:,.0f} to {high:,.0f})"


def _records(connection: Connection, harvest: int) -> tuple[list[str], list[list[str]]]:
    query = (
        select(records.c.fields, records.c.section)
        .where(records.c.harvest_id == harvest)
        .order_by(records.c.number, records.c.identity)
        .limit(MAX_RECORDS)
    )
    found = list(connection.execute(query))
    names: dict[str, None] = {}
    for row in found:
        names.update(dict.fromkeys(row.fields))
    shown = list(names)[:_MAX_FIELDS]
    table = [
        [visible(str(row.fields.get(name, ""))) for name in shown] for row in found
    ]
    return [visible(name, 60) for name in shown], table
