"""The frontier in a Redis server, shared by any number of workers.

Every change is one script, which the server runs alone: what belongs together changes
together, whatever the other workers do. See ``redis_common.lua`` for the keys.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, Self

from crawler.frontier.backend import Counts, Front, Lease, Pace
from crawler.frontier.redis_calls import Calls
from crawler.frontier.redis_front import fill
from crawler.frontier.redis_link import Link
from crawler.frontier.redis_order import RedisOrder
from crawler.frontier.redis_rows import pack_row, tag_of, unpack_row
from crawler.frontier.worker_name import dead_on_this_machine, worker_name
from crawler.urls import Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from crawler.frontier.backend import Batch, Entry

FORMAT: Final = "leadline-frontier 1"

LIFE: Final = 15.0
"""Seconds without a heartbeat after which a worker is taken for dead."""

_ROWS_AT_ONCE = 1000
_PIECES_KEPT = 2000
"""Pieces of evidence that stay for readers that are behind."""
_STRETCH = 20_000  # rows of a queue that a script looks at in one go: 10 ms


class RedisBackend:
    """A :class:`crawler.frontier.backend.Backend` on ``redis://...``.

    A worker is one object of this class. It must call :meth:`heartbeat` several times
    within :data:`LIFE` seconds.

    A call whose answer was lost with the connection is repeated and takes effect once.
    When the server comes back without something it had confirmed, the call raises.
    """

    def __init__(self, link: Link, key: str) -> None:
        self.worker = worker_name()
        self._link = link
        self._calls = Calls(link, key, self.worker)
        self._told: dict[str, Pace] = {}
        self._left = False
        self.news = 0
        """Grows when a worker keeps cookies, a danger, or a widening of the scope."""
        self.front = Front(Table(), Table())

    @classmethod
    def open(cls, url: str, key: str = "default", patience: float = 60.0) -> Self:
        """Join the crawl named *key* on a server, or begin it.

        :raises FrontierError: when it cannot be reached or used, or its keys are not
            of this format; they are left as they are.
        """
        link = Link(url, patience)
        backend = cls(link, key)
        link.open(backend._calls.prefix, backend.worker, 0, FORMAT)
        backend.heartbeat()
        fill(backend.front, backend.counts().seen, backend.ask)
        return backend

    def commit(self, batch: Batch) -> list[bool]:
        """Apply a batch; for each pushed entry whether it was queued.

        :raises FrontierError: also below, when the server refuses or stays away.
        """
        flags = self._calls.change(
            "commit",
            len(batch.done),
            len(batch.failed),
            len(batch.returned),
            len(batch.state),
            len(batch.counts),
            len(batch.released),
            len(batch.evidence),
            *batch.done,
            *(part for number, why in batch.failed for part in (number, _bytes(why))),
            *batch.returned,
            *(part for named in batch.state.items() for part in named),
            *(part for named in batch.counts.items() for part in named),
            *batch.released,
            *batch.evidence,
            *map(pack_row, batch.push),
        )
        for entry in batch.push:
            # What marks a key: see redis_commit.lua.
            if not entry.repeat or entry.spelling:
                self.front.seen.add(entry.key)
            if entry.spelling:
                self.front.spelled.add(entry.spelling)
        return [flag == _ONE for flag in flags]

    def unseen(self, keys: Sequence[bytes]) -> list[bool]:
        """For each key whether it was never queued."""
        if not keys:
            return []
        return [flag == _ONE for flag in self.ask("unseen", *keys)]

    def lease(
        self, limit: int, paces: Mapping[str, Pace], busy: Collection[str]
    ) -> list[Lease]:
        """Hand out up to *limit* entries, hosts in turn; see the protocol."""
        told = self._paces(paces)
        news, found = self._calls.change(
            "lease", limit, len(busy), len(told) // 4, *map(_bytes, busy), *told
        )
        self._told = dict(paces)
        self.news = int(news)
        return [
            Lease(unpack_row(row), int(number), int(tries))
            for number, tries, row in found
        ]

    def due(self) -> float | None:
        """Seconds until a host that is held back may be asked."""
        first, (seconds, micros) = self._calls.read(
            [("ZRANGE", "waiting", 0, 0, "WITHSCORES"), ("TIME",)]
        )
        if not first:
            return None
        return max(0.0, float(first[1]) - int(seconds) - int(micros) / 1e6)

    def by_priority(self) -> RedisOrder:
        """Hand out the best of all hosts first, to all workers."""
        self.ask("order", "begin")
        return RedisOrder(self.ask)

    def park(self, host: str, shape: str) -> int:
        """Set the pending rows of a shape aside; how many."""
        parked = offset = 0
        while offset >= 0:
            moved, offset = self.ask(
                "park", _bytes(host), tag_of(shape), offset, _STRETCH
            )
            parked += moved
        return parked

    def unpark(self, host: str, shape: str, limit: int | None = None) -> int:
        """Let parked rows of a shape be handed out again; how many."""
        count = 0
        while limit is None or count < limit:
            size = _STRETCH if limit is None else min(_STRETCH, limit - count)
            moved = self.ask("unpark", _bytes(host), tag_of(shape), size)
            count += int(moved)
            if moved < size:
                break
        return count

    def parked(self, host: str, shape: str) -> Iterator[Entry]:
        """The rows of a shape that are set aside."""
        place = _bytes(host), tag_of(shape)
        offset = 0
        while found := self.ask("parked", *place, offset, _ROWS_AT_ONCE):
            yield from map(unpack_row, found)
            offset += _ROWS_AT_ONCE

    def claim(self, name: str, limit: int) -> int:
        """Claim one of what a counter lacks to *limit*; see the protocol."""
        return int(self._calls.change("claim", name, limit))

    def evidence(self, after: int) -> tuple[int, list[bytes]]:
        """What was learned behind a position; see the protocol."""
        position, found = self.ask("evidence", "read", after)
        return int(position), list(found)

    def sum_up(self, position: int, whole: bytes) -> None:
        """Keep *whole* in place of the evidence up to a position."""
        self.ask("evidence", "sum", position, whole, _PIECES_KEPT)

    def agree(self, name: str, value: bytes) -> bytes:
        """Keep *value* under *name* if nothing is kept there; what is kept."""
        return bytes(self.ask("state", "agree", name, value))

    def states(self, prefix: str = "") -> dict[str, bytes]:
        """The values kept under names that begin so."""
        kind, colon, _ = prefix.partition(":")
        found = self.ask("state", "read", *([kind] if colon else []))
        named = zip(found[::2], found[1::2], strict=True)
        kept = {name.decode(): value for name, value in named}
        return {name: kept[name] for name in kept if name.startswith(prefix)}

    def retry_failed(self, limit: int) -> int:
        """Make rows pending that failed fewer than *limit* times; how many."""
        count, cursor = 0, b"0"
        while True:
            cursor, found = self.ask("retry", cursor, limit)
            count += int(found)
            if cursor == b"0":
                return count

    def counts(self) -> Counts:
        """Rows by state, of all workers together."""
        rows, leased, failed, (parked, seen) = self._calls.read(
            [
                ("HLEN", "rows"),
                ("HLEN", "leases"),
                ("HLEN", "failed"),
                ("HMGET", "meta", "parked", "seen"),
            ]
        )
        parked = int(parked or 0)
        return Counts(
            seen=int(seen or 0),
            pending=rows - leased - failed - parked,
            leased=leased,
            parked=parked,
            failed=failed,
        )

    def heartbeat(self) -> None:
        """Say that this worker lives, and take back what dead ones had leased."""
        self.take_back(dead_on_this_machine(self.names("alive")))

    def take_back(self, dead: Sequence[str]) -> int:
        """Take back what the workers *dead*, and those unheard of, had leased.

        How many leases came back.
        """
        _, count = self.ask("heartbeat", LIFE, *dead)
        return int(count)

    def names(self, key: str) -> list[str]:
        """Workers in one of the sets of them."""
        (found,) = self._calls.read([("ZRANGE", key, 0, -1)])
        return [name.decode() for name in found]

    def hand_back(self) -> None:
        """Hand back what is leased, and stay."""
        self.ask("leave", 0)

    def leave(self) -> int:
        """Hand back what is leased and be no worker any more; how many others are."""
        self._left = True
        return int(self.ask("leave", 1))

    def close(self) -> None:
        """Leave, unless that is done, and let go of the connection."""
        try:
            if not self._left and self._link.error is None:
                self.leave()
        finally:
            self._link.close()

    def ask(self, script: str, *arguments: Any) -> Any:
        """A call that may be repeated: ``redis_SCRIPT.lua``.

        :raises FrontierError: as :meth:`commit` does.
        """
        return self._calls.ask(script, *arguments)

    def _paces(self, paces: Mapping[str, Pace]) -> list[Any]:
        """What the server was not told yet: four values for each pace."""
        told: list[Any] = []
        for host, pace in paces.items():
            if self._told.get(host) != pace:
                resume = max(0.0, pace.resume - time.time()) if host else 0.0
                told += (_bytes(host), pace.delay, pace.concurrency, resume)
        for host in self._told.keys() - paces.keys():
            told += (_bytes(host), -1, 0, 0)
        return told


_ONE = ord("1")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
