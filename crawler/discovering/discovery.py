"""A crawl for query interfaces on its way: what is kept of a page, and when a site is
enough."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from crawler.discovering.row import interface_row
from crawler.focus import FocusOptions
from crawler.focus.sites import STATE, Sites
from crawler.forms.domain import Domains, context_of
from crawler.forms.kind import FormsOptions
from crawler.forms.kind_rules import SEARCH
from crawler.frontier.budget import site_of
from crawler.options import read_options
from crawler.store.interfaces import write_interface

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy import Request
    from scrapy.crawler import Crawler

    from crawler.addon import Leadline
    from crawler.dom import Document
    from crawler.items import Link, Page

logger = logging.getLogger("leadline")

ROOT = "site-root"
"""Origin of a link to the root of a site that a page links into."""


MAX_WAITING = 1_000
"""Pages whose surroundings are remembered until they are stored."""


class Discovery:
    """Sites and interfaces of one crawl.

    Stats: ``focus/sites``, ``focus/interfaces``, ``focus/stopped/RULE``.
    """

    kinds: tuple[str, ...] = (STATE,)

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        self._options = read_options(FocusOptions, "FOCUS", crawler.settings)
        forms = read_options(FormsOptions, "FORMS", crawler.settings)
        self._domains = Domains.of(forms.domain_model)
        limit = getattr(getattr(crawler.spider, "args", None), "sites", None)
        pages = addon.frontier_options.site_pages
        self.sites = Sites(self._options.site_interfaces, pages, limit)
        self._contexts: dict[str, str] = {}
        addon.keepers.append(self)

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Go on with what an earlier run knew of the sites."""
        self.sites.restore(kept)
        if len(self.sites):
            self._crawler.stats.set_value("focus/sites", len(self.sites))

    def news(self) -> dict[str, bytes]:
        """What is to be kept with the frontier, and is new since the last call."""
        return self.sites.news()

    def counts(self) -> dict[str, int]:
        """Nothing that adds up over workers."""
        return {}

    def read(self, page: Page, document: Document | None) -> None:
        """Take note of what a page with an interface says around it."""
        if document is None or len(self._contexts) >= MAX_WAITING:
            return
        if any(form.kind == SEARCH for form in page.forms):
            self._contexts[page.key] = context_of(document)

    def with_roots(self, page: Page) -> tuple[Link, ...]:
        """The links of a page, and one to the root of each site that is new.

        What is promised of the sites is taken note of.
        """
        own, known = site_of(page.host), {"": "", page.host: ""}
        roots: dict[str, Link] = {}
        for link in page.links:
            if link.embedded or link.guessed:
                continue
            parts = urlsplit(link.url)
            host = parts.netloc.rpartition("@")[2]
            if host not in known:
                site = site_of(host)
                known[host] = "" if site == own else site
                if known[host]:
                    self.sites.promise(site, page.relevance or 0.0)
            root = f"{parts.scheme}://{host}/"
            if (site := known[host]) and site not in self.sites and root not in roots:
                roots[root] = replace(link, url=root, origin=ROOT)
        return (*roots.values(), *page.links)

    def refuse_link(self, url: str) -> tuple[str, str] | None:
        """Rule and detail of a link that leads to a site which is done with."""
        site = site_of(urlsplit(url).netloc)
        if site not in self.sites:
            return self._refuse_new()
        return self._refuse(site)

    def refuse_request(self, request: Request, host: str) -> tuple[str, str] | None:
        """The same of a request in the queue; one that may be sent enters the site."""
        site = site_of(host)
        if site not in self.sites:
            refusal = None if request.meta.get("start") else self._refuse_new()
            if refusal is None and not request.meta.get("probe"):
                self.sites.enter(site)
                self._crawler.stats.set_value("focus/sites", len(self.sites))
            return refusal
        return None if request.meta.get("start") else self._refuse(site)

    def _refuse_new(self) -> tuple[str, str] | None:
        if self.sites.is_full:
            return "sites", f"sites={self.sites.limit}"
        return None

    def _refuse(self, site: str) -> tuple[str, str] | None:
        rule, _, detail = self.sites.stopped(site).partition(" ")
        return (rule, detail) if rule else None

    def dropped(self, url: str) -> None:
        """A page was too far off the topic: no page of the survey, yet downloaded."""
        site = site_of(urlsplit(url).netloc)
        self.sites.count(site, relevant=False)
        self._stop_if_enough(site, url)

    def stored(self, page: Page) -> None:
        """A page is in the survey: its interfaces follow, each once for its site."""
        site = site_of(page.host)
        self._crawler.stats.set_value("focus/sites", len(self.sites))
        relevance, threshold = page.relevance, self._options.threshold
        self.sites.count(site, None if relevance is None else relevance >= threshold)
        context = self._contexts.pop(page.key, page.title)
        for form in page.forms:
            if form.kind == SEARCH:
                told = self._domains(form, context)
                self._keep(page, site, interface_row(form, page, site, told))
        self._stop_if_enough(site, page.url)

    def _keep(self, page: Page, site: str, row: Mapping[str, Any]) -> None:
        run = self._addon.run
        if run is None:
            return
        if self.sites.add(site, row["signature"]):
            self._crawler.stats.inc_value("focus/interfaces")
            logger.info(
                "Interface on %s: %s (%s)", site, row["name"] or row["action"], page.url
            )
        key_of = self._addon.seen.identity.key
        # Known ones too: the page with the smallest key tells what an interface is.
        run.writer.submit_work(
            lambda connection, run_id: write_interface(connection, run_id, row, key_of)
        )

    def _stop_if_enough(self, site: str, url: str) -> None:
        refusal = self._judge(site)
        if refusal is None or not self.sites.stop(site, " ".join(refusal)):
            return
        rule, detail = refusal
        self._crawler.stats.inc_value(f"focus/stopped/{rule}")
        parts = urlsplit(url)
        # No page is called so: it stands for all that is left of the site.
        self._addon.decide(f"{parts.scheme}://{parts.netloc}/*", rule, detail, url)
        logger.debug("Left %s: %s", site, detail)

    def _judge(self, site: str) -> tuple[str, str] | None:
        """Rule and detail, when a site has shown enough."""
        if self.sites.is_enough(site):
            limit = self._options.site_interfaces
            found = self.sites.found(site)
            told = f"{found} query interfaces (FOCUS_SITE_INTERFACES={limit})"
            return "site-interfaces", told
        if self.sites.is_spent(site):
            return "budget", f"FRONTIER_SITE_PAGES={self.sites.pages}"
        return None
