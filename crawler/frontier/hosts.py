"""Whose turn it is: hosts with pending rows, one after the other."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from crawler.frontier.backend import Pace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

_FREE = Pace()


class Hosts:
    """The hosts of a queue in the order of their turns, and what holds them back.

    Its memory grows with the hosts that have pending rows, not with the rows.
    """

    def __init__(self, pending: Iterable[tuple[str, int]] = ()) -> None:
        self._pending: dict[str, int] = {}
        for host, count in pending:
            self._pending[host] = count
        self._open: dict[str, int] = {}
        self._free_at: dict[str, float] = {}

    def add(self, host: str, count: int = 1, level: float | None = None) -> None:  # noqa: ARG002 - for hosts by rank
        """Rows of a host became pending; a new host is the last in turn."""
        if count:
            self._pending[host] = self._pending.get(host, 0) + count

    def drop(self, host: str, count: int = 1) -> None:
        """Rows of a host are pending no longer."""
        left = self._pending.get(host, 0) - count
        if left > 0:
            self._pending[host] = left
        else:
            self._pending.pop(host, None)

    def take(self, host: str) -> None:
        """A row of a host was handed out."""
        self.drop(host)
        self._open[host] = self._open.get(host, 0) + 1

    def release(self, host: str) -> None:
        """A row that was handed out is settled."""
        left = self._open.get(host, 0) - 1
        if left > 0:
            self._open[host] = left
        else:
            self._open.pop(host, None)

    def turns(
        self, limit: int, paces: Mapping[str, Pace], busy: Collection[str]
    ) -> Iterator[tuple[str, int]]:
        """Hosts and how many rows each may have, *limit* in all; they go to the end.

        The rows have to be taken before the next is asked for.
        """
        now = time.time()
        default = paces.get("", _FREE)
        found: list[tuple[str, int, Pace]] = []
        for host in self._pending:
            if host not in busy:
                pace = paces.get(host, default)
                if room := self._room(host, pace, now):
                    found.append((host, room, pace))
                    if len(found) == limit:
                        break
        # Who gets one more is the last in turn then.
        more = limit % len(found) if found else 0
        found = found[more:] + found[:more]
        for place, (host, room, pace) in enumerate(found):
            share = limit // (len(found) - place)
            count = min(share, room, self._pending[host])
            if pace.delay:
                self._free_at[host] = now + pace.delay
            yield host, count
            limit -= count
            if host in self._pending:  # behind the others
                self._pending[host] = self._pending.pop(host)

    def _room(self, host: str, pace: Pace, now: float) -> int:
        """How many rows of a host may be handed out now."""
        if pace.resume > now:
            self._free_at[host] = max(pace.resume, self._free_at.get(host, 0))
        if self._free_at.get(host, 0) > now:
            return 0
        self._free_at.pop(host, None)
        room = 1 if pace.delay else 1 << 30
        if pace.concurrency:
            room = min(room, pace.concurrency - self._open.get(host, 0))
        return max(room, 0)

    def due(self, now: float) -> float | None:
        """Seconds until a host that is held back, and has rows, may be asked."""
        waits = [
            at - now for host, at in self._free_at.items() if host in self._pending
        ]
        return max(0.0, min(waits)) if waits else None
