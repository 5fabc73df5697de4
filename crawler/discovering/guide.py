"""Which link comes first when sites are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from crawler.forms.kind_rules import SEARCH
from crawler.frontier.budget import site_of
from crawler.guide import Guide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.focus.sites import Sites
    from crawler.items import Page

SITE: Final = 0.3
"""What a site has yielded, as a share of the rank of its links."""
FADE: Final = 0.9
"""What is left of it with each off-topic page in a row: what lies behind comes last."""
DEEP: Final = 0.5
"""What is left of the rank of a link into a site whose root was not seen."""


class SiteGuide(Guide):
    """Links by what they promise, and by what their site has yielded.

    What a link is to lead to is an interface that its site has not shown yet: a search
    box that all its pages have is no news.
    """

    sites: Sites

    def _rank(self, url: str, found: Sequence[int], hope: float, crossed: int) -> float:
        value = self.expected(url, found, hope)
        parts = urlsplit(url)
        site = site_of(parts.netloc)
        if not self.options.is_paper:
            value = (1 - SITE) * value + SITE * self.sites.worth(site)
        # A site's root before its depths; two of equal rank in the order of depth.
        if site not in self.sites and parts.path not in {"", "/"}:
            value *= DEEP
        return value * FADE**crossed

    def is_found(self, page: Page) -> bool:
        """Whether a page is on the topic and shows an interface that is new."""
        if (page.relevance or 0.0) < self.options.threshold:
            return False
        if self.options.goal == "topic":
            return True
        site = site_of(page.host)
        return any(
            form.kind == SEARCH and not self.sites.has(site, form.signature)
            for form in page.forms
        )
