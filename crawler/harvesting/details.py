"""The page of each record: fetched once, merged into what the list showed."""

from __future__ import annotations

from array import array
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from scrapy import Request

from crawler.dom.text import visible_text
from crawler.harvest.identity import fold
from crawler.harvest.records_item import Record, merge_details
from crawler.items import Link
from crawler.urls import canonical_key, host_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.statscollectors import StatsCollector

    from crawler.dom import Document
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

    def _shared(self) -> set[int]:
        """Links that several records have: no page of one of them."""
        found = array("Q")  # eight bytes a link: there may be very many records
        number = -1
        while batch := self._memory.after(number, _SOME):
            for row in batch:
                number = row.number
                found.extend({_hash(url) for url in row.links.values()})
        every = sorted(found)
        return {a for a, b in pairwise(every) if a == b}

    def _link(self, row: StoredRecord, shared: set[int]) -> str:
        """The first link on the same host that is this record's own."""
        for url in row.links.values():
            if host_of(url) != host_of(row.url) or _hash(url) in shared:
                continue
            if self._policy.refuse(Link(url, "a@href"), 0) is None:
                return url
        return ""

    async def _merged(self, record: Record, url: str, judging: Judging) -> Record:
        request = Request(url, meta={"harvest": url}, dont_filter=True)
        reply = await self._asker.ask(request)
        document = reply.document()
        failed = reply.response is None or reply.response.status >= 400
        if failed or not _is_about(document, record, url):
            self._stats.inc_value("harvest/details_failed")
            await self._memory.change(record.identity, details=FAILED)
            return record
        found = judging.details(document)
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


def _hash(url: str) -> int:
    data = canonical_key(url).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def _is_about(document: Document, record: Record, url: str) -> bool:
    """Whether a page has the name that leads to it, or half of what the list tells.

    A page that says with status 200 that there is none, or asks for a password, does
    not. Without a name or a text nothing is known.
    """
    name = next((n for n, link in record.links.items() if link == url), "")
    told = [fold(v).casefold().strip(" .…") for v in record.fields.values()]
    told = [value for value in told if value]
    text = document.text if document.tree is None else visible_text(document)
    page = fold(text).casefold()
    named = fold(record.fields.get(name, "")).casefold().strip(" .…")
    if not told or (named and named in page):
        return True
    return 2 * sum(value in page for value in told) >= len(told)
