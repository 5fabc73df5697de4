"""What all spiders share: arguments as settings, start, failure."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import scrapy
from scrapy.exceptions import IgnoreRequest

from crawler.addon import Leadline
from crawler.guide import SCALE
from crawler.login import without_passwords
from crawler.measure import Measure
from crawler.policy import Policy
from crawler.reason import why
from crawler.roles.roles import UNTOLD
from crawler.urls import Scope
from spiders.arguments import Arguments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from crawler.forms.kind import Kinds
    from crawler.items import Page

logger = logging.getLogger(__name__)

# -a polite=0: 16 in flight and no waiting. robots.txt stays.
IMPOLITE = {
    "AUTOTHROTTLE_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
}


class LeadlineSpider(scrapy.Spider):
    """A spider with the common arguments, whose pages reach the survey.

    A subclass needs a ``name``; what it yields besides pages is stored too::

        class Titles(LeadlineSpider):
            name = "titles"

            def parse(self, response):
                yield self.measure(response)
                yield {"url": response.url, "h1": response.css("h1::text").get()}

    :raises ArgumentError: when an argument is unknown or wrong.
    """

    arguments: ClassVar[type[Arguments]] = Arguments

    def __init__(self, name: str | None = None, **given: Any) -> None:
        super().__init__(name)
        self.args = self.arguments.read(given)
        self.scope = Scope.parse(self.args.scope, self.args.start)
        self._measure: Measure | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Build the spider; its arguments become settings, which ``-s`` overrides."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        for name, value in spider.argument_settings().items():
            crawler.settings.set(name, value, priority="spider")
        return spider

    def argument_settings(self) -> dict[str, Any]:
        """Settings that follow from the arguments."""
        changed: dict[str, Any] = {} if self.args.polite else dict(IMPOLITE)
        if self.args.topic:
            changed["FOCUS_TOPIC"] = self.args.topic
        if not self.args.robots:
            logger.warning("robots=0: robots.txt is not obeyed")
            changed["ROBOTSTXT_OBEY"] = False
        if self.args.insecure:
            logger.warning("insecure=1: certificates are not verified")
            changed["DOWNLOAD_VERIFY_CERTIFICATES"] = False
        if self.args.unsafe:
            logger.warning("unsafe=1: links that log out, delete or buy are followed")
        return changed

    @property
    def policy(self) -> Policy:
        """Which links are followed."""
        return Policy(
            scope=self.scope,
            include=self.args.include,
            exclude=self.args.exclude,
            depth=self.args.depth,
            length=self.settings.getint("URLS_MAX_LENGTH", 2083),
            scripts=self.settings.getbool("LINKS_SCRIPTS", True),
            unsafe=self.args.unsafe,
            session=self.args.login is not None,
        )

    async def start(self) -> AsyncIterator[Any]:
        """The start pages."""
        addon = self.crawler.get_addon(Leadline)
        # Links are ranked from 0 up then: a start page comes before them all the same.
        focused = addon is not None and addon.guide is not None
        for url in self.args.start:
            yield scrapy.Request(
                url,
                errback=self.failed,
                meta={"start": url},
                priority=SCALE if focused else 0,
            )

    def measure(self, response: Response, kinds: Kinds | None = None) -> Page:
        """Measure a response, once: see :class:`crawler.measure.Measure`.

        :param kinds: what tells the kinds of its forms, if not as the settings say.
        """
        if self._measure is None:
            self._measure = Measure.from_settings(self.settings)
        addon = self.crawler.get_addon(Leadline)
        measure = self._measure
        if kinds is not None:
            measure = replace(measure, kinds=kinds)
        page = measure(response, addon.documents.take(response) if addon else None)
        # A site that shows a password again does not make it ours to keep.
        return page if self.args.login is None else without_passwords(page)

    async def measured(self, response: Response) -> Page:
        """The same; with ``FOCUS_SCHEDULER`` workers tell the kinds of forms."""
        addon = self.crawler.get_addon(Leadline)
        if addon is None or addon.roles is None:
            return self.measure(response)
        return await addon.roles.told(self.measure(response, UNTOLD))

    async def parse(self, response: Response, **_: Any) -> Any:
        """Yield the page; its links are followed by the fingerprint middleware."""
        yield await self.measured(response)

    def failed(self, failure: Failure) -> Iterator[Any]:
        """Leave the reason why a URL has no page."""
        request: scrapy.Request = failure.request  # type: ignore[attr-defined]
        rule, detail = failure_reason(failure.value)
        addon = self.crawler.get_addon(Leadline)
        if addon is not None:
            addon.failed(request, rule, detail)
        yield from ()


def failure_reason(error: BaseException | None) -> tuple[str, str]:
    """Rule and detail of a request that brought no response."""
    text = why(error)
    if isinstance(error, IgnoreRequest):
        for rule, word in (
            ("robots", "robots"),
            ("out-of-scope", "out of scope"),
            ("off-topic", "off topic"),
        ):
            if word in text:
                return rule, text
        return "failed", text
    return "failed", text
