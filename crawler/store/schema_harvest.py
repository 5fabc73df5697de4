"""The tables of what lies behind forms: harvests, answers, records, knowledge.

An answer is written with its records in one transaction, and is not asked for again:
a harvest that was cut off goes on from what is here.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from crawler.store.schema import _Key, _Name, metadata

harvests = Table(
    "harvests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("signature", _Name, nullable=False, unique=True),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    Column("page", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("method", String(16), nullable=False),
    # What the planner began with: it is replayed from the same.
    Column("begun", JSON, nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("bound", Float),
    Column("size", Float),
    Column("size_low", Float),
    Column("size_high", Float),
    Column("lower", Boolean, nullable=False),
    Column("queries", Integer, nullable=False),
    Column("records", Integer, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("forecast", JSON),
    Column("kinds", JSON, nullable=False),
)

answers = Table(
    "answers",
    metadata,
    Column("harvest_id", ForeignKey("harvests.id"), primary_key=True),
    Column("query", _Key, primary_key=True),
    Column("page", Integer, primary_key=True),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("url", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("records", JSON, nullable=False),
    Column("total", BigInteger),
    Column("more", Boolean, nullable=False),
    Column("next", Text, nullable=False),
    Column("error", Text, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column("harvest_id", ForeignKey("harvests.id"), primary_key=True),
    Column("identity", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    Column("fields", JSON, nullable=False),
    Column("links", JSON, nullable=False),
    Column("section", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("seen", Integer, nullable=False),
    # URL of the detail page that was merged, or "failed"; empty when none was.
    Column("details", Text, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_records_number", records.c.harvest_id, records.c.number)

knowledge = Table(
    "knowledge",
    metadata,
    Column("label", _Name, primary_key=True),
    Column("value", _Key, primary_key=True),
    Column("weight", Float, nullable=False),
    sqlite_with_rowid=False,
)

TABLES = (harvests, answers, records, knowledge)
