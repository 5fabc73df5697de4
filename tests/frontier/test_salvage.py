"""Case C51: damage anywhere in the files of a frontier, and what comes out of it."""

from __future__ import annotations

import logging
import random
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.frontier import Batch, FrontierError, open_sqlite
from tests.frontier.entries import entries, entry, killed, take

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ALL = 300
DONE = 40
LONG = 6000  # more than a page


def payload(number: int) -> bytes:
    return b"request %d " % number + b"x" * (LONG if number % 50 == 0 else 80)


def piece(number: int) -> bytes:
    return b"piece %d " % number * 30


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A frontier with rows of all states, closed in order."""
    path = tmp_path_factory.mktemp("whole") / "f.sqlite"
    fill(path)
    return path


def fill(path: Path, copy: Path | None = None) -> Path:
    backend = open_sqlite(path)
    for start in range(0, ALL, 10):
        rows = [
            entry(one, f"h{one % 3}", payload=payload(one), shape=f"/s{one % 7}")
            for one in range(start, start + 10)
        ]
        backend.commit(Batch(push=rows, evidence=[piece(start)]))
    position, _ = backend.evidence(0)
    backend.sum_up(position - 10, b"a whole of twenty" * 500)
    backend.agree("secret", b"0123456789abcdef")
    take(backend, DONE)
    backend.park("h1", "/s1")
    (lease,) = backend.lease(1, {}, ())
    backend.commit(Batch(failed=[(lease.number, "refused")], state={"x": b"y"}))
    left = killed(path, copy) if copy else path
    backend.close()
    return left


def contents(path: Path) -> tuple[set[int], int]:
    """Numbers of all rows, whatever their state; and how many keys are seen."""
    backend = open_sqlite(path)
    backend.retry_failed(99)
    for host in ("h0", "h1", "h2"):
        for shape in range(7):
            backend.unpark(host, f"/s{shape}")
    seen = backend.counts().seen
    found = take(backend)
    assert len(found) == len(set(found))
    backend.close()
    return set(found), seen


def cut(data: bytes) -> bytes:
    return data[:-3]


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def empty(data: bytes) -> bytes:
    return b""


def appended(data: bytes) -> bytes:
    return data + random.Random(1).randbytes(16)


def no_size(data: bytes) -> bytes:
    """The header says that there are no pages, while they are there."""
    return data[:28] + bytes(4) + data[32:]


def no_schema(data: bytes) -> bytes:
    return data[:100] + b"\xff" * 300 + data[400:]


def no_magic(data: bytes) -> bytes:
    return b"\0" * 16 + data[16:]


def a_page_of_zeros(data: bytes) -> bytes:
    start = data.index(b"request 107 ") // 4096 * 4096
    return data[:start] + bytes(4096) + data[start + 4096 :]


def a_changed_payload(data: bytes) -> bytes:
    """Well-formed for SQLite, and another URL."""
    assert data.count(b"request 107 ") == 1
    return data.replace(b"request 107 ", b"request 108 ")


KINDS: list[Callable[[bytes], bytes]] = [
    cut,
    half,
    empty,
    appended,
    no_size,
    no_schema,
    no_magic,
    a_page_of_zeros,
    a_changed_payload,
]


@pytest.mark.parametrize("damage", KINDS)
def test_kinds_of_damage(
    tmp_path: Path,
    whole: Path,
    damage: Callable[[bytes], bytes],
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = killed(whole, tmp_path / "d")
    pending = set(range(ALL)) - _done(whole, tmp_path)
    path.write_bytes(spoilt := damage(whole.read_bytes()))
    with caplog.at_level(logging.INFO):
        found, seen = contents(path)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert str(path) in record.getMessage()
    assert "\n" not in record.getMessage()
    assert path.with_name("f.sqlite.damaged-1").read_bytes() == spoilt
    assert found <= pending
    lost = pending - found
    # Whatever may be missing is found again from the start pages.
    assert seen == (len(found) if lost else ALL)
    assert len(lost) < (ALL if damage is empty else ALL - DONE)
    assert ("asked for again" in record.getMessage()) == bool(lost)
    if damage in {appended, no_size, no_schema, no_magic}:
        assert not lost
    elif damage is a_changed_payload:
        assert lost == {107}
    caplog.clear()
    open_sqlite(path).close()
    assert caplog.records == []


def a_changed_piece(data: bytes) -> bytes:
    assert data.count(b"piece 250 ") == 30
    return data.replace(b"piece 250 piece 250 ", b"piece 250 piece 251 ", 1)


def a_page_of_the_whole(data: bytes) -> bytes:
    """Of a row that is longer than a page: it cannot be read at all."""
    start = data.index(b"a whole of twenty" * 200) // 4096 * 4096 + 4096
    assert b"a whole of twenty" * 100 in data[start : start + 4096]
    return data[:start] + bytes(4096) + data[start + 4096 :]


@pytest.mark.parametrize("damage", [*KINDS, a_changed_piece, a_page_of_the_whole])
def test_nothing_is_set_aside_without_a_reason(
    tmp_path: Path, whole: Path, damage: Callable[[bytes], bytes]
) -> None:
    """All evidence is there, or none of it; without it nothing is set aside."""
    path = killed(whole, tmp_path / "d")
    path.write_bytes(damage(whole.read_bytes()))
    with closing(open_sqlite(path)) as backend:
        found = backend.evidence(0)[1]
        parked = backend.counts().parked
        if damage in {appended, no_size, no_schema, no_magic}:
            assert len(found) == 11
            assert parked > 0
        if damage in {a_changed_piece, a_page_of_the_whole, empty}:
            assert found == []
        assert bool(found) == bool(parked)
        if found:
            assert found[1:] == [piece(start) for start in range(200, ALL, 10)]


def _done(whole: Path, tmp_path: Path) -> set[int]:
    return set(range(ALL)) - contents(killed(whole, tmp_path / "undamaged"))[0]


@settings(deadline=None, max_examples=25)
@given(st.data())
def test_any_damage(
    tmp_path_factory: pytest.TempPathFactory, whole: Path, data: st.DataObject
) -> None:
    """Never an exception but the one line; nothing that was not there; all that is
    in pages that were not touched."""
    folder = tmp_path_factory.mktemp("any")
    path = killed(whole, folder / "d")
    before = path.read_bytes()
    pages = len(before) // 4096
    spoilt = bytearray(before)
    touched = data.draw(st.sets(st.integers(1, pages - 1), min_size=1, max_size=4))
    for page in touched:
        at = page * 4096 + data.draw(st.integers(0, 4000))
        spoilt[at : at + 64] = data.draw(st.binary(min_size=64, max_size=64))
    path.write_bytes(bytes(spoilt))
    found, seen = contents(path)
    assert found <= set(range(ALL))
    backend = open_sqlite(path)
    assert backend.counts().seen >= len(found)
    # What was lost can be queued again.
    missing = [one for one in range(ALL) if one not in found]
    if seen == len(found) != ALL:
        assert all(backend.commit(Batch(push=entries(missing))))
    backend.close()


@pytest.mark.parametrize("ending", ["-wal", ".seen", ".spelled"])
@pytest.mark.parametrize("damage", [cut, half, empty, appended])
def test_the_files_beside(
    tmp_path: Path, damage: Callable[[bytes], bytes], ending: str
) -> None:
    """Killed, and then one of its other files spoilt: an earlier state, or the same."""
    path = fill(tmp_path / "f.sqlite", tmp_path / "copy")
    beside = path.with_name("f.sqlite-wal" if ending == "-wal" else "f" + ending)
    beside.write_bytes(damage(beside.read_bytes()))
    found, seen = contents(path)
    if ending == "-wal":
        # Of what was queued all that is not done; what is lost is not seen either.
        assert len(found) >= seen - DONE
    else:
        assert (len(found), seen) == (ALL - DONE, ALL)


def test_in_the_middle_of_a_salvage_nothing_is_lost(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full while it is read: the damaged file is as it was."""
    path = killed(whole, tmp_path / "d")
    path.write_bytes(spoilt := a_changed_payload(whole.read_bytes()))
    with monkeypatch.context() as patched:
        patched.setattr(
            "crawler.frontier.salvage._take", _raising(OSError(28, "No space left"))
        )
        with pytest.raises(FrontierError, match="No space left"):
            open_sqlite(path)
    assert path.read_bytes() == spoilt
    assert len(contents(path)[0]) == ALL - DONE - 1


def _raising(error: Exception) -> Callable[..., None]:
    def raises(*given: object) -> None:
        raise error

    return raises
