"""The memories of URLs that are compared: ours, the paper's, and what others use."""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import mmh3

from crawler.seen import Seen
from crawler.urls import BitList, Fingerprinter, Table, UrlOptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_SECRET = b"sixteen secret b"
MILLION = 1_000_000


@dataclass
class Contender:
    """What is asked of a memory of URLs."""

    add: Callable[[str], bool]
    """Whether the URL is new, and remember it."""
    has: Callable[[str], bool]
    file: Path | None = None
    close: Callable[[], object] | None = None
    kept: object = None
    """What lives as long as it does."""


class Keys(Protocol):
    """A set of fingerprints."""

    def add(self, fingerprint: bytes, /) -> bool: ...
    def __contains__(self, fingerprint: bytes, /) -> bool: ...


def _of(keys: Keys, options: UrlOptions, file: Path | None = None) -> Contender:
    digest = Fingerprinter(options, _SECRET).digest
    add, has = keys.add, keys.__contains__
    return Contender(
        lambda url: add(digest(url.encode())),
        lambda url: has(digest(url.encode())),
        file,
        getattr(keys, "close", None),
    )


def _table(options: UrlOptions, file: Path | None) -> Contender:
    return _of(Table(file), options, file)


def _bits(bits: int, options: UrlOptions, number: int) -> Contender:
    return _of(BitList(bits, number), options)


def _seen() -> Contender:
    seen = Seen(UrlOptions(), _SECRET)
    identify = seen.identity.identify

    return Contender(
        lambda url: seen.add(identify(url)[1], url),
        lambda url: identify(url)[1] in seen,
    )


def _scrapy() -> Contender:
    # Here, since the memory of the other rows should not hold it.
    from scrapy import Request  # noqa: PLC0415
    from scrapy.dupefilters import RFPDupeFilter  # noqa: PLC0415

    seen = RFPDupeFilter()
    # There is no question without an answer that is remembered; that of a new URL
    # costs as much.
    return Contender(
        lambda url: not seen.request_seen(Request(url)),
        lambda url: seen.request_seen(Request(url)),
        kept=seen,
    )


def _set(digest: Callable[[bytes], Any]) -> Contender:
    kept: set[Any] = set()

    def add(url: str) -> bool:
        key = digest(url.encode())
        if key in kept:
            return False
        kept.add(key)
        return True

    return Contender(add, lambda url: digest(url.encode()) in kept)


def _int(data: bytes) -> int:
    return mmh3.hash64(data, signed=False)[0]


def _blake2b(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16, key=_SECRET).digest()


def _bloom(number: int, rate: float) -> Contender:
    from rbloom import Bloom  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 - where it is installed

    def hashed(data: object) -> int:
        assert isinstance(data, bytes)
        return mmh3.hash128(data, signed=True)

    bloom = Bloom(number, rate, hashed)

    def add(url: str) -> bool:
        key = url.encode()
        if key in bloom:
            return False
        bloom.add(key)
        return True

    return Contender(add, lambda url: url.encode() in bloom)


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    title: str
    persistent: str
    make: Callable[[int, Path], Contender]
    """Given the number of URLs and a file to use."""
    most: int = 1 << 32
    """URLs that it is measured with, where it is slow."""


_BLAKE2B, _MMH3 = UrlOptions(), UrlOptions(fingerprint="mmh3")
_RABIN = UrlOptions(mode="paper")

ROWS: dict[str, Row] = {
    "scrapy": Row(
        "Scrapy's RFPDupeFilter, with `Request`",
        "in JOBDIR",
        lambda *_: _scrapy(),
        MILLION,
    ),
    "seen": Row(
        "ours, all of `Seen`: key, fingerprint, spelling",
        "no",
        lambda *_: _seen(),
        MILLION,
    ),
    "memory": Row(
        "ours: table in memory, blake2b", "no", lambda *_: _table(_BLAKE2B, None)
    ),
    "file": Row(
        "**ours: table in a file, blake2b**",
        "**yes**",
        lambda _, file: _table(_BLAKE2B, file),
    ),
    "file-mmh3": Row(
        "ours: table in a file, mmh3", "yes", lambda _, file: _table(_MMH3, file)
    ),
    "file-rabin": Row(
        "ours: table in a file, Rabin",
        "yes",
        lambda _, file: _table(_RABIN, file),
        MILLION,
    ),
    "bits-8": Row("paper: 8 bits a URL, mmh3", "no", lambda n, _: _bits(8, _MMH3, n)),
    "bits-32": Row(
        "paper: 32 bits a URL, mmh3", "no", lambda n, _: _bits(32, _MMH3, n)
    ),
    "bits-8-rabin": Row(
        "paper: 8 bits a URL, Rabin",
        "no",
        lambda n, _: _bits(8, _RABIN, n),
        MILLION,
    ),
    "bloom-2": Row("rbloom, 1 %, mmh3", "on demand", lambda n, _: _bloom(n, 0.01)),
    "bloom-4": Row("rbloom, 0.01 %, mmh3", "on demand", lambda n, _: _bloom(n, 1e-4)),
    "ints": Row("set of 64-bit ints, mmh3", "no", lambda *_: _set(_int)),
    "digests": Row("set of 16-byte digests, blake2b", "no", lambda *_: _set(_blake2b)),
}


def available() -> list[str]:
    """Names of the rows that can be measured here."""
    bloom = importlib.util.find_spec("rbloom") is not None
    return [name for name in ROWS if bloom or not name.startswith("bloom")]
