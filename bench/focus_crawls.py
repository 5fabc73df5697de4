"""Crawls of a made web without a network: each page is measured once, then ordered."""

from __future__ import annotations

import heapq
import random
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import HtmlResponse

from crawler.cluster import ClusterOptions
from crawler.discovering.guide import SiteGuide
from crawler.focus.labelled import page_text
from crawler.focus.sites import Sites
from crawler.forms.kind import FormsOptions, Kinds
from crawler.forms.kind_rules import SEARCH
from crawler.measure import Measure
from crawler.urls import UrlOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bench.focus_web import Made
    from crawler.focus import FocusOptions, LinkModel, PageModel, Scorer
    from crawler.items import Link, Page

STRATEGIES: Final = (
    "breadth first",
    "random",
    "best first, by the page",
    "as published",
    "published classifiers, no page dropped",
    "Leadline, topic in words",
    "Leadline, trained pages",
    "Leadline, trained pages and links",
    "oracle",
)
EVERY: Final = 1.25
"""A new order of the queue when so much more was learned from, as in a crawl."""


@dataclass(frozen=True)
class Web:
    """A made web, measured."""

    pages: Mapping[str, Page]
    texts: Mapping[str, str]
    start: str
    targets: Mapping[str, Mapping[str, int]]
    topics: Mapping[str, str]
    """URL -> what the page is about; empty when it is about nothing."""
    models: dict[tuple[str, str], PageModel] = field(default_factory=dict)
    """Domain and kind -> what was trained on its pages."""


def measured(made: Made, rules: Literal["default", "paper"] = "default") -> Web:
    """Each page measured once; *rules* tell which forms are interfaces."""
    kinds = Kinds.of(FormsOptions(rules=rules))
    measure = Measure(UrlOptions(), ClusterOptions(), kinds, places=True)
    pages, texts = {}, {}
    for url, text in made.pages.items():
        body = text.encode()
        headers = {"Content-Type": "text/html; charset=utf-8"}
        request = Request(url)
        page = measure(HtmlResponse(url, 200, headers, body, request=request))
        links = [link for link in page.links if not (link.embedded or link.guessed)]
        links = [link for link in links if not link.origin.startswith("form@")]
        pages[url] = replace(page, links=tuple(links), vector=None, skeleton=b"")
        texts[url] = page_text(body, url)
    return Web(pages, texts, made.starts[0], made.targets, made.topics)


@dataclass(frozen=True)
class Taught:
    """What a crawl begins with."""

    options: FocusOptions
    model: Scorer
    links: LinkModel


def crawl(web: Web, strategy: str, taught: Taught | None, seed: int) -> Iterator[str]:
    """The pages that are asked for, in order."""
    if strategy == "breadth first":
        return _ordered(web, lambda *_: 0.0)
    if strategy == "random":
        rng = random.Random(seed)
        return _ordered(web, lambda *_: rng.random())
    assert taught is not None
    if strategy.startswith("best first"):
        return _ordered(web, lambda page, _: taught.model.score(web.texts[page.url]))
    return Focused(web, taught, drops=not strategy.endswith("dropped")).run()


def _ordered(web: Web, value: Any) -> Iterator[str]:
    queue: list[tuple[float, int, str]] = [(0.0, 0, web.start)]
    seen = {web.start}
    while queue:
        _, _, url = heapq.heappop(queue)
        yield url
        page, worth = web.pages.get(url), None
        for link in page.links if page else ():
            if link.url not in seen:
                seen.add(link.url)
                worth = value(page, link)
                heapq.heappush(queue, (-worth, len(seen), link.url))


class Focused:
    """What ``discover`` does, with the very guide and sites of it: scores, tunnel,
    roots first, sites that are left, and a new order of the queue as it learns."""

    def __init__(self, web: Web, taught: Taught, *, drops: bool = True) -> None:
        self.web = web
        self.drops = drops
        options = taught.options
        self.guide = SiteGuide(options, taught.model, taught.links, None)
        self.sites = self.guide.sites = Sites(options.site_interfaces, 100)
        self.queue: list[tuple[float, int, str]] = []
        self.waiting: dict[str, dict[str, Any]] = {}
        self.seen: set[str] = set()
        self.next = EVERY * taught.links.learned + 10

    def run(self) -> Iterator[str]:
        self._push(self.web.start, 1_000, {})
        while self.queue:
            url = heapq.heappop(self.queue)[2]
            meta = self.waiting.pop(url)
            site = site_of(url)
            if self.sites.stopped(site):
                continue
            self.sites.enter(site)
            yield url
            page = self.web.pages.get(url)
            if page is not None:
                self._take(page, meta, site)
            if self.guide.links.learned >= self.next:
                self.next = EVERY * self.guide.links.learned + 10
                self._order()

    def _take(self, page: Page, meta: dict[str, Any], site: str) -> None:
        guide, options = self.guide, self.guide.options
        page = replace(page, relevance=guide.model.score(self.web.texts[page.url]))
        relevant = (page.relevance or 0) >= options.threshold
        crossed = 0 if relevant else meta.get("focus_crossed", 0) + 1
        self.sites.count(site, relevant)
        too_far = crossed > options.crossing and page.url != self.web.start
        if self.drops and too_far:
            guide.learn(meta, leads=False)
            return
        guide.learn_page(page, meta)
        for form in page.forms:
            if form.kind == SEARCH:
                self.sites.add(site, form.signature)
        if self.sites.is_enough(site) or self.sites.is_spent(site):
            self.sites.stop(site, "enough")
        for link in self._with_roots(page, site):
            if link.url not in self.seen:
                more = guide.meta(page, link, meta) | {"focus_crossed": crossed}
                self._push(link.url, guide.prioritise(page, link, more), more)

    def _with_roots(self, page: Page, own: str) -> Iterator[Link]:
        for link in page.links:
            site = site_of(link.url)
            if site != own:
                self.sites.promise(site, page.relevance or 0.0)
                if site not in self.sites:
                    yield replace(link, url=f"http://{urlsplit(link.url).netloc}/")
        yield from page.links

    def _push(self, url: str, priority: int, meta: dict[str, Any]) -> None:
        self.seen.add(url)
        self.waiting[url] = meta
        heapq.heappush(self.queue, (-priority, len(self.seen), url))

    def _order(self) -> None:
        ranks = []
        for priority, number, url in self.queue:
            again = self.guide.again(url, self.waiting[url])
            ranks.append((priority if again is None else -again, number, url))
        heapq.heapify(ranks)
        self.queue = ranks


def oracle(web: Web, domain: str) -> Iterator[str]:
    """Who knows all: always the nearest interface that was not seen, from any page."""
    left = set(web.targets[domain])
    seen = [web.start]
    yield web.start
    while left:
        way = _nearest(web, seen, left)
        if not way:
            return
        for url in way:
            seen.append(url)
            left.discard(url)
            yield url


def _nearest(web: Web, seen: list[str], left: set[str]) -> list[str]:
    before: dict[str, str] = dict.fromkeys(seen, "")
    todo = deque(seen)
    while todo:
        url = todo.popleft()
        for link in web.pages[url].links:
            if link.url in before or link.url not in web.pages:
                continue
            before[link.url] = url
            if link.url in left:
                way = [link.url]
                while before[way[-1]]:
                    way.append(before[way[-1]])
                return way[-2::-1]  # the last is one that was seen
            todo.append(link.url)
    return []


def site_of(url: str) -> str:
    """Sites are addresses here."""
    return urlsplit(url).hostname or ""
