"""What has been asked for: keys, the spellings they were asked by, and the filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mmh3

from crawler.frontier import Front
from crawler.urls import BitList, Identity, Table, make_filter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.urls import UrlOptions

_DANGER = "danger:"
_FILTERED = "filtered:"


class Seen:
    """The URLs of one crawl that were asked for, by fingerprint.

    A URL counts as seen when its request is queued, not when a link to it is met:
    a link refused for its depth must not hide the same link on a shorter path.

    It takes 21 to 43 bytes a URL, 27 with 10 million: one table of fingerprints, one
    of spellings, which are the frontier's front (mapped files in a JOBDIR). With
    ``URLS_MODE=paper`` the first is the paper's list of bits.
    """

    def __init__(
        self, options: UrlOptions, secret: bytes = b"", front: Front | None = None
    ) -> None:
        self.identity = Identity(options, secret)
        # The fingerprints below are the filter of duplicates already.
        self._filter = (
            None
            if options.filter == "duplicate"
            else make_filter(options, self.identity)
        )
        self._routes = options.routes
        front = front or Front(Table(), Table())
        self._fingerprints = (
            BitList(options.bits, options.expected)
            if options.mode == "paper"
            else front.seen
        )
        self._spellings = front.spelled
        self._dangers: dict[bytes, str] = {}
        self._again: set[bytes] = set()
        self._news: dict[str, bytes] = {}

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Take what :meth:`news` gave in an earlier run."""
        for name, value in kept.items():
            if name.startswith(_DANGER):
                fingerprint = bytes.fromhex(name.removeprefix(_DANGER))
                self._dangers[fingerprint] = value.decode()
            elif name.startswith(_FILTERED) and self._filter is not None:
                url = value.decode()
                self._filter.add(url, self.identity.key(url))

    def news(self) -> dict[str, bytes]:
        """What is to be kept with the frontier, and is new since the last call."""
        news, self._news = self._news, {}
        return news

    def __contains__(self, fingerprint: bytes) -> bool:
        return fingerprint in self._fingerprints

    def __len__(self) -> int:
        return len(self._fingerprints)

    def add(self, fingerprint: bytes, url: str) -> bool:
        """Take a request as queued; False when its fingerprint was there already."""
        if not self._fingerprints.add(fingerprint):
            return False
        self.spell(url)
        if self._filter is not None:
            key, plain = self.identity.identify(url)
            # A form that was sent stands for no page of its action's URL.
            if plain == fingerprint:
                self._filter.add(url, key)
                self._news[_FILTERED + fingerprint.hex()] = url.encode()
        return True

    def forget(self, fingerprint: bytes) -> None:
        """Let a URL be asked for once more."""
        if fingerprint in self._fingerprints:
            self._fingerprints.discard(fingerprint)
            self._again.add(fingerprint)

    def asked_again(self, fingerprint: bytes) -> bool:
        """Whether it was forgotten: then it is asked for although it was seen."""
        if fingerprint in self._again:
            self._again.discard(fingerprint)
            return True
        return False

    def refuse(self, url: str) -> str | None:
        """The rule of ``URLS_FILTER`` that passes over a URL that was not asked for."""
        if self._filter is None:
            return None
        return self._filter.refuse(url, self.identity.key(url))

    def spell(self, url: str) -> None:
        """Take note that exactly this URL is asked for."""
        self._spellings.add(self.spelling(url))

    def spelled(self, url: str) -> bool:
        """Whether exactly this URL was asked for, not another spelling of it."""
        return self.spelling(url) in self._spellings

    def spelling(self, url: str) -> bytes:
        """A hash of exactly what is sent for a URL."""
        # A plain fetch does not send the fragment, whatever a redirect appended.
        sent = url if self._routes else url.partition("#")[0]
        return mmh3.mmh3_x64_128_digest(sent.encode())

    def mark_danger(self, fingerprint: bytes, kind: str) -> None:
        """Never follow this URL: a link somewhere says that it logs out, deletes..."""
        if self._dangers.get(fingerprint) != kind:
            self._dangers[fingerprint] = kind
            self._news[_DANGER + fingerprint.hex()] = kind.encode()

    def danger(self, fingerprint: bytes) -> str | None:
        """What following this URL would do, by a link that was met before."""
        return self._dangers.get(fingerprint)
