"""The composition root: one add-on places every component, and owns what they share."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

from scrapy.exceptions import NotConfigured

from crawler.cluster import ClusterOptions
from crawler.discovering.discovery import Discovery
from crawler.discovering.guide import SiteGuide
from crawler.discovering.reranking import Reranking
from crawler.documents import Documents
from crawler.frontier import (
    Backend,
    FrontierError,
    FrontierOptions,
    SiteBudget,
    open_sqlite,
)
from crawler.guide import Guide
from crawler.leading import Leading
from crawler.middlewares.render import place as place_renderer
from crawler.opening import check_owner, frontier_path, open_frontier, survey_target
from crawler.options import read_options
from crawler.reason import plain
from crawler.roles.roles import Roles
from crawler.saturating import Saturating
from crawler.seen import Seen
from crawler.settings import USER_AGENT
from crawler.store import StoreOptions
from crawler.urls import UrlOptions

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

    from crawler.frontier.redis_backend import RedisBackend
    from crawler.frontier.workers import Team
    from crawler.keeper import Keeper
    from crawler.outcomes import Outcomes
    from crawler.run import Run

logger = logging.getLogger(__name__)


class Leadline:
    """Places the components; classes, so that a user's ``None`` switches one off."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.run: Run | None = None
        self.start_failures: list[tuple[str, str, str]] = []
        self.trouble: str = ""
        self.resumed = False
        """Whether the queue was begun by an earlier run."""
        self.outcomes: Outcomes | None = None
        self.keepers: list[Keeper] = []
        """What learns something that is kept with the queue, beside what is here."""
        self.summary: list[str] = []
        self.start_noted = False
        """Whether any worker of a shared crawl fetched a start page."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def update_settings(self, settings: BaseSettings) -> None:
        """Put each component in its place: see docs/architecture.md for the order."""
        # Imported here: they import this module for `addon_of`.
        from crawler.components import COMPONENTS, SINGLE  # noqa: PLC0415

        for setting, places in COMPONENTS.items():
            for component, order in places:
                settings.setdefault_in_component_priority_dict(
                    setting, component, order
                )
        for setting, component in SINGLE.items():
            settings.set(setting, component, "addon")
        place_renderer(settings)
        _sign(settings)

    @cached_property
    def urls(self) -> UrlOptions:
        """Options of URL identity."""
        return read_options(UrlOptions, "URLS", self.crawler.settings)

    @cached_property
    def cluster(self) -> ClusterOptions:
        """Options of clustering."""
        return read_options(ClusterOptions, "CLUSTER", self.crawler.settings)

    @cached_property
    def store(self) -> StoreOptions:
        """Options of the survey database."""
        settings = self.crawler.settings
        options = read_options(StoreOptions, "STORE", settings)
        return replace(options, url=survey_target(settings, options.url))

    @cached_property
    def frontier_options(self) -> FrontierOptions:
        """Options of the queue."""
        return read_options(FrontierOptions, "FRONTIER", self.crawler.settings)

    @property
    def frontier_stays(self) -> bool:
        """Whether the queue is there for a next run, or other workers."""
        path = frontier_path(self.crawler.settings, self.frontier_options)
        return bool(self.frontier_options.url) or path is not None

    @cached_property
    def frontier(self) -> Backend:
        """The queue. When it cannot be opened, one of this run only: the reason is in
        ``trouble``, and the scheduler ends the crawl before it has begun."""
        backend: Backend | None = None
        try:
            backend = open_frontier(self.crawler.settings, self.frontier_options)
            self.resumed = backend.counts().seen > 0
            check_owner(backend, str(self.crawler.spidercls.name), self.urls)
        except FrontierError as error:
            self.trouble = str(error)
            self.resumed = False
            if backend is not None:
                backend.close()
            return open_sqlite(None)
        return backend

    @cached_property
    def team(self) -> Team | None:
        """The workers of a shared crawl; None when the queue is not shared."""
        if not self.frontier_options.is_shared or self.trouble:
            return None
        from crawler.frontier.workers import Team  # noqa: PLC0415 - with Redis only

        return Team(self.shared_frontier)

    @property
    def shared_frontier(self) -> RedisBackend:
        """The queue of a shared crawl."""
        return cast("RedisBackend", self.frontier)

    def adopt(self, url: str) -> None:
        """A start page took another host into the scope: also of those that follow."""
        with suppress(FrontierError):  # it fails again where it is told
            self.frontier.agree(f"scope:{url}", url.encode())

    @cached_property
    def sites(self) -> SiteBudget:
        """Pages by site, over all runs of a queue."""
        return SiteBudget(self.frontier_options.site_pages, self.frontier.claim)

    @cached_property
    def seen(self) -> Seen:
        """What this crawl has asked for."""
        # A key of this crawl: a site cannot prepare URLs that collide. Kept with what
        # it made.
        secret = self.frontier.agree("secret", secrets.token_bytes(16))
        seen = Seen(self.urls, secret, self.frontier.front)
        seen.restore(self.frontier.states())
        return seen

    @cached_property
    def roles(self) -> Roles | None:
        """Focus and form work on other processes; None without ``FOCUS_SCHEDULER``."""
        return Roles.from_crawler(self.crawler) if self.guide is not None else None

    @cached_property
    def guide(self) -> Guide | None:
        """Which links come first: by the topic, when there is one."""
        if self.discovery is None:
            return Guide.from_settings(self.crawler.settings)
        guide = SiteGuide.from_settings(self.crawler.settings)
        if guide is not None:
            guide.sites = self.discovery.sites
        return guide

    @cached_property
    def discovery(self) -> Discovery | None:
        """What a crawl that looks for sites knows of them; None of others."""
        if not getattr(self.crawler.spider, "discovers", False):
            return None
        return Discovery(self.crawler, self)

    @cached_property
    def reranking(self) -> Reranking:
        """A new order of what is queued, as the guide learns."""
        return Reranking(self.crawler, self)

    @cached_property
    def documents(self) -> Documents:
        """Pages that were parsed before the spider has them."""
        return Documents()

    @cached_property
    def leading(self) -> Leading:
        """Online clusters, which workers and runs of a queue have in common."""
        return Leading(self.cluster)

    @cached_property
    def saturation(self) -> Saturating:
        """Which shapes of URLs are left alone."""
        return Saturating(self.crawler, self)

    def decide(self, url: str, rule: str, detail: str = "", source: str = "") -> None:
        """Record why *url* gets no page of its own."""
        if self.run is not None:
            self.run.writer.decide(url, rule, detail, source)

    def failed(self, request: Request, rule: str, detail: str) -> None:
        """Record that a request brought no response."""
        # A middleware that refuses a request knows best why.
        rule, detail = request.meta.get("refused", (rule, detail))
        self.crawler.stats.inc_value(f"failed/{rule}")
        first = request.meta.get("redirect_urls", [request.url])[0]
        detail = plain(detail)
        logger.debug("No page for %s: %s %s", first, rule, detail)
        self.unfetched(request, rule, detail)
        # Both may be different at another time.
        for_now = request.meta.pop("for_now", False) or rule == "failed"
        if self.outcomes is not None and for_now:
            self.outcomes.failed(request, detail)
        if request.meta.get("start"):
            self.start_failures.append((first, rule, detail))

    def unfetched(self, request: Request, rule: str, detail: str) -> None:
        """Record why a request gets no page, and all that was redirected to it."""
        if request.meta.get("probe"):
            return
        *chain, last = map(
            self.sent, [*request.meta.get("redirect_urls", []), request.url]
        )
        for url in dict.fromkeys(chain):
            if url == last:
                continue
            if rule == "failed":
                self.decide(url, rule, f"{detail} ({last})")
            else:
                self.decide(url, "redirect", last)
        self.decide(last, rule, detail, chain[-1] if chain else "")

    def sent(self, url: str) -> str:
        """Without the fragment that a redirect may have appended."""
        return url if self.urls.routes else url.partition("#")[0]


def _sign(settings: BaseSettings) -> None:
    """Tell CONTACT in the user agent, unless somebody chose another one."""
    contact, agent = settings.get("CONTACT"), settings.get("USER_AGENT")
    if contact and agent == USER_AGENT:
        own = settings.getpriority("USER_AGENT") or 0
        settings.set("USER_AGENT", f"{USER_AGENT} (+{contact})", own)


def addon_of(crawler: Crawler) -> Leadline:
    """The add-on of a crawl.

    :raises NotConfigured: when it is not in ADDONS, which switches its parts off.
    """
    addon = crawler.get_addon(Leadline)
    if addon is None:
        raise NotConfigured("crawler.addon.Leadline is not in ADDONS")
    return addon
