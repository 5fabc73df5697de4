"""The table of what became of records since an earlier survey."""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Integer, String, Table, Text

from crawler.store.schema import metadata

changes = Table(
    "changes",
    metadata,
    Column("harvest_id", ForeignKey("harvests.id"), primary_key=True),
    # Of the record now; of the earlier one, when it is not there.
    Column("identity", String(32), primary_key=True),
    Column("change", String(16), nullable=False),
    # Identity in the earlier survey; empty for a new record.
    Column("was", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    Column("fields", JSON, nullable=False),
    Column("links", JSON, nullable=False),
    # Fields of before, of what has changed.
    Column("before", JSON(none_as_null=True)),
    Column("url", Text, nullable=False),
    Column("query", Text, nullable=False),
    sqlite_with_rowid=False,
)

TABLES = (changes,)
