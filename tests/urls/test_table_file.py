"""The file of a seen-table: opened again, killed, damaged, foreign, on a full disk."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import Table

ROOT = Path(__file__).parents[2]


def number_print(number: int) -> bytes:
    """Fingerprints in an order that every process knows."""
    return random.Random(number).randbytes(16)


def filled(path: Path, number: int, *, close: bool = True) -> set[bytes]:
    """A file with so many fingerprints; those."""
    table = Table.open(path, b"blake2b secret")
    kept = {number_print(n) for n in range(number)}
    for fingerprint in kept:
        table.add(fingerprint)
    if close:
        table.close()
    else:
        # As a killed process leaves it.
        table._unmap()
    return kept


def opened(path: Path) -> Table:
    return Table.open(path, b"blake2b secret")


@pytest.mark.parametrize("number", [0, 1, 768, 769, 5000])
def test_it_is_there_again(tmp_path: Path, number: int) -> None:
    path = tmp_path / "seen"
    kept = filled(path, number)
    for _ in range(2):
        with opened(path) as table:
            assert table.clean
            assert len(table) == number
            assert all(fingerprint in table for fingerprint in kept)
            assert not any(number_print(10**9 + n) in table for n in range(100))
            assert path.stat().st_size == table.nbytes
    assert list(tmp_path.iterdir()) == [path]


def test_the_secret_is_not_in_the_file(tmp_path: Path) -> None:
    filled(tmp_path / "seen", 10)
    assert b"secret" not in (tmp_path / "seen").read_bytes()


def test_a_file_that_was_not_closed_says_so_until_its_owner_knows_better(
    tmp_path: Path,
) -> None:
    path = tmp_path / "seen"
    kept = filled(path, 2000, close=False)
    for _ in range(2):
        with opened(path) as table:
            assert not table.clean
            assert len(table) == 2000
            assert all(fingerprint in table for fingerprint in kept)
    with opened(path) as table:
        table.clean = True
    with opened(path) as table:
        assert table.clean


def test_flush_keeps_the_number(tmp_path: Path) -> None:
    path = tmp_path / "seen"
    table = opened(path)
    table.add(number_print(1))
    table.flush()
    assert (1).to_bytes(8, sys.byteorder) in path.read_bytes()[:64]
    table.close()


def test_what_a_killed_growth_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "seen"
    filled(path, 3)
    (tmp_path / "seen.growing").write_bytes(b"half")
    opened(path).close()
    assert list(tmp_path.iterdir()) == [path]


# Adds fingerprints for ever, telling how many; may kill itself at a step of a growth.
CHILD = """
import os, signal, sys
from crawler.urls import Table
from tests.urls.test_table_file import number_print

path, event, wait = sys.argv[1], sys.argv[2], int(sys.argv[3])

def die(name, arguments):
    global wait
    if name == event and "seen.growing" in str(arguments) + str(growing()):
        wait -= 1
        if not wait:
            os.kill(os.getpid(), signal.SIGKILL)

def growing():
    return os.listdir(os.path.dirname(path)) if event == "mmap.__new__" else ""

table = Table.open(path, b"blake2b secret")
sys.addaudithook(die)
number = 0
while number < 200_000:
    table.add(number_print(number))
    number += 1
    os.write(1, number.to_bytes(8, "big"))
"""


def run_child(path: Path, event: str, wait: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path), event, str(wait)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )


def holds_the_first(path: Path, told: bytes) -> None:
    """The file has all that the child told of, in order, and at most one more."""
    last = int.from_bytes(told[len(told) // 8 * 8 - 8 :][:8]) if len(told) >= 8 else 0
    with opened(path) as table:
        assert not table.clean
        assert last <= len(table) <= last + 1
        assert all(number_print(number) in table for number in range(len(table)))
        assert not any(number_print(last + 1 + more) in table for more in range(200))
        table.add(number_print(10**9))
    with opened(path) as table:
        assert number_print(10**9) in table
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("wait", [1, 3])
@pytest.mark.parametrize("event", ["open", "mmap.__new__", "os.rename"])
def test_killed_at_a_step_of_a_growth(tmp_path: Path, event: str, wait: int) -> None:
    """Before the new file is there, when it is empty, and before it is the file."""
    path = tmp_path / "seen"
    with run_child(path, event, wait) as child:
        told, _ = child.communicate()
    assert child.returncode == -signal.SIGKILL
    assert (len(told) // 8) == 768 << (wait - 1)
    holds_the_first(path, told)


def test_killed_at_any_time(tmp_path: Path) -> None:
    source = random.Random(4)
    for turn in range(2):
        path = tmp_path / str(turn) / "seen"
        path.parent.mkdir()
        with run_child(path, "", 1) as child:
            assert child.stdout is not None
            told = child.stdout.read(8 * source.randrange(1, 20_000))
            child.kill()
            told += child.stdout.read()
        holds_the_first(path, told)


def test_a_full_disk_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    """Told as an error by the growth; by a limit on the size of files here."""
    program = """
