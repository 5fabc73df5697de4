"""Sites of a focused crawl: what each yielded, when it is enough, how it ranks.

A site is left when it has shown more different query interfaces than are wanted of one,
or so many pages were downloaded from it (the data-source-discovery paper: 5 and 100).
Its rank is the share of its pages that were on the topic, drawn towards
what is promised while few are known: the relevance of the best page that links there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

STATE: Final = "focus-site:"
"""What names of what is kept begin with."""
PRIOR: Final = 2.0
"""Pages that what is promised of a site counts as much as."""
UNKNOWN: Final = 0.25
"""What is promised of a site that nobody spoke of."""
MAX_PROMISES: Final = 100_000


@dataclass(slots=True)
class Record:
    """What is known of a site that was entered."""

    pages: int = 0
    """Downloaded; those that were dropped too."""
    judged: int = 0
    """For the topic."""
    relevant: int = 0
    found: list[str] = field(default_factory=list)
    """Digests of its interfaces."""
    stopped: str = ""
    """Why it is left; empty while it is not."""

    def joined(self, other: Record | None) -> Record:
        """What two workers know together."""
        if other is None:
            return self
        return Record(
            max(self.pages, other.pages),
            max(self.judged, other.judged),
            max(self.relevant, other.relevant),
            [*dict.fromkeys([*self.found, *other.found])],
            self.stopped or other.stopped,
        )


class Sites:
    """The sites of one crawl. Its memory grows with them, not with their pages."""

    def __init__(
        self, interfaces: int = 5, pages: int = 100, sites: int | None = None
    ) -> None:
        """*interfaces* and *pages* of a site are enough (0: any number), and so many
        *sites*."""
        self.interfaces = interfaces
        self.pages = pages
        self.limit = sites
        self._records: dict[str, Record] = {}
        self._promises: dict[str, float] = {}
        self._changed: set[str] = set()

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, site: str) -> bool:
        return site in self._records

    def promise(self, site: str, relevance: float) -> None:
        """A page of this relevance links to a site."""
        if site in self._records or relevance <= self._promises.get(site, 0.0):
            return
        if len(self._promises) < MAX_PROMISES or site in self._promises:
            self._promises[site] = relevance

    @property
    def is_full(self) -> bool:
        """Whether no new site is entered any more."""
        return self.limit is not None and len(self._records) >= self.limit

    def enter(self, site: str) -> None:
        """A page of the site is asked for."""
        if site not in self._records:
            self._records[site] = Record()
            self._changed.add(site)

    def count(self, site: str, relevant: bool | None) -> None:
        """A page of the site was downloaded; None when it was not judged."""
        self.enter(site)
        record = self._records[site]
        record.pages += 1
        record.judged += relevant is not None
        record.relevant += bool(relevant)
        self._changed.add(site)

    def has(self, site: str, signature: str) -> bool:
        """Whether the site has shown an interface."""
        record = self._records.get(site)
        return record is not None and _digest(signature) in record.found

    def add(self, site: str, signature: str) -> bool:
        """The site shows an interface; whether it is a new one."""
        self.enter(site)
        record, name = self._records[site], _digest(signature)
        # Beyond what is enough nothing is asked of it any more, but what is under way.
        if name in record.found or len(record.found) > max(self.interfaces, 1_000):
            return False
        record.found.append(name)
        self._changed.add(site)
        return True

    def found(self, site: str) -> int:
        """Different interfaces of the site."""
        record = self._records.get(site)
        return len(record.found) if record is not None else 0

    def is_enough(self, site: str) -> bool:
        """Whether it has shown more interfaces than are wanted of a site."""
        return bool(self.interfaces) and self.found(site) > self.interfaces

    def is_spent(self, site: str) -> bool:
        """Whether as many pages were downloaded as are wanted of a site."""
        record = self._records.get(site)
        return bool(self.pages) and record is not None and record.pages >= self.pages

    def stop(self, site: str, why: str) -> bool:
        """Leave the site; False when it was left before."""
        self.enter(site)
        record = self._records[site]
        if record.stopped:
            return False
        record.stopped = why
        self._changed.add(site)
        return True

    def stopped(self, site: str) -> str:
        """Why the site was left; empty when it was not."""
        record = self._records.get(site)
        return record.stopped if record is not None else ""

    def worth(self, site: str) -> float:
        """How much is expected of a page of the site, 0 to 1."""
        promised = self._promises.get(site, UNKNOWN)
        record = self._records.get(site)
        if record is None:
            return promised
        return (record.relevant + PRIOR * promised) / (record.judged + PRIOR)

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Take what :meth:`news` gave in an earlier run, or to another worker: the
        greater number stands, interfaces are joined."""
        for name, value in kept.items():
            if not name.startswith(STATE):
                continue
            site = name.removeprefix(STATE)
            record, promised = _parsed(value)
            self._records[site] = record.joined(self._records.get(site))
            self._promises[site] = max(promised, self._promises.get(site, 0.0))

    def news(self) -> dict[str, bytes]:
        """What is to be kept, and has changed since the last call."""
        changed, self._changed = self._changed, set()
        return {STATE + site: self._dumped(site) for site in changed}

    def _dumped(self, site: str) -> bytes:
        one = self._records[site]
        promised = self._promises.get(site, UNKNOWN)
        numbers = [one.pages, one.judged, one.relevant, promised]
        values = [*numbers, one.stopped, one.found]
        return json.dumps(values, separators=(",", ":")).encode()


def _parsed(value: bytes) -> tuple[Record, float]:
    """What :meth:`Sites._dumped` wrote; of a damaged one nothing is known."""
    try:
        data: Any = json.loads(value)
        pages, judged, relevant, promised, stopped, found = data
        numbers = int(pages), int(judged), int(relevant)
        return Record(*numbers, [*map(str, found)], str(stopped)), float(promised)
    except (ValueError, TypeError):
        return Record(), UNKNOWN


def _digest(signature: str) -> str:
    data = signature.encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=8).hexdigest()
