"""Which links are followed when sites are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawler.policy import Policy

if TYPE_CHECKING:
    from crawler.discovering.discovery import Discovery
    from crawler.items import Link


@dataclass(frozen=True)
class DiscoverPolicy(Policy):
    """The rules of links, and those of sites: one that is left is not asked."""

    discovery: Discovery | None = None

    def refuse(self, link: Link, depth: int) -> tuple[str, str] | None:
        """Rule and detail, when *link*, found so deep, is not to be followed."""
        if link.guessed:
            # A string that looks like a path is seldom the way to another page.
            return "guess-budget", "discover"
        if link.embedded:
            return "asset", "part of a page"
        if link.origin.startswith("form@"):
            return "form", "discover sends none"
        refusal = super().refuse(link, depth)
        if refusal is None and self.discovery is not None:
            refusal = self.discovery.refuse_link(link.url)
        return refusal

    def refuse_hop(self, url: str, *, start: bool = False) -> tuple[str, str] | None:
        """The same of a redirect to *url*."""
        refusal = super().refuse_hop(url, start=start)
        if refusal is None and self.discovery is not None and not start:
            refusal = self.discovery.refuse_link(url)
        return refusal
