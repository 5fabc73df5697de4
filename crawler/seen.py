"""What has been asked for: keys, the spellings they were asked by, and the filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mmh3

from crawler.urls import Identity, make_filter

if TYPE_CHECKING:
    from crawler.urls import UrlOptions


class Seen:
    """The URLs of one crawl that were asked for, by fingerprint.

    A URL counts as seen when its request is queued, not when a link to it is met:
    a link refused for its depth must not hide the same link on a shorter path.
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
        self._fingerprints: set[bytes] = set()
        self._spellings: set[int] = set()
        self._dangers: dict[bytes, str] = {}

    def __contains__(self, fingerprint: bytes) -> bool:
        return fingerprint in self._fingerprints

    def __len__(self) -> int:
        return len(self._fingerprints)

    def add(self, fingerprint: bytes, url: str) -> bool:
        """Take a request as queued; False when its fingerprint was there already."""
        if fingerprint in self._fingerprints:
            return False
        self._fingerprints.add(fingerprint)
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

    def _spelling(self, url: str) -> int:
        # A plain fetch does not send the fragment, whatever a redirect appended.
        sent = url if self._routes else url.partition("#")[0]
        return mmh3.hash64(sent.encode(), signed=False)[0]

    def mark_danger(self, fingerprint: bytes, kind: str) -> None:
        """Never follow this URL: a link somewhere says that it logs out, deletes..."""
        self._dangers[fingerprint] = kind

    def danger(self, fingerprint: bytes) -> str | None:
        """What following this URL would do, by a link that was met before."""
        return self._dangers.get(fingerprint)
