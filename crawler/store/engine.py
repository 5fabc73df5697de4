"""Connections to the database of a survey, and what differs between databases."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlalchemy import URL, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    NoSuchModuleError,
    OperationalError,
)

from crawler.store.errors import SurveyError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

    from crawler.store.options import StoreOptions

_SQLITE_MAGIC = b"SQLite format 3\x00"
# https://www.sqlite.org/rescode.html: busy, locked, protocol (a race for the WAL)
_SQLITE_TRANSIENT = {5, 6, 15}
# https://www.postgresql.org/docs/current/errcodes-appendix.html: connection lost,
# server shutting down or starting, too many connections, serialisation, deadlock
_POSTGRESQL_TRANSIENT = ("08", "57P0", "53300", "40001", "40P01")
_SCHEMA_LOCK = 0x4C4541444C494E45  # any number that nobody else uses


def parse_target(target: str | Path) -> URL:
    """The database URL behind a path or a URL.

    :raises SurveyError: when it is neither, or no database a survey can be in.
    """
    if isinstance(target, Path) or "://" not in target:
        return URL.create("sqlite", database=str(target))
    try:
        url = make_url(target)
    except (ArgumentError, ValueError):
        raise SurveyError(f"{target!r} is neither a path nor a database URL") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise SurveyError(f"{shown(url)}: a survey is kept in SQLite or PostgreSQL")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise SurveyError(f"{target!r}: a survey is kept in a file, not in memory")
    return url


def shown(url: URL) -> str:
    """How the target is named in messages: a path, or a URL without password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.render_as_string(hide_password=True)


def prepare_file(url: URL, *, create: bool) -> bool:
    """Look at the file of an SQLite URL, untouched; True when it is to be created."""
    path = Path(str(url.database))
    try:
        if path.is_dir():
            raise SurveyError(f"{path} is a directory, not a survey")
        if path.exists() and path.stat().st_size:
            with path.open("rb") as file:
                if file.read(16) != _SQLITE_MAGIC:
                    raise SurveyError(f"{path} is not a survey")
            fresh = False
        else:
            if not create:
                raise SurveyError(f"no survey at {path}")
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = True
    except OSError as error:
        raise SurveyError(f"{path}: {error.strerror}") from None
    if create and not os.access(path.parent, os.W_OK):
        raise SurveyError(f"{path}: its folder cannot be written")
    return fresh


def reading_url(url: URL) -> URL:
    """The URL to read a survey by, where nothing can be written beside it.

    SQLite reads a file that is written ahead by means of two others in its folder, and
    cannot open it where these cannot be made: a medium for reading only, or a folder of
    somebody else. When none is left over from a writer, the file is whole by itself.
    """
    path = Path(str(url.database))
    beside = [path.with_name(f"{path.name}-{part}") for part in ("wal", "shm")]
    if os.access(path.parent, os.W_OK) or any(part.exists() for part in beside):
        return url
    return immutable(path)


def immutable(path: Path) -> URL:
    """The URL of a file that nobody changes: SQLite locks and writes nothing."""
    name = f"file:{quote(str(path.absolute()))}"
    query = {"mode": "ro", "immutable": "1", "uri": "true"}
    return URL.create("sqlite", database=name, query=query)


def make_engine(url: URL, options: StoreOptions, *, fresh: bool) -> Engine:
    """An engine whose connections are set up for a survey.

    :raises SurveyError: when there is no driver for the database.
    """
    try:
        engine = create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except (NoSuchModuleError, ArgumentError):
        raise SurveyError(f"{shown(url)}: unknown kind of database") from None
    except ModuleNotFoundError as error:
        raise SurveyError(
            f"{shown(url)}: needs the Python package {error.name!r}"
        ) from None
    if engine.dialect.name == "sqlite":
        _tune_sqlite(engine, options, fresh=fresh)
    return engine


def _tune_sqlite(engine: Engine, options: StoreOptions, *, fresh: bool) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        # Transactions are begun by us, below: the driver would begin them late, and
        # none for DDL.
        connection.isolation_level = None
        milliseconds = int(options.busy_timeout * 1000)
        connection.execute(f"PRAGMA busy_timeout = {milliseconds}")
        if fresh:
            connection.execute("PRAGMA journal_mode = WAL")
        # In WAL a commit survives the end of the process without an fsync of its
        # own; a power cut may take the last commits, never the file.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # A transaction that reads first and writes later cannot wait for a lock.
        write = connection.get_execution_options().get("survey_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes; on SQLite it holds the write lock from the start."""
    with engine.connect() as plain:
        connection = plain.execution_options(survey_write=True)
        with connection.begin():
            yield connection


def table_names(connection: Connection) -> list[str]:
    return inspect(connection).get_table_names()


def lock_schema(connection: Connection) -> None:
    """Let only one process at a time create the tables."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _SCHEMA_LOCK}
        )


def is_transient(error: Exception) -> bool:
    """Whether the same transaction may succeed when it is tried again.

    A full disk, a broken file, a value that does not fit: never.
    """
    if not isinstance(error, DBAPIError):
        return False
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _SQLITE_TRANSIENT
    state = getattr(error.orig, "sqlstate", None)
    if state is None:  # no answer from a server: it cannot be reached
        return isinstance(error, OperationalError)
    return error.connection_invalidated or state.startswith(_POSTGRESQL_TRANSIENT)


def reason(error: Exception) -> str:
    """One line that says what the database said."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__
