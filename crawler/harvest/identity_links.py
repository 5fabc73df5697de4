"""Whether its link tells a record, though each answer shows it in another light.

Results of a search quote what matches: one page comes with another snippet, score or
highlighting for each word. But so do different records that share a link: the dates
of one play, the reviews of one product. What tells them apart is that a record which
is one of its own is shown wherever it matches. Was something shown for one word, does
it contain a second word, and does the whole answer to that one show its link with
another text, then the text belongs to the question (*restated*). Where pages of the
answer are still missing, the first text may be on one of them (*moved*); many of these
tell as much. Has one answer a link twice, with two texts, then it leads to more than
one record (*apart*).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from crawler.harvest.identity import fold

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

MAX_LINKS: Final = 4_000
"""Links that are watched."""
_MAX_ASKED: Final = 10_000
_MAX_OPEN: Final = 100
"""Answers of which pages are missing."""
_SAYINGS: Final = 4
_QUERIES: Final = 6
_MAX_TEXT: Final = 600
_LEAST: Final = 8
_SOME: Final = 3
_MANY: Final = 12
"""Links that are restated or moved, of which the latter are enough."""
_APART: Final = 0.05
_HARDLY: Final = 0.01
# So many links lead to several records, and more than are restated: no use to go on.
_HOPELESS: Final = 50
_WORD = re.compile(r"\w+")

Asked: TypeAlias = "tuple[Hashable, tuple[str, ...]]"
"""What else was chosen, and the words of the question."""


class Sight(NamedTuple):
    """A record in an answer."""

    head: str
    """Its link, with the text that it is on, as one key."""
    said: str
    """Digest of all that it says."""
    text: str


@dataclass(slots=True)
class _Link:
    shown: dict[Asked, set[str]] = field(default_factory=dict)
    """Question -> digests of what it showed here."""
    texts: dict[str, tuple[str, set[Hashable]]] = field(default_factory=dict)
    """Digest -> text, and what else was chosen when it was shown."""
    apart: bool = False
    restated: bool = False
    moved: bool = False


class Sightings:
    """Counts links that are restated, and links that lead to several records.

    Bounded: some thousand links, each with a few texts.
    """

    def __init__(self) -> None:
        self._links: dict[str, _Link] = {}
        self._whole: set[Asked] = set()
        self._open: dict[Asked, set[str]] = {}
        self.restated = 0
        self.moved = 0
        """Restated as far as the pages so far tell; the restated among them."""
        self.apart = 0
        self.closed = False
        """Nothing more is to be learned."""

    def add(
        self,
        sights: Iterable[Sight],
        words: Iterable[str],
        setting: Hashable = (),
        *,
        whole: bool = True,
    ) -> None:
        """Take in a page of the answer to *words*; *whole*: the last one, none missing.

        *setting* is what else was chosen: it may be why a record is not shown.
        """
        asked = (setting, words_of(" ".join(words)))
        if self.closed or not asked[1]:
            return
        if whole and len(self._whole) < _MAX_ASKED:
            self._whole.add(asked)
        heads: set[str] = set()
        for sight in sights:
            link = self._links.get(sight.head)
            if link is None:
                if len(self._links) >= MAX_LINKS:
                    continue
                link = self._links[sight.head] = _Link()
            self._see(link, sight, asked)
            heads.add(sight.head)
        if whole:
            heads |= self._open.pop(asked, set())
        elif asked in self._open or len(self._open) < _MAX_OPEN:
            self._open.setdefault(asked, set()).update(heads)
        for head in heads:
            self._count(self._links[head])
        if self.apart >= _HOPELESS and self.apart > self.restated:
            self.close()

    def tells(self) -> bool:
        """Whether link and name tell the record."""
        if self.moved >= _MANY and self.apart <= _HARDLY * self.moved:
            return True
        return self.restated >= _LEAST and self.apart <= _APART * self.restated

    def hints(self) -> bool:
        """Whether it looks like that, as far as few answers can say."""
        return self.restated >= _SOME and self.apart <= _APART * self.restated

    def close(self) -> None:
        """Forget all links."""
        self.closed = True
        self._links.clear()
        self._whole.clear()
        self._open.clear()

    @staticmethod
    def _see(link: _Link, sight: Sight, asked: Asked) -> None:
        shown = link.shown.get(asked)
        if shown is None:
            if len(link.shown) >= _QUERIES:
                return
            shown = link.shown[asked] = set()
        known = link.texts.get(sight.said)
        if known is not None:
            known[1].add(asked[0])
        elif len(link.texts) < _SAYINGS:
            link.texts[sight.said] = sight.text[:_MAX_TEXT], {asked[0]}
        else:
            return
        shown.add(sight.said)

    def _count(self, link: _Link) -> None:
        apart, restated, moved = link.apart, link.restated, link.moved
        link.apart = apart or any(len(shown) > 1 for shown in link.shown.values())
        found = [] if link.apart else self._restating(link)
        link.moved, link.restated = bool(found), any(a in self._whole for a in found)
        self.apart += link.apart - apart
        self.moved += link.moved - moved
        self.restated += link.restated - restated

    @staticmethod
    def _restating(link: _Link) -> list[Asked]:
        """Questions that show this link otherwise than with a text they are met in."""
        found = []
        for said, (text, settings) in link.texts.items():
            words = None
            for asked, shown in link.shown.items():
                if said in shown or asked[0] not in settings:
                    continue
                words = set(words_of(text)) if words is None else words
                if words.issuperset(asked[1]):
                    found.append(asked)
        return found


def words_of(text: str) -> tuple[str, ...]:
    """Words as they are compared.

    >>> words_of("Tea & Coffee")
    ('tea', 'coffee')
    """
    return tuple(_WORD.findall(fold(text).casefold()))
