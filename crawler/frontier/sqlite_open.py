"""Open the frontier of one process."""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING

from crawler.frontier import fronts
from crawler.frontier.errors import FrontierError
from crawler.frontier.row import unsealed
from crawler.frontier.salvage import salvage
from crawler.frontier.sqlite import SqliteBackend
from crawler.frontier.sqlite_file import (
    EVIDENCE_TABLE,
    STATE_TABLE,
    connect,
    create,
    is_damage,
    is_whole,
    look,
    told,
)
from crawler.frontier.sqlite_state import evidence_is_whole

if TYPE_CHECKING:
    from pathlib import Path

    from crawler.frontier.backend import Front

logger = logging.getLogger(__name__)


def open_sqlite(path: Path | None) -> SqliteBackend:
    """The frontier in a file, made if there is none; without a path, of this run only.

    A damaged one is salvaged, with a warning that names it.

    :raises FrontierError: in one line: it is not a frontier, somebody else has it open,
        or it cannot be written. It is left as it is.
    """
    if path is None:
        front = fronts.open_front(None, "")
        assert front is not None
        return SqliteBackend(create(None), front)
    try:
        database = _open(path)
        try:
            return SqliteBackend(database, _front(database, path), path)
        except BaseException:
            database.close()
            raise
    except (sqlite3.Error, OSError) as error:
        raise FrontierError(told(path, error)) from error


def _open(path: Path) -> sqlite3.Connection:
    found = look(path)
    if found == "new":
        return create(path)
    if found == "ours":
        try:
            database = connect(path)
            if is_whole(database) and _is_as_stored(database):
                return database
            database.close()
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
    saved = salvage(path)
    of = "" if saved.expected is None else f" of {saved.expected}"
    again = (
        "" if saved.complete else "; what the start pages lead to is asked for again"
    )
    logger.warning(
        "%s was damaged: %d%s requests saved%s (the damaged file: %s)",
        path,
        saved.rows,
        of,
        again,
        saved.kept_as.name,
    )
    return connect(path)


def _is_as_stored(database: sqlite3.Connection) -> bool:
    """Whether all rows are what was stored: SQLite's own check looks at pages only."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema")}
    if not {STATE_TABLE, EVIDENCE_TABLE, "queue", "seen"} <= tables:
        return False
    rows = 0
    for key, payload in database.execute("SELECT key, payload FROM queue"):
        rows += 1
        if not isinstance(key, bytes) or unsealed(key, payload) is None:
            return False
    told_rows = _state(database, "rows")
    if told_rows and told_rows != str(rows).encode():
        return False
    return evidence_is_whole(database)


def _state(database: sqlite3.Connection, name: str) -> bytes:
    found = database.execute(
        f"SELECT value FROM {STATE_TABLE} WHERE name = ?",  # noqa: S608 - a constant
        (name,),
    ).fetchone()
    return bytes(found[0]) if found else b""


def _front(database: sqlite3.Connection, path: Path) -> Front:
    front = fronts.open_front(path, _state(database, "front").decode())
    if front is None:
        log = (data for (data,) in database.execute("SELECT keys FROM seen"))
        front = fronts.make_front(path, log)
    return front
