"""What one worker has in hand: leases, and changes that wait for their commit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from crawler.frontier.backend import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from crawler.frontier.backend import Backend, Entry, Lease, Pace


class Outcome(Enum):
    """How a lease ended."""

    DONE = "done"
    """Its page is stored, or the reason why there is none."""
    FAILED = "failed"
    """It may succeed another time."""
    RETURNED = "returned"
    """Nothing came of it: it is as if it had not been handed out."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A lease that ended."""

    lease: Lease
    outcome: Outcome
    reason: str = ""


class Ledger:
    """Leases and changes of one worker.

    At most *cap* leases are open: handed out, or ended and not yet committed. That is
    what a kill repeats. What a page leads to is pushed before its lease is settled,
    so that both are in one commit, or the pushes in an earlier one.
    """

    def __init__(
        self, backend: Backend, cap: int, repeated: Callable[[Entry], None]
    ) -> None:
        """*repeated* is told what another worker had pushed before."""
        self.backend = backend
        self.frozen = False
        """Nothing more is acknowledged: what is in hand comes back at the next run."""
        self.settled: list[Settled] = []
        """Ended, until the survey has what came of them."""
        self._cap = cap
        self._repeated = repeated
        self._batch = Batch()
        self._open: dict[int, Lease] = {}

    @property
    def room(self) -> int:
        """How many leases may be opened."""
        return self._cap - len(self._open)

    @property
    def waiting(self) -> int:
        """Changes that are in memory only."""
        return len(self._batch.push) + len(self.settled)

    def push(self, entry: Entry) -> None:
        """Queue an entry with the next commit."""
        self._batch.push.append(entry)

    def keep(self, values: Mapping[str, bytes]) -> None:
        """Keep values with the next commit."""
        self._batch.state.update(values)

    def count(self, amounts: Mapping[str, int], released: Iterable[str]) -> None:
        """Add to counters, and give claims back, with the next commit."""
        counts = self._batch.counts
        for name, amount in amounts.items():
            counts[name] = counts.get(name, 0) + amount
        self._batch.released += released

    def learn(self, evidence: Iterable[bytes]) -> None:
        """Keep evidence with the next commit."""
        self._batch.evidence += evidence

    def draw(
        self, limit: int, paces: Mapping[str, Pace], busy: Collection[str]
    ) -> list[Lease]:
        """Up to *limit* leases, within the cap; what waits is committed if need be.

        :raises FrontierError: as the backend does.
        """
        limit = min(limit, self.room)
        if limit <= 0:
            return []
        leases = self.backend.lease(limit, paces, busy)
        if len(leases) < limit and self._batch.push:
            self.commit()
            leases += self.backend.lease(limit - len(leases), paces, busy)
        self._open.update((lease.number, lease) for lease in leases)
        return leases

    def settle(self, lease: Lease, outcome: Outcome, reason: str = "") -> None:
        """Take note that a lease ended."""
        if not self.frozen:
            self.settled.append(Settled(lease, outcome, reason))

    def acknowledge(self, settled: Collection[Settled]) -> None:
        """Commit the end of leases; the survey has what came of them.

        :raises FrontierError: as the backend does.
        """
        for each in settled:
            number = each.lease.number
            if self._open.pop(number, None) is None:
                continue
            if each.outcome is Outcome.DONE:
                self._batch.done.append(number)
            elif each.outcome is Outcome.FAILED:
                self._batch.failed.append((number, each.reason))
            else:
                self._batch.returned.append(number)
        self.commit()

    def commit(self) -> None:
        """Commit all that waits, but for leases whose outcome the survey lacks.

        :raises FrontierError: as the backend does.
        """
        if self.frozen or not self._batch:
            return
        batch, self._batch = self._batch, Batch()
        fresh = self.backend.commit(batch)
        for entry, new in zip(batch.push, fresh, strict=True):
            if not new:
                self._repeated(entry)

    def close(self) -> None:
        """Let go of the backend, which hands back what is leased.

        What was admitted and never committed must not count as seen in the next run:
        its links would be lost.

        :raises FrontierError: as the backend does.
        """
        if self.frozen or self._batch.push:
            self.backend.front.distrust()
        self.backend.close()
