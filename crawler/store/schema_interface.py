"""The table of query interfaces that a focused crawl found: F = (N, A1..An)."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, ForeignKey, String, Table, Text

from crawler.store.schema import _Key, _Name, metadata

# An interface is known by its site too: a form that sends to another site, such as a
# search engine, stands on many.
interfaces = Table(
    "interfaces",
    metadata,
    Column("site", _Name, primary_key=True),
    Column("signature", _Name, primary_key=True),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    Column("page_key", _Key, nullable=False),
    Column("page", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("method", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("attributes", JSON, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("score", Float, nullable=False),
    Column("domain", String(32), nullable=False),
    Column("domain_score", Float),
    Column("relevance", Float),
    Column("path", JSON, nullable=False),
    sqlite_with_rowid=False,
)

TABLES = (interfaces,)
