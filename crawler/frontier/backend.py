"""What a frontier keeps, and what every backend of it promises."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from crawler.urls import Table


@dataclass(slots=True, frozen=True)
class Entry:
    """A request in the queue, as plain data."""

    key: bytes
    """Fingerprint of the request: 8 or 16 bytes."""
    payload: bytes
    """The request itself, encoded; a backend does not look into it."""
    host: str
    """Host and port: the unit of fairness and of politeness."""
    shape: str = ""
    """Shape of the URL: what is parked together."""
    priority: int = 0
    """Higher goes first; within one, first come first served."""
    spelling: bytes = b""
    """16-byte hash of exactly the URL that is sent; its first 8 bytes count."""
    repeat: bool = False
    """Queue it whatever was seen. Its key is marked as seen only with a spelling: a
    redirect to itself has one, ``dont_filter`` has none and marks nothing."""
    admitted: bool = False
    """This worker's front took the key already (:attr:`Backend.front`): it is there,
    and yet the entry is new. Where several workers share, the backend decides."""


@dataclass(slots=True, frozen=True)
class Lease:
    """An entry that was handed out, until it is settled."""

    entry: Entry
    number: int
    """Names the row in its backend."""
    attempts: int = 0
    """How often it was handed out, or failed, before."""


@dataclass(slots=True, frozen=True)
class Pace:
    """How fast a host may be asked, over all workers together."""

    delay: float = 0.0
    """Seconds between two requests that are handed out."""
    concurrency: int = 0
    """Leases of one host open at once; 0 is any number."""
    resume: float = 0.0
    """Nothing before this time (seconds of the epoch): Retry-After."""


@dataclass(slots=True, frozen=True)
class Counts:
    """Rows by state."""

    seen: int = 0
    pending: int = 0
    leased: int = 0
    parked: int = 0
    failed: int = 0


@dataclass(slots=True)
class Batch:
    """Changes that become durable together, or not at all."""

    push: list[Entry] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    """Numbers of leases whose page is stored, or whose drop is recorded."""
    failed: list[tuple[int, str]] = field(default_factory=list)
    """Number and reason: tried again at a later run, a limited number of times."""
    returned: list[int] = field(default_factory=list)
    """Handed back unasked: pending again."""
    state: dict[str, bytes] = field(default_factory=dict)
    """Values to keep by name: cookie jars (``cookies:...``), dangerous URLs..."""
    counts: dict[str, int] = field(default_factory=dict)
    """Amounts to add to counters by name; a counter is a value too, in digits."""
    released: list[str] = field(default_factory=list)
    """Counters of which one that was claimed is given back: see Backend.claim."""
    evidence: list[bytes] = field(default_factory=list)
    """What was learned, to be kept behind what is kept: see Backend.evidence."""

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in self.__slots__)


@dataclass(slots=True, frozen=True)
class Front:
    """What one worker knows to be seen, without asking the backend.

    Whoever makes entries adds to both, and pushes with ``admitted``. In a shared
    frontier it lacks what other workers pushed: :meth:`Backend.commit` tells.
    """

    seen: Table
    """Fingerprints of requests."""
    spelled: Table
    """Hashes of exactly the URLs that were asked for."""

    def distrust(self) -> None:
        """Let it be made again from what was committed, when it is opened next."""
        self.seen.clean = self.spelled.clean = False


class Order(Protocol):
    """The order of the pending rows of a queue."""

    def rows(self, below: int | None, limit: int) -> list[tuple[int, int, bytes]]:
        """Number, priority and payload of pending rows, the newest first.

        Those with a number *below* one, and fewer than *limit* only at the end.
        """
        ...

    def change(self, priorities: Iterable[tuple[int, int]]) -> None:
        """New priorities of rows, by number; of those that wait no more, nothing.

        Hosts may stand where they stood until :meth:`Backend.by_priority` is called.
        """
        ...


class Backend(Protocol):
    """Queue and set of seen keys, changed in one transaction.

    A row is ``pending``, ``leased``, ``parked`` or ``failed``; a row that is done is
    deleted, its key stays seen. Nothing that :meth:`commit` returned from is lost
    by a kill; what a dead worker had leased comes back. After a :class:`FrontierError`
    nothing more is changed: every later call that would raises it again.
    """

    front: Front

    def commit(self, batch: Batch) -> list[bool]:
        """Apply a batch; for each pushed entry whether it was new (and so queued)."""
        ...

    def unseen(self, keys: Sequence[bytes]) -> list[bool]:
        """For each key whether it was never pushed; marks nothing."""
        ...

    def lease(
        self, limit: int, paces: Mapping[str, Pace], busy: Collection[str]
    ) -> list[Lease]:
        """Hand out up to *limit* entries, hosts in turn, none of a host in *busy*.

        What *paces* says of a host holds over all workers, from the moment it is
        handed out; the pace named ``""`` is that of every host without one of its
        own, and where there is none either, a host is not held back.
        """
        ...

    def due(self) -> float | None:
        """Seconds until a host that is held back may be asked; None if none is."""
        ...

    def by_priority(self) -> Order:
        """Hand out the best of all hosts first from now on, none in turn.

        What the order can be changed by. All workers then do so, while any lives.
        """
        ...

    def park(self, host: str, shape: str) -> int:
        """Set the pending rows of a shape aside; how many."""
        ...

    def unpark(self, host: str, shape: str, limit: int | None = None) -> int:
        """Let parked rows of a shape be handed out again; how many."""
        ...

    def parked(self, host: str, shape: str) -> Iterator[Entry]:
        """The rows of a shape that are set aside, in no order; nothing is changed."""
        ...

    def claim(self, name: str, limit: int) -> int:
        """Claim one of what a counter lacks to *limit*, for one that may count.

        What living workers claimed counts as much as what was counted; a claim ends
        with a commit, where what came of it is counted. 1 when it is granted, 0 when
        it may be later, -1 when the counter is there.
        """
        ...

    def evidence(self, after: int) -> tuple[int, list[bytes]]:
        """What was kept behind the position *after*, oldest first, and the position.

        From 0 on it is all there is: first what :meth:`sum_up` made of the oldest.
        A reader that is further behind than some thousand misses what is between.
        """
        ...

    def sum_up(self, position: int, whole: bytes) -> None:
        """Keep *whole* in place of the evidence up to a position."""
        ...

    def agree(self, name: str, value: bytes) -> bytes:
        """Keep *value* under *name* if nothing is kept there; what is kept."""
        ...

    def states(self, prefix: str = "") -> dict[str, bytes]:
        """The values kept under names that begin so."""
        ...

    def retry_failed(self, limit: int) -> int:
        """Make failed rows pending that failed fewer than *limit* times; how many."""
        ...

    def counts(self) -> Counts:
        """Rows by state."""
        ...

    def heartbeat(self) -> None:
        """Say that this worker lives, and take back what dead ones had leased."""
        ...

    def close(self) -> None:
        """Hand back what is leased and let go of the files or the connection."""
        ...
