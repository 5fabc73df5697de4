"""How many pages of one site are enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.urls import registrable_domain

if TYPE_CHECKING:
    from collections.abc import Mapping

_STATE: Final = "site:"


class SiteBudget:
    """Counts the pages of each site, and the requests that may become one.

    A site is a registrable domain, or a host that has none. Its memory grows with
    the sites.
    """

    def __init__(self, limit: int = 0) -> None:
        """*limit* pages of a site; 0 is any number."""
        self.limit = limit
        self._pages: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._changed: set[str] = set()

    @property
    def pages(self) -> int:
        """Pages of all sites."""
        return sum(self._pages.values())

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Take what :meth:`news` gave in an earlier run."""
        for name, value in kept.items():
            if name.startswith(_STATE) and value.isdigit():
                self._pages[name.removeprefix(_STATE)] = int(value)

    def news(self) -> dict[str, bytes]:
        """What is to be kept, and has changed since the last call."""
        changed, self._changed = self._changed, set()
        return {_STATE + site: b"%d" % self._pages[site] for site in changed}

    def count(self, host: str) -> None:
        """A page of a host is stored."""
        site = site_of(host)
        self._pages[site] = self._pages.get(site, 0) + 1
        self._changed.add(site)

    def ask(self, host: str) -> None:
        """A request that may bring a page is under way."""
        site = site_of(host)
        self._asked[site] = self._asked.get(site, 0) + 1

    def end(self, host: str) -> None:
        """It is under way no more."""
        site = site_of(host)
        left = self._asked.get(site, 0) - 1
        if left > 0:
            self._asked[site] = left
        else:
            self._asked.pop(site, None)

    def is_spent(self, host: str) -> bool:
        """Whether the site has its pages."""
        return bool(self.limit) and self._pages.get(site_of(host), 0) >= self.limit

    def is_full(self, host: str) -> bool:
        """Whether what is under way may be all that the site may still have."""
        if not self.limit:
            return False
        site = site_of(host)
        known = self._pages.get(site, 0) + self._asked.get(site, 0)
        return known >= self.limit


def site_of(host: str) -> str:
    """The site of a host, with or without a port.

    >>> site_of("www.shop.test"), site_of("127.0.0.1:80"), site_of("localhost")
    ('shop.test', '127.0.0.1', 'localhost')
    """
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return registrable_domain(name) or name
