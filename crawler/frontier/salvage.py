"""What can be read of a damaged frontier, in a new file; the old one is kept."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawler.frontier import fronts
from crawler.frontier.pages import Pages, Row
from crawler.frontier.row import FAILED, PARKED, PENDING, unsealed
from crawler.frontier.sqlite_file import EVIDENCE_TABLE, STATE_TABLE, beside, create
from crawler.frontier.sqlite_state import evidence_is_whole, forget_evidence

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

_ENDINGS = ("-wal", "-shm", "-journal")


@dataclass
class Salvaged:
    """What came out of a damaged file."""

    kept_as: Path
    """Where the damaged file is now."""
    rows: int = 0
    """Rows of the queue that were read."""
    expected: int | None = None
    """How many there were, if that could be read."""
    spoiled: int = 0
    """Rows that were there and are not what was stored."""

    @property
    def complete(self) -> bool:
        """Whether no row of the queue is missing."""
        return self.rows == self.expected and not self.spoiled


def salvage(path: Path) -> Salvaged:
    """Replace a damaged frontier by what can be read of it.

    Every row of the queue that is whole is taken over. If one may be missing, the
    seen keys are only those of the queue: what the start pages lead to is asked for
    again, and what was missing is found again with it. If none is, all seen keys are.

    :raises OSError: when there is no space for it; the damaged file is untouched.
    :raises FrontierError: the same.
    """
    found = Salvaged(_free_name(path))
    new = beside(path, ".new")
    for each in (new, *(beside(new, ending) for ending in _ENDINGS)):
        each.unlink(missing_ok=True)
    with closing(create(new)) as database:
        database.execute("BEGIN")
        with Pages(path) as pages:
            for row in pages.rows():
                _take(database, row, found)
        if not found.complete:
            database.execute("DELETE FROM seen")
        if not found.complete or not evidence_is_whole(database):
            # What was learned is of URLs that will be found again, and counted twice;
            # and nobody would know why rows are set aside.
            forget_evidence(database)
            database.execute("UPDATE queue SET state = 0 WHERE state = 2")
        _mark_queued(database)
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
    for ending in ("", *_ENDINGS):
        if beside(path, ending).exists():
            beside(path, ending).replace(beside(found.kept_as, ending))
    for table in fronts.paths(path):
        table.unlink(missing_ok=True)
    new.replace(path)
    return found


def _free_name(path: Path) -> Path:
    number = 1
    while (name := beside(path, f".damaged-{number}")).exists():
        number += 1
    return name


def _take(database: sqlite3.Connection, row: Row, found: Salvaged) -> None:
    """Take a row over by the form of its columns."""
    number, columns = row
    match columns:
        case (
            None,
            int(state),
            int(priority),
            str(host),
            str(shape),
            int(attempts),
            str(reason),
            bytes(key),
            bytes(payload),
        ):
            if unsealed(key, payload) is None:
                found.spoiled += 1
                return
            state = state if state in {PARKED, FAILED} else PENDING
            values: Any = (number, state, priority, host, shape, attempts, reason)
            found.rows += database.execute(
                "INSERT OR IGNORE INTO queue VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, key, payload),
            ).rowcount
        case (None, bytes(data)):
            if fronts.is_log_entry(data):
                database.execute(
                    "INSERT OR IGNORE INTO seen VALUES (?, ?)", (number, data)
                )
            else:
                found.spoiled += 1
        case (None, int(whole), int(size), bytes(data)):
            if unsealed(b"", data) is None:
                found.spoiled += 1
                return
            database.execute(
                f"INSERT OR IGNORE INTO {EVIDENCE_TABLE} VALUES (?, ?, ?, ?)",  # noqa: S608 - a constant
                (number, whole, size, data),
            )
        case (None, str("rows"), bytes(data)) if data.isdigit():
            found.expected = int(data)
        case (None, str(name), bytes(data)) if name != "front":
            database.execute(
                f"INSERT OR IGNORE INTO {STATE_TABLE} VALUES (?, ?, ?)",  # noqa: S608 - a constant
                (number, name, data),
            )


def _mark_queued(database: sqlite3.Connection) -> None:
    """What is queued is seen, wherever that stood."""
    keys = database.execute("SELECT key FROM queue ORDER BY id")
    while some := keys.fetchmany(1000):
        entry = fronts.log_entry([(key, b"") for (key,) in some])
        database.execute("INSERT INTO seen (keys) VALUES (?)", (entry,))
