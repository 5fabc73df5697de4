"""Workers of one crawl: who begins its run, who is the last, who died."""

from __future__ import annotations

import subprocess
import sys
import threading
import uuid
from typing import TYPE_CHECKING

import pytest

from crawler.frontier.backend import Batch, Counts, Pace
from crawler.frontier.redis_backend import RedisBackend
from crawler.frontier.worker_name import dead_on_this_machine, worker_name
from crawler.frontier.workers import Team
from tests.frontier.test_contract import entry, keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.servers.redis import RedisServer

Open = "Callable[[], RedisBackend]"

CHILD = """
import sys, time
from crawler.frontier.redis_backend import RedisBackend
from crawler.frontier.workers import Team
backend = RedisBackend.open(sys.argv[1], sys.argv[2])
team = Team(backend)
print(len(backend.lease(3, {}, ())), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def key() -> str:
    return uuid.uuid4().hex


@pytest.fixture
def worker(
    redis_running: RedisServer, key: str
) -> Iterator[Callable[[], RedisBackend]]:
    """Makes workers of one crawl."""
    made: list[RedisBackend] = []

    def make() -> RedisBackend:
        made.append(RedisBackend.open(redis_running.url, key, patience=0))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_one_begins_the_run_and_the_last_ends_it(
    worker: Callable[[], RedisBackend],
) -> None:
    made = []

    def make() -> int:
        made.append(1)
        return 41 + len(made)

    teams = [Team(worker()) for _ in range(3)]
    assert [team.run(make) for team in teams] == [42, 42, 42]
    assert not teams[2].noted("start")
    teams[0].note("start")
    assert teams[2].noted("start")
    assert teams[1].leave({"pages": 2}) is None
    assert teams[0].leave({"pages": 3, "reason": "x"}) is None
    assert teams[2].leave({"pages": 5, "depth/max": 7}) == {
        "pages": 10,
        "reason": "x",
        "depth/max": 7,
    }
    # What comes later is another run.
    later = Team(worker())
    assert later.run(make) == 43
    assert not later.noted("start")
    assert later.leave({}) == {}


def test_workers_that_begin_at_once_have_one_run(
    worker: Callable[[], RedisBackend],
) -> None:
    teams = [Team(worker()) for _ in range(6)]
    made: list[int] = []
    found: list[int] = []

    def make() -> int:
        made.append(7)
        threading.Event().wait(0.2)
        return 7

    threads = [
        threading.Thread(target=lambda each=team: found.append(each.run(make)))
        for team in teams
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [7] * 6
    assert made == [7]


def test_who_closes_the_queue_still_belongs_to_the_team(
    worker: Callable[[], RedisBackend],
) -> None:
    one, two = worker(), worker()
    first, second = Team(one), Team(two)
    one.close()
    assert second.leave({}) is None
    assert first.leave({}) == {}


def test_what_a_killed_worker_had_comes_back(
    redis_running: RedisServer, key: str, worker: Callable[[], RedisBackend]
) -> None:
    """At once on this machine; elsewhere when its time is over."""
    one = worker()
    team = Team(one)
    one.commit(Batch(push=list(map(entry, range(5)))))
    paces = {"a.example:80": Pace(concurrency=3)}
    assert one.lease(0, paces, ()) == []
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, redis_running.url, key],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"3\n"
        one.heartbeat()
        assert one.counts() == Counts(seen=5, pending=2, leased=3)
        # Its leases count against the pace of the host.
        assert one.lease(5, paces, ()) == []
        child.kill()
    one.heartbeat()
    assert one.counts() == Counts(seen=5, pending=5)
    found = one.lease(5, paces, ())
    assert keys(found) == [0, 1, 2]
    assert [each.attempts for each in found] == [1, 1, 1]
    assert team.leave({}) == {}


def test_names_of_workers_tell_who_died() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE
    ) as it:
        machine, mine, started, _ = worker_name().split(" ")
        assert dead_on_this_machine([worker_name()]) == []
        lives = f"{machine} {it.pid} {started} x"  # the number, of another process
        assert dead_on_this_machine([lives]) == [lives]
        it.kill()
    gone = f"{machine} {it.pid} 1 x"
    elsewhere = f"other {it.pid} 1 x"
    assert dead_on_this_machine([gone, elsewhere, "", "odd", f"{machine} x"]) == [gone]
    assert mine.isdigit()


def test_two_workers_keep_the_pace_of_one(worker: Callable[[], RedisBackend]) -> None:
    one, two = worker(), worker()
    one.commit(Batch(push=[entry(n, f"h{n % 2}") for n in range(8)]))
    paces = {"": Pace(delay=60)}
    assert sorted(keys(one.lease(10, paces, ()))) == [0, 1]
    assert two.lease(10, paces, ()) == []
    # Also one that was told nothing.
    assert two.lease(10, {}, ()) == []
    wait = two.due()
    assert wait is not None
    assert 50 < wait <= 60
