"""What every backend promises of what is learned, counted and set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crawler.frontier.backend import Batch
from tests.frontier.backends import Place, opened
from tests.frontier.test_contract import entry, keys, lease, push

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.frontier.backend import Backend

HOST, SHAPE = "a.example:80", "/{n}"


@pytest.fixture
def backend(place: Place) -> Iterator[Backend]:
    with opened(place) as found:
        yield found


def learn(backend: Backend, *pieces: bytes) -> None:
    backend.commit(Batch(evidence=list(pieces)))


def test_evidence_is_read_in_order_and_once(backend: Backend, place: Place) -> None:
    assert backend.evidence(0) == (0, [])
    learn(backend, b"one", b"\0two")
    position, found = backend.evidence(0)
    assert found == [b"one", b"\0two"]
    assert backend.evidence(position) == (position, [])
    learn(backend, b"three")
    assert backend.evidence(position)[1] == [b"three"]
    backend.close()
    with opened(place) as again:
        assert again.evidence(0)[1] == [b"one", b"\0two", b"three"]


def test_evidence_is_summed_up(backend: Backend, place: Place) -> None:
    learn(backend, b"one", b"two")
    position, _ = backend.evidence(0)
    learn(backend, b"three")
    backend.sum_up(position, b"one and two")
    assert backend.evidence(0)[1] == [b"one and two", b"three"]
    assert backend.evidence(position)[1] == [b"three"]
    learn(backend, b"four")
    last, _ = backend.evidence(position)
    backend.sum_up(last, b"all")
    assert backend.evidence(0) == (last, [b"all"])
    learn(backend, b"five")
    assert backend.evidence(last)[1] == [b"five"]
    backend.close()
    with opened(place) as again:
        assert again.evidence(0)[1] == [b"all", b"five"]
        again.sum_up(again.evidence(0)[0], b"more")
        assert again.evidence(0)[1] == [b"more"]


def test_evidence_does_not_grow_without_end(backend: Backend) -> None:
    position = 0
    for at in range(40):
        learn(backend, *(b"%d" % each for each in range(100)))
        position, found = backend.evidence(position)
        assert len(found) == 100
        backend.sum_up(position, b"up to %d" % at)
    assert backend.evidence(0) == (position, [b"up to 39"])
    # A reader that is behind gets on, and misses what is between.
    position, found = backend.evidence(1)
    assert len(found) <= 2001
    assert backend.evidence(position)[1] == []


def test_counters_add_up(backend: Backend, place: Place) -> None:
    backend.commit(Batch(counts={"site:a": 2, "guess:b c": -1}))
    backend.commit(Batch(counts={"site:a": 3}))
    assert backend.states("site:") == {"site:a": b"5"}
    backend.close()
    with opened(place) as again:
        again.commit(Batch(counts={"guess:b c": 4}))
        assert again.states() == again.states() | {"site:a": b"5", "guess:b c": b"3"}


def test_what_is_claimed_counts(backend: Backend, place: Place) -> None:
    assert [backend.claim("site:a", 3) for _ in range(4)] == [1, 1, 1, 0]
    assert backend.claim("site:b", 3) == 1
    backend.commit(Batch(counts={"site:a": 1}, released=["site:a", "site:a"]))
    assert [backend.claim("site:a", 3) for _ in range(2)] == [1, 0]
    backend.commit(Batch(counts={"site:a": 2}, released=["site:a", "site:a"]))
    assert backend.claim("site:a", 3) == -1
    assert backend.claim("site:a", 9) == 1
    backend.close()
    with opened(place) as again:
        # What a worker claimed goes with it.
        assert [again.claim("site:a", 4) for _ in range(2)] == [1, 0]


def test_what_is_set_aside_can_be_read(backend: Backend) -> None:
    push(backend, *(entry(n) for n in range(2500)), entry(9000, shape="/other"))
    backend.park(HOST, SHAPE)
    backend.park(HOST, "/other")
    found = list(backend.parked(HOST, SHAPE))
    assert sorted(each.payload for each in found) == sorted(
        entry(n).payload for n in range(2500)
    )
    assert {(each.host, each.shape) for each in found} == {(HOST, SHAPE)}
    assert list(backend.parked(HOST, "/none")) == []
    assert backend.counts().parked == 2501
    assert backend.unpark(HOST, "/other") == 1
    assert keys(lease(backend)) == [9000]


def test_workers_see_what_others_count_and_learn(place: Place) -> None:
    if not place.many:
        pytest.skip("one worker at a time")
    with opened(place) as one, opened(place) as other:
        learn(one, b"from one")
        position, found = other.evidence(0)
        assert found == [b"from one"]
        learn(other, b"from the other")
        learn(one, b"again")
        assert other.evidence(position)[1] == [b"from the other", b"again"]
        one.commit(Batch(counts={"site:a": 1}))
        assert [other.claim("site:a", 3), one.claim("site:a", 3)] == [1, 1]
        assert other.claim("site:a", 3) == 0
        # What a dead worker claimed is free again.
        place.bury(one, other)
        assert other.claim("site:a", 3) == 1
