"""Which lease is handed out next: hosts in turn, none beyond what it may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crawler.frontier import Outcome, Settled, Share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy import Request
    from scrapy.crawler import Crawler

    from crawler.frontier import Lease, Ledger, Pace, SiteBudget
    from crawler.sharing import Sharing


class Turns:
    """Leases that are not handed out yet, and whose turn it is.

    A host never has more requests in the downloader than its slot sends at once: the
    others would wait there, in the place of requests to other hosts.
    """

    def __init__(
        self, crawler: Crawler, ledger: Ledger, sites: SiteBudget, sharing: Sharing
    ) -> None:
        self._sharing = sharing
        self._crawler = crawler
        self._ledger = ledger
        self._sites = sites
        self.ready: list[Lease] = []

    def next(
        self, out: Mapping[Request, Lease], paces: Mapping[str, Pace]
    ) -> Lease | None:
        """The lease of a request that may be sent now, beside those that are *out*.

        :raises FrontierError: as the backend does.
        """
        busy = self._busy(out) | {host for host in paces if host}
        lease = self._take(busy)
        if lease is None:
            lease = self._draw(busy, paces)
        return lease

    def _draw(self, busy: set[str], paces: Mapping[str, Pace]) -> Lease | None:
        if self._ledger.room <= 0 and self.ready and not self._ledger.settled:
            # All that is in hand has to wait: others may have a turn.
            busy |= {lease.entry.host for lease in self.ready}
            back = [Settled(lease, Outcome.RETURNED) for lease in self.ready]
            self.ready = []
            self._ledger.acknowledge(back)
        downloader = self._downloader
        room = (downloader.total_concurrency or 16) - len(downloader.active)
        paces = self._sharing.paces(paces)
        self.ready += self._ledger.draw(max(room, 1), paces, busy)
        self._sharing.look()
        return self._take(busy)

    def _take(self, busy: set[str]) -> Lease | None:
        for place, lease in enumerate(self.ready):
            host = lease.entry.host
            if host not in busy and self._sites.ask(host) is not Share.WAIT:
                return self.ready.pop(place)
        return None

    def _busy(self, out: Mapping[Request, Lease]) -> set[str]:
        """Hosts that have as many requests in the downloader as it sends at once."""
        active: dict[str, int] = {}
        for request, lease in out.items():
            if request in self._downloader.active:
                host = lease.entry.host
                active[host] = active.get(host, 0) + 1
        return {host for host, count in active.items() if count >= self._most(host)}

    def _most(self, host: str) -> float:
        downloader = self._downloader
        slot = downloader.slots.get(host)
        if slot is not None:
            return float(slot.concurrency or "inf")
        own: dict[str, Any] = downloader.per_slot_settings.get(host, {})
        return float(own.get("concurrency", downloader.domain_concurrency) or "inf")

    @property
    def _downloader(self) -> Any:
        return self._crawler.engine.downloader