import resource, signal, sys
from pathlib import Path
from crawler.urls import Table
from tests.urls.test_table_file import number_print

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
table = Table.open(sys.argv[1], b"blake2b secret")
for number in range(768):
    table.add(number_print(number))
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, unlimited[1]))
for _ in range(2):
    try:
        table.add(number_print(768))
        raise SystemExit("no error")
    except OSError:
        assert number_print(768) not in table and len(table) == 768
        assert len(list(Path(sys.argv[1]).parent.iterdir())) == 1
assert not table.add(number_print(767))
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
assert table.add(number_print(768))
table.close()
"""
    path = tmp_path / "seen"
    subprocess.run([sys.executable, "-c", program, path], check=True, cwd=ROOT)
    with opened(path) as table:
        assert len(table) == 769
        assert all(number_print(number) in table for number in range(769))


def refused(path: Path) -> str:
    """The one line it is refused with; the file is left as it is."""
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"\A.*seen") as caught:
        opened(path)
    assert path.read_bytes() == before
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(str(path))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"LL-SEEN\n",
        b"https://shop.test/\n" * 1000,
        b"SQLite format 3\0" + bytes(8192),
        bytes(64 + 8192),
        b"\xff" * (64 + 8192),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "seen").write_bytes(content)
    assert "is not a table of seen URLs" in refused(tmp_path / "seen")


def test_other_fingerprints_are_refused(tmp_path: Path) -> None:
    filled(tmp_path / "seen", 5)
    for identity in (b"", b"blake2b other secret", b"mmh3"):
        with pytest.raises(ValueError, match="another kind or secret"):
            Table.open(tmp_path / "seen", identity)


@pytest.mark.parametrize("place", [8, 12])
def test_another_version_or_byte_order_is_refused(tmp_path: Path, place: int) -> None:
    path = tmp_path / "seen"
    filled(path, 5)
    data = bytearray(path.read_bytes())
    data[place : place + 4] = data[place : place + 4][::-1]
    path.write_bytes(data)
    assert "another version or another machine" in refused(path)


def test_a_directory_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        Table.open(tmp_path)


@settings(deadline=None, max_examples=60)
@given(st.data(), st.booleans())
def test_a_cut_or_longer_file_is_refused(data: st.DataObject, closed: bool) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "seen"
        filled(path, 900, close=closed)
        size = path.stat().st_size
        os.truncate(path, data.draw(st.integers(0, 2 * size).filter(size.__ne__)))
        refused(path)


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_changed_byte_of_a_closed_file_is_noticed(data: st.DataObject) -> None:
    """Or it is one that means nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "seen"
        kept = filled(path, 300)
        content = bytearray(path.read_bytes())
        at = data.draw(st.integers(0, 63) | st.integers(0, len(content) - 1))
        content[at] ^= data.draw(st.integers(1, 255))
        path.write_bytes(content)
        try:
            table = opened(path)
        except ValueError:
            assert path.read_bytes() == content
            return
        assert at < 64
        assert len(table) == 300
        assert all(fingerprint in table for fingerprint in kept)
        table.close()


@settings(deadline=None, max_examples=60)
@given(st.integers(64, 16_000), st.integers(1, 4096), st.binary(max_size=64))
def test_a_lost_part_of_an_unclosed_file_never_hangs_or_invents(
    start: int, size: int, noise: bytes
) -> None:
    """A machine that failed may have written some parts of the file and not others."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "seen"
        kept = filled(path, 1100, close=False)
        content = bytearray(path.read_bytes())
        whole = len(content)
        content[start : start + size] = (noise * size or bytes(size))[:size]
        path.write_bytes(content[:whole])
        try:
            table = opened(path)
        except ValueError:
            return
        found = sum(fingerprint in table for fingerprint in kept)
        assert found <= len(table) <= 1536
        if not noise:
            assert found == len(table)
        assert not table.clean
        table.close()


def test_an_unclosed_file_without_an_empty_slot_is_refused(tmp_path: Path) -> None:
    """Looking for a key would never end."""
    path = tmp_path / "seen"
    filled(path, 5, close=False)
    with path.open("r+b") as file:
        file.seek(64)
        file.write(random.Random(1).randbytes(8192))
    assert "is damaged" in refused(path)
