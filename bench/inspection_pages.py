"""Pages of the site with seeded flaws, and what is seeded."""

from __future__ import annotations

import html
import random
import re
from dataclasses import dataclass, field
from typing import Final

# fmt: off
WORDS: Final = (
    "amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "haven",
    "islet", "jetty", "knoll", "ledge", "marsh", "north", "ocean", "plain",
    "quarry", "ridge", "shoal", "tarn", "upland", "valley", "weald", "yard",
)
# fmt: on
ODD: Final = 1234
"""The one item that shows its ``ref`` as it is."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A seeded flaw: where a scanner is to find it."""

    kind: str
    """As the module of the scanner is called."""
    path: str
    """Numbers as N."""
    parameter: str
    note: str = ""


FLAWS: Final = (
    Flaw("sql", "/item", "id", "an error of the database"),
    Flaw("xss", "/search", "q", "in text"),
    Flaw("xss", "/user/N/posts", "sort", "in an attribute"),
    Flaw("xss", "/comment", "text", "POST, on every article"),
    Flaw("xss", "/tag/WORD", "view", "in a comment of the markup"),
    Flaw("sql", "/login", "user", "POST"),
    Flaw("sql", "/find", "max", "among three harmless fields"),
    Flaw("file", "/download", "name", "traversal"),
    Flaw("file", "/page", "tpl", "an included file"),
    Flaw("redirect", "/go", "to", "on forty articles"),
    Flaw("redirect", "/switch", "back", "of a form"),
    Flaw("crlf", "/lang", "set", "in a header"),
    Flaw("exec", "/trace", "host", "a command"),
    Flaw("exec", "/convert", "format", "POST, a command"),
    Flaw("xss", "/docs/N/N", "debug", "on one page of 300"),
    Flaw("xss", "/item", "ref", f"of item {ODD} only, which looks like all others"),
)
"""Where something of the address or a body is taken as it is."""


@dataclass(frozen=True)
class Asked:
    """A request."""

    path: str
    values: dict[str, str]
    """Of the query, then of the body."""
    posted: bool = False

    def get(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)


@dataclass
class Answer:
    """A response."""

    body: str = ""
    status: int = 200
    headers: list[tuple[str, str]] = field(default_factory=list)


def page(title: str, body: str, kind: str) -> Answer:
    """The frame of all pages."""
    return Answer(
        f"<!doctype html><title>{html.escape(title)}</title><body class={kind}>"
        "<header><nav><a href=/>home</a> <a href=/items>items</a>"
        " <a href=/articles>articles</a> <a href=/users>users</a>"
        " <a href=/forum>forum</a> <a href=/docs>docs</a> <a href=/tags>tags</a>"
        " <a href=/search?q=amber>search</a> <a href=/lang?set=en>en</a>"
        " <a href=/lang?set=de>de</a></nav></header>"
        f"<main><h1>{html.escape(title)}</h1>{body}</main><footer>x</footer>"
    )


def text(seed: str, count: int = 40) -> str:
    """Words that are the same for the same seed."""
    chosen = random.Random(seed).choices(WORDS, k=count)
    return f"<p>{' '.join(chosen)}</p>"


def listing(title: str, links: list[str], at: int, base: str, size: int = 50) -> Answer:
    """Page *at* of a list of links."""
    shown = links[(at - 1) * size : at * size]
    rows = "".join(f"<li><a href='{link}'>{link}</a>" for link in shown)
    more = f"<a href='{base}/{at + 1}'>more</a>" if at * size < len(links) else ""
    return page(title, f"<ul>{rows}</ul>{more}", "list")


def number(text: str) -> int:
    """The first number in *text*, 1 without."""
    found = re.search(r"\d{1,9}", text)
    return int(found[0]) if found else 1
