"""The frontier in a file: order, states, and what a kill leaves."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.frontier import Batch, Counts, FrontierError, Pace, open_sqlite
from tests.frontier.entries import entries, entry, killed, made, number, take

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crawler.frontier.sqlite import SqliteBackend


@pytest.fixture(params=["file", "of this run only"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteBackend]:
    opened = open_sqlite(tmp_path / "f.sqlite" if request.param == "file" else None)
    yield opened
    opened.close()


def test_an_entry_comes_back_as_it_was(backend: SqliteBackend) -> None:
    one = entry(1, "a.test:8080", shape="/p/N", priority=-3, payload=b"\0\xff" * 9000)
    assert backend.commit(Batch(push=[one])) == [True]
    (lease,) = backend.lease(5, {}, ())
    assert (lease.entry.key, lease.entry.payload) == (one.key, one.payload)
    assert (lease.entry.host, lease.entry.shape) == (one.host, one.shape)
    assert (lease.entry.priority, lease.attempts) == (-3, 0)
    assert backend.lease(5, {}, ()) == []


def test_a_key_is_queued_once(backend: SqliteBackend) -> None:
    one, two = entries((1, 2))
    assert backend.commit(Batch(push=[one, two, one])) == [True, True, False]
    assert backend.unseen([one.key, two.key, entry(3).key]) == [False, False, True]
    assert sorted(take(backend)) == [1, 2]
    assert backend.commit(Batch(push=[one])) == [False]
    assert backend.counts() == Counts(seen=2)


def test_repeats_and_what_a_front_admitted(backend: SqliteBackend) -> None:
    """Queued though seen; without a spelling it marks nothing."""
    again = entry(1, repeat=True, spelling=b"")
    assert backend.commit(Batch(push=[again, entry(1), again])) == [True, True, True]
    assert take(backend) == [1, 1, 1]
    assert not backend.unseen([entry(1).key])[0]
    assert backend.front.seen.add(entry(2).key)
    assert backend.commit(Batch(push=[entry(2, admitted=True)])) == [True]
    assert take(backend) == [2]


def test_the_highest_priority_then_the_first(backend: SqliteBackend) -> None:
    for one in range(20):
        backend.commit(Batch(push=[entry(one, priority=one % 4)]))
    expected = sorted(range(20), key=lambda one: (-(one % 4), one))
    assert take(backend, 7) == expected[:7]
    assert [number(lease) for lease in backend.lease(99, {}, ())] == expected[7:]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 16])
def test_hosts_take_turns(backend: SqliteBackend, limit: int) -> None:
    """However many rows and whatever priority the others have."""
    for host, count in (("a", 400), ("b", 30), ("c", 30)):
        rows = entries(range(count), host=host, repeat=True, priority=count)
        backend.commit(Batch(push=rows))
    handed: list[str] = []
    while len(handed) < 84:
        leases = backend.lease(limit, {}, ())
        handed += [lease.entry.host for lease in leases]
        backend.commit(Batch(done=[lease.number for lease in leases]))
    counts = Counter(handed[:84])
    assert max(counts.values()) - min(counts.values()) <= 1 + limit // 2


def test_busy_and_held_hosts_are_passed_over(backend: SqliteBackend) -> None:
    for host in "abc":
        backend.commit(Batch(push=entries(range(3), host=host, repeat=True)))
    assert {lease.entry.host for lease in backend.lease(2, {}, {"b"})} == {"a", "c"}
    soon = time.time() + 30
    paces = {"a": Pace(resume=soon), "c": Pace(concurrency=1)}
    assert [lease.entry.host for lease in backend.lease(9, paces, {"b"})] == []
    assert 25 < (backend.due() or 0) <= 30
    # Held though nobody says so any more, and until then only.
    assert {lease.entry.host for lease in backend.lease(9, {}, ())} == {"b", "c"}
    assert backend.lease(9, {"a": Pace(resume=time.time() - 1)}, ()) == []


def test_a_pace_for_all_hosts(backend: SqliteBackend) -> None:
    for host in "ab":
        backend.commit(Batch(push=entries(range(5), host=host, repeat=True)))
    everywhere = {"": Pace(delay=60)}
    assert len(backend.lease(9, everywhere, ())) == 2
    assert backend.lease(9, everywhere, ()) == []
    assert (backend.due() or 0) > 50


def test_states(backend: SqliteBackend) -> None:
    for shape in ("/p/N", "", "/q"):
        backend.commit(Batch(push=entries(range(4), shape=shape, repeat=True)))
    assert backend.counts() == Counts(pending=12)
    assert backend.park("h.test", "/p/N") == 4
    assert backend.park("h.test", "/p/N") == backend.park("other", "/q") == 0
    assert backend.park("h.test", "") == 4
    leases = backend.lease(99, {}, ())
    assert [lease.entry.shape for lease in leases] == ["/q"] * 4
    assert backend.counts() == Counts(leased=4, parked=8)
    one, two, three, four = (lease.number for lease in leases)
    backend.commit(
        Batch(done=[one], failed=[(two, "no"), (three, "x")], returned=[four])
    )
    assert backend.counts() == Counts(pending=1, parked=8, failed=2)
    assert backend.unpark("h.test", "/p/N", 1) == 1
    assert backend.unpark("h.test", "/p/N") == 3
    assert backend.counts() == Counts(pending=5, parked=4, failed=2)
    assert len(backend.lease(99, {}, ())) == 5


def test_failed_rows_are_tried_so_often(backend: SqliteBackend) -> None:
    backend.commit(Batch(push=[entry(1)]))
    for attempt in range(3):
        (lease,) = backend.lease(9, {}, ())
        assert lease.attempts == attempt
        backend.commit(Batch(failed=[(lease.number, "refused")]))
        assert backend.lease(9, {}, ()) == []
        assert backend.retry_failed(3) == int(attempt < 2)
    assert backend.counts() == Counts(seen=1, failed=1)
    assert backend.retry_failed(0) == 0


def test_values_by_name(backend: SqliteBackend) -> None:
    assert backend.agree("secret", b"1") == backend.agree("secret", b"2") == b"1"
    backend.commit(Batch(state={"cookies:a": b"x", "cookies:b": b"y"}))
    backend.commit(Batch(state={"cookies:a": b"z"}))
    assert backend.states("cookies:") == {"cookies:a": b"z", "cookies:b": b"y"}
    assert backend.states("secret") == {"secret": b"1"}


def test_closed_in_order_it_is_what_it_was(tmp_path: Path) -> None:
    path = made(tmp_path / "f.sqlite", range(2000))
    backend = open_sqlite(path)
    assert take(backend, 500) == list(range(500))
    backend.lease(7, {}, ())
    backend.close()
    backend.close()
    backend = open_sqlite(path)
    assert backend.counts() == Counts(seen=2000, pending=1500)
    assert not any(backend.unseen([entry(one).key for one in range(2000)]))
    assert all(entry(one).spelling in backend.front.spelled for one in range(2000))
    assert take(backend) == list(range(500, 2000))
    backend.close()


def test_killed_it_is_what_it_was_at_the_last_commit(tmp_path: Path) -> None:
    """The front had keys already whose commit never came: they are not seen."""
    path = tmp_path / "f.sqlite"
    backend = open_sqlite(path)
    backend.commit(Batch(push=entries(range(50)), state={"a": b"1"}))
    first = backend.lease(4, {}, ())
    backend.commit(Batch(done=[first[0].number]))
    backend.lease(9, {}, ())
    for one in range(50, 3000):
        backend.front.seen.add(entry(one).key)
        backend.front.spelled.add(entry(one).spelling)
    left = killed(path, tmp_path / "left")
    backend.close()
    again = open_sqlite(left)
    assert again.counts() == Counts(seen=50, pending=49)
    assert all(again.unseen([entry(one).key for one in range(50, 3000)]))
    assert entry(60).spelling not in again.front.spelled
    assert again.states("a") == {"a": b"1"}
    assert take(again) == list(range(1, 50))
    again.close()


def test_closed_tables_of_a_later_state_are_not_trusted(tmp_path: Path) -> None:
    """A copy of the database put back, or what was written ahead of it lost."""
    path = made(tmp_path / "f.sqlite", range(10))
    old = path.read_bytes()
    backend = open_sqlite(path)
    backend.commit(Batch(push=entries(range(10, 40))))
    backend.close()
    path.write_bytes(old)
    backend = open_sqlite(path)
    assert backend.counts() == Counts(seen=10, pending=10)
    assert backend.commit(Batch(push=entries(range(10, 12)))) == [True, True]
    backend.close()


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("push"), st.integers(0, 30)),
            st.tuples(st.just("lease"), st.integers(1, 5)),
            st.tuples(st.sampled_from(["done", "failed", "returned"]), st.just(0)),
            st.tuples(st.just("kill"), st.just(0)),
            st.tuples(st.just("close"), st.just(0)),
        ),
        max_size=60,
    )
)
def test_against_a_model(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    """Whatever happens in whatever order: every key queued once, none lost."""
    path = tmp_path_factory.mktemp("model") / "f.sqlite"
    backend = open_sqlite(path)
    seen: set[int] = set()
    pending: list[int] = []
    failed: list[int] = []
    leased: dict[int, int] = {}
    for count, (step, value) in enumerate(steps):
        if step == "push":
            assert backend.commit(Batch(push=[entry(value)])) == [value not in seen]
            if value not in seen:
                seen.add(value)
                pending.append(value)
        elif step == "lease":
            for lease in backend.lease(value, {}, ()):
                leased[lease.number] = number(lease)
                pending.remove(number(lease))
        elif step in {"kill", "close"}:
            # What was handed out since the last commit is handed out in neither.
            left = killed(path, path.parent / f"{count}") if step == "kill" else path
            backend.close()
            path, backend = left, open_sqlite(left)
            pending = [*leased.values(), *pending]
            leased = {}
        elif leased:
            row, one = leased.popitem()
            settled = {
                "done": Batch(done=[row]),
                "failed": Batch(failed=[(row, "x")]),
                "returned": Batch(returned=[row]),
            }
            backend.commit(settled[step])
            if step != "done":
                (failed if step == "failed" else pending).append(one)
        assert backend.counts() == Counts(
            len(seen), len(pending), len(leased), 0, len(failed)
        )
    assert Counter(take(backend)) == Counter(pending)
    backend.close()


HOLD = """
import sys
from pathlib import Path
from crawler.frontier import open_sqlite
backend = open_sqlite(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "f.sqlite")
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
        with pytest.raises(FrontierError, match=r"f\.sqlite is in use by another"):
            open_sqlite(path)
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
        process.kill()
    backend = open_sqlite(path)
    assert len(take(backend)) == 100
    backend.close()


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE queue (id INTEGER PRIMARY KEY, payload BLOB)")
        connection.execute("INSERT INTO queue VALUES (1, x'00')")
        connection.commit()


