"""The file of a frontier: whose it is, whether it is whole, who has it open."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING, Final

from crawler.frontier.errors import FrontierError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PAGE: Final = 4096
MAGIC: Final = b"SQLite format 3\x00"
APPLICATION: Final = 0x4C4C4652  # "LLFR", at byte 68 of the file
STATE_TABLE: Final = "leadline_frontier"
EVIDENCE_TABLE: Final = "evidence"

# Columns are recognised by their number when a damaged file is read: see salvage.
SCHEMA: Final = f"""
CREATE TABLE {STATE_TABLE} (id INTEGER PRIMARY KEY, name TEXT UNIQUE, value BLOB);
CREATE TABLE queue (
  id INTEGER PRIMARY KEY, state INTEGER, priority INTEGER, host TEXT, shape TEXT,
  attempts INTEGER, reason TEXT, key BLOB, payload BLOB
);
CREATE INDEX queue_pending ON queue (host, priority DESC, id) WHERE state = 0;
CREATE INDEX queue_shape ON queue (host, shape) WHERE shape <> '';
CREATE TABLE seen (id INTEGER PRIMARY KEY, keys BLOB);
CREATE TABLE {EVIDENCE_TABLE} (
  id INTEGER PRIMARY KEY, whole INTEGER, size INTEGER, data BLOB
);
"""

# https://www.sqlite.org/rescode.html
_BUSY = {5, 6}
_DAMAGED = {11, 26}
_FULL = {13}


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says that the file is not what it wrote."""
    return _code(error) & 0xFF in _DAMAGED


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0) or 0)


def told(path: Path | None, error: Exception) -> str:
    """One line for what the database or the system said."""
    name = path or "the queue of this run"
    if isinstance(error, sqlite3.Error):
        if _code(error) & 0xFF in _BUSY:
            return f"{name} is in use by another process"
        if _code(error) & 0xFF in _FULL:
            return f"{name}: cannot be written: the disk is full"
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"{name}: cannot be used: {said}"


def connect(path: Path | None) -> sqlite3.Connection:
    """The database, locked for this process; without a path one for this run only.

    :raises FrontierError: when it is locked, or cannot be written.
    """
    # "" is a database in a file without a name, which goes with the process: only
    # what does not fit into the cache is written.
    connection = sqlite3.connect("" if path is None else path, isolation_level=None)
    try:
        if path is None:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
        else:
            # A process that was killed lets go of its locks while it is taken down.
            connection.execute("PRAGMA busy_timeout = 2000")
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
            # A commit survives the end of the process without an fsync of its own;
            # a power cut may take the last commits, never the file.
            connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA cache_size = -16000")
    except sqlite3.Error as error:
        connection.close()
        if is_damage(error):
            raise
        raise FrontierError(told(path, error)) from None
    return connection


def create(path: Path | None) -> sqlite3.Connection:
    """A new database with empty tables.

    :raises FrontierError: when it cannot be made.
    """
    try:
        if path is not None:
            # The header, by which a file is known as ours, goes into the file itself,
            # and not into what is written ahead.
            with sqlite3.connect(path, isolation_level=None) as first:
                first.executescript(
                    f"PRAGMA page_size = {PAGE};"
                    f"PRAGMA application_id = {APPLICATION}; BEGIN; {SCHEMA} COMMIT;"
                )
            first.close()
            return connect(path)
        connection = connect(None)
        connection.executescript(SCHEMA)
    except sqlite3.Error as error:
        raise FrontierError(told(path, error)) from None
    return connection


def look(path: Path) -> str:
    """``new``, ``ours`` or ``damaged``, the file being left as it is.

    :raises FrontierError: it is something else, or cannot be written.
    """
    try:
        if path.is_dir():
            raise FrontierError(f"{path} is a directory, not a frontier")
        if path.parent.exists() and not path.parent.is_dir():
            raise FrontierError(f"{path.parent} is not a directory")
        path.parent.mkdir(parents=True, exist_ok=True)
        for each in [path.parent, *([path] if path.exists() else [])]:
            if not os.access(each, os.W_OK):
                raise FrontierError(f"{each} cannot be written")
        if not path.exists():
            return "new"
        with path.open("rb") as file:
            head = file.read(2 * PAGE)
        size = path.stat().st_size
    except OSError as error:
        raise FrontierError(f"{path}: {error.strerror}") from None
    return _condition(path, head, size)


def _condition(path: Path, head: bytes, size: int) -> str:
    """An empty file was one of ours: nobody else puts one there."""
    whole = head.startswith(MAGIC)
    ours = int.from_bytes(head[68:72], "big") == APPLICATION
    if head and not (whole and ours) and STATE_TABLE.encode() not in head:
        raise FrontierError(f"{path} is not a frontier")
    if not (whole and ours):
        return "damaged"
    if not beside(path, "-wal").exists() and size != PAGE * int.from_bytes(
        head[28:32], "big"
    ):
        return "damaged"
    return "ours"


def beside(path: Path, ending: str) -> Path:
    """The file next to *path* whose name ends so."""
    return path.with_name(path.name + ending)


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether every page of the database is what SQLite expects."""
    try:
        found: Iterable[tuple[str]] = connection.execute("PRAGMA quick_check(1)")
        return [said for (said,) in found] == ["ok"]
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise
