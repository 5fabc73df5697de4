"""Rows of a database that SQLite cannot read any more, from the pages themselves.

The format is SQLite's own (https://www.sqlite.org/fileformat2.html): a page of a
table's leaf holds cells, each of them one row with its number; what is too long goes on
in pages of its own. Of a file that was cut, or written over in places, every page is
read by itself: what it holds is either well-formed or left out.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Self

from crawler.frontier.sqlite_file import PAGE, beside

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Row = tuple[int, tuple[Any, ...]]
"""Number of a row, and its columns: None, int, str or bytes."""

_LEAF = 0x0D
_LARGEST = 1 << 26  # bytes of a row
_FLOAT = 7


class Pages:
    """The pages of a file, newest version of each, by their numbers from 1 on."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._log = beside(path, "-wal")
        self._newer = _written_ahead(self._log)
        self.count = max(-(-path.stat().st_size // PAGE), *self._newer, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def page(self, number: int) -> bytes:
        """One page; zeros where the file has none."""
        if number in self._newer:
            with self._log.open("rb") as log:
                log.seek(self._newer[number])
                return log.read(PAGE).ljust(PAGE, b"\0")
        self._file.seek((number - 1) * PAGE)
        return self._file.read(PAGE).ljust(PAGE, b"\0")

    def rows(self) -> Iterator[Row]:
        """All rows that can be read, of whatever table."""
        free = self._free()
        for number in range(1, self.count + 1):
            if number not in free:
                yield from self._leaf(number)

    def _leaf(self, number: int) -> Iterator[Row]:
        page = self.page(number)
        start = 100 if number == 1 else 0
        if page[start] != _LEAF:
            return
        cells = int.from_bytes(page[start + 3 : start + 5], "big")
        for at in range(start + 8, min(start + 8 + 2 * cells, PAGE - 1), 2):
            try:
                row = self._cell(page, int.from_bytes(page[at : at + 2], "big"))
            except (IndexError, ValueError, struct.error):
                continue  # no row of ours
            yield row

    def _cell(self, page: bytes, at: int) -> Row:
        size, at = _varint(page, at)
        number, at = _varint(page, at)
        if size > _LARGEST:
            raise ValueError("too large")
        local = _local(size)
        data = page[at : at + local]
        if local < size:
            following = int.from_bytes(page[at + local : at + local + 4], "big")
            data += self._overflow(following, size - local)
        return number, _record(data)

    def _overflow(self, number: int, size: int) -> bytes:
        parts: list[bytes] = []
        while size > 0:
            if not 1 <= number <= self.count:
                raise ValueError("no such page")
            page = self.page(number)
            parts.append(page[4 : 4 + size])
            size -= PAGE - 4
            number = int.from_bytes(page[:4], "big")
        return b"".join(parts)

    def _free(self) -> set[int]:
        """Pages that are in no use: what they still hold was deleted."""
        free: set[int] = set()
        trunk = int.from_bytes(self.page(1)[32:36], "big")
        while 1 < trunk <= self.count and trunk not in free:
            free.add(trunk)
            page = self.page(trunk)
            held = min(int.from_bytes(page[4:8], "big"), PAGE // 4 - 2)
            free |= set(struct.unpack_from(f">{held}I", page, 8))
            trunk = int.from_bytes(page[:4], "big")
        return free


def _written_ahead(log: Path) -> dict[int, int]:
    """Page -> where its newest committed version is in the log of the file."""
    found: dict[int, int] = {}
    if not log.exists():
        return found
    pending: dict[int, int] = {}
    with log.open("rb") as file:
        head = file.read(32)
        salts = head[16:24]
        if int.from_bytes(head[8:12], "big") != PAGE:
            return found
        while len(frame := file.read(24)) == 24 and frame[8:16] == salts:
            at = file.tell()
            if len(file.read(PAGE)) < PAGE:
                break
            pending[int.from_bytes(frame[:4], "big")] = at
            if frame[4:8] != b"\0\0\0\0":  # a commit
                found.update(pending)
                pending.clear()
    return found


def _local(size: int) -> int:
    """Bytes of a row that are in its cell."""
    if size <= PAGE - 35:
        return size
    least = (PAGE - 12) * 32 // 255 - 23
    some = least + (size - least) % (PAGE - 4)
    return some if some <= PAGE - 35 else least


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for step in range(8):
        byte = data[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64 if value >> 63 else 0), at + 9


def _record(data: bytes) -> tuple[Any, ...]:
    size, at = _varint(data, 0)
    types: list[int] = []
    while at < size:
        kind, at = _varint(data, at)
        types.append(kind)
    values: list[Any] = []
    for kind in types:
        value, at = _value(data, at, kind)
        values.append(value)
    if at != len(data):
        raise ValueError("not a record")
    return tuple(values)


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in {0, 8, 9}:
        return (None if kind == 0 else kind - 8), at
    if kind < _FLOAT:
        end = at + (1, 2, 3, 4, 6, 8)[kind - 1]
        return int.from_bytes(data[at:end], "big", signed=True), end
    if kind < 12:
        raise ValueError("not of ours")
    end = at + (kind - 12) // 2
    if end > len(data):
        raise ValueError("cut off")
    part = data[at:end]
    return (part.decode() if kind % 2 else part), end
