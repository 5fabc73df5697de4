"""A made web of sites on three domains and on others, for crawls that look for forms.

Each site has an address of its own (127.x.y.z), a menu, sections with lists, and pages
on what it is about. Sites on flights, books and jobs have one to three query interfaces
of twelve layouts (`bench/domain_interfaces.py`), at their root, a link below, or two; a
few are on such a domain and have none. The others are shops, news, forums, recipes...,
with forms that people wrote and labelled (Formasaurus). Sites link to sites, two of
three times to one of their own domain; portals link to a few of all kinds.

With *stories* the front page of each of the others lists so many further pages, as that
of a news site does: more pages for each interface.

A web is made from one half of all words: labels, names of sites, nouns, proper names,
anchors, and hosts of labelled forms. Only a handful of words for each domain, and plain
English, are those of both halves.
"""

from __future__ import annotations

import html
import json
import lzma
import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bench.domain_interfaces import LAYOUTS, page
from bench.domain_vocabulary import NOUNS, SITES
from bench.focus_words import CORE, PLAIN, SECTIONS, SEEK

if TYPE_CHECKING:
    from pathlib import Path

DOMAINS: Final = ("airfare", "book", "job")
OTHERS: Final = ("news", "recipe", "shop", "forum", "people", "science", "estate")
PORT: Final = 8099
_PLACES: Final = ("ul.menu>li", "div.nav>a", "table>tr>td", "div.box>p")
_LEADS: Final = re.compile(
    r"""\s(?:href|src|action|formaction|srcset|data-\w*url)\s*=\s*"""
    r"""("[^"]*"|'[^']*'|[^\s>]+)|(?:https?:)?//[^\s"'<>]*""",
    re.IGNORECASE,
)


