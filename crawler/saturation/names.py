"""Which population a URL belongs to: a name, and the pools it may borrow from.

The name is the shape of the URL, with two changes that are learned. Where the values
of a parameter are few words (``do=edit``), they choose the template and are named. The
last segment of a path is named where it recurs (``/item/{int}/reviews``) or lies at
the top, else folded to how it is written: ``w`` for a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from crawler.saturation.words import Words
from crawler.urls import shape_of_key, split

if TYPE_CHECKING:
    from collections.abc import Iterable

POOL = "~"
"""Begins the name of a pool: the shape of that name is one of its members."""
_POOLS = 10
_WORD = re.compile(r"[A-Za-z][A-Za-z_-]{0,23}")
_SPACE = re.compile(r"([A-Za-z][A-Za-z_ -]{0,23})(?::|%3A)")
_RUN = re.compile(r"\{[a-z]+\}|(?:[A-Za-z]|%[0-9A-F]{2})+|[0-9]+")
_AGAIN = re.compile(r"(w[^\w{}])(?:\1)+")
# Names have dots too: only what is an extension is one.
_EXTENSION = re.compile(
    r"\.(?:[xsp]?html?|php[0-9]?|phtml|aspx?|ashx|jspx?|do|action|cgi|pl|cfm|nsf|rss|atom"
    r"|xml|json|te?xt|md|rst|pdf|csv|svg|png|gif|jpe?g|webp|ico|css|m?js|zip|t?gz)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Name:
    """Where a URL belongs."""

    name: str
    pools: tuple[str, ...]
    """Coarser and coarser populations."""
    margins: tuple[str, ...]
    """Pools that speak for the folder and for the last segment, or for each value that
    is named, where they together have hardly a page of their own."""
    section: str
    """What a link to it tells of the site: the first words of path and query."""


class Namer:
    """Names populations; what it learns from URLs changes later names only."""

    def __init__(self, *, recorded: bool = False) -> None:
        """*recorded* keeps what is new for :meth:`take_fresh`."""
        self.words = Words()
        self._fresh = Words() if recorded else None

    def name(self, key: str, *, learn: bool = True) -> Name:
        """The population of a canonical URL."""
        parts = split(key)
        if parts is None:
            return Name(key, (), (), key)
        shaped = shape_of_key(key).partition("#")[0].partition("?")[0]
        root = f"{parts.scheme}://{parts.host}{parts.port}"
        *folders, leaf = shaped.removeprefix(root).lstrip("/").split("/")
        pairs = [p for p in (parts.query or "").split("&") if p]
        if learn:
            self._learn(root, folders, leaf, pairs)
        names, valued = self._query(shaped, key, pairs)
        leaf, folded = self._leaf(root, folders, leaf)
        return _assemble(root, tuple(folders), (leaf, folded), names, valued)

    def _learn(
        self, root: str, folders: list[str], leaf: str, pairs: Iterable[str]
    ) -> None:
        place, folder = "/".join([root, *folders, leaf]), "/".join(folders)
        for words in filter(None, (self.words, self._fresh)):
            words.path(place)
            words.leaf(f"{root} {leaf}", folder)
            for pair in pairs:
                name, _, value = pair.partition("=")
                for slot, token in _tokens(f"{place}?{name[:80]}", value):
                    words.value(slot, token)
                    words.time(slot)

    def take_fresh(self) -> Words:
        """What was learned since the last call."""
        fresh = self._fresh or Words()
        self._fresh = Words()
        return fresh

    def _query(
        self, place: str, key: str, pairs: Iterable[str]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of parameters, and the same with the values that matter."""
        shaped = shape_of_key(key).partition("#")[0].partition("?")[2]
        plain = tuple(name for name in shaped.split("&") if name)
        valued = set(plain)
        for pair in pairs:
            name, _, value = pair.partition("=")
            for slot, token in _tokens(f"{place}?{name[:80]}", value):
                if token[0] != "{" and self.words.chooses(slot):
                    valued.discard(name)
                    valued.add(f"{name}={token}")
        return plain, tuple(sorted(valued))

    def _leaf(self, root: str, folders: list[str], leaf: str) -> tuple[str, str]:
        """The last segment as it is named, and folded."""
        folded = fold(leaf)
        if not folders:
            return leaf, leaf
        place = "/".join([root, *folders, leaf])
        recurs = self.words.recurs(place, f"{root} {leaf}")
        return (leaf if recurs else folded), folded


