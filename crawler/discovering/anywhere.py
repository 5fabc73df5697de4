"""The scope of a crawl that is to find sites: the web, and not who is behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.middlewares.scope import is_public
from crawler.urls import Scope, host_of

if TYPE_CHECKING:
    from collections.abc import Sequence


class Anywhere(Scope):
    """Every host of the web; no address or name that only we can reach.

    Where a start page is on such a host, the crawl is of such hosts, and all are in.

    >>> scope = Anywhere(["https://a.example/"])
    >>> scope.refuse("https://b.example/"), scope.refuse("http://192.168.0.1/admin")
    (None, 'out-of-scope')
    >>> Anywhere(["http://127.0.0.2/"]).refuse("http://127.0.0.3/")
    """

    def __init__(self, starts: Sequence[str]) -> None:
        super().__init__("re", starts)
        self._public = all(is_public(host_of(url)) for url in starts)

    def refuse(self, url: str) -> str | None:
        """None for a URL of the web, else ``out-of-scope`` or ``scheme``."""
        reason = super().refuse(url)
        if reason is None and self._public and not is_public(host_of(url)):
            return "out-of-scope"
        return reason
