"""Result pages with known records, in many layouts, made from a seed."""

# ruff: noqa: E501 - markup is read best when it is not broken
from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from tests.harvest.layout_words import Vocabulary, Words


@dataclass
class Case:
    """One result page, what is on it, and the page of a query without results."""

    layout: str
    body: str
    empty: str
    records: list[dict[str, str]]
    """Name -> value; a name that begins with ``?`` is not said on the page."""
    query: str
    total: int
    content_type: str = "text/html; charset=utf-8"
    url: str = "http://db.test/find?q=1"


@dataclass
class Draw:
    """What a page is made of."""

    words: Words
    rng: random.Random
    names: list[tuple[str, str]]
    rows: list[dict[str, str]]
    """``title`` and the fields, some missing where the layout allows it."""
    prefix: str
    query: str
    highlight: bool
    actions: bool
    sponsored: list[int] = field(default_factory=list)

    def mark(self, text: str) -> str:
        """The text with what was asked highlighted."""
        shown = escape(text)
        if self.highlight and self.query and self.query.lower() in shown.lower():
            at = shown.lower().index(self.query.lower())
            end = at + len(self.query)
            tag = self.rng.choice(["em", "mark", "b", 'span class="highlight"'])
            shown = (
                f"{shown[:at]}<{tag}>{shown[at:end]}</{tag.split()[0]}>{shown[end:]}"
            )
        return shown

    def link(self, row: dict[str, str], number: int) -> str:
        """An anchor to the record."""
        return f'<a href="/item/{abs(hash_of(row["title"]))}-{number}">{self.mark(row["title"])}</a>'

    def action(self) -> str:
        """What can be done with each record."""
        if not self.actions:
            return ""
        word = self.words.vocabulary.actions[0]
        return f' <a class="more" href="/do/{self.rng.randrange(10**6)}">{word}</a>'


def hash_of(text: str) -> int:
    """A number for a text, the same in every process."""
    return sum((place + 1) * ord(char) for place, char in enumerate(text))


Renderer = Callable[[Draw], tuple[str, list[dict[str, str]]]]
LAYOUTS: dict[str, Renderer] = {}


def layout(function: Renderer) -> Renderer:
    """Register a layout under its name."""
    LAYOUTS[function.__name__] = function
    return function


def draw_of(words: Words, rng: random.Random, number: int | None = None) -> Draw:
    """Records to be rendered; *number* of them, or some."""
    vocabulary = words.vocabulary
    count = rng.choice([1, 2, 3, 5, 8, 12, 20]) if number is None else number
    names = rng.sample(
        vocabulary.fields, rng.randint(2, min(5, len(vocabulary.fields)))
    )
    query = rng.choice(["", words.word()])
    rows = []
    for _ in range(count):
        row = {"title": words.title()}
        if query and rng.random() < 0.5:
            row["title"] = f"{row['title']} {query}"
        row |= {field_name: words.value(kind) for field_name, kind in names}
        rows.append(row)
    prefix = rng.choice(vocabulary.prefixes)
    highlight, actions = rng.random() < 0.5, rng.random() < 0.4
    draw = Draw(words, rng, names, rows, prefix, query, highlight, actions)
    if count >= 4 and rng.random() < 0.4:
        draw.sponsored = [rng.choice([0, 2, count - 1])]
    return draw


def make(
    name: str, seed: int, vocabulary: Vocabulary, number: int | None = None
) -> Case:
    """A page of the layout *name*; *number* of records, or some."""
    rng = random.Random(f"{name} {seed}")
    words = Words(vocabulary, rng)
    draw = draw_of(words, rng, number)
    body, records = LAYOUTS[name](draw)
    count, query = len(records), draw.query
    total = count if rng.random() < 0.4 else count + rng.randint(0, 1000)
    if name.startswith(("json_", "xml_")):
        kind = "application/json" if name.startswith("json_") else "application/xml"
        return Case(name, body, "[]", records, query, total, kind)
    frame = Frame(words, rng, vocabulary)
    claimed = rng.choice(vocabulary.counts).format(first=1, last=count, total=total)
    nothing = rng.choice(vocabulary.nothing)
    nonsense = "xqzvkwj"
    return Case(
        name,
        frame.page(claimed, body, query),
        frame.page("", f"<p>{nothing.format(query=nonsense)}</p>", nonsense),
        records,
        query,
        total,
    )


class Frame:
    """The chrome of a site: menus, a form, what is recommended to everyone."""

    def __init__(
        self, words: Words, rng: random.Random, vocabulary: Vocabulary
    ) -> None:
        self._nav = "".join(
            f'<li><a href="/m{n}">{escape(text)}</a></li>'
            for n, text in enumerate(rng.sample(vocabulary.menu, 5))
        )
        self._semantic = rng.random() < 0.5
        self._side = ""
        if rng.random() < 0.6:
            cards = "".join(
                f'<div class="card"><h4><a href="/top/{n}">{words.title()}</a></h4>'
                f"<p>{words.value('text')}</p><span>{words.value('money')}</span></div>"
                for n in range(rng.randint(3, 6))
            )
            self._side = f"<div><h3>{words.words(1, 2)}</h3>{cards}</div>"
        self._foot = f"<p>© 2026 {words.words(2, 3)}</p><p>{words.value('text')}</p>"
        self._name = words.words(1, 2)

    def page(self, claim: str, body: str, query: str) -> str:
        """The page with *body* in its middle."""
        asked = escape(query)
        nav = (
            f"<nav><ul>{self._nav}</ul></nav>"
            if self._semantic
            else f"<ul>{self._nav}</ul>"
        )
        foot = (
            f"<footer>{self._foot}</footer>"
            if self._semantic
            else f"<div>{self._foot}</div>"
        )
        said = f"<p>{escape(claim)}</p>" if claim else ""
        return (
            f"<!doctype html><html><head><title>{asked} - {self._name}</title></head><body>"
            f"<div><h1>{self._name}</h1>{nav}</div>"
            f'<form action="/find"><input name="q" value="{asked}"><select name="c">'
            "<option>All</option><option>Some</option></select><button>Go</button></form>"
            f'<div id="content">{said}{body}</div>{self._side}{foot}</body></html>'
        )


def thin(draw: Draw, row: dict[str, str], share: float = 0.2) -> dict[str, str]:
    """A row of which optional fields may be missing; the title never is."""
    return {
        name: value
        for name, value in row.items()
        if name == "title" or draw.rng.random() >= share
    }


def dumps(value: object) -> str:
    """JSON as an API sends it."""
    return json.dumps(value, ensure_ascii=False)
