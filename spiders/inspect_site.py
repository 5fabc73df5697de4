"""``inspect``: what there is to test in a web application."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import urljoin

import scrapy

from crawler.addon import Leadline
from crawler.middlewares.guesses import PRIORITY
from crawler.posting import Posts, answer
from spiders.arguments import Arguments, Switch
from spiders.base import LeadlineSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.http import Response

    from crawler.policy import Policy

logger = logging.getLogger(__name__)

WELL_KNOWN: Final = (
    "openid-configuration",
    "oauth-authorization-server",
    "security.txt",
    "change-password",
    "assetlinks.json",
    "apple-app-site-association",
)
"""Names of IANA's registry (and of Apple's) behind which there is something to test:
addresses of log-ins, of a form, of what applications open."""


class InspectArguments(Arguments):
    """The arguments of all spiders, and ``post``."""

    post: Switch = False
    """1 sends forms by POST, each once: it may change the site; it is logged."""


class InspectSpider(LeadlineSpider):
    """Crawl a site and thin it to one set of representatives per page structure."""

    name = "inspect"
    arguments: ClassVar[type[Arguments]] = InspectArguments

    def __init__(self, name: str | None = None, **given: Any) -> None:
        super().__init__(name, **given)
        self._posts: Posts | None = None

    def argument_settings(self) -> dict[str, Any]:
        """As of all spiders; says that forms are sent."""
        if self._sends:
            logger.warning("post=1: forms are sent by POST, which may change the site")
        return super().argument_settings()

    @property
    def _sends(self) -> bool:
        return isinstance(self.args, InspectArguments) and self.args.post

    @property
    def policy(self) -> Policy:
        """Which links are followed."""
        return replace(super().policy, post=self._sends)

    async def parse(self, response: Response, **_: Any) -> Any:
        """Yield the page, and what its forms send when that was asked for."""
        page = answer(await self.measured(response), response)
        yield page
        addon = self.crawler.get_addon(Leadline)
        if not self._sends or addon is None:
            return
        if self._posts is None:
            count = self.crawler.stats.inc_value
            self._posts = Posts(self.policy, addon.decide, count)
        for request in self._posts.requests(page, errback=self.failed):
            yield request

    async def start(self) -> AsyncIterator[Any]:
        """The start pages, and what their sites tell of themselves."""
        async for request in super().start():
            yield request
        for place in ("/robots.txt", "/sitemap.xml"):
            for url in dict.fromkeys(urljoin(url, place) for url in self.args.start):
                yield self._index(url, free=place == "/robots.txt")
        if not self.settings.getbool("LINKS_WELL_KNOWN", True):
            return
        for name in WELL_KNOWN:
            place = f"/.well-known/{name}"
            for url in dict.fromkeys(urljoin(url, place) for url in self.args.start):
                request = self._index(url, free=False)
                request.meta["guess_source"] = "well-known"
                # It leads to a page, which is no index: in scope, or nothing to us.
                request.meta["allow_offsite"] = name != "change-password"
                # When the links are done, as all guesses.
                yield request.replace(priority=PRIORITY)

    def _index(self, url: str, *, free: bool) -> scrapy.Request:
        return scrapy.Request(
            url,
            errback=self.failed,
            # Told by nobody: an answer that is no page leaves no page.
            # A scope that is a prefix does not hold them, yet they are its
            # site's own index.
            meta={
                "guessed": True,
                "allow_offsite": True,
                "dont_obey_robotstxt": free,
            },
        )
