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
        self._fingerprints: set[bytes] = set()
        self._spellings: set[int] = set()

    def __contains__(self, fingerprint: bytes) -> bool:
        return fingerprint in self._fingerprints

    def __len__(self) -> int:
        return len(self._fingerprints)

    def add(self, fingerprint: bytes, url: str) -> bool:
        """Take a request as queued; False when its fingerprint was there already."""
        if fingerprint in self._fingerprints:
            return False
        self._fingerprints.add(fingerprint)
        self._spellings.add(mmh3.hash64(url.encode(), signed=False)[0])
        if self._filter is not None:
            self._filter.add(url, self.identity.key(url))
        return True

    def refuse(self, url: str) -> str | None:
        """The rule of ``URLS_FILTER`` that passes over a URL that was not asked for."""
        if self._filter is None:
            return None
        return self._filter.refuse(url, self.identity.key(url))

    def spelled(self, url: str) -> bool:
        """Whether exactly this URL was asked for, not another spelling of it."""
        return mmh3.hash64(url.encode(), signed=False)[0] in self._spellings
