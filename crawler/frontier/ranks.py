"""Hosts by the best of what they have in the queue, not in turn; and a new order of it.

How high a host stands is known without asking the database: it is the priority of the
last row that was handed out, since that was its best, or of a better one that came
later. It may be too high for a moment, which costs a turn; never too low.
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
_UNKNOWN: Final = math.inf
_SOME: Final = 8
"""Entries of the heap for each host, before it is made anew."""


class RankedHosts(Hosts):
    """The hosts of a queue, that with the best row first."""

    def __init__(
        self,
        pending: Iterable[tuple[str, int]] = (),
        levels: Iterable[tuple[str, float]] = (),
        before: Hosts | None = None,
    ) -> None:
        """*before* knows what is handed out, and which hosts are held back."""
        super().__init__(pending)
        if before is not None:
            self._open, self._free_at = before._open, before._free_at
        self._level: dict[str, float] = dict(levels)
        self._heap: list[tuple[float, int, str]] = []
        self._count = 0
        for host in self._pending:
            self._rise(host, self._level.get(host, _UNKNOWN))

    def add(self, host: str, count: int = 1, level: float = _UNKNOWN) -> None:
        """Rows of a host became pending, the best of them of priority *level*."""
        super().add(host, count, level)
        if count and level > self._level.get(host, -math.inf):
            self._rise(host, level)

    def take(self, host: str, level: float = _UNKNOWN) -> None:
        """A row of a host was handed out: the others are no better."""
        super().take(host, level)
        if host in self._pending:
            self._rise(host, level)
        else:
            self._level.pop(host, None)

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


class Order:
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
        return RankedHosts(
            ((host, count) for host, count, _ in found),
            ((host, level) for host, _, level in found),
            before,
        )

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
