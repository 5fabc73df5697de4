"""What the pages of a site show whatever is asked: learned from pages without records.

Madhavan et al., "Google's Deep Web crawl" (2008), want a signature of results that
ignores what stands around them; the answer to a nonsense query has all of that and
nothing else. Texts are compared with the path of tags that leads to them, without what
only echoes the query.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Final, TypeAlias

from crawler.harvest.identity import fold
from crawler.harvest.names import Names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from crawler.harvest.records_tree import Element, Tree

Key: TypeAlias = tuple[int, str]
"""Hash of the path of tags, and a text."""
MAX_KNOWN: Final = 200_000
"""Texts that are remembered of all reference pages."""
_MAX_ITEMS: Final = 20_000
"""Items that are counted: one that is first met late is not on every answer."""
_ECHO: Final = "\0"
# A block is promoted when it is on each of so many answers that else differ.
_PAGES: Final = 4


class Contrast:
    """Marks in each tree what is new against the reference pages."""

    def __init__(self) -> None:
        self._known: set[Key] = set()
        self._items = Names()
        self._times = array("I")
        """Answers that each item is on."""
        self._answers = 0

    def __bool__(self) -> bool:
        return bool(self._known)

    def learn(self, tree: Tree, echo: Iterable[str] = ()) -> None:
        """Keep the texts of a page that shows no records; *echo* is what was asked."""
        for key in keys(tree, echo):
            if len(self._known) >= MAX_KNOWN:
                return
            self._known.add(key)

    def mark(self, tree: Tree, echo: Iterable[str] = ()) -> None:
        """Set ``fresh`` of every element: characters that reference pages lack."""
        pattern = _pattern(echo)
        for element in reversed(tree.order):
            if not element.tag:
                key = _key(element, pattern, self._known)
                element.fresh = 0 if key in self._known else element.size
            if element.parent is not None:
                element.parent.fresh += element.fresh

    def answered(self, identities: Iterable[str]) -> None:
        """Count the items of an answer; each answer is to another query."""
        self._answers += 1
        for identity in dict.fromkeys(identities):
            number = self._items.number(identity)
            if number is not None:
                self._times[number] += 1
            elif len(self._items) < _MAX_ITEMS:
                self._items.add(identity)
                self._times.append(1)

    def forget(self) -> None:
        """Count anew: items are told apart in another way from now on."""
        self._items, self._times = Names(), array("I")
        self._answers = 0

    def constant(self, identities: list[str]) -> set[str]:
        """Items that are on every answer so far while most others are not.

        What all answers have in common is no finding: it is promoted, or a default.
        """
        if self._answers < _PAGES or len(identities) < 2:
            return set()
        numbers = [self._items.number(one) for one in identities]
        counts = [0 if n is None else self._times[n] for n in numbers]
        if sorted(counts)[len(counts) // 2] > self._answers / 2:
            return set()
        pairs = zip(identities, counts, strict=True)
        return {one for one, count in pairs if count >= self._answers}


def keys(tree: Tree, echo: Iterable[str] = (), known: Collection[Key] = ()) -> set[Key]:
    """Every text with its path of tags, without what echoes the query.

    A text that is *known* as it is has the word that was asked for by chance.
    """
    pattern = _pattern(echo)
    return {_key(text, pattern, known) for text in tree.texts()}


def _key(text: Element, echo: re.Pattern[str] | None, known: Collection[Key]) -> Key:
    plain = fold(text.text).casefold()
    if echo is None or (text.path, plain) in known:
        return text.path, plain
    return text.path, echo.sub(_ECHO, plain)


def _pattern(echo: Iterable[str]) -> re.Pattern[str] | None:
    """What was asked, as words of the page: a letter in a word is no echo."""
    words = sorted({fold(one).casefold() for one in echo if one}, key=len, reverse=True)
    words = [word for word in words if word][:50]
    if not words:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
