"""Gives each page its provisional cluster; the final one is computed at close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from itemadapter import ItemAdapter

from crawler.addon import Leadline, addon_of
from crawler.finalise import partition
from crawler.signals import page_surveyed
from pipelines.items import as_page

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class ClusterPipeline:
    """Online leader clustering; sends :data:`crawler.signals.page_surveyed`.

    Stats: ``cluster/clusters``, ``cluster/signatures``, ``forms/kind/KIND``.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._leading = addon.leading
        self._signatures: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, addon_of(crawler))

    def process_item(self, item: Any) -> Any:
        """Assign the page; other items pass."""
        page = as_page(item)
        if page is None or page.vector is None:
            return item
        found = self._leading.add(partition(page), page.shape, page.vector)
        adapter = ItemAdapter(item)
        for name, value in (
            ("cluster", found.cluster),
            ("similarity", found.similarity),
        ):
            # An item of another class takes what it has a field for.
            if isinstance(item, dict) or name in adapter.field_names():
                adapter[name] = value
        stats = self._crawler.stats
        if found.new:
            stats.inc_value("cluster/clusters")
        for form in page.forms:
            if form.signature in self._signatures:
                continue
            self._signatures.add(form.signature)
            if form.kind:  # an item of a user's own may not have been told
                stats.inc_value(f"forms/kind/{form.kind}")
        stats.set_value("cluster/signatures", len(self._signatures))
        self._crawler.signals.send_catch_log(page_surveyed, page=page, new=found.new)
        return item
