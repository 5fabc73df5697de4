"""``hidden``: the records behind the query forms of a site."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from crawler.harvesting.driver import Harvesting
from crawler.harvesting.wanted import Wanted
from spiders.base import LeadlineSpider
from spiders.harvest_arguments import HarvestArguments

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from spiders.arguments import Arguments


class HiddenSpider(LeadlineSpider):
    """Find the query forms of a site, ask them, and keep the records they show."""

    name = "hidden"
    arguments: ClassVar[type[Arguments]] = HarvestArguments
    args: HarvestArguments
    harvesting: Harvesting

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Build the spider, and what harvests when it is idle."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        given = spider.args
        wanted = Wanted(
            page=given.start[0] if given.form else "",
            form=given.form,
            post=given.post,
            unsafe=given.unsafe,
            plan=given.plan,
            details=given.details,
            key=given.key,
            given=given.fill,
            since=given.since,
            limits=given.limits(),
        )
        spider.harvesting = Harvesting(crawler, wanted, lambda: spider.policy)
        return spider

    def argument_settings(self) -> dict[str, Any]:
        """Limits of the harvest, the survey, and how far forms are looked for."""
        return super().argument_settings() | self.args.settings()

    @property
    def policy(self) -> Any:
        """Which links are followed: the form of a page is there, or near."""
        policy = super().policy
        depth = self.args.depth
        if self.args.form:
            depth = 0
        elif depth is None:
            depth = self.settings.getint("HARVEST_DEPTH", 3)
        return replace(policy, depth=depth)
