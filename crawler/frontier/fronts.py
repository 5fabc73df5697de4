"""The front of a frontier's seen keys: mapped tables, made again from the log.

The log is the truth: for each commit, a row of 16 bytes a URL (8 of its fingerprint,
8 of its spelling) with a checksum. Nothing is ever looked up in it, so it is only
appended to. The tables hold the same for looking up. They are mapped files that the
kernel keeps: after a kill they may hold keys whose requests were never committed, so
they are trusted only when they were closed in order and hold as many keys as the
database says.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from crawler.frontier.backend import Front
from crawler.urls import Table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

RECORD = 16
_NONE = bytes(8)


def log_entry(records: list[tuple[bytes, bytes]]) -> bytes:
    """Key and spelling (or none) of each URL of a commit."""
    data = b"".join(key[:8] + (spelling[:8] or _NONE) for key, spelling in records)
    return data + zlib.crc32(data).to_bytes(4, "big")


def is_log_entry(data: bytes) -> bool:
    """Whether a row of the log is what was written."""
    body, crc = data[:-4], data[-4:]
    return len(body) % RECORD == 0 and zlib.crc32(body).to_bytes(4, "big") == crc


def paths(path: Path) -> tuple[Path, Path]:
    """Where the tables of the frontier at *path* are."""
    return path.with_suffix(".seen"), path.with_suffix(".spelled")


def open_front(path: Path | None, trusted: str) -> Front | None:
    """The front as it was closed; None when it has to be made again.

    *trusted* is what :func:`mark` said when it was closed.
    """
    if path is None:
        return Front(Table(), Table())
    tables: list[Table] = []
    for each in paths(path):
        try:
            table = Table.open(each) if each.exists() else None
        except ValueError:  # damaged, or of another machine
            table = None
        if table is not None:
            tables.append(table)
    if len(tables) == 2:
        front = Front(*tables)
        if all(table.clean for table in tables) and mark(front) == trusted:
            return front
    for table in tables:
        table.close()
    return None


def make_front(path: Path, log: Iterable[bytes]) -> Front:
    """A new front from the rows of the log; damaged ones are left out.

    :raises OSError: when there is no space for it.
    """
    for each in paths(path):
        each.unlink(missing_ok=True)
    front = Front(*(Table.open(each) for each in paths(path)))
    add, spell = front.seen.add, front.spelled.add
    for data in log:
        if not is_log_entry(data):
            continue
        for at in range(0, len(data) - 4, RECORD):
            add(data[at : at + 8])
            spelling = data[at + 8 : at + RECORD]
            if spelling != _NONE:
                spell(spelling)
    return front


def mark(front: Front) -> str:
    """What tells one state of a front from another: both only ever grow."""
    return f"{len(front.seen)} {len(front.spelled)}"
