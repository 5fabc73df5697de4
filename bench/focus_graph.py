"""A made web for link models, and crawls of it without a network.

Thirty sites of some hundred pages. A site has a menu of sections; the list pages of one
of them lead to pages on the topic, those of the others do not. What links say of it
is noisy: a third of the anchors to a page on the topic name the topic, and one in
twenty of the others; URLs and templates are drawn from a few that sites share.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawler.focus import FocusOptions, LinkModel, TopicModel
from crawler.guide import Guide
from crawler.items import Link, Page, Place

if TYPE_CHECKING:
    from collections.abc import Mapping

STRATEGIES = (
    "breadth first",
    "random",
    "best first, by the page",
    "as published",
    "Leadline",
    "oracle",
)
TOPIC = "solar panels"
SITES = 30
_ABOUT = ("solar", "panels", "solar panels", "panel")
_GENERIC = [f"word{i}" for i in range(300)]
_ON = ("products", "catalog", "items", "shop")
_OFF = ("news", "blog", "about", "jobs", "press", "items", "forum", "help")
_TEMPLATES = ("ul.list>li", "div.grid>div.card", "table.rows>tr>td", "div.teaser>h3")


@dataclass(frozen=True)
class Made:
    """A page: whether it is on the topic, and its links."""

    on: bool
    links: tuple[Link, ...]


def graph(seed: int) -> dict[str, Made]:
    """URL -> page; the first one is the start."""
    rng = random.Random(seed)
    pages: dict[str, Made] = {}
    roots = [f"http://s{n}.test/" for n in range(SITES)]
    pages["http://start.test/"] = Made(
        False, tuple(Link(url, "a@href", "Site") for url in roots)
    )
    for root in roots:
        _site(root, pages, rng)
    return pages


def _site(root: str, pages: dict[str, Made], rng: random.Random) -> None:
    sections = rng.sample(_OFF, 5)
    good = rng.choice(_ON)
    menu = []
    for name in [good, *(s for s in sections if s != good)]:
        on = name == good
        listing = f"{root}{name}/"
        place = Place(" ".join(rng.sample(_GENERIC, 4)), "nav>ul.menu>li")
        word = rng.choice(_ABOUT) if on and rng.random() < 0.3 else name
        menu.append(Link(listing, "a@href", word, place=place))
        _section(listing, pages, rng, on=on)
    rng.shuffle(menu)
    pages[root] = Made(False, tuple(menu))


def _section(
    listing: str, pages: dict[str, Made], rng: random.Random, *, on: bool
) -> None:
    template = rng.choice(_TEMPLATES[:2] if on else _TEMPLATES)
    more: list[Link] = []
    for number in (2, 1):
        links = []
        for item in range(10):
            # Not all that a list of products has is on the topic.
            is_on = on and rng.random() < 0.8
            named = rng.random() < (0.35 if is_on else 0.05)
            text = " ".join(rng.sample(_GENERIC, 3))
            text = f"{text} {rng.choice(_ABOUT)}" if named else text
            url = f"{listing}{rng.randrange(10**6)}-{number}{item}"
            place = Place(" ".join(rng.sample(_GENERIC, 5)), f"main>{template}")
            links.append(Link(url, "a@href", text, place=place))
            pages[url] = Made(is_on, ())
        place = Place("", "main>div.pager")
        here = listing if number == 1 else f"{listing}?page={number}"
        pages[here] = Made(False, (*links, *more))
        more = [Link(here, "a@href", "Next", place=place)]


def crawled(pages: Mapping[str, Made], strategy: str, seed: int) -> list[str]:
    """All pages, in the order in which *strategy* asks for them."""
    rng = random.Random(seed)
    paper = strategy == "as published"
    options = FocusOptions(topic=TOPIC, mode="paper" if paper else "default")
    guide = Guide(options, TopicModel.of_words(TOPIC), LinkModel(), None)
    start = next(iter(pages))
    queue: list[tuple[float, int, str, list[list[int]]]] = [(0.0, 0, start, [])]
    seen, order = {start}, []
    while queue:
        _, _, url, trail = heapq.heappop(queue)
        order.append(url)
        made = pages[url]
        page = Page(url, relevance=0.95 if made.on else 0.05)
        guide.learn_page(page, {"focus_trail": trail})
        for link in made.links:
            if link.url in seen:
                continue
            seen.add(link.url)
            way = guide.trail(link, {"focus_trail": trail})
            value = {
                "breadth first": lambda: 0.0,
                "random": rng.random,
                "best first, by the page": lambda page=page: page.relevance,
                "oracle": lambda link=link: _worth(pages, link.url),
            }.get(strategy, lambda page=page, link=link: guide.prioritise(page, link))()
            heapq.heappush(queue, (-float(value), len(seen), link.url, way))
    return order


def _worth(pages: Mapping[str, Made], url: str) -> float:
    """1 for a page on the topic; less for one that leads there."""
    if pages[url].on:
        return 1.0
    below = [pages[link.url] for link in pages[url].links]
    if any(page.on for page in below):
        return 0.9
    return 0.8 if any(pages[x.url].on for p in below for x in p.links) else 0.0
