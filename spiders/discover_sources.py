"""``discover``: which sites on a topic have a data base that can be asked."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from crawler.addon import Leadline
from crawler.discovering.anywhere import Anywhere
from crawler.discovering.policy import DiscoverPolicy
from spiders.base import LeadlineSpider
from spiders.discover_arguments import ANY, DiscoverArguments

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from spiders.arguments import Arguments

SITE_PAGES = 100
"""Pages of one site that are enough, as published; ``FRONTIER_SITE_PAGES``."""
TUNNEL = 8
"""Off-topic pages in a row that are crossed; ``FOCUS_TUNNEL``."""
EXPLORE = 0.02
"""Share of the links whose place is left to chance; ``FOCUS_EXPLORE``."""


class DiscoverSpider(LeadlineSpider):
    """Follow what leads to sites on the topic, and keep their query interfaces."""

    name = "discover"
    arguments: ClassVar[type[Arguments]] = DiscoverArguments
    args: DiscoverArguments
    discovers = True

    def __init__(self, name: str | None = None, **given: Any) -> None:
        read = self.arguments.read(given)
        # The base class knows the scopes of a site.
        anywhere = read.scope == ANY
        super().__init__(name, **(given | ({"scope": "host"} if anywhere else {})))
        self.args = read  # type: ignore[assignment] # what arguments names
        if anywhere:
            self.scope = Anywhere(read.start)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Build the spider.

        :raises ArgumentError: when nothing says what is looked for.
        """
        DiscoverArguments.check(kwargs, crawler.settings)
        return super().from_crawler(crawler, *args, **kwargs)

    def argument_settings(self) -> dict[str, Any]:
        """Published limits of a site; no scripts, which lead to no other site."""
        defaults = {
            "FRONTIER_SITE_PAGES": SITE_PAGES,
            "FOCUS_GOAL": "interface",
            # What lies behind pages off the topic comes last, but it may come.
            "FOCUS_TUNNEL": TUNNEL,
            "FOCUS_EXPLORE": EXPLORE,
            "LINKS_SCRIPTS": False,
        }
        return super().argument_settings() | defaults | self.args.settings()

    @property
    def policy(self) -> DiscoverPolicy:
        """Which links are followed."""
        base = super().policy
        addon = self.crawler.get_addon(Leadline)
        known = {field.name: getattr(base, field.name) for field in fields(base)}
        discovery = addon.discovery if addon is not None else None
        return DiscoverPolicy(**known, discovery=discovery)

    async def parse(self, response: Response, **_: Any) -> Any:
        """Yield the page, with the roots of the sites that it links into."""
        addon = self.crawler.get_addon(Leadline)
        document = addon.documents.get(response) if addon is not None else None
        page = await self.measured(response)
        if addon is not None and addon.discovery is not None:
            addon.discovery.read(page, document)
            page.links = addon.discovery.with_roots(page)
        yield page
