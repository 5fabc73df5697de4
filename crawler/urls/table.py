"""What was seen, exactly and in few bytes: a hash table of 64-bit keys."""

from __future__ import annotations

import hashlib
import mmap
import secrets
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from crawler.urls import slots, table_file
from crawler.urls.table_file import START, Header

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

_SMALLEST = 1 << 10  # slots: 8 KiB
_MASK = (1 << 64) - 1
_key = struct.Struct(">Q").unpack_from


class Table:
    """A set of fingerprints, in memory or (:meth:`open`) in a mapped file.

    It is an open-addressing table with linear probing (see
    :mod:`crawler.urls.slots`) of the first 64 bits of each fingerprint. It is three
    quarters full at most, then it doubles: 10.7 to 21.3 bytes for a fingerprint,
    13.4 with 10 million. While it doubles, old and new are both there.

    That two of n different fingerprints share their first 64 bits, and one is taken
    for the other, has a probability of n^2 / 2^65: 2.7e-6 with 10 million. This holds
    for fingerprints that a site cannot choose, those of keyed ``blake2b``. Where it
    can choose them (``mmh3``, ``rabin``), the secret salt still keeps it from
    preparing ones that take long to look for.
    """

    def __init__(self, path: Path | None = None, identity: bytes = b"") -> None:
        """In memory without a path, else as :meth:`open`."""
        self._path = path
        self._identity = hashlib.blake2b(identity, digest_size=16).digest()
        self._salt = secrets.randbits(64) | 1
        self._count = 0
        self.clean = True
        """Whether nothing can be missing. Not so in a file that was once left open: it
        has all that was added when its process was killed, perhaps not all of it when
        the machine failed. An owner who has looked may set it."""
        if path is None:
            self._use(self._allocate(_SMALLEST))
            return
        self._beside(path).unlink(missing_ok=True)  # by a growth that was killed
        if path.exists():
            self._load(path)
        else:
            empty = self._allocate(_SMALLEST)
            self._publish(path, empty)
            self._use(empty)

    @classmethod
    def open(cls, path: str | Path, identity: bytes = b"") -> Self:
        """The table in a file, which is made if there is none.

        *identity* names what makes the fingerprints (method, secret); only a digest
        of it is stored. One process at a time may have the file open, which its owner
        has to see to. All of it is read once, to know that it is whole.

        :raises ValueError: it is something else, or damaged, or of another identity.
            It is left as it is; whoever owns the truth can make it again.
        """
        return cls(Path(path), identity)

    def add(self, fingerprint: bytes) -> bool:
        """Whether it is new; its first 8 bytes count.

        :raises OSError: there is no space to grow; the table is what it was.
        """
        key = _key(fingerprint)[0] or 1  # 0 is an empty slot
        table, last = self._slots, self._last
        at = (key * self._salt & _MASK) >> self._shift
        while found := table[at]:
            if found == key:
                return False
            at = (at + 1) & last
        if self._count >= self._limit:
            self._grow()
            return self.add(fingerprint)
        table[at] = key
        self._count += 1
        return True

    def discard(self, fingerprint: bytes) -> None:
        """Take it out, if it is there."""
        key = _key(fingerprint)[0] or 1
        table, last = self._slots, self._last
        gap = (key * self._salt & _MASK) >> self._shift
        while table[gap] != key:
            if not table[gap]:
                return
            gap = (gap + 1) & last
        # What comes behind moves up, unless that would be before its home: D. Knuth,
        # The Art of Computer Programming 3, 6.4, algorithm R.
        at = (gap + 1) & last
        while found := table[at]:
            home = (found * self._salt & _MASK) >> self._shift
            if (at - home) & last >= (at - gap) & last:
                table[gap], gap = found, at
            at = (at + 1) & last
        table[gap] = 0
        self._count -= 1

    def __contains__(self, fingerprint: bytes) -> bool:
        key = _key(fingerprint)[0] or 1
        table, last = self._slots, self._last
        at = (key * self._salt & _MASK) >> self._shift
        while found := table[at]:
            if found == key:
                return True
            at = (at + 1) & last
        return False

    def __len__(self) -> int:
        return self._count

    @property
    def nbytes(self) -> int:
        """Size of the file or of the memory."""
        return len(self._map)

    def flush(self) -> None:
        """Wait until the file is on the disk: slow, any part of it may be new."""
        if self._path is not None:
            self._write_header(self._map)
            self._map.flush()

    def close(self) -> None:
        """Mark the file as whole and let go of it; again is harmless."""
        if self._map.closed:
            return
        if self._path is not None:
            self.flush()  # before the mark, which says that all is there
            crc = zlib.crc32(self._slots) if self.clean else None
            self._write_header(self._map, crc)
            self._map.flush(0, mmap.PAGESIZE)
        self._unmap()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _grow(self) -> None:
        bigger = self._allocate(2 * len(self._slots))
        with _slots_of(bigger) as target:
            slots.spread(self._slots, target, self._salt)
        if self._path is not None:
            self._publish(self._path, bigger)
        self._unmap()
        self._use(bigger)

    def _allocate(self, capacity: int) -> mmap.mmap:
        if self._path is not None:
            return table_file.create(self._beside(self._path), capacity)
        # Private: a process that forks keeps a table of its own.
        return mmap.mmap(-1, START + 8 * capacity, access=mmap.ACCESS_COPY)

    def _publish(self, path: Path, mapped: mmap.mmap) -> None:
        """The file beside becomes the file: whoever is killed leaves the old or it."""
        self._write_header(mapped)
        mapped.flush()
        self._beside(path).replace(path)

    def _load(self, path: Path) -> None:
        header, mapped = table_file.load(path, self._identity)
        self._salt, self.clean = header.salt, header.crc is not None
        self._use(mapped)
        count = slots.count(self._slots, self._salt)
        if self.clean:
            whole = (count, zlib.crc32(self._slots)) == (header.keys, header.crc)
        else:
            whole = count is not None and count <= self._limit
        if count is None or not whole:
            self._unmap()
            raise ValueError(f"{path} is damaged: its keys are not what was stored")
        self._count = count
        # On the disk before any change is, or the mark of the last close would lie.
        self._write_header(mapped)
        mapped.flush(0, mmap.PAGESIZE)

    def _write_header(self, mapped: mmap.mmap, crc: int | None = None) -> None:
        capacity = (len(mapped) - START) // 8
        Header(capacity, self._count, self._salt, self._identity, crc).write(mapped)

    def _use(self, mapped: mmap.mmap) -> None:
        self._map = mapped
        self._slots = _slots_of(mapped)
        self._last = len(self._slots) - 1
        self._shift = 65 - len(self._slots).bit_length()
        self._limit = len(self._slots) * 3 // 4

    def _unmap(self) -> None:
        self._slots.release()
        self._map.close()

    @staticmethod
    def _beside(path: Path) -> Path:
        return path.with_name(path.name + ".growing")


def _slots_of(mapped: mmap.mmap) -> memoryview[int]:
    return memoryview(mapped)[START:].cast("Q")
