"""The frontier of one process: a file of SQLite, or one that goes with the process.

Everything between two commits is one transaction: what was pushed, handed out, settled.
A process that is killed leaves the state of its last commit; rows that say ``leased``
were its own, for nobody else has the file open, and are pending again at the next open.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crawler.frontier import fronts, ranks
from crawler.frontier.backend import Counts, Entry, Lease
from crawler.frontier.errors import FrontierError
from crawler.frontier.hosts import Hosts
from crawler.frontier.row import FAILED, LEASED, PARKED, PENDING, unsealed
from crawler.frontier.sqlite_file import told
from crawler.frontier.sqlite_rows import Rows
from crawler.frontier.sqlite_state import StateTable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from crawler.frontier.backend import Batch, Front, Pace


class SqliteBackend:
    """See :class:`crawler.frontier.backend.Backend`; made by :func:`open_sqlite`."""

    def __init__(
        self, connection: sqlite3.Connection, front: Front, path: Path | None = None
    ) -> None:
        self.front = front
        self.path = path
        self._database = connection
        self._error: FrontierError | None = None
        self._leased: dict[int, str] = {}
        self._state = StateTable(connection)
        self._rows = Rows(connection)
        with self._changing():
            self._count = self._take_stock()
        self._hosts = Hosts(
            connection.execute(
                "SELECT host, count(*) FROM queue WHERE state = 0 GROUP BY host"
            )
        )

    def _take_stock(self) -> list[int]:
        """Rows by state, after those of a process that died are pending again."""
        self._database.execute("UPDATE queue SET state = 0 WHERE state = 1")
        # From now on the tables of the front are ahead of the database.
        self._state.keep("front", b"")
        found = [0, 0, 0, 0]
        for state, count in self._database.execute(
            "SELECT state, count(*) FROM queue GROUP BY state"
        ):
            found[state] = count
        return found

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """A change, in the transaction that the next commit ends.

        :raises FrontierError: now, and whenever something is to be changed again.
        """
        if self._error is not None:
            raise self._error
        try:
            if not self._database.in_transaction:
                self._database.execute("BEGIN")
            yield
        except (sqlite3.Error, OSError) as error:
            self._error = FrontierError(told(self.path, error))
            self._error.__cause__ = error
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise self._error from error

    def commit(self, batch: Batch) -> list[bool]:
        """Apply a batch and end the transaction.

        :raises FrontierError: nothing of it is kept, nor of any later one.
        """
        with self._changing():
            fresh = self._push(batch.push)
            # What was settled before is nobody's any more.
            self._delete([each for each in batch.done if each in self._leased])
            for number, reason in batch.failed:
                if number not in self._leased:
                    continue
                self._rows.fail(number, reason)
                self._leave(number, FAILED)
            self._hand_back([each for each in batch.returned if each in self._leased])
            self._settle_state(batch)
            if self.path is not None:
                self._state.keep("rows", str(sum(self._count)).encode())
            self._database.execute("COMMIT")
        return fresh

    def _settle_state(self, batch: Batch) -> None:
        for name, value in batch.state.items():
            self._state.keep(name, value)
        for name, amount in batch.counts.items():
            self._state.count(name, amount)
        for name in batch.released:
            self._state.release(name)
        self._state.learn(batch.evidence)

    def _push(self, entries: Sequence[Entry]) -> list[bool]:
        fresh: list[bool] = []
        records: list[tuple[bytes, bytes]] = []
        for entry in entries:
            new = entry.repeat or self.front.seen.add(entry.key) or entry.admitted
            fresh.append(new)
            if not new:
                continue
            self._rows.insert(entry)
            self._count[PENDING] += 1
            self._hosts.add(entry.host, 1, entry.priority)
            if not entry.repeat or entry.spelling:
                records.append((entry.key, entry.spelling))
                if entry.spelling:
                    self.front.spelled.add(entry.spelling)
        if records and self.path is not None:
            self._database.execute(
                "INSERT INTO seen (keys) VALUES (?)", (fronts.log_entry(records),)
            )
        return fresh

    def _delete(self, numbers: Sequence[int]) -> None:
        self._rows.delete(numbers)
        for number in numbers:
            self._leave(number, None)

    def _hand_back(self, numbers: Sequence[int]) -> None:
        self._rows.hand_back(numbers)
        for number in numbers:
            if host := self._leave(number, PENDING):
                self._hosts.add(host)

    def _leave(self, number: int, state: int | None) -> str:
        host = self._leased.pop(number, "")
        self._count[LEASED] -= 1
        if state is not None:
            self._count[state] += 1
        self._hosts.release(host)
        return host

    def unseen(self, keys: Sequence[bytes]) -> list[bool]:
        """For each key whether it was never pushed; marks nothing."""
        return [key not in self.front.seen for key in keys]

    def lease(
        self,
        limit: int,
        paces: Mapping[str, Pace],
        busy: Collection[str],
    ) -> list[Lease]:
        """Hand out up to *limit* entries, hosts in turn, none of a host in *busy*.

        :raises FrontierError: when an entry is not what was stored.
        """
        found: list[Lease] = []
        with self._changing():
            for host, share in self._hosts.turns(limit, paces, busy):
                for row in self._rows.next(host, share):
                    found.append(self._lease(host, *row))
                    self._hosts.take(host)
        return found

    def _lease(
        self, host: str, number: int, priority: int, shape: str, *rest: object
    ) -> Lease:
        attempts, key, sealed_payload = rest
        assert isinstance(attempts, int)
        assert isinstance(key, bytes)
        payload = unsealed(key, sealed_payload)
        if payload is None:
            raise sqlite3.DatabaseError("a row of it is damaged")
        self._rows.lease(number)
        self._leased[number] = host
        self._count[PENDING] -= 1
        self._count[LEASED] += 1
        return Lease(Entry(key, payload, host, shape, priority), number, attempts)

    def due(self) -> float | None:
        """Seconds until a host that is held back may be asked; None if none is."""
        return self._hosts.due(time.time())

    def by_priority(self) -> ranks.SqliteOrder:
        """Hand out the best of all hosts first; again when their order has changed."""
        order = ranks.SqliteOrder(self._database, self._changing)
        self._hosts = order.hosts(self._hosts)
        return order

    def park(self, host: str, shape: str) -> int:
        """Set the pending rows of a shape aside; how many."""
        with self._changing():
            number = self._move(PENDING, PARKED, host, shape)
        self._hosts.drop(host, number)
        return number

    def unpark(self, host: str, shape: str, limit: int | None = None) -> int:
        """Let parked rows of a shape be handed out again; how many."""
        with self._changing():
            number = self._move(PARKED, PENDING, host, shape, limit)
        self._hosts.add(host, number)
        return number

    def _move(
        self, old: int, new: int, host: str, shape: str, limit: int | None = None
    ) -> int:
        rows = self._rows.move((old, new), host, shape, limit)
        self._count[old] -= rows
        self._count[new] += rows
        return rows

    def parked(self, host: str, shape: str) -> Iterator[Entry]:
        """The rows of a shape that are set aside."""
        return self._rows.parked(host, shape)

    def agree(self, name: str, value: bytes) -> bytes:
        """Keep *value* under *name* if nothing is kept there; what is kept."""
        with self._changing():
            known = self.states(name).get(name)
            if known is None:
                self._state.keep(name, value)
            self._database.execute("COMMIT")
        return value if known is None else known

    def states(self, prefix: str = "") -> dict[str, bytes]:
        """The values kept under names that begin so."""
        return self._state.read(prefix)

    def claim(self, name: str, limit: int) -> int:
        """Claim one of what a counter lacks to *limit*; see the protocol."""
        return self._state.claim(name, limit)

    def evidence(self, after: int) -> tuple[int, list[bytes]]:
        """What was learned behind a position; see the protocol."""
        return self._state.evidence(after)

    def sum_up(self, position: int, whole: bytes) -> None:
        """Keep *whole* in place of the evidence up to a position."""
        with self._changing():
            self._state.sum_up(position, whole)
            self._database.execute("COMMIT")

    def retry_failed(self, limit: int) -> int:
        """Make failed rows pending that failed fewer than *limit* times; how many."""
        with self._changing():
            again = self._rows.retry(limit)
            self._database.execute("COMMIT")
        for host in again:
            self._hosts.add(host)
        self._count[FAILED] -= len(again)
        self._count[PENDING] += len(again)
        return len(again)

    def counts(self) -> Counts:
        """Rows by state."""
        return Counts(len(self.front.seen), *self._count)

    def heartbeat(self) -> None:
        """Nobody else can have the file open: there is nothing to do."""

    def close(self) -> None:
        """Hand back what is leased and let go of the files; again is harmless."""
        try:
            if self._error is None and self._database_is_open():
                with self._changing():
                    self._hand_back(list(self._leased))
                    self._state.keep("front", fronts.mark(self.front).encode())
                    self._database.execute("COMMIT")
        finally:
            if self._error is not None:
                self.front.distrust()
            self._database.close()
            self.front.seen.close()
            self.front.spelled.close()

    def _database_is_open(self) -> bool:
        try:
            return self._database.total_changes >= 0
        except sqlite3.ProgrammingError:
            return False
