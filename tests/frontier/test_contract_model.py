"""Any order of calls, by any number of workers, against a model in plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from crawler.frontier.backend import Batch, Entry
from tests.frontier.model import Model

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.frontier.backend import Backend, Lease
    from tests.frontier.backends import Place
    from tests.frontier.model import Row

HOSTS = ["a", "b:8080"]
SHAPES = ["/", "/{n}"]
WORKERS = 3

keys = st.integers(0, 40)
entries = st.tuples(
    keys,
    st.sampled_from(HOSTS),
    st.sampled_from(SHAPES),
    st.integers(-2, 2),
    st.sampled_from(["new", "new", "new", "again", "marks"]),
)
workers = st.integers(0, WORKERS - 1)


def key_of(number: int) -> bytes:
    return bytes((number + 1,)) * 16


class Machine(RuleBasedStateMachine):
    """Drives a backend and the model, and compares."""

    def make_place(self) -> Place:
        """An empty place."""
        raise NotImplementedError

    by_rank = False
    """Whether the best of all hosts comes first, or hosts take turns."""

    @initialize()
    def begin(self) -> None:
        self.place = self.make_place()
        self.model = Model()
        count = WORKERS if self.place.many else 1
        self.workers = [self.open() for _ in range(count)]
        self.made = 0

    def open(self) -> Backend:
        backend = self.place.open()
        if self.by_rank:
            backend.by_priority()
        return backend

    def pick(self, worker: int) -> tuple[int, Backend]:
        worker %= len(self.workers)
        return worker, self.workers[worker]

    @rule(worker=workers, what=st.lists(entries, min_size=1, max_size=8))
    def push(self, worker: int, what: list[Any]) -> None:
        batch = Batch()
        _, backend = self.pick(worker)
        before: set[int] = set()
        for number, host, shape, priority, kind in what:
            self.made += 1
            # As whoever makes entries does; a new one is marked by the commit.
            if kind == "marks" and number not in before:
                backend.front.seen.add(key_of(number))
            if kind == "new":
                before.add(number)
            batch.push.append(
                Entry(
                    key_of(number),
                    str(self.made).encode(),
                    host,
                    shape,
                    priority,
                    b"" if kind == "again" else key_of(number),
                    repeat=kind != "new",
                )
            )
        told = backend.commit(batch)
        assert told == [self.model.push(entry) for entry in batch.push]

    @rule(worker=workers, limit=st.integers(0, 8), busy=st.sets(st.sampled_from(HOSTS)))
    def lease_but_of_some(self, worker: int, limit: int, busy: set[str]) -> None:
        self.lease(worker, limit, busy)

    def lease(self, worker: int, limit: int, busy: set[str]) -> None:
        worker, backend = self.pick(worker)
        free = {
            host: self.model.of("pending", host=host)
            for host in HOSTS
            if host not in busy
        }
        found = backend.lease(limit, {}, busy)
        # Fewer than there are when a share of the turns was left over, but some.
        most = min(limit, sum(map(len, free.values())))
        assert bool(most) <= len(found) <= most
        taken: dict[str, list[Lease]] = {}
        for each in found:
            taken.setdefault(each.entry.host, []).append(each)
        for host, leases in taken.items():
            self.take(worker, leases, free[host])
        if self.by_rank:
            ranks = sorted(row.entry.priority for rows in free.values() for row in rows)
            assert [each.entry.priority for each in found] == ranks[::-1][: len(found)]
            return
        for host, leases in taken.items():
            for other, rows in free.items():
                fair = len(leases) <= len(taken.get(other, ())) + 1
                assert fair or len(taken.get(other, ())) == len(rows), (host, other)

    @rule(worker=workers, limit=st.integers(2, 6))
    def lease_of_any_host(self, worker: int, limit: int) -> None:
        self.lease(worker, limit, set())

    def take(self, worker: int, leases: list[Lease], expected: list[Row]) -> None:
        for each, row in zip(leases, expected, strict=False):
            assert each.entry.payload == row.entry.payload
            assert each.entry.key == row.entry.key
            assert bool(each.attempts) == row.tried
            row.state, row.owner, row.number = "leased", worker, each.number

    @rule(worker=workers, fates=st.lists(st.sampled_from("dfrk"), max_size=12))
    def settle(self, worker: int, fates: list[str]) -> None:
        worker, backend = self.pick(worker)
        batch = Batch()
        for row, fate in zip(
            self.model.of("leased", owner=worker), fates, strict=False
        ):
            self.decide(batch, row, fate)
        backend.commit(batch)

    def decide(self, batch: Batch, row: Row, fate: str) -> None:
        if fate == "d":
            batch.done.append(row.number)
            del self.model.rows[row.entry.payload]
        elif fate == "f":
            batch.failed.append((row.number, "refused"))
            row.state, row.fails, row.tried = "failed", row.fails + 1, True
        elif fate == "r":
            batch.returned.append(row.number)
            row.state = "pending"

    @precondition(lambda self: len(self.workers) > 1)
    @rule(worker=workers, fate=st.sampled_from("dfr"), which=st.integers(0, 100))
    def settle_late(self, worker: int, fate: str, which: int) -> None:
        """By a worker that was taken for dead, or that never had it."""
        worker, backend = self.pick(worker)
        known = [
            row
            for row in self.model.rows.values()
            if row.number and (row.state != "leased" or row.owner != worker)
        ]
        if not known:
            return
        row = known[which % len(known)]
        batch = Batch()
        if fate == "d":
            batch.done.append(row.number)
            if row.state != "leased":
                del self.model.rows[row.entry.payload]
        elif fate == "f":
            batch.failed.append((row.number, "late"))
        else:
            batch.returned.append(row.number)
        backend.commit(batch)

    @rule(worker=workers, host=st.sampled_from(HOSTS), shape=st.sampled_from(SHAPES))
    def park(self, worker: int, host: str, shape: str) -> None:
        rows = self.model.of("pending", host=host, shape=shape)
        assert self.pick(worker)[1].park(host, shape) == len(rows)
        for row in rows:
            row.state = "parked"

    @rule(
        worker=workers,
        host=st.sampled_from(HOSTS),
        shape=st.sampled_from(SHAPES),
        limit=st.none() | st.integers(0, 3),
    )
    def unpark(self, worker: int, host: str, shape: str, limit: int | None) -> None:
        rows = self.model.of("parked", host=host, shape=shape)
        count = len(rows) if limit is None else min(limit, len(rows))
        assert self.pick(worker)[1].unpark(host, shape, limit) == count
        if 0 < count < len(rows):
            # Which of them is the backend's choice: let in all, to know.
            assert self.pick(worker)[1].unpark(host, shape) == len(rows) - count
            count = len(rows)
        for row in rows[:count]:
            row.state = "pending"

    @rule(worker=workers, limit=st.integers(0, 3))
    def retry_failed(self, worker: int, limit: int) -> None:
        rows = [row for row in self.model.of("failed") if row.fails < limit]
        assert self.pick(worker)[1].retry_failed(limit) == len(rows)
        for row in rows:
            row.state = "pending"

    @rule(worker=workers)
    def close_and_open(self, worker: int) -> None:
        worker, backend = self.pick(worker)
        backend.close()
        self.workers[worker] = self.open()
        for row in self.model.of("leased", owner=worker):
            row.state = "pending"

    @precondition(lambda self: len(self.workers) > 1)
    @rule(worker=workers, stays=st.booleans())
    def is_taken_for_dead(self, worker: int, stays: bool) -> None:
        worker, backend = self.pick(worker)
        _, other = self.pick(worker + 1)
        self.place.bury(backend, other)
        for row in self.model.of("leased", owner=worker):
            row.state, row.tried = "pending", True
        if stays:
            backend.heartbeat()
        else:
            self.workers[worker] = self.open()

    @rule(worker=workers)
    def heartbeat(self, worker: int) -> None:
        self.pick(worker)[1].heartbeat()

    @precondition(lambda self: self.by_rank)
    @rule(worker=workers, below=st.integers(0, 40), ranks=st.lists(st.integers(-3, 3)))
    def rank_again(self, worker: int, below: int, ranks: list[int]) -> None:
        """The newest rows, or those below one of them."""
        _, backend = self.pick(worker)
        order = backend.by_priority()
        pending = [row for row in self.model.rows.values() if row.state == "pending"]
        pending.sort(key=lambda row: -row.order)
        found = order.rows(None, len(pending) + 1)
        assert [payload for _, _, payload in found] == [
            row.entry.payload for row in pending
        ]
        assert [rank for _, rank, _ in found] == [row.entry.priority for row in pending]
        last = found[below][0] if below < len(found) else None
        begin = 0 if last is None else below + 1
        some = order.rows(last, len(ranks))
        assert some == found[begin : begin + len(ranks)]
        order.change([(each[0], rank) for each, rank in zip(some, ranks, strict=False)])
        backend.by_priority()
        for row, rank in zip(pending[begin:], ranks, strict=False):
            row.entry = replace(row.entry, priority=rank)

    @rule(worker=workers, asked=st.lists(keys, max_size=6))
    def unseen(self, worker: int, asked: list[int]) -> None:
        told = self.pick(worker)[1].unseen([key_of(number) for number in asked])
        assert told == [key_of(number) not in self.model.seen for number in asked]

    @invariant()
    def counts_agree(self) -> None:
        if hasattr(self, "workers"):
            assert self.workers[-1].counts() == self.model.counts()

    def teardown(self) -> None:
        """Whatever happened, all that is pending can be had, and nothing else."""
        if not hasattr(self, "workers"):
            return
        pending = {row.entry.payload for row in self.model.of("pending")}
        found: list[bytes] = []
        while more := self.workers[0].lease(1000, {}, ()):
            found += [each.entry.payload for each in more]
        assert sorted(found) == sorted(pending)
        for backend in self.workers:
            backend.close()


@pytest.mark.parametrize("ranked", [False, True])
def test_any_order_of_calls(make_place: Callable[[], Place], ranked: bool) -> None:
    class Driven(Machine):
        by_rank = ranked

        def make_place(self) -> Place:
            return make_place()

    run_state_machine_as_test(
        Driven,
        settings=settings(max_examples=14, stateful_step_count=50, deadline=None),
    )
