"""A static site of link-rich pages, the same for the same seed.

Each template has a structure of its own: a menu, a column of neighbours, and a main
part of blocks in an order of its own; its pages differ in text and in how often a
block repeats. Links are written as sites write them: relative, rooted, with a query.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_TEXT: Final = (
    "harbour ledger window copper river market garden signal timber engine "
    "border winter method bridge letter castle filter record session orange "
    "account catalogue discount delivery warranty schedule argument pointer "
    "function interface template parameter exception iterator module package"
)
_WORDS: Final = [
    f"{prefix}{stem}{suffix}"
    for stem in _TEXT.split()
    for prefix in ("", "over", "re", "sub", "un")
    for suffix in ("", "able", "ed", "er", "ing", "less", "ness", "s")
]


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the site is, and how its pages are."""

    pages: int = 2000
    templates: int = 40
    links: int = 150
    size: int = 40_000
    seed: int = 1


def build(root: Path, shape: Shape) -> list[str]:
    """Write the pages below *root*: their paths, in the order of their numbers."""
    rng = random.Random(shape.seed)
    plans = [_plan(rng) for _ in range(shape.templates)]
    paths = [_path(number, shape.templates) for number in range(shape.pages)]
    for number, path in enumerate(paths):
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        page = _Writer(random.Random(f"{shape.seed} {number}"), paths, shape)
        target.write_text(page.document(number, plans[number % shape.templates]))
    return paths


def _path(number: int, templates: int) -> str:
    kind = number % templates
    return f"section{kind % 8}/kind{kind}/item-{number}.html"


def _plan(rng: random.Random) -> list[tuple[str, int]]:
    """The blocks of a template, each with its depth of boxes."""
    names = sorted(_BLOCKS)
    return [(rng.choice(names), rng.randrange(4)) for _ in range(rng.randint(4, 9))]


class _Writer:
    """Writes one page."""

    def __init__(self, rng: random.Random, paths: list[str], shape: Shape) -> None:
        self.rng = rng
        self._paths = paths
        self._shape = shape

    def text(self, words: int) -> str:
        return " ".join(self.rng.choices(_WORDS, k=words))

    def link(self) -> str:
        """An anchor to a page of the site: one of three spellings, or a search."""
        number = self.rng.randrange(len(self._paths))
        path, kind = self._paths[number], self.rng.random()
        if kind < 0.6:
            href = f"../../{path}"
        elif kind < 0.85:
            href = f"/@EDITION@/{path}"
        elif kind < 0.95:
            href = f"../../{path}#part-{number % 9}"
        else:
            href = f"../../search.html?q={self.rng.choice(_WORDS)}&page={number % 7}"
        return f'<a class="ref" href="{href}" title="{self.text(2)}">{self.text(2)}</a>'

    def document(self, number: int, plan: list[tuple[str, int]]) -> str:
        shape = self._shape
        menu = "".join(
            f'<li class="entry"><a href="/@EDITION@/{path}">Menu {at}</a></li>'
            for at, path in enumerate(self._paths[: shape.links // 5])
        )
        parts = [
            "<!DOCTYPE html><html lang=en><head>",
            f"<title>Item {number} @EDITION@</title>",
            '<link rel=stylesheet href="/style.css"><script src="/app.js"></script>',
            f"</head><body class=kind><header><nav><ul>{menu}</ul></nav></header>",
            f"<main><h1>Item {number} of edition @EDITION@</h1>",
        ]
        left = shape.links - shape.links // 5
        each = max(1, left // len(plan))
        for name, depth in plan:
            block = _BLOCKS[name](self, each)
            parts.append("<div class=box>" * depth + block + "</div>" * depth)
        rest = shape.size - sum(map(len, parts))
        while rest > 0:
            parts.append(f"<p>{self.text(min(120, 1 + rest // 8))}</p>")
            rest -= len(parts[-1])
        parts.append(f"</main><footer><p>{self.link()}</p></footer></body></html>")
        return "\n".join(parts)


def _table(page: _Writer, links: int) -> str:
    rows = (
        f"<tr><td>{page.link()}</td><td>{page.text(3)}</td><td class=n>{at}</td></tr>"
        for at in range(links)
    )
    return f"<table class=list><tbody>{''.join(rows)}</tbody></table>"


def _cards(page: _Writer, links: int) -> str:
    return "".join(
        f'<div class="card"><h3>{page.link()}</h3><p>{page.text(9)}</p>'
        f'<img src="/img/{at}.png" alt="{page.text(1)}"></div>'
        for at in range(links)
    )


def _listing(page: _Writer, links: int) -> str:
    return f"<ul>{''.join(f'<li>{page.link()}</li>' for _ in range(links))}</ul>"


def _prose(page: _Writer, links: int) -> str:
    return "".join(
        f"<p>{page.text(12)} {page.link()} {page.text(8)} <em>{page.text(2)}</em></p>"
        for _ in range(links)
    )


def _form(page: _Writer, links: int) -> str:
    options = "".join(f"<option>{page.text(1)}</option>" for _ in range(6))
    return (
        '<form action="/@EDITION@/search.html" method=get><fieldset>'
        f"<label>{page.text(1)} <input name=q></label><select name=kind>{options}"
        f"</select><button>Go</button></fieldset></form>{_listing(page, links)}"
    )


def _terms(page: _Writer, links: int) -> str:
    pairs = (
        f"<dt>{page.link()}</dt><dd><code>{page.text(1)}</code> {page.text(6)}</dd>"
        for _ in range(links)
    )
    return f"<dl>{''.join(pairs)}</dl>"


_BLOCKS: Final[dict[str, Callable[[_Writer, int], str]]] = {
    "cards": _cards,
    "form": _form,
    "listing": _listing,
    "prose": _prose,
    "table": _table,
    "terms": _terms,
}
