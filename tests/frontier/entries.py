"""Entries of no request in particular, and frontiers that were killed."""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING, Any

from crawler.frontier import Batch, Entry, open_sqlite

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from crawler.frontier import Backend, Lease


def entry(number: int, host: str = "h.test", **more: Any) -> Entry:
    digest = hashlib.blake2b(str(number).encode(), digest_size=32).digest()
    given = {"payload": f"request {number}".encode(), "spelling": digest[16:], **more}
    return Entry(key=digest[:16], host=host, **given)


def entries(numbers: Iterable[int], **more: Any) -> list[Entry]:
    return [entry(number, **more) for number in numbers]


def number(lease: Lease) -> int:
    """Of the entry that was handed out."""
    return int(lease.entry.payload.split()[1])


def take(backend: Backend, limit: int = 10**6) -> list[int]:
    """What is handed out, one at a time, and settled."""
    found: list[int] = []
    while len(found) < limit and (leases := backend.lease(1, {}, ())):
        found.append(number(leases[0]))
        backend.commit(Batch(done=[leases[0].number]))
    return found


def killed(path: Path, to: Path) -> Path:
    """A copy of the files of an open frontier, as its process would leave them."""
    to.mkdir()
    for each in path.parent.iterdir():
        if each.name.startswith(path.stem):
            shutil.copy(each, to / each.name)
    return to / path.name


def made(path: Path, numbers: Iterable[int] = range(100), **more: Any) -> Path:
    """A frontier with pending entries, closed in order."""
    backend = open_sqlite(path)
    for one in numbers:
        backend.commit(Batch(push=[entry(one, **more)]))
    backend.close()
    return path
