"""The page of each record: fetched once, merged into what the list showed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from scrapy import Request

from crawler.harvest.records_item import Record, merge_details
from crawler.items import Link
from crawler.urls import canonical_key, host_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.statscollectors import StatsCollector

    from crawler.harvesting.asking import Asker
    from crawler.harvesting.judging import Judging
    from crawler.harvesting.memory import Memory
    from crawler.policy import Policy
    from crawler.store.rows_harvest import StoredRecord

_SOME: Final = 100
FAILED: Final = "failed"


class Details:
    """Fetches the details of the records that have none yet.

    Stats: ``harvest/details``, ``harvest/details_failed``.
    """

    def __init__(
        self, asker: Asker, memory: Memory, policy: Policy, stats: StatsCollector
    ) -> None:
        self._asker, self._memory = asker, memory
        self._policy, self._stats = policy, stats

    async def all(self, judging: Judging) -> AsyncIterator[tuple[Record, str, str]]:
        """Each record, merged, with the URL and query that showed it first.

        :raises Stopped: when the crawl is closing.
        """
        shared = self._shared()
        number = -1
        while batch := self._memory.after(number, _SOME):
            for row in batch:
                number = row.number
                if row.details:
                    continue
                record = Record(row.fields, row.links, row.section, row.identity)
                url = self._link(row, shared)
                if url:
                    record = await self._merged(record, url, judging)
                yield record, row.url, row.query

    def _shared(self) -> set[str]:
        """Links that several records have: no page of one of them."""
        counts: Counter[str] = Counter()
        number = -1
        while batch := self._memory.after(number, _SOME):
            for row in batch:
                number = row.number
                counts.update({canonical_key(url) for url in row.links.values()})
        return {url for url, times in counts.items() if times > 1}

    def _link(self, row: StoredRecord, shared: set[str]) -> str:
        """The first link on the same host that is this record's own."""
        for url in row.links.values():
            if host_of(url) != host_of(row.url) or canonical_key(url) in shared:
                continue
            if self._policy.refuse(Link(url, "a@href"), 0) is None:
                return url
        return ""

    async def _merged(self, record: Record, url: str, judging: Judging) -> Record:
        request = Request(url, meta={"harvest": url}, dont_filter=True)
        reply = await self._asker.ask(request)
        if reply.response is None or reply.response.status >= 400:
            self._stats.inc_value("harvest/details_failed")
            await self._memory.change(record.identity, details=FAILED)
            return record
        found = judging.details(reply.document())
        if found is not None:
            record = merge_details(record, found)
        self._stats.inc_value("harvest/details")
        await self._memory.change(
            record.identity,
            details=url,
            fields=dict(record.fields),
            links=dict(record.links),
        )
        return record
