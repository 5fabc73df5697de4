"""Key and fingerprint of the URLs that pass by, most of them many times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.urls.fingerprint import Fingerprinter
from crawler.urls.key import Canonical
from crawler.urls.options import DEFAULT

if TYPE_CHECKING:
    from crawler.urls.options import UrlOptions

# Pages of a site repeat their menus. Two generations of so many URLs each, about
# 10 MB at most in ordinary use and never more than 2 * 16384 * 2 * max_length.
_GENERATION = 16384


class Identity:
    """What URLs are compared by, under one set of options and one secret."""

    def __init__(self, options: UrlOptions = DEFAULT, secret: bytes = b"") -> None:
        self.options = options
        self._canonical = Canonical(options).key
        self._digest = Fingerprinter(options, secret).digest
        self._young: dict[str, tuple[str, bytes]] = {}
        self._old: dict[str, tuple[str, bytes]] = {}

    def identify(self, url: str) -> tuple[str, bytes]:
        """The key of *url* and the key's fingerprint."""
        found = self._young.get(url)
        return found if found is not None else self._miss(url)

    def key(self, url: str) -> str:
        """:func:`crawler.urls.canonical_key`, remembered."""
        return self.identify(url)[0]

    def fingerprint(self, key: str) -> bytes:
        """The fingerprint of a key that :meth:`key` returned."""
        return self._digest(key.encode("utf-8", "surrogatepass"))

    def _miss(self, url: str) -> tuple[str, bytes]:
        found = self._old.get(url)
        if found is None:
            key = self._canonical(url)
            if key == url:
                key = url  # one string in memory, not two
            found = key, self.fingerprint(key)
        if len(url) <= self.options.max_length:
            if len(self._young) >= _GENERATION:
                self._old, self._young = self._young, {}
            self._young[url] = found
        return found
