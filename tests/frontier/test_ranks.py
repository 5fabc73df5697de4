"""Hosts by the best of their rows, and a new order of the rows."""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.frontier import Batch, Entry, Pace, open_sqlite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.frontier import Lease
    from crawler.frontier.sqlite import SqliteBackend


@pytest.fixture
def backend() -> Iterator[SqliteBackend]:
    opened = open_sqlite(None)
    yield opened
    opened.close()


def entry(number: int, host: str, priority: int) -> Entry:
    key = blake2b(b"%d" % number, digest_size=8).digest()
    return Entry(key, b"%d" % number, host, priority=priority)


def drawn(leases: list[Lease]) -> list[int]:
    return [int(lease.entry.payload) for lease in leases]


def test_the_best_of_all_hosts_comes_first(backend: SqliteBackend) -> None:
    backend.by_priority()
    rows = [("a", 1), ("a", 9), ("b", 5), ("c", 7), ("b", 8), ("a", 3)]
    backend.commit(Batch(push=[entry(n, *row) for n, row in enumerate(rows)]))
    assert drawn(backend.lease(4, {}, ())) == [1, 4, 3, 2]
    assert drawn(backend.lease(9, {}, ())) == [5, 0]
    assert backend.lease(9, {}, ()) == []


def test_what_was_queued_before_is_ranked_too(backend: SqliteBackend) -> None:
    rows = [entry(n, host, n) for n, host in enumerate("abcabc")]
    backend.commit(Batch(push=rows))
    backend.by_priority()
    assert drawn(backend.lease(9, {}, ())) == [5, 4, 3, 2, 1, 0]


def test_a_host_that_is_busy_or_held_back_is_passed_over(
    backend: SqliteBackend,
) -> None:
    backend.by_priority()
    rows = [entry(n, host, 9 - n) for n, host in enumerate("aabbcc")]
    backend.commit(Batch(push=rows))
    slow = {"b": Pace(delay=60.0), "c": Pace(concurrency=1)}
    assert drawn(backend.lease(9, slow, {"a"})) == [2, 4]
    assert drawn(backend.lease(9, slow, ())) == [0, 1]
    assert backend.due() is not None
    assert drawn(backend.lease(9, {"b": Pace()}, ())) == [5]


def test_what_comes_back_is_handed_out_again(backend: SqliteBackend) -> None:
    backend.by_priority()
    backend.commit(Batch(push=[entry(0, "a", 5), entry(1, "b", 3)]))
    (first,) = backend.lease(1, {}, ())
    backend.commit(Batch(returned=[first.number]))
    assert drawn(backend.lease(2, {}, ())) == [0, 1]


def test_a_new_order(backend: SqliteBackend) -> None:
    order = backend.by_priority()
    rows = [entry(n, host, n) for n, host in enumerate("abcabc")]
    backend.commit(Batch(push=rows))
    (leased,) = backend.lease(1, {}, ())
    assert drawn([leased]) == [5]
    found = order.rows(None, 3)
    found += order.rows(found[-1][0], 3)
    assert [payload for _, _, payload in found] == [b"4", b"3", b"2", b"1", b"0"]
    order.change([(number, -int(payload)) for number, _, payload in found])
    backend.by_priority()
    # What is out still counts for its host.
    limit = {"c": Pace(concurrency=1)}
    assert drawn(backend.lease(9, limit, ())) == [0, 1, 3, 4]


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_all_is_handed_out_once_and_a_host_by_priority(seed: int) -> None:
    rng = random.Random(seed)
    backend = open_sqlite(None)
    try:
        backend.by_priority()
        pushed = 0
        got: list[int] = []
        waiting: dict[str, list[int]] = {}
        for _ in range(30):
            rows = []
            for _ in range(rng.randrange(5)):
                host, priority = rng.choice("abcd"), rng.randrange(6)
                rows.append(entry(pushed, host, priority))
                waiting.setdefault(host, []).append(priority)
                pushed += 1
            backend.commit(Batch(push=rows))
            if rng.random() < 0.2:
                backend.by_priority()
            busy = {rng.choice("abcd")} if rng.random() < 0.3 else set()
            for lease in backend.lease(rng.randrange(4), {}, busy):
                host, priority = lease.entry.host, lease.entry.priority
                free = [
                    max(left) for h, left in waiting.items() if left and h not in busy
                ]
                assert priority == max(free)
                waiting[host].remove(priority)
                got += drawn([lease])
                if rng.random() < 0.5:
                    backend.commit(Batch(done=[lease.number]))
        got += drawn(backend.lease(10**6, {}, ()))
        assert sorted(got) == list(range(pushed))
    finally:
        backend.close()
