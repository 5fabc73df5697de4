"""Map and reduce over batches: in this process, or on Dask.

The method is elsewhere, in plain functions; here is only where they run. A batch goes
to a worker as a whole, and few are under way at a time: reading waits for them, so
memory does not grow with the input. When workers go away their batches are done again,
by others or, when none are left, here.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

S = TypeVar("S")
B = TypeVar("B")
R = TypeVar("R")

BATCH_BYTES: Final = 4_000_000
BATCH_ITEMS: Final = 2_000
"""What makes a batch full. A task of Dask costs about a millisecond: a batch of half a
second of work makes nothing of that."""
SMALL: Final = 4
"""With fewer batches workers are not started: that takes seconds."""
_AHEAD: Final = 2
_PATIENCE: Final = 10.0
"""Seconds after which it is asked whether there are any workers."""
_CONNECT: Final = 10.0


class Map(Protocol):
    """Does a function to all batches; results in whatever order they come."""

    def __call__(
        self, function: Callable[[S, B], R], setup: S, batches: Iterable[B]
    ) -> Iterator[R]: ...


def serial(
    function: Callable[[S, B], R], setup: S, batches: Iterable[B]
) -> Iterator[R]:
    """In this process, one after the other.

    >>> list(serial(lambda setup, batch: setup * sum(batch), 10, [[1, 2], [3]]))
    [30, 30]
    """
    for batch in batches:
        yield function(setup, batch)


def batched(
    items: Iterable[B], size: Callable[[B], int], most: int = BATCH_ITEMS
) -> Iterator[list[B]]:
    """Batches of *most* items or :data:`BATCH_BYTES` bytes, as *size* measures them.

    >>> [len(each) for each in batched("abcde", lambda _: 1, most=2)]
    [2, 2, 1]
    """
    batch: list[B] = []
    filled = 0
    for item in items:
        batch.append(item)
        filled += size(item)
        if len(batch) >= most or filled >= BATCH_BYTES:
            yield batch
            batch, filled = [], 0
    if batch:
        yield batch


@contextmanager
def workers(
    scheduler: str = "", count: int | None = None, patience: float = _PATIENCE
) -> Iterator[Map]:
    """A map on the workers of *scheduler*, or on *count* local ones.

    Without both, on as many local ones as there are processors, which are started when
    there is enough to do, and when Dask is installed.

    :param patience: seconds after which it is asked whether any worker is left.

    :raises ValueError: one line, when there is no Dask, or no scheduler.
    """
    if count is not None and count <= 1 and not scheduler:
        yield serial
        return
    needed = bool(scheduler) or count is not None
    if not needed and (os.cpu_count() or 1) < 2:
        yield serial
        return
    with _Dask(scheduler, count or os.cpu_count() or 1, patience) as dask:
        if needed:
            dask.start()
        yield dask.map


class _Dask:
    """A client, and the local cluster that it began, if it did."""

    def __init__(self, scheduler: str, count: int, patience: float) -> None:
        self._scheduler = scheduler
        self._count = count
        self._patience = patience
        self._client: Any = None
        self._cluster: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self._client, self._cluster):
            if each is not None:
                each.close()

    def start(self) -> None:
        """:raises ValueError: one line."""
        try:
            from distributed import Client, LocalCluster  # noqa: PLC0415 - an extra
        except ImportError:
            raise ValueError(
                "Dask is not installed: pip install 'leadline[dask]'"
            ) from None
        if not self._scheduler:
            self._cluster = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=self._count, threads_per_worker=1, dashboard_address=None
            )
        try:
            self._client = Client(  # type: ignore[no-untyped-call]
                self._cluster or self._scheduler, timeout=_CONNECT
            )
        except (OSError, ValueError, TimeoutError) as error:
            where = self._scheduler or "local workers"
            raise ValueError(f"{where}: no scheduler answers ({error})") from None

    def map(
        self, function: Callable[[S, B], R], setup: S, batches: Iterable[B]
    ) -> Iterator[R]:
        """Some batches ahead of the reader, results as they come."""
        batches = iter(batches)
        if self._client is None:
            first = list(islice(batches, SMALL))
            small = len(first) < SMALL
            batches = chain(first, batches)
            if small or not self._begin():
                yield from serial(function, setup, batches)
                return
        yield from self._rolling(function, setup, batches)

    def _begin(self) -> bool:
        try:
            self.start()
        except ValueError:
            return False  # nobody asked for Dask: one process will do
        return True

    def _rolling(
        self, function: Callable[[S, B], R], setup: S, batches: Iterator[B]
    ) -> Iterator[R]:
        waiting: deque[tuple[Any, B]] = deque()
        for batch in batches:
            threads = self._threads()
            if not threads:
                # None yet, or none any more: here, until there are some.
                yield function(setup, batch)
                continue
            # Not pure: Dask would hash the batch, only to find that it is new.
            future = self._client.submit(function, setup, batch, pure=False)
            waiting.append((future, batch))
            while len(waiting) >= _AHEAD * threads:
                yield self._result(function, setup, waiting.popleft())
        while waiting:
            yield self._result(function, setup, waiting.popleft())

    def _threads(self) -> int:
        """Of all workers; 0 when the scheduler cannot be asked."""
        if self._client.status != "running":
            return 0
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            return 0

    def _result(
        self, function: Callable[[S, B], R], setup: S, sent: tuple[Any, B]
    ) -> R:
        """What came of a batch; done here when no worker is left to do it."""
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        future, batch = sent
        while True:
            try:
                result: R = future.result(timeout=self._patience)
            except TimeoutError:
                # A task without a worker waits for ever.
                if self._threads():
                    continue
                future.cancel()
            except (CancelledError, KilledWorker, OSError):
                pass  # the scheduler is gone, or the batch ended too many workers
            else:
                future.release()
                return result
            return function(setup, batch)


def reduced(parts: Iterable[Any], into: Any) -> Any:
    """*into*, with all *parts* added to it."""
    for part in parts:
        into.add(part)
    return into
