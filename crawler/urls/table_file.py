"""The file of a seen-table: a header, then the slots."""

from __future__ import annotations

import mmap
import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

START = 64
"""Bytes before the slots."""

# Magic, byte order, version; capacity, keys, salt; identity; checksum, is there one.
_LAYOUT = struct.Struct("=8sIIQQQ16sII")
_MAGIC = b"LL-SEEN\n"
_BYTE_ORDER = 0x01020304  # keys are in the order of the machine
_VERSION = 1
_BLOCK = 1 << 20


class Header(NamedTuple):
    """What is known of a table besides its keys."""

    capacity: int
    keys: int
    salt: int
    identity: bytes
    """16 bytes: what made the fingerprints."""
    crc: int | None
    """CRC-32 of the slots of a closed table."""

    def write(self, mapped: mmap.mmap) -> None:
        """Put it where the file begins."""
        fixed = (_MAGIC, _BYTE_ORDER, _VERSION, *self[:4])
        head = _LAYOUT.pack(*fixed, self.crc or 0, self.crc is not None)
        mapped[: len(head)] = head


def load(path: Path, identity: bytes) -> tuple[Header, mmap.mmap]:
    """The header and the whole file, mapped; the slots are not looked at.

    :raises ValueError: it is not the file of a table of these fingerprints.
    """
    with path.open("r+b") as file:
        head = file.read(START)
        size = file.seek(0, 2)
        if len(head) < START or not head.startswith(_MAGIC):
            raise ValueError(f"{path} is not a table of seen URLs")
        _, order, version, *known, crc, closed = _LAYOUT.unpack_from(head)
        if (order, version) != (_BYTE_ORDER, _VERSION):
            raise ValueError(f"{path} is of another version or another machine")
        capacity, keys, salt, stored = known
        if size != START + 8 * capacity or capacity < 2 or capacity & (capacity - 1):
            raise ValueError(f"{path} is damaged: {size} bytes for {capacity} slots")
        if stored != identity:
            raise ValueError(f"{path} holds fingerprints of another kind or secret")
        header = Header(capacity, keys, salt, stored, crc if closed else None)
        return header, mmap.mmap(file.fileno(), size)


def create(path: Path, capacity: int) -> mmap.mmap:
    """A mapped file with an empty header and empty slots; what was there is lost.

    They are written out: in a file with holes, a full disk would be told later, by
    a signal that kills.
    """
    size = START + 8 * capacity
    with path.open("w+b") as file:
        try:
            for at in range(0, size, _BLOCK):
                file.write(bytes(min(_BLOCK, size - at)))
            file.flush()
            return mmap.mmap(file.fileno(), size)
        except OSError:
            path.unlink()
            raise
