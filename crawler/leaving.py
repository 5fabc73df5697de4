"""What a crawl says of the URLs that are in its queue when it ends."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from crawler.addon import addon_of
from crawler.predicting import predict

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from crawler.frontier import Backend
    from crawler.stored import Shelf

logger = logging.getLogger("crawler.scheduler")


def leave(crawler: Crawler, backend: Backend, shelf: Shelf, reason: str) -> None:
    """Say what was not reached, and what was set aside.

    :raises FrontierError: as the backend does.
    """
    addon = addon_of(crawler)
    if addon.frontier_stays:
        # Once, by the last worker that asked the queue.
        if addon.team is not None and not addon.team.through():
            return
        counts = backend.counts()
        left = counts.pending + counts.leased
        crawler.stats.set_value("frontier/left", left)
        if left:
            logger.info("%d requests are left in the queue: run it again", left)
        else:
            _predict(crawler, backend, shelf)
        return
    left = 0
    while leases := backend.lease(1000, {}, ()):
        for lease in leases:
            request = shelf.take(lease.entry.payload)
            if request is not None and not request.meta.get("probe"):
                addon.unfetched(request, "not-reached", reason)
                left += 1
    if left:
        crawler.stats.set_value("scheduler/not_reached", left)
    _predict(crawler, backend, shelf)


def _predict(crawler: Crawler, backend: Backend, shelf: Shelf) -> None:
    """By the last worker alone: a shape that two workers closed is one."""
    told = predict(addon_of(crawler), backend, shelf)
    traps = told.shapes["trap"]
    for name, count in (
        ("predicted", told.urls),
        ("traps", traps),
        ("closed", told.shapes.total() - traps),
    ):
        if count:
            crawler.stats.set_value(f"saturation/{name}", count)
