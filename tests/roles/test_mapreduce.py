"""The map-reduce on workers: some go away, or all, or there is no Dask."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest
from distributed import Client

from crawler import mapreduce
from crawler.mapreduce import batched, serial, workers
from crawler.roles import connection
from crawler.roles.connection import require_dask
from tests.roles.cluster import cluster

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def doubled(setup: int, batch: list[int]) -> list[int]:
    """What workers do here."""
    time.sleep(0.02)
    return [setup * item for item in batch]


def batches(count: int, taken: list[int] | None = None) -> Iterator[list[int]]:
    for n in range(count):
        if taken is not None:
            taken.append(n)
        yield [n]


def test_nothing_is_lost_when_workers_go(tmp_path: Path) -> None:
    with cluster(tmp_path) as processes:
        processes.scheduler()
        worker = processes.worker("focus")
        with Client(processes.address) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(1, timeout=60)
        taken: list[int] = []
        found: list[int] = []
        with workers(processes.address, patience=1.0) as mapped:
            for n, part in enumerate(mapped(doubled, 2, batches(40, taken))):
                found += part
                # Reading does not run ahead of the work.
                assert len(taken) - len(found) <= 4
                if n == 5:
                    processes.end(worker)
        assert sorted(found) == [2 * n for n in range(40)]


def test_few_batches_start_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    with workers() as mapped:
        assert list(mapped(doubled, 3, batches(3))) == [[0], [3], [6]]


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapreduce, "_CONNECT", 0.5)
    with (
        pytest.raises(ValueError, match=r"tcp://127\.0\.0\.1:1: no scheduler answers"),
        workers("tcp://127.0.0.1:1"),
    ):
        pass


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setattr(connection, "find_spec", lambda _: None)
    with (
        pytest.raises(ValueError, match=r"pip install 'leadline\[dask\]'"),
        workers(count=2),
    ):
        pass
    with workers() as mapped:  # nobody asked for it: one process does
        assert len(list(mapped(doubled, 1, batches(9)))) == 9
    with pytest.raises(ValueError, match=r"^FOCUS_SCHEDULER=tcp://h:1: Dask is not"):
        require_dask("tcp://h:1")
    require_dask("")


def test_batches_are_full_by_size_or_number() -> None:
    sizes = [mapreduce.BATCH_BYTES, 1, mapreduce.BATCH_BYTES - 1, 1]
    assert list(batched(sizes, lambda size: size)) == [sizes[:1], sizes[1:3], sizes[3:]]
    assert list(serial(doubled, 1, [])) == []
