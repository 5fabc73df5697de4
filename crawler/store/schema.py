"""The tables of a survey.

URLs are the keys of pages and decisions: readable in any SQL shell. They are
bounded by :func:`crawler.store.text.bounded`, since PostgreSQL refuses index
entries over 2,704 bytes.
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
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

SCHEMA_VERSION = 7
"""Raised with each change of the tables; crawler.store.upgrade leads to it."""

metadata = MetaData()

# Compared by code point on every database, as Python compares: the order of keys
# decides about clusters, and a locale must not.
_Key = Text().with_variant(Text(collation="C"), "postgresql")
_Name = String(512).with_variant(String(512, collation="C"), "postgresql")


def _page_id() -> Column[int]:
    return Column(
        "page_id", ForeignKey("pages.id", ondelete="CASCADE"), primary_key=True
    )


meta = Table(
    "meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("spider", Text, nullable=False),
    Column("arguments", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("versions", JSON, nullable=False),
    Column("seed", BigInteger),
    Column("started", Text, nullable=False),
    Column("ended", Text),
    Column("reason", Text),
    Column("stats", JSON),
)

# What was measured of the structure, once for all pages that share it. These rows are
# large: without a rowid they would leave half of their pages empty (measured: 2.7 KB
# a page of the site instead of 1.4).
vectors = Table(
    "vectors",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("features", LargeBinary, nullable=False),
    Column("nodes", Integer, nullable=False),
    Column("capped", Boolean, nullable=False),
    Column("parser", Text, nullable=False),
    Column("recipe", Text, nullable=False),
)

skeletons = Table(
    "skeletons",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

pages = Table(
    "pages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", _Key, nullable=False, unique=True),
    Column("url", Text, nullable=False),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    Column("status", Integer, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("referrer", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("content_type", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("length", BigInteger, nullable=False),
    Column("host", Text, nullable=False),
    Column("shape", Text, nullable=False),
    Column("redirected_from", JSON, nullable=False),
    Column("canonical_link", Text, nullable=False),
    Column("body_digest", Text, nullable=False),
    Column("vector_digest", ForeignKey("vectors.digest")),
    Column("skeleton_digest", ForeignKey("skeletons.digest")),
    Column("cluster_id", Integer, index=True),
    Column("similarity", Float),
    Column("twin", Text, nullable=False),
    Column("twin_kind", String(16), nullable=False),
    Column("notes", JSON, nullable=False),
    Column("guessed", Boolean, nullable=False),
    Column("fetched_at", Text, nullable=False),
    # How much it is on the topic; null when nobody asked.
    Column("relevance", Float),
    # Where the answer is archived; null when bodies are not kept.
    Column("warc_file", Text),
    Column("warc_offset", BigInteger),
)

# The values are those of the page with the smallest key that shows the form,
# so they do not depend on the order in which pages were met.
forms = Table(
    "forms",
    metadata,
    Column("signature", _Name, primary_key=True),
    Column("method", String(16), nullable=False),
    Column("action", Text, nullable=False),
    Column("action_shape", _Key, nullable=False),
    Column("enctype", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("page_key", _Key, nullable=False),
    Column("kind", String(16), nullable=False, server_default=""),
    Column("probability", Float, nullable=False, server_default="0"),
)

fields = Table(
    "fields",
    metadata,
    Column("signature", ForeignKey("forms.signature"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("label", Text, nullable=False),
    Column("required", Boolean, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("checked", Boolean, nullable=False),
    # What it demands of its value; null when nothing, or in an older survey.
    Column("limits", JSON(none_as_null=True)),
    sqlite_with_rowid=False,
)

submitters = Table(
    "submitters",
    metadata,
    Column("signature", ForeignKey("forms.signature"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("method", Text, nullable=False),
    Column("enctype", Text, nullable=False),
    # What stands on it; empty in an older survey.
    Column("label", Text, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

page_forms = Table(
    "page_forms",
    metadata,
    _page_id(),
    Column("signature", ForeignKey("forms.signature"), primary_key=True),
    Column("action", Text, nullable=False),
    sqlite_with_rowid=False,
)

parameters = Table(
    "parameters",
    metadata,
    _page_id(),
    Column("name", _Name, primary_key=True),
    sqlite_with_rowid=False,
)
Index("ix_parameters_name", parameters.c.name)

links = Table(
    "links",
    metadata,
    _page_id(),
    Column("position", Integer, primary_key=True),
    Column("url", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

clusters = Table(
    "clusters",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("partition", Text, nullable=False),
    Column("leader", Text, nullable=False),
    Column("size", Integer, nullable=False),
)

representatives = Table(
    "representatives",
    metadata,
    Column("cluster_id", ForeignKey("clusters.id"), primary_key=True),
    Column("rank", Integer, primary_key=True),
    Column("page_id", ForeignKey("pages.id"), nullable=False),
    Column("reason", Text, nullable=False),
)

decisions = Table(
    "decisions",
    metadata,
    Column("url", _Key, primary_key=True),
    Column("rule", String(32), nullable=False),
    Column("detail", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    sqlite_with_rowid=False,
)

items = Table(
    "items",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", ForeignKey("runs.id"), nullable=False),
    Column("url", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("data", JSON, nullable=False),
)
