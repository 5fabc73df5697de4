"""Mirrors: one site under two prefixes (``/v1/`` and ``/latest/``, two hosts)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

STRONG: Final = 8
"""Pages of a pair of prefixes that are alike, and none different: a mirror."""
_MAX_PAIRS: Final = 1_000
_MAX_STEPS: Final = 32
# Segments that stand three times in a row.
_AGAIN: Final = re.compile(r"((?:/[^/]+){1,4}?)\1\1(?=/|\Z)")


@dataclass(slots=True)
class _Pair:
    alike: int = 0
    different: bool = False


class Mirrors:
    """Counts for each pair of prefixes which pages under both are alike.

    What is compared is the rest of the path, query included; a pair in which one
    page differs from its counterpart is none for good. At most 1,000 pairs are kept.
    """

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], _Pair] = {}
        self._others: dict[str, set[str]] = {}

    def alike(self, url: str, twin: str) -> tuple[str, str] | None:
        """Two pages are twins; the pair of prefixes if it is a mirror by now."""
        prefixes = prefixes_of(url, twin)
        if prefixes is None:
            return None
        key = _key(*prefixes)
        pair = self._pairs.get(key)
        if pair is None:
            pair = self._add(key)
        if pair is None:
            return None
        pair.alike += 1
        return prefixes if pair.alike >= STRONG and not pair.different else None

    def counterparts(self, url: str, *, strong: bool = False) -> Iterator[str]:
        """Where *url* would be under the other prefix of each pair (each mirror)."""
        for prefix in _prefixes(url):
            for other in sorted(self._others.get(prefix, ())):
                pair = self._pairs[_key(prefix, other)]
                if not strong or (pair.alike >= STRONG and not pair.different):
                    yield other + url[len(prefix) :]

    def differ(self, url: str, other: str) -> None:
        """Two counterparts are no twins."""
        prefixes = prefixes_of(url, other)
        if prefixes is not None and (pair := self._pairs.get(_key(*prefixes))):
            pair.different = True

    def _add(self, key: tuple[str, str]) -> _Pair | None:
        if len(self._pairs) >= _MAX_PAIRS:
            for old in [key for key, pair in self._pairs.items() if pair.alike < 2]:
                del self._pairs[old]
                for one, other in (old, old[::-1]):
                    self._others[one].discard(other)
            if len(self._pairs) >= _MAX_PAIRS:
                return None
        for one, other in (key, key[::-1]):
            self._others.setdefault(one, set()).add(other)
        return self._pairs.setdefault(key, _Pair())


def prefixes_of(url: str, other: str) -> tuple[str, str] | None:
    """The shortest prefixes behind which two URLs are the same, if they share a name.

    >>> prefixes_of("http://h/latest/a/b.html", "http://h/v1/a/b.html")
    ('http://h/latest/', 'http://h/v1/')
    >>> prefixes_of("http://www.h.test/", "http://h.test/")
    ('http://www.h.test/', 'http://h.test/')
    >>> prefixes_of("http://h/a/x.html", "http://h/b/y.html")
    """
    (head, path, query), (other_head, other_path, other_query) = _cut(url), _cut(other)
    if query != other_query or url == other:
        return None
    names, others = path.split("/"), other_path.split("/")
    if names[-1] != others[-1]:
        return None
    names, others = names[:-1], others[:-1]
    # The first name is empty: before the slash that a path begins with.
    while len(names) > 1 and len(others) > 1 and names[-1] == others[-1]:
        names.pop()
        others.pop()
    return head + "/".join(names) + "/", other_head + "/".join(others) + "/"


def repeated(url: str) -> str:
    """The segments that the path has three times in a row; empty if none.

    >>> repeated("http://h/x/a/b/a/b/a/b/c"), repeated("http://h/2/2/c")
    ('/a/b', '')
    """
    found = _AGAIN.search(urlsplit(url).path[:4096])
    return found[1] if found else ""


def _cut(url: str) -> tuple[str, str, str]:
    parts = urlsplit(url)
    head = f"{parts.scheme}://{parts.netloc}"
    return head, parts.path or "/", parts.query


def _prefixes(url: str) -> Iterator[str]:
    """Every directory of *url*, the longest first, 32 at most, and its origin."""
    head, path, _ = _cut(url)
    names = path.split("/")[:-1]
    for count in range(len(names), max(0, len(names) - _MAX_STEPS), -1):
        yield head + "/".join(names[:count]) + "/"
    if len(names) > _MAX_STEPS:
        yield f"{head}/"


def _key(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
