"""What is queued gets a new order when the guide has learned more.

A priority is that of the moment when a link was queued. When so much more is known, the
newest rows of the queue are ranked again, a slice at a time, and then the hosts.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from crawler.frontier import unpack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler

    from crawler.addon import Leadline
    from crawler.frontier import Ledger
    from crawler.frontier.backend import Order

logger = logging.getLogger(__name__)

FIRST: Final = 10
"""Links that are learned from before the first new order."""
MORE: Final = 1.25
"""How much more is known, as a factor, until the next."""
AT_ONCE: Final = 200
"""Rows between two requests: some milliseconds."""
MOST: Final = 20_000
"""Rows of one new order, the newest ones."""


class Reranking:
    """Changes the order of a queue; of a shared one each worker does, by what it knows.

    Stats: ``focus/reranked``, queued links whose priority changed.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        self._order: Order | None = None
        self._begun = False
        self._next = 0.0
        self._below: int | None = None
        self._left = 0

    def tend(self, ledger: Ledger) -> None:
        """Rank some rows again, when it is time for it.

        :raises FrontierError: as the backend does.
        """
        guide = self._addon.guide
        if guide is None:
            return
        if not self._begun:
            self._begun = True
            self._next = max(FIRST, MORE * guide.links.learned)
            # Hosts in turn are fair to one another, which is not what is wanted here.
            self._order = ledger.backend.by_priority()
        if not self._left and guide.links.learned >= self._next:
            self._next = MORE * guide.links.learned + FIRST
            self._below, self._left = None, MOST
            ledger.commit()  # rows that wait in memory have no number
        if self._left and self._order is not None:
            self._slice(ledger, self._order)

    def _slice(self, ledger: Ledger, order: Order) -> None:
        rows = order.rows(self._below, min(AT_ONCE, self._left))
        changed = list(self._changed(rows))
        if changed:
            order.change(changed)
            self._crawler.stats.inc_value("focus/reranked", len(changed))
        self._left -= len(rows)
        if len(rows) < AT_ONCE or self._left <= 0:
            self._left = 0
            self._order = ledger.backend.by_priority()
            logger.debug("Queued links have a new order")
        else:
            self._below = rows[-1][0]

    def _changed(self, rows: list[tuple[int, int, bytes]]) -> Iterator[tuple[int, int]]:
        guide = self._addon.guide
        assert guide is not None
        for number, priority, payload in rows:
            found: Any = unpack(payload) if payload else None
            if not isinstance(found, dict) or not isinstance(found.get("url"), str):
                continue
            meta = found.get("meta") or {}
            rank = guide.again(found["url"], meta)
            if rank is None:
                continue
            # As Scrapy's depth middleware takes it off.
            rank -= int(meta.get("depth", 0))
            if rank != priority:
                yield number, rank
