"""Synthetic sites with known templates: chrome, repeated rows, optional blocks.

``pages(sites=4, kinds=5, each=20, seed=1)`` yields 400 pages of 20 templates. All
templates of a site share its chrome (header, menu, side bar, footer), which is
what makes them hard to tell apart; pages of one template differ in the number of
rows, in optional parts of a row, in optional blocks, and in an occasional banner.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAVES = ("span", "a", "b", "small", "img", "p", "time", "h3", "h4", "label", "input")
GROUPS = ("div", "section", "article", "figure", "header", "blockquote", "fieldset")
LISTS = {"ul": "li", "ol": "li", "dl": "dd", "table": "tr"}
INLINE = ("a", "span", "em", "strong", "code", "img")
EMPTY = {"img", "input"}


@dataclass(frozen=True)
class SyntheticPage:
    """One page with its true template."""

    url: str
    shape: str
    template: str
    html: str


@dataclass(frozen=True)
class Part:
    """An element of a template; it is shown with some chance, some times over."""

    tag: str
    name: str = ""
    inside: tuple[Part, ...] = ()
    chance: float = 1.0
    most: int = 1

    def render(self, rng: random.Random) -> str:
        """The markup of this showing."""
        if rng.random() >= self.chance:
            return ""
        return "".join(self._once(rng) for _ in range(rng.randint(1, self.most)))

    def _once(self, rng: random.Random) -> str:
        start = f'<{self.tag} class="{self.name}">' if self.name else f"<{self.tag}>"
        if self.tag in EMPTY:
            return start
        inside = "".join(part.render(rng) for part in self.inside)
        return f"{start}{inside or word(rng)}</{self.tag}>\n"


def word(rng: random.Random) -> str:
    """A word without meaning."""
    return "".join(rng.choice("abcdefghij") for _ in range(rng.randint(2, 9)))


def make_part(rng: random.Random, depth: int) -> Part:
    """A random part of a row: a leaf, or a group of parts."""
    chance = rng.choice((1.0, 1.0, 1.0, 0.7))
    if depth == 0 or rng.random() < 0.5:
        return Part(rng.choice(LEAVES), chance=chance)
    inside = [make_part(rng, depth - 1) for _ in range(rng.randint(1, 4))]
    return Part(rng.choice(GROUPS), word(rng), tuple(inside), chance)


def make_block(rng: random.Random, chance: float = 1.0) -> Part:
    """A heading and a list, a table or cards; few or many rows."""
    wrapper = rng.choice(("ul", "ol", "dl", "table", "div", "div", "section"))
    cells = [make_part(rng, 2) for _ in range(rng.randint(2, 5))]
    if wrapper == "table":
        cells = [Part("td", inside=(cell,)) for cell in cells]
    most = rng.choice((1, 3, 20, 60))
    tag = LISTS.get(wrapper, rng.choice(GROUPS))
    row = Part(tag, word(rng), tuple(cells), most=most)
    body = Part("tbody", inside=(row,)) if wrapper == "table" else row
    heading = Part(rng.choice(("h2", "h2", "h3", "p", "strong")))
    inside = (heading, Part(wrapper, inside=(body,)))
    return Part(rng.choice(("div", "section", "aside")), word(rng), inside, chance)


def prose(rng: random.Random) -> str:
    """Paragraphs with inline elements, as an author would write them."""
    paragraphs = []
    for _ in range(rng.randint(1, 6)):
        inline = "".join(
            f" {word(rng)} {Part(rng.choice(INLINE)).render(rng)}"
            for _ in range(rng.choice((0, 0, 0, 1, 2)))
        )
        paragraphs.append(f"<p>{word(rng)}{inline} {word(rng)}.</p>")
    return f"<article>{''.join(paragraphs)}</article>"


@dataclass(frozen=True)
class Chrome:
    """What all pages of a site share."""

    host: str
    head: str
    top: str
    bottom: str


def make_chrome(host: str, rng: random.Random) -> Chrome:
    """Header with a menu of 5 to 60 entries, perhaps a side bar, and a footer."""
    link = Part("a").render(rng)
    items = "".join(
        f"<li>{link}{'<span></span>' if rng.random() < 0.2 else ''}</li>"
        for _ in range(rng.randint(5, 60))
    )
    side = "".join(make_block(rng).render(rng) for _ in range(rng.randint(0, 1)))
    column = f"<div><h3>{word(rng)}</h3>{link * rng.randint(1, 6)}</div>"
    return Chrome(
        host=host,
        head='<meta charset="utf-8">' + '<link rel="x" href="/x">' * rng.randint(1, 9),
        top=f"<header><a href='/'><img></a><nav><ul>{items}</ul></nav></header>"
        + (f"<aside>{side}</aside>" if side else ""),
        bottom=f"<footer>{column * rng.randint(1, 5)}<p>{word(rng)}</p></footer>",
    )


@dataclass(frozen=True)
class Template:
    """A kind of page of one site."""

    chrome: Chrome
    kind: str
    blocks: tuple[Part, ...]
    with_prose: bool

    @property
    def name(self) -> str:
        """Unique over all sites."""
        return f"{self.chrome.host}/{self.kind}"

    def page(self, number: int, rng: random.Random) -> SyntheticPage:
        """Page *number* of the template."""
        main = "".join(block.render(rng) for block in self.blocks)
        main += prose(rng) if self.with_prose else ""
        banner = '<div class="banner"><p>new</p></div>' if rng.random() < 0.15 else ""
        html = (
            f"<!doctype html><html><head><title>{word(rng)}</title>{self.chrome.head}"
            f"</head><body>{banner}{self.chrome.top}<main><h1>{word(rng)}</h1>{main}"
            f"</main>{self.chrome.bottom}</body></html>"
        )
        base = f"http://{self.chrome.host}/{self.kind}"
        return SyntheticPage(f"{base}/{number}", f"{base}/{{int}}", self.name, html)


def templates(sites: int, kinds: int, seed: int) -> list[Template]:
    """*sites* x *kinds* templates."""
    rng = random.Random(seed)
    made = []
    for site in range(sites):
        chrome = make_chrome(f"site{site}.test", rng)
        for kind in range(kinds):
            blocks = [make_block(rng) for _ in range(rng.randint(1, 4))]
            if rng.random() < 0.4:
                blocks.append(make_block(rng, 0.5))
            made.append(
                Template(chrome, f"kind{kind}", tuple(blocks), rng.random() < 0.4)
            )
    return made


def pages(sites: int, kinds: int, each: int, seed: int) -> Iterator[SyntheticPage]:
    """*each* pages of every template, template by template."""
    rng = random.Random(f"{seed}/pages")
    for template in templates(sites, kinds, seed):
        for number in range(each):
            yield template.page(number, rng)
