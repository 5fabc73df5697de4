"""What every backend promises: the same tests for each of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from crawler.frontier.backend import Batch, Counts, Entry, Pace
from tests.frontier.backends import Place, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.frontier.backend import Backend, Lease

BASE = 2**32  # keys are hashes: no small numbers


def entry(
    number: int, host: str = "a.example:80", shape: str = "/{n}", priority: int = 0
) -> Entry:
    return Entry(
        key=2 * (number + BASE).to_bytes(8, "big"),
        payload=b'{"url":"http://%d"}' % number,
        host=host,
        shape=shape,
        priority=priority,
        spelling=(number + BASE).to_bytes(8, "big") + b"s" * 8,
    )


def push(backend: Backend, *entries: Entry) -> list[bool]:
    return backend.commit(Batch(push=list(entries)))


def lease(backend: Backend, limit: int = 100) -> list[Lease]:
    return backend.lease(limit, {}, ())


def keys(leases: list[Lease]) -> list[int]:
    return [int.from_bytes(each.entry.key[:8], "big") - BASE for each in leases]


@pytest.fixture
def backend(place: Place) -> Iterator[Backend]:
    with opened(place) as found:
        yield found


def test_an_entry_comes_back_as_it_was(backend: Backend) -> None:
    given = [
        entry(1, "a.example:80", "/{n}", 7),
        entry(2, "ü.example:1", "/ü\n\0", -(2**40)),
        Entry(key=b"12345678", payload=bytes(range(256)) * 300, host="b", shape=""),
        Entry(key=b"12345679", payload=b"", host="", priority=3),
    ]
    assert push(backend, *given) == [True] * 4
    found = sorted(lease(backend), key=lambda each: each.number)
    for each, was in zip(found, given, strict=True):
        now = each.entry
        assert (now.key, now.payload, now.host) == (was.key, was.payload, was.host)
        assert (now.shape, now.priority) == (was.shape, was.priority)
    assert len({each.number for each in found}) == 4
    assert all(each.attempts == 0 for each in found)


def test_a_key_is_queued_once(backend: Backend, place: Place) -> None:
    assert push(backend, entry(1), entry(1), entry(2)) == [True, False, True]
    assert push(backend, entry(2), entry(3)) == [False, True]
    assert backend.counts() == Counts(seen=3, pending=3)
    backend.commit(Batch(done=[each.number for each in lease(backend)]))
    assert push(backend, entry(1)) == [False]
    assert backend.counts() == Counts(seen=3)
    backend.close()
    with opened(place) as again:
        assert push(again, entry(1)) == [False]
        assert again.counts() == Counts(seen=3)


def test_unseen_marks_nothing(backend: Backend) -> None:
    asked = [entry(number).key for number in (1, 2, 1)]
    push(backend, entry(1))
    for _ in range(2):
        assert backend.unseen(asked) == [False, True, False]
    assert backend.unseen([]) == []
    assert push(backend, entry(2)) == [True]


def test_what_repeats_is_queued_whatever_was_seen(backend: Backend) -> None:
    push(backend, entry(1))
    plain = Entry(b"k" * 16, b"x", "h", repeat=True)
    assert push(backend, plain, plain) == [True, True]
    # Without a spelling it marks nothing.
    assert backend.unseen([plain.key]) == [True]
    spelled = Entry(entry(1).key, b"x", "h", spelling=b"t" * 16, repeat=True)
    assert push(backend, spelled) == [True]
    new = Entry(b"n" * 16, b"x", "h", spelling=b"t" * 16, repeat=True)
    backend.front.seen.add(new.key)
    assert push(backend, new) == [True]
    assert backend.unseen([new.key]) == [False]
    assert backend.counts().pending == 5


def test_higher_first_then_first_come(backend: Backend) -> None:
    priorities = [0, 5, -(2**33), 5, 0, 2**33, -1]
    push(backend, *(entry(n, priority=p) for n, p in enumerate(priorities)))
    assert keys(lease(backend, 3)) == [5, 1, 3]
    push(backend, entry(10, priority=1), entry(11))
    assert keys(lease(backend)) == [10, 0, 4, 11, 6, 2]


def test_what_is_returned_keeps_its_place(backend: Backend) -> None:
    push(backend, *map(entry, range(6)))
    first = lease(backend, 4)
    backend.commit(Batch(returned=[first[2].number, first[1].number]))
    found = lease(backend)
    assert keys(found) == [1, 2, 4, 5]
    assert all(each.attempts == 0 for each in found)


def test_hosts_take_turns(backend: Backend) -> None:
    for host in range(4):
        push(backend, *(entry(100 * host + n, f"h{host}") for n in range(50)))
    for _ in range(5):
        hosts = [each.entry.host for each in lease(backend, 8)]
        assert {hosts.count(host) for host in set(hosts)} == {2}
        assert len(set(hosts)) == 4
    # A host that comes later does not wait until the others are through.
    push(backend, entry(1000, "new"))
    assert "new" in {each.entry.host for each in lease(backend, 5)}


def test_a_busy_host_is_passed_over(backend: Backend) -> None:
    push(backend, *(entry(n, f"h{n % 3}") for n in range(9)))
    found = backend.lease(100, {}, {"h0", "h2", "unknown"})
    assert keys(found) == [1, 4, 7]
    assert sorted(keys(lease(backend))) == [0, 2, 3, 5, 6, 8]


def test_rows_by_state(backend: Backend) -> None:
    push(backend, *map(entry, range(6)))
    one, two, three, _ = lease(backend, 4)
    batch = Batch(
        push=[entry(9)],
        done=[one.number],
        failed=[(two.number, "timed out \udcff")],
        returned=[three.number],
    )
    assert backend.commit(batch) == [True]
    assert backend.counts() == Counts(seen=7, pending=4, leased=1, failed=1)
    # Settled twice, or never leased: nothing happens.
    batch = Batch(done=[one.number, 10**6], failed=[(one.number, "")], returned=[10**7])
    assert backend.commit(batch) == []
    assert backend.counts() == Counts(seen=7, pending=4, leased=1, failed=1)
    assert sorted(keys(lease(backend))) == [2, 4, 5, 9]


def test_what_failed_is_tried_again_a_few_times(backend: Backend) -> None:
    push(backend, entry(1), entry(2))
    for failures in range(3):
        found = {each.entry.key: each for each in lease(backend)}
        lease_one = found.pop(entry(1).key)
        assert bool(lease_one.attempts) == bool(failures)
        backend.commit(Batch(failed=[(lease_one.number, "refused")]))
        backend.commit(Batch(done=[each.number for each in found.values()]))
        assert backend.counts() == Counts(seen=2, failed=1)
        assert lease(backend) == []
        assert backend.retry_failed(0) == 0
        assert backend.retry_failed(3) == (1 if failures < 2 else 0)
    assert backend.counts() == Counts(seen=2, failed=1)


def test_a_shape_is_set_aside_and_let_in_again(backend: Backend) -> None:
    shapes = ["/a", "/b", "/a", "/b", "/a"]
    push(backend, *(entry(n, "h1", shape) for n, shape in enumerate(shapes)))
    push(backend, *(entry(n + 10, "h2", shape) for n, shape in enumerate(shapes)))
    assert backend.park("h1", "/a") == 3
    assert backend.park("h1", "/a") == 0
    assert backend.park("h3", "/a") == 0
    assert backend.counts() == Counts(seen=10, pending=7, parked=3)
    assert push(backend, entry(0, "h1", "/a")) == [False]
    assert sorted(keys(lease(backend))) == [1, 3, 10, 11, 12, 13, 14]
    assert lease(backend) == []
    assert backend.unpark("h1", "/a", 1) == 1
    assert keys(lease(backend)) == [0]
    assert backend.unpark("h1", "/b") == 0
    assert backend.unpark("h1", "/a") == 2
    assert keys(lease(backend)) == [2, 4]
    assert backend.counts() == Counts(seen=10, leased=10)


def test_only_pending_rows_are_parked(backend: Backend) -> None:
    push(backend, *map(entry, range(3)))
    one, two = lease(backend, 2)
    assert backend.park("a.example:80", "/{n}") == 1
    backend.commit(Batch(returned=[one.number], failed=[(two.number, "x")]))
    assert backend.counts() == Counts(seen=3, pending=1, parked=1, failed=1)


def test_a_delay_holds_a_host_and_no_other(backend: Backend) -> None:
    push(backend, *(entry(n, f"h{n % 2}") for n in range(8)))
    paces = {"h0": Pace(delay=0.4)}
    found = backend.lease(100, paces, ())
    assert sorted(keys(found)) == [0, 1, 3, 5, 7]
    assert backend.lease(100, paces, ()) == []
    wait = backend.due()
    assert wait is not None
    assert 0 < wait <= 0.4
    time.sleep(wait + 0.01)
    assert keys(backend.lease(100, paces, ())) == [2]


def test_nothing_is_due_where_nothing_is_held_back(backend: Backend) -> None:
    assert backend.due() is None
    push(backend, entry(1))
    assert lease(backend)
    assert backend.due() is None


def test_a_delay_holds_though_the_queue_was_empty(backend: Backend) -> None:
    paces = {"a.example:80": Pace(delay=0.4)}
    push(backend, entry(1))
    (only,) = backend.lease(100, paces, ())
    backend.commit(Batch(push=[entry(2)], done=[only.number]))
    assert backend.lease(100, paces, ()) == []
    wait = backend.due()
    assert wait is not None
    assert 0 < wait <= 0.4
    time.sleep(wait + 0.01)
    assert keys(backend.lease(100, paces, ())) == [2]


def test_the_nameless_pace_is_that_of_all_others(backend: Backend) -> None:
    push(backend, *(entry(n, f"h{n % 3}") for n in range(9)))
    paces = {"": Pace(delay=60), "h1": Pace(concurrency=2)}
    assert sorted(keys(backend.lease(100, paces, ()))) == [0, 1, 2, 4]


def test_so_many_leases_of_a_host_are_open(backend: Backend) -> None:
    push(backend, *map(entry, range(6)))
    paces = {"a.example:80": Pace(concurrency=2)}
    one, two = backend.lease(100, paces, ())
    assert backend.lease(100, paces, ()) == []
    backend.commit(Batch(done=[one.number]))
    (three,) = backend.lease(100, paces, ())
    backend.commit(Batch(failed=[(two.number, "x")], returned=[three.number]))
    assert keys(backend.lease(100, paces, ())) == [2, 3]
    # A wider pace is taken up without waiting for a lease to end.
    wider = {"a.example:80": Pace(concurrency=3)}
    assert keys(backend.lease(100, wider, ())) == [4]


def test_a_host_resumes_when_it_said(backend: Backend) -> None:
    push(backend, *(entry(n, f"h{n % 2}") for n in range(4)))
    paces = {"h0": Pace(resume=time.time() + 0.5)}
    assert keys(backend.lease(100, paces, ())) == [1, 3]
    wait = backend.due()
    assert wait is not None
    assert 0 < wait <= 0.5
    time.sleep(wait + 0.01)
    assert keys(backend.lease(100, paces, ())) == [0, 2]


def test_leases_come_back_at_a_close(backend: Backend, place: Place) -> None:
    push(backend, *map(entry, range(5)))
    taken = lease(backend, 3)
    backend.commit(Batch(done=[taken[0].number], failed=[(taken[1].number, "x")]))
    backend.close()
    with opened(place) as again:
        assert again.counts() == Counts(seen=5, pending=3, failed=1)
        assert keys(lease(again)) == [2, 3, 4]
        again.heartbeat()
        assert again.counts().leased == 3


def test_values_are_kept_by_name(backend: Backend, place: Place) -> None:
    assert backend.agree("secret", b"\0one") == b"\0one"
    assert backend.agree("secret", b"two") == b"\0one"
    backend.commit(Batch(state={"cookies:a": b"1", "cookies:b": b"2", "c": b""}))
    backend.commit(Batch(state={"cookies:a": b"3"}))
    assert backend.states("cookies:") == {"cookies:a": b"3", "cookies:b": b"2"}
    backend.close()
    with opened(place) as again:
        assert again.agree("secret", b"three") == b"\0one"
        assert again.states()["c"] == b""
        assert again.states("cookies:") == {"cookies:a": b"3", "cookies:b": b"2"}


def test_the_front_knows_what_was_seen_before(backend: Backend, place: Place) -> None:
    for number in range(50):
        backend.front.seen.add(entry(number).key)
        backend.front.spelled.add(entry(number).spelling)
    push(backend, *map(entry, range(50)))
    backend.commit(Batch(done=[each.number for each in lease(backend, 20)]))
    backend.close()
    with opened(place) as again:
        assert all(entry(number).key in again.front.seen for number in range(50))
        assert all(
            entry(number).spelling in again.front.spelled for number in range(50)
        )
        assert entry(51).key not in again.front.seen


def test_a_batch_without_anything_changes_nothing(backend: Backend) -> None:
    assert backend.commit(Batch()) == []
    assert lease(backend) == []
    assert backend.lease(0, {}, ()) == []
    assert backend.counts() == Counts()
