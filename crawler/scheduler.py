"""Scrapy's scheduler, which at the end tells what it never handed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.core.scheduler import Scheduler as ScrapyScheduler

from crawler.addon import addon_of

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred


class Scheduler(ScrapyScheduler):
    """Leaves a reason for each URL that was queued and not reached."""

    def close(self, reason: str) -> Deferred[None] | None:
        """Record what is left: a budget was used up, or the crawl was stopped."""
        assert self.crawler is not None
        addon = addon_of(self.crawler)
        left = 0
        while (request := self.mqs.pop()) is not None:
            if not request.meta.get("probe"):
                addon.unfetched(request, "not-reached", reason)
                left += 1
        if left:
            self.crawler.stats.set_value("scheduler/not_reached", left)
        return super().close(reason)