@dataclass
class Made:
    """URL -> HTML, the start pages, and where the interfaces of each domain are."""

    pages: dict[str, str] = field(default_factory=dict)
    starts: list[str] = field(default_factory=list)
    targets: dict[str, dict[str, int]] = field(default_factory=dict)
    """Domain -> URL of a page with interfaces -> how many."""
    topics: dict[str, str] = field(default_factory=dict)
    """URL -> what the page is about; empty when it is about nothing."""
    layouts: dict[str, set[int]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    """URL -> what people said the form is that stands on it."""


@dataclass
class _Site:
    root: str
    topic: str
    name: str
    asks: bool
    half: int
    links: list[_Site] = field(default_factory=list)


def made_web(
    seed: int, half: int, forms: Path, sites: int = 84, stories: int = 0
) -> Made:
    """The web of a seed: *sites* of them and three portals."""
    rng = random.Random(f"{seed}.{half}")
    web = Made(
        targets={name: {} for name in DOMAINS}, layouts={d: set() for d in DOMAINS}
    )
    real = _labelled(forms, half)
    every = [_site(number, sites, seed, half, rng) for number in range(sites)]
    rng.shuffle(every)
    for site in every:
        own = [
            other for other in every if other.topic == site.topic and other is not site
        ]
        for _ in range(rng.randint(3, 7)):
            pool = own if own and rng.random() < 0.65 else every
            site.links.append(rng.choice(pool))
        _pages(site, web, real, half, rng)
        if stories and site.topic not in DOMAINS:
            _stories(site, web, stories, half)
    for number in range(3):
        root = f"http://127.{half + 10}.{seed}.{200 + number}:{PORT}/"
        listed = rng.sample(every, 9)
        rows = "".join(_link(one.root, one.name) for one in listed)
        web.pages[root] = f"<title>Portal {number}</title><h1>Links</h1>{rows}"
        web.starts.append(root)
    return web


def _site(number: int, sites: int, seed: int, half: int, rng: random.Random) -> _Site:
    # Half of the sites are of the three domains; one in seven of these asks nothing.
    topic = DOMAINS[number % 3] if number < sites * 0.58 else rng.choice(OTHERS)
    asks = topic in DOMAINS and number % 7 != 6
    words = _half(SITES[topic], half)
    name = (
        f"{_proper(rng, half)} {rng.choice(words)}"
        if rng.random() < 0.6
        else _proper(rng, half)
    )
    return _Site(
        f"http://127.{half + 10}.{seed}.{number + 1}:{PORT}/", topic, name, asks, half
    )


def _pages(
    site: _Site,
    web: Made,
    real: list[tuple[str, str]],
    half: int,
    rng: random.Random,
) -> None:
    place = rng.choice(_PLACES)
    sections = rng.sample(SECTIONS[half], rng.randint(3, 5))
    menu = [(site.root, "Home")]
    menu += [(f"{site.root}{name.lower()}/", name) for name in sections]
    menu.append((f"{site.root}links", "Partners" if half else "Links"))
    interfaces = _interfaces(site, web, menu, sections, rng)
    search = _lone(site, half, rng) if rng.random() < 0.4 else ""
    head = "".join(_link(url, text, place) for url, text in menu) + search

    def put(url: str, title: str, body: str, share: float = 0.02) -> None:
        extra = interfaces.pop(url, "")
        web.topics[url] = site.topic if extra or share > 0.1 else ""
        body = _text(site, share, half, rng) + body
        web.pages[url] = (
            f"<title>{html.escape(title)}</title><div class=head>{head}</div>"
            f"<h1>{html.escape(title)}</h1>{extra}<main>{body}</main>"
        )

    put(site.root, site.name, _rows(site, sections, rng), _share(rng))
    partners = "".join(
        f"<p>{_link(one.root if rng.random() < 0.7 else one.root + 'links', one.name)}"
        f" {' '.join(rng.sample(PLAIN, 6))}</p>"
        for one in site.links
    )
    put(f"{site.root}links", f"{site.name}: links", partners)
    for name in sections:
        items = [f"{site.root}{name.lower()}/{n}" for n in range(rng.randint(3, 9))]
        rows = "".join(
            f"<li>{_link(url, _headline(site, half, rng))}</li>" for url in items
        )
        put(f"{site.root}{name.lower()}/", f"{name} - {site.name}", f"<ul>{rows}</ul>")
        for url in items:
            form, label = rng.choice(real) if rng.random() < 0.3 else ("", "")
            if form:
                web.labels[url] = label
            outside = rng.choice(site.links) if rng.random() < 0.2 else None
            more = _link(outside.root, outside.name) if outside else ""
            title = _headline(site, half, rng)
            put(url, title, f"{form}<p>{more}</p>", _share(rng))
    for url, form in list(interfaces.items()):
        title = rng.choice([site.name, rng.choice(SEEK[half])])
        interfaces[url] = ""
        web.topics[url] = site.topic
        put(url, title, form, 0.25)


def _stories(site: _Site, web: Made, count: int, half: int) -> None:
    """Pages that the front page of a site lists."""
    rng = random.Random(site.root)  # the rest of the web is the same without
    urls = [f"{site.root}story/{n}" for n in range(count)]
    rows = "".join(f"<p>{_link(url, _headline(site, half, rng))}" for url in urls)
    web.pages[site.root] += rows
    for url in urls:
        share = _share(rng)
        title, text = _headline(site, half, rng), _text(site, share, half, rng)
        web.topics[url] = site.topic if share > 0.1 else ""
        home = _link(site.root, "Home")
        web.pages[url] = f"<title>{html.escape(title)}</title>{home}<main>{text}</main>"


def _interfaces(
    site: _Site,
    web: Made,
    menu: list[tuple[str, str]],
    sections: list[str],
    rng: random.Random,
) -> dict[str, str]:
    """URL of a page of the site -> the forms on it; what leads there joins the menu."""
    found: dict[str, str] = {}
    half = site.half
    for number in range(rng.choice([1, 1, 2, 3]) if site.asks else 0):
        layout = rng.randrange(LAYOUTS)
        text = page(site.topic, layout, rng, half)
        form = re.search(r"<form.*</form>", text, re.DOTALL)
        assert form is not None
        web.layouts[site.topic].add(layout)
        kind = rng.random()
        if number == 0 and kind < 0.25:
            url = site.root
        elif kind < 0.8:
            word = rng.choice(["find", "search", "go", "q", "finder"])
            url = f"{site.root}{word}{number}"
            menu.append((url, rng.choice(SEEK[half])))
        else:
            url = f"{site.root}{rng.choice(sections).lower()}/"
        action = f"action='/do{number}'"
        found[url] = found.get(url, "") + re.sub(r"action=\S+?(?=>)", action, form[0])
        known = web.targets[site.topic]
        known[url] = known.get(url, 0) + 1
    return found


def _rows(site: _Site, sections: list[str], rng: random.Random) -> str:
    rows = []
    for name in sections:
        link = _link(f"{site.root}{name.lower()}/", name)
        rows.append(f"<p>{link} {' '.join(rng.sample(PLAIN, 8))}")
    return "".join(rows)


def _lone(site: _Site, half: int, rng: random.Random) -> str:
    """A search box in the head of each page: it searches the site."""
    name = rng.choice(["q", "s", "query"]) + str(half)
    return f"<form action='{site.root}results'><input type=search name={name}></form>"


def _share(rng: random.Random) -> float:
    """Words of the topic: not every page of a site is on what the site is about."""
    return 0.25 if rng.random() < 0.7 else 0.02


def _text(site: _Site, share: float, half: int, rng: random.Random) -> str:
    """Some sentences, a *share* of whose words are of the topic."""
    own = [word for noun in _half(NOUNS[site.topic], half) for word in noun.split()]
    core = CORE.get(site.topic, site.topic).split()
    words = []
    for _ in range(rng.randint(60, 160)):
        kind = rng.random()
        if kind < share:
            words.append(rng.choice(core if rng.random() < 0.4 else own))
        elif kind < share + 0.05:
            words.append(_proper(rng, half))
        else:
            words.append(rng.choice(PLAIN))
    return f"<p>{html.escape(' '.join(words))}</p>"


def _headline(site: _Site, half: int, rng: random.Random) -> str:
    words = rng.sample(PLAIN, 3)
    if rng.random() < 0.35:
        words.append(rng.choice(_half(NOUNS[site.topic], half)))
    return " ".join([_proper(rng, half), *words])


def _proper(rng: random.Random, half: int) -> str:
    """A name of two or three syllables, of which each half has its own."""
    syllables = ("ba da fi go lu ma ne po", "ke ri so ta vu wi xo zy")[half].split()
    return "".join(rng.choices(syllables, k=rng.randint(2, 3))).title()


def _half(text: str, half: int) -> list[str]:
    # English ones: a web in all languages would be another bench.
    words = [word.strip() for word in text.split("|") if word.strip().isascii()]
    return words[half::2] or words


def _link(url: str, text: str, place: str = "") -> str:
    anchor = f"<a href='{html.escape(url)}'>{html.escape(text)}</a>"
    for part in reversed(place.split(">")[:-1] if place else []):
        tag, _, name = part.partition(".")
        anchor = f"<{tag} class='{name}'>{anchor}</{tag}>"
    return anchor


def _labelled(path: Path, half: int) -> list[tuple[str, str]]:
    """Real forms of hosts of this half, without what leads out; and what they are."""
    found = []
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            one = json.loads(line)
            if sum(one["domain"].encode()) % 2 == half and len(one["html"]) < 8_000:
                found.append((_LEADS.sub(" ", one["html"]), one["type"]))
    return found
