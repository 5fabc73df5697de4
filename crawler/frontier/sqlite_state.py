"""Values by name, counters, and evidence, in the file of one process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.frontier.row import sealed, unsealed
from crawler.frontier.sqlite_file import EVIDENCE_TABLE, STATE_TABLE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

# The names of tables are constants: nothing of a site gets into these.
_KEEP: Final = (
    f"INSERT INTO {STATE_TABLE} (name, value) VALUES (?, ?)"  # noqa: S608 - see above
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_READ: Final = f"SELECT name, value FROM {STATE_TABLE} WHERE substr(name, 1, ?) = ?"  # noqa: S608 - see above
_ONE: Final = f"SELECT value FROM {STATE_TABLE} WHERE name = ?"  # noqa: S608 - see above
_APPEND: Final = f"INSERT INTO {EVIDENCE_TABLE} (whole, size, data) VALUES (?, ?, ?)"  # noqa: S608 - see above
_SINCE: Final = (
    f"SELECT id, data FROM {EVIDENCE_TABLE} WHERE id > ? ORDER BY whole DESC, id"  # noqa: S608 - see above
)
_FORGET: Final = f"DELETE FROM {EVIDENCE_TABLE} WHERE id <= ?"  # noqa: S608 - see above

LEARNED: Final = "learned"
"""Name of the number of the last piece of evidence: whether any is missing."""


class StateTable:
    """Part of a transaction that its owner begins and ends."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._claimed: dict[str, int] = {}

    def keep(self, name: str, value: bytes) -> None:
        """Keep a value."""
        self._database.execute(_KEEP, (name, value))

    def read(self, prefix: str) -> dict[str, bytes]:
        """The values kept under names that begin so."""
        return dict(self._database.execute(_READ, (len(prefix), prefix)).fetchall())

    def count(self, name: str, amount: int) -> None:
        """Add to a counter."""
        self.keep(name, b"%d" % (self._counted(name) + amount))

    def claim(self, name: str, limit: int) -> int:
        """See the protocol: there is only one worker."""
        counted, claimed = self._counted(name), self._claimed.get(name, 0)
        if counted >= limit:
            return -1
        if counted + claimed >= limit:
            return 0
        self._claimed[name] = claimed + 1
        return 1

    def release(self, name: str) -> None:
        """Give a claim back."""
        left = self._claimed.get(name, 0) - 1
        if left > 0:
            self._claimed[name] = left
        else:
            self._claimed.pop(name, None)

    def learn(self, chunks: Sequence[bytes]) -> None:
        """Keep evidence behind what is kept."""
        last = None
        for data in chunks:
            values = (0, len(data), sealed(b"", data))
            last = self._database.execute(_APPEND, values).lastrowid
        if last is not None:
            self.keep(LEARNED, b"%d" % last)

    def evidence(self, after: int) -> tuple[int, list[bytes]]:
        """Behind a position; damaged parts are left out."""
        found: list[bytes] = []
        position = after
        for number, stored in self._database.execute(_SINCE, (after,)):
            position = max(position, number)
            if (data := unsealed(b"", stored)) is not None:
                found.append(data)
        return position, found

    def sum_up(self, position: int, whole: bytes) -> None:
        """Keep *whole* in place of the evidence up to a position."""
        self._database.execute(_FORGET, (position,))
        # It stands where it ends: what came later has higher numbers.
        self._database.execute(
            f"INSERT INTO {EVIDENCE_TABLE} VALUES (?, 1, ?, ?)",  # noqa: S608 - see above
            (position, len(whole), sealed(b"", whole)),
        )
        self.keep(LEARNED, b"%d" % max(position, self._counted(LEARNED)))

    def _counted(self, name: str) -> int:
        found = self._database.execute(_ONE, (name,)).fetchone()
        value = found[0] if found else b""
        return int(value) if value.lstrip(b"-").isdigit() else 0


def evidence_is_whole(database: sqlite3.Connection) -> bool:
    """Whether every piece is what was stored, and none is missing.

    They are numbered one after the other, from the first or from a whole on.
    """
    last = first = whole = 0
    rows = database.execute(
        f"SELECT id, whole, data FROM {EVIDENCE_TABLE} ORDER BY id"  # noqa: S608 - see above
    )
    for number, is_whole, stored in rows:
        if unsealed(b"", stored) is None or (last and number != last + 1):
            return False
        first, last = first or number, number
        whole = number if is_whole else whole
    told = database.execute(_ONE, (LEARNED,)).fetchone()
    if not last:
        return told is None
    return first == (whole or 1) and told == (b"%d" % last,)


def forget_evidence(database: sqlite3.Connection) -> None:
    """Begin anew."""
    database.execute(_FORGET, (1 << 62,))
    database.execute(
        f"DELETE FROM {STATE_TABLE} WHERE name = ?",  # noqa: S608 - see above
        (LEARNED,),
    )
