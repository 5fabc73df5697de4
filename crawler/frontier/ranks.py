"""Hosts by the best of what they have in the queue, not in turn; and a new order of it.

A host stands at the priority of its best row: that of a better one that came, or what
the database tells when one was handed out or came back.
"""

from __future__ import annotations

import heapq
import math
import time
from typing import TYPE_CHECKING, Final

from crawler.frontier.backend import Pace
from crawler.frontier.hosts import Hosts
from crawler.frontier.row import unsealed

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager

_FREE: Final = Pace()
_SOME: Final = 8
"""Entries of the heap for each host, before it is made anew."""


class RankedHosts(Hosts):
    """The hosts of a queue, that with the best row first."""

    def __init__(
        self,
        pending: Iterable[tuple[str, int, float]],
        peek: Callable[[str], float | None],
        before: Hosts,
    ) -> None:
        """Hosts with the number and the best priority of their rows.

        *peek* tells the latter; *before* knows what is handed out, and which hosts are
        held back.
        """
        found = list(pending)
        super().__init__((host, count) for host, count, _ in found)
        self._open, self._free_at = before._open, before._free_at
        self._peek = peek
        self._level: dict[str, float] = {}
        self._heap: list[tuple[float, int, str]] = []
        self._count = 0
        for host, _, level in found:
            self._rise(host, level)

    def add(self, host: str, count: int = 1, level: float | None = None) -> None:
        """Rows of a host became pending, the best of them of priority *level*."""
        super().add(host, count)
        if count and level is None:
            level = self._peek(host)
        if level is not None and level > self._level.get(host, -math.inf):
            self._rise(host, level)

    def drop(self, host: str, count: int = 1) -> None:
        """Rows of a host are pending no longer: what is left tells where it stands."""
        super().drop(host, count)
        level = self._peek(host) if host in self._pending else None
        if level is None:
            self._level.pop(host, None)
        else:
            self._rise(host, level)

    def _rise(self, host: str, level: float) -> None:
        """Stand at *level*, behind others of the same."""
        self._level[host] = level
        self._count += 1
        heapq.heappush(self._heap, (-level, self._count, host))
        if len(self._heap) > _SOME * max(len(self._level), 100):
            self._heap = [
                (-level, place, host)
                for place, (host, level) in enumerate(self._level.items())
            ]
            heapq.heapify(self._heap)
            self._count = len(self._heap)

    def turns(
        self, limit: int, paces: Mapping[str, Pace], busy: Collection[str]
    ) -> Iterator[tuple[str, int]]:
        """The best host and one row at a time, *limit* in all.

        The row has to be taken before the next is asked for.
        """
        now = time.time()
        default = paces.get("", _FREE)
        passed: list[tuple[float, int, str]] = []
        while limit > 0 and self._heap:
            entry = heapq.heappop(self._heap)
            host = entry[2]
            if self._level.get(host) != -entry[0] or host not in self._pending:
                continue  # it stands elsewhere by now
            pace = paces.get(host, default)
            if host in busy or not self._room(host, pace, now):
                passed.append(entry)
                continue
            if pace.delay:
                self._free_at[host] = now + pace.delay
            limit -= 1
            before = self._count
            yield host, 1
            if self._count == before and host in self._pending:
                passed.append(entry)  # nobody took it
        for entry in passed:
            heapq.heappush(self._heap, entry)


class SqliteOrder:
    """The order of the pending rows of a queue in SQLite."""

    def __init__(
        self,
        database: sqlite3.Connection,
        changing: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._database = database
        self._changing = changing

    def hosts(self, before: Hosts) -> RankedHosts:
        """Hosts by the best of their rows, in place of those of *before*."""
        found = self._database.execute(
            "SELECT host, count(*), max(priority) FROM queue WHERE state = 0"
            " GROUP BY host"
        ).fetchall()
        return RankedHosts(found, self._best, before)

    def _best(self, host: str) -> float | None:
        """The greatest priority among the pending rows of a host."""
        query = "SELECT max(priority) FROM queue WHERE state = 0 AND host = ?"
        (found,) = self._database.execute(query, (host,)).fetchone()
        return None if found is None else float(found)

    def rows(self, below: int | None, limit: int) -> list[tuple[int, int, bytes]]:
        """Number, priority and payload of pending rows, the newest first."""
        found = self._database.execute(
            "SELECT id, priority, key, payload FROM queue WHERE state = 0 AND id < ?"
            " ORDER BY id DESC LIMIT ?",
            (1 << 62 if below is None else below, limit),
        )
        return [
            (number, priority, unsealed(key, stored) or b"")
            for number, priority, key, stored in found
        ]

    def change(self, priorities: Iterable[tuple[int, int]]) -> None:
        """New priorities of rows, by number.

        :raises FrontierError: as every change of the queue.
        """
        with self._changing():
            self._database.executemany(
                "UPDATE queue SET priority = ? WHERE id = ? AND state = 0",
                [(priority, number) for number, priority in priorities],
            )
