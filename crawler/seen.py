"""What has been asked for: keys, the spellings they were asked by, and the filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mmh3

from crawler.urls import BitList, Identity, Table, make_filter

if TYPE_CHECKING:
    from crawler.urls import UrlOptions


class Seen:
    """The URLs of one crawl that were asked for, by fingerprint.

    A URL counts as seen when its request is queued, not when a link to it is met:
    a link refused for its depth must not hide the same link on a shorter path.

    It takes 21 to 43 bytes a URL, 27 with 10 million: one table of fingerprints, one
    of spellings. With ``URLS_MODE=paper`` the first is the paper's list of bits.
    """

    def __init__(self, options: UrlOptions, secret: bytes = b"") -> None:
        self.identity = Identity(options, secret)
        # The fingerprints below are the filter of duplicates already.
        self._filter = (
            None
            if options.filter == "duplicate"
            else make_filter(options, self.identity)
        )
        self._routes = options.routes
        self._fingerprints = (
            BitList(options.bits, options.expected)
            if options.mode == "paper"
            else Table()
        )
        self._spellings = Table()
        self._dangers: dict[bytes, str] = {}

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
        return True

    def forget(self, fingerprint: bytes) -> None:
        """Let a URL be asked for once more."""
        self._fingerprints.discard(fingerprint)

    def refuse(self, url: str) -> str | None:
        """The rule of ``URLS_FILTER`` that passes over a URL that was not asked for."""
        if self._filter is None:
            return None
        return self._filter.refuse(url, self.identity.key(url))

    def spell(self, url: str) -> None:
        """Take note that exactly this URL is asked for."""
        self._spellings.add(self._spelling(url))

    def spelled(self, url: str) -> bool:
        """Whether exactly this URL was asked for, not another spelling of it."""
        return self._spelling(url) in self._spellings

    def _spelling(self, url: str) -> bytes:
        # A plain fetch does not send the fragment, whatever a redirect appended.
        sent = url if self._routes else url.partition("#")[0]
        return mmh3.mmh3_x64_128_digest(sent.encode())

    def mark_danger(self, fingerprint: bytes, kind: str) -> None:
        """Never follow this URL: a link somewhere says that it logs out, deletes..."""
        self._dangers[fingerprint] = kind

    def danger(self, fingerprint: bytes) -> str | None:
        """What following this URL would do, by a link that was met before."""
        return self._dangers.get(fingerprint)