def _tokens(slot: str, value: str) -> list[tuple[str, str]]:
    """Slot and word of a value: all of it, or what stands before a colon."""
    if _WORD.fullmatch(value):
        return [(slot, value)]
    if found := _SPACE.match(value):
        return [(slot + ":", found[1] + ":")]
    # A value that is no word is one value more, or ids would look like few words.
    return [(slot, "{" + value[:40])] if value and not value.isdecimal() else []


@lru_cache(maxsize=8192)
def fold(leaf: str) -> str:
    """How a segment is written: words are ``w``, its types and extension stay.

    >>> [fold(s) for s in ("ada.king{int}", "a-long-title.html", "index.html")]
    ['w.w{int}', 'w-w.html', 'w.html']
    """
    extension = _EXTENSION.search(leaf)
    end = extension[0] if extension and extension.start() else ""
    space = _SPACE.match(leaf)
    head = leaf[: space.end()] if space else ""
    stem = leaf[len(head) : len(leaf) - len(end)]
    folded = _RUN.sub(_type, stem)
    return head + _AGAIN.sub(r"\1", folded)[:80] + end


def any_leaf(leaf: str) -> str:
    """Any segment of a kind: what stands before a colon, and the extension, stay.

    >>> [any_leaf(s) for s in ("Package:libfoo{int}", "index.html", "about")]
    ['Package:*', '*.html', '*']
    """
    extension, space = _EXTENSION.search(leaf), _SPACE.match(leaf)
    end = extension[0] if extension and extension.start() else ""
    return (leaf[: space.end()] if space else "") + "*" + end


def _type(found: re.Match[str]) -> str:
    run = found[0]
    if run[0] == "{":
        return run
    return "{int}" if run.isdecimal() else "w"


def _assemble(
    root: str,
    folders: tuple[str, ...],
    leaves: tuple[str, str],
    plain: tuple[str, ...],
    valued: tuple[str, ...],
) -> Name:
    leaf, folded = leaves

    def spell(path: Iterable[str], last: str, query: Iterable[str]) -> str:
        end = "&".join(query)
        return "/".join([root, *path, last]) + (f"?{end}" if end else "")

    pools = [spell(folders, leaf, plain)] if plain else []
    if plain:
        pools.append(spell(folders, leaf, ("**",)))
    if folders:
        pools.append(spell(folders, folded, plain))
        pools.append(spell(folders, any_leaf(leaf), plain))
    for depth in range(len(folders) - 1, 0, -1):
        path = (*folders[:depth], "**")
        pools += [spell(path, leaf, plain), spell(path, folded, plain)]
    name = spell(folders, leaf, valued)
    unique = tuple(POOL + pool for pool in dict.fromkeys(pools))
    if len(unique) > _POOLS:
        unique = (*unique[: _POOLS // 2], *unique[-_POOLS // 2 :])
    extension = _EXTENSION.search(leaf)
    first = folders[0] if folders else leaf
    words = [each for each in valued if "=" in each]
    section = " ".join([root, first, extension[0] if extension else "", *words])
    margins: tuple[str, ...] = ()
    if leaf != folded:
        elsewhere = (*folders[:-1], "**") if len(folders) > 1 else folders
        margins = (
            POOL + spell(folders, folded, plain),
            POOL + spell(elsewhere, leaf, plain),
        )
    if len(words) > 1:
        margins += tuple(POOL + spell(folders, leaf, (w, "*")) for w in words[:6])
    unique = tuple(dict.fromkeys((*unique, *margins)))
    return Name(name, unique, margins, section)
