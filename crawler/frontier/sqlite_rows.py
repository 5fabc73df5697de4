"""Rows of the queue in the file of one process, without what is counted of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crawler.frontier.backend import Entry
from crawler.frontier.row import sealed, unsealed

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

_INSERT: Final = (
    "INSERT INTO queue (state, priority, host, shape, attempts, reason, key, payload)"
    " VALUES (0, ?, ?, ?, 0, '', ?, ?)"
)
# One order for all: the highest priority first, then the one that came first.
_NEXT: Final = (
    "SELECT id, priority, shape, attempts, key, payload FROM queue"
    " WHERE state = 0 AND host = ? ORDER BY priority DESC, id LIMIT ?"
)
_PARKED: Final = (
    "SELECT id, priority, key, payload FROM queue"
    " WHERE host = ? AND shape = ? AND shape <> '' AND state = 2 AND id > ?"
    " ORDER BY id LIMIT 1000"
)
_FAIL: Final = (
    "UPDATE queue SET state = 3, attempts = attempts + 1, reason = ? WHERE id = ?"
)


class Rows:
    """Part of a transaction that its owner begins and ends."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def insert(self, entry: Entry) -> None:
        """A new row, pending."""
        values = (entry.priority, entry.host, entry.shape, entry.key)
        self._database.execute(_INSERT, (*values, sealed(entry.key, entry.payload)))

    def next(self, host: str, count: int) -> list[Any]:
        """The next pending rows of a host: number and columns of each."""
        return self._database.execute(_NEXT, (host, count)).fetchall()

    def lease(self, number: int) -> None:
        """A row is handed out."""
        self._database.execute("UPDATE queue SET state = 1 WHERE id = ?", (number,))

    def delete(self, numbers: Iterable[int]) -> None:
        """Rows are done."""
        self._database.executemany(
            "DELETE FROM queue WHERE id = ?", ((number,) for number in numbers)
        )

    def fail(self, number: int, reason: str) -> None:
        """A row failed, for a reason."""
        told = reason.encode("utf-8", "replace").decode()
        self._database.execute(_FAIL, (told, number))

    def hand_back(self, numbers: Iterable[int]) -> None:
        """Rows are pending again."""
        self._database.executemany(
            "UPDATE queue SET state = 0 WHERE id = ?", ((each,) for each in numbers)
        )

    def retry(self, limit: int) -> list[str]:
        """Failed rows that failed fewer than *limit* times are pending: their hosts."""
        found = self._database.execute(
            "UPDATE queue SET state = 0 WHERE state = 3 AND attempts < ?"
            " RETURNING host",
            (limit,),
        )
        return [host for (host,) in found.fetchall()]

    def move(
        self, states: tuple[int, int], host: str, shape: str, limit: int | None
    ) -> int:
        """Rows of a shape get another state; how many."""
        old, new = states
        # The index of shapes leaves out the empty one; it has to be told so.
        named = "AND shape <> ''" if shape else ""
        return self._database.execute(
            f"UPDATE queue SET state = ? WHERE id IN (SELECT id FROM queue"  # noqa: S608 - a constant
            f" WHERE host = ? AND shape = ? {named} AND state = ? ORDER BY id LIMIT ?)",
            (new, host, shape, old, -1 if limit is None else limit),
        ).rowcount

    def parked(self, host: str, shape: str) -> Iterator[Entry]:
        """Those of a shape that are set aside, and what was stored."""
        last = 0
        while rows := self._database.execute(_PARKED, (host, shape, last)).fetchall():
            for _, priority, key, stored in rows:
                if (payload := unsealed(key, stored)) is not None:
                    yield Entry(key, payload, host, shape, priority)
            last = rows[-1][0]
