"""A file is replaced as a whole or not at all."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from crawler.report import replacing

if TYPE_CHECKING:
    from pathlib import Path


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def write_half(path: Path) -> None:
    before = path.read_bytes() if path.exists() else None
    with replacing(path) as file:
        file.write(b"half")
        file.flush()
        assert (path.read_bytes() if path.exists() else None) == before
        raise KeyboardInterrupt


@pytest.mark.parametrize("old", [None, b"old"])
def test_failure_leaves_what_was(tmp_path: Path, old: bytes | None) -> None:
    path = tmp_path / "out"
    if old is not None:
        path.write_bytes(old)
    before = names(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        write_half(path)
    assert names(tmp_path) == before
    assert (path.read_bytes() if path.exists() else None) == old


def test_success_replaces(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old and longer")
    with replacing(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["out"]
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with replacing(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    with replacing(path) as file:
        file.write(b"data")
    reader.join(timeout=10)
    assert got == [b"data"]
    assert path.is_fifo()


def test_long_name(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    with replacing(path) as file:
        file.write(b"1")
    assert path.read_bytes() == b"1"


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(OSError), replacing(tmp_path / "none" / "out"):  # noqa: PT011 - any
        pass
