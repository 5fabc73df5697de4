"""Hosts by the best of their rows, and a new order of the rows."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

from crawler.frontier.backend import Batch, Entry, Pace
from tests.frontier.backends import opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.frontier.backend import Backend, Lease, Order
    from tests.frontier.backends import Place


@pytest.fixture
def backend(place: Place) -> Iterator[Backend]:
    with opened(place) as found:
        yield found


def entry(number: int, host: str, priority: int) -> Entry:
    key = blake2b(b"%d" % number, digest_size=8).digest()
    return Entry(key, b"%d" % number, host, priority=priority)


def drawn(leases: list[Lease]) -> list[int]:
    return [int(lease.entry.payload) for lease in leases]


def test_the_best_of_all_hosts_comes_first(backend: Backend) -> None:
    backend.by_priority()
    rows = [("a", 1), ("a", 9), ("b", 5), ("c", 7), ("b", 8), ("a", 3)]
    backend.commit(Batch(push=[entry(n, *row) for n, row in enumerate(rows)]))
    assert drawn(backend.lease(4, {}, ())) == [1, 4, 3, 2]
    assert drawn(backend.lease(9, {}, ())) == [5, 0]
    assert backend.lease(9, {}, ()) == []


def test_what_was_queued_before_is_ranked_too(backend: Backend) -> None:
    rows = [entry(n, host, n) for n, host in enumerate("abcabc")]
    backend.commit(Batch(push=rows))
    backend.by_priority()
    assert drawn(backend.lease(9, {}, ())) == [5, 4, 3, 2, 1, 0]


def test_a_host_that_is_busy_or_held_back_is_passed_over(
    backend: Backend,
) -> None:
    backend.by_priority()
    rows = [entry(n, host, 9 - n) for n, host in enumerate("aabbcc")]
    backend.commit(Batch(push=rows))
    slow = {"b": Pace(delay=60.0), "c": Pace(concurrency=1)}
    assert drawn(backend.lease(9, slow, {"a"})) == [2, 4]
    assert drawn(backend.lease(9, slow, ())) == [0, 1]
    assert backend.due() is not None
    assert drawn(backend.lease(9, {"b": Pace()}, ())) == [5]


def test_what_comes_back_is_handed_out_again(backend: Backend) -> None:
    backend.by_priority()
    backend.commit(Batch(push=[entry(0, "a", 5), entry(1, "b", 3)]))
    (first,) = backend.lease(1, {}, ())
    backend.commit(Batch(returned=[first.number]))
    assert drawn(backend.lease(2, {}, ())) == [0, 1]


def test_a_new_order(backend: Backend) -> None:
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


def test_hosts_of_one_rank_take_turns(backend: Backend) -> None:
    backend.by_priority()
    rows = [entry(n, host, 7) for n, host in enumerate("aaabbbccc")]
    backend.commit(Batch(push=rows))
    hosts = [lease.entry.host for lease in backend.lease(9, {}, ())]
    assert [sorted(hosts[n : n + 3]) for n in (0, 3, 6)] == [["a", "b", "c"]] * 3


def test_ranks_far_apart(backend: Backend) -> None:
    backend.by_priority()
    ranks = [-(2**40), -1, 0, 1, 2**20, 2**40, -(2**20), 999]
    rows = [entry(n, f"h{n}", rank) for n, rank in enumerate(ranks)]
    backend.commit(Batch(push=rows))
    got = [lease.entry.priority for lease in backend.lease(9, {}, ())]
    # Beyond a million hosts need not be told apart.
    near = [rank for rank in got if abs(rank) < 2**20]
    assert near == [999, 1, 0, -1]
    assert set(got[:2]) == {2**40, 2**20}
    assert set(got[-2:]) == {-(2**40), -(2**20)}


def test_what_is_set_aside_leaves_the_host_at_what_is_left(backend: Backend) -> None:
    backend.by_priority()
    shapes = ["/good", "/bad", "/bad"]
    rows = [
        replace(entry(n, host, rank), shape=shape)
        for n, (host, rank, shape) in enumerate(
            zip("aab", (9, 1, 5), shapes, strict=True)
        )
    ]
    backend.commit(Batch(push=rows))
    assert backend.park("a", "/good") == 1
    assert drawn(backend.lease(1, {}, ())) == [2]
    assert backend.unpark("a", "/good") == 1
    assert drawn(backend.lease(2, {}, ())) == [0, 1]


def test_a_new_order_outlives_a_lease(backend: Backend) -> None:
    """What was handed out at a new priority comes back at it."""
    order = backend.by_priority()
    backend.commit(Batch(push=[entry(n, host, n) for n, host in enumerate("ab")]))
    order.change([(number, 9 - n) for number, n, _ in order.rows(None, 9)])
    backend.by_priority()
    leases = backend.lease(9, {}, ())
    assert drawn(leases) == [0, 1]
    assert [lease.entry.priority for lease in leases] == [9, 8]
    # One that waits no more is left as it is.
    order.change([(leases[0].number, -5)])
    backend.commit(Batch(returned=[leases[1].number]))
    backend.commit(Batch(push=[entry(2, "c", 1)], returned=[leases[0].number]))
    assert drawn(backend.lease(9, {}, ())) == [0, 1, 2]


def test_hosts_take_turns_again_in_a_run_without_an_order(place: Place) -> None:
    rows = [entry(n, host, -n) for n, host in enumerate("abcabc")]
    with opened(place) as backend:
        backend.by_priority()
        backend.commit(Batch(push=rows))
    with opened(place) as backend:
        for _ in range(2):
            hosts = [lease.entry.host for lease in backend.lease(3, {}, ())]
            assert sorted(hosts) == ["a", "b", "c"]


def test_all_workers_have_one_order(place: Place) -> None:
    if not place.many:
        pytest.skip("one worker at a time")
    with opened(place) as one, opened(place) as other:
        one.by_priority()
        rows = [entry(n, host, n) for n, host in enumerate("abcabc")]
        one.commit(Batch(push=rows[:3]))
        other.commit(Batch(push=rows[3:]))
        assert drawn(other.lease(2, {}, ())) == [5, 4]
        with opened(place) as third:
            assert drawn(third.lease(2, {}, ())) == [3, 2]
        # What the third gave back stands where it stood.
        assert drawn(one.lease(9, {}, ())) == [3, 2, 1, 0]


def test_rows_are_found_among_many_that_are_gone(backend: Backend) -> None:
    order = backend.by_priority()
    for first in range(0, 3_000, 1_000):
        rows = [entry(n, "a", -n) for n in range(first, first + 1_000)]
        backend.commit(Batch(push=rows))
    done = backend.lease(2_990, {}, ())
    backend.commit(Batch(done=[lease.number for lease in done]))
    backend.commit(Batch(push=[entry(n, "a", 0) for n in range(3_000, 5_500)]))
    late = backend.lease(2_500, {}, ())
    backend.commit(
        Batch(done=[lease.number for lease in late if lease.entry.priority == 0])
    )
    found = [payload for _, _, payload in order.rows(None, 99)]
    assert found == [b"%d" % n for n in range(2_999, 2_989, -1)]


@pytest.mark.parametrize("seed", range(12))
def test_all_is_handed_out_once_and_the_best_first(
    seed: int, make_place: Callable[[], Place]
) -> None:
    rng = random.Random(seed)
    hosts: list[str] = []
    waiting: dict[int, int] = {}
    got: list[int] = []
    with opened(make_place()) as backend:
        order = backend.by_priority()
        for _ in range(30):
            rows = []
            for _ in range(rng.randrange(5)):
                waiting[len(hosts)] = rng.randrange(6)
                hosts.append(rng.choice("abcd"))
                rows.append(entry(len(hosts) - 1, hosts[-1], waiting[len(hosts) - 1]))
            backend.commit(Batch(push=rows))
            if rng.random() < 0.2:
                change(order, waiting, rng)
                backend.by_priority()
            busy = {rng.choice("abcd")} if rng.random() < 0.3 else set()
            for lease in backend.lease(rng.randrange(4), {}, busy):
                number = int(lease.entry.payload)
                free = [rank for n, rank in waiting.items() if hosts[n] not in busy]
                assert lease.entry.priority == waiting[number] == max(free)
                del waiting[number]
                got.append(number)
                if rng.random() < 0.3:
                    backend.commit(Batch(done=[lease.number]))
        got += drawn(backend.lease(10**6, {}, ()))
    assert sorted(got) == list(range(len(hosts)))


def change(order: Order, waiting: dict[int, int], rng: random.Random) -> None:
    """Some of the newest rows get another priority."""
    rows = order.rows(None, rng.randrange(1, 9))
    assert [int(row) for _, _, row in rows] == sorted(waiting, reverse=True)[
        : len(rows)
    ]
    new = [(number, rng.randrange(6)) for number, _, _ in rows]
    order.change(new)
    for (_, priority), (_, before, row) in zip(new, rows, strict=True):
        assert waiting[int(row)] == before
        waiting[int(row)] = priority