@pytest.mark.parametrize(
    "content",
    [
        b"hello, this is a text and no database at all\n" * 300,
        b"SQLite format 3\x00" + b"\x00" * 8192,
        b"x",
        None,
    ],
)
def test_what_is_none_of_ours_is_refused_untouched(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "f.sqlite"
    if content is None:
        foreign(path)
        content = path.read_bytes()
    path.write_bytes(content)
    with pytest.raises(FrontierError, match=r"^\S+f\.sqlite is not a frontier$"):
        open_sqlite(path)
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == ["f.sqlite"]


def test_a_directory_and_a_place_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    with pytest.raises(FrontierError, match="is a directory"):
        open_sqlite(tmp_path / "d")
    (tmp_path / "file").write_text("x")
    with pytest.raises(FrontierError, match="is not a directory"):
        open_sqlite(tmp_path / "file" / "f.sqlite")
    with pytest.raises(FrontierError) as caught:
        open_sqlite(tmp_path / ("x" * 300))
    assert "\n" not in str(caught.value)


FULL = """
import resource, sys
from pathlib import Path
from crawler.frontier import Batch, FrontierError, open_sqlite
from tests.frontier.entries import entry
resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
backend = open_sqlite(Path(sys.argv[1]))
for one in range(100_000):
    try:
        payload = b"request %d" % one + b" " * 300
        backend.commit(Batch(push=[entry(one, payload=payload)]))
    except FrontierError as error:
        print(one, error, flush=True)
        break
for change in (
    lambda: backend.commit(Batch(push=[entry(1)])),
    lambda: backend.lease(1, {}, ()),
    lambda: backend.park("h", ""),
):
    try:
        change()
    except FrontierError as again:
        assert again is not None
    else:
        raise SystemExit("changed after a failure")
backend.close()
"""


def test_a_full_disk_stops_it_with_what_was_committed(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite"
    assert resource.RLIMIT_FSIZE is not None
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.strip()
    assert str(path) in told
    assert "\n" not in told
    committed = int(told.split()[0])
    assert committed > 50
    backend = open_sqlite(path)
    assert take(backend) == list(range(committed))
    assert backend.commit(Batch(push=[entry(committed)])) == [True]
    backend.close()
