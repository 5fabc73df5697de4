"""How many pages of one site are enough."""

from __future__ import annotations

import time
from enum import Enum
from typing import TYPE_CHECKING, Final

from crawler.urls import registrable_domain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_STATE: Final = "site:"
_PAUSE: Final = 0.1
"""Seconds until a claim that was not granted is made again."""


class Share(Enum):
    """Whether a request may be sent, for what its site may still have."""

    GRANTED = "granted"
    WAIT = "wait"
    """What is under way may be all that the site may still have."""
    SPENT = "spent"


class SiteBudget:
    """Counts the pages of each site, and the requests that may become one.

    A site is a registrable domain, or a host that has none. What is counted and what
    is under way is kept with the queue, for all workers of it; :meth:`news` is what
    goes there with the next commit. Its memory grows with the sites.
    """

    def __init__(
        self, limit: int = 0, claim: Callable[[str, int], int] | None = None
    ) -> None:
        """*limit* pages of a site, 0 is any number; *claim* as of a backend."""
        self.limit = limit
        self._claim = claim
        self._pages: dict[str, int] = {}
        self._spent: set[str] = set()
        self._waits: dict[str, float] = {}
        self._claimed: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._released: list[str] = []

    @property
    def pages(self) -> int:
        """Pages of all sites, as far as this worker knows."""
        return sum(self._pages.values())

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Take what was counted in an earlier run."""
        for name, value in kept.items():
            if name.startswith(_STATE) and value.isdigit():
                self._pages[name.removeprefix(_STATE)] = int(value)

    def news(self) -> tuple[dict[str, int], list[str]]:
        """What is to be added to counters, and claims to be given back."""
        news = self._counts, self._released
        self._counts, self._released = {}, []
        return news

    def count(self, host: str) -> None:
        """A page of a host is stored."""
        site = site_of(host)
        self._pages[site] = self._pages.get(site, 0) + 1
        name = _STATE + site
        self._counts[name] = self._counts.get(name, 0) + 1

    def ask(self, host: str) -> Share:
        """Whether a request that may bring a page may be sent; if so, it is claimed.

        :raises FrontierError: as the backend does.
        """
        if not self.limit or self._claim is None:
            return Share.GRANTED
        site = site_of(host)
        if site in self._spent:
            return Share.SPENT
        now = time.monotonic()
        if now < self._waits.get(site, 0):
            return Share.WAIT
        told = self._claim(_STATE + site, self.limit)
        if told < 0:
            self._spent.add(site)
            return Share.SPENT
        if told == 0:
            self._waits[site] = now + _PAUSE
            return Share.WAIT
        self._claimed[site] = self._claimed.get(site, 0) + 1
        return Share.GRANTED

    def end(self, host: str) -> None:
        """A request is under way no more."""
        site = site_of(host)
        if claimed := self._claimed.pop(site, 0):
            if claimed > 1:
                self._claimed[site] = claimed - 1
            self._waits.pop(site, None)
            self._released.append(_STATE + site)

    def is_spent(self, host: str) -> bool:
        """Whether the site has its pages."""
        return bool(self.limit) and site_of(host) in self._spent


def site_of(host: str) -> str:
    """The site of a host, with or without a port.

    >>> site_of("www.shop.test"), site_of("127.0.0.1:80"), site_of("localhost")
    ('shop.test', '127.0.0.1', 'localhost')
    """
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return registrable_domain(name) or name
