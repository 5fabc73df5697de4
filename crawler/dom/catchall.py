"""What a site answers to URLs that nobody made, learned directory by directory.

Bar-Yossef et al., "Sic transit gloria telae" (2004), tell a soft 404 by asking for a
nonsense URL in the same directory. Servers also route by extension, so that a place is
both; and an answer is not asked for where two places above and beside it agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self
from urllib.parse import unquote, urlsplit

import mmh3

from crawler.dom.sketch import resemblance, sketch
from crawler.dom.volatile import steady
from crawler.urls import registrable_domain

if TYPE_CHECKING:
    from crawler.items import Page

SAME = 0.9
"""Resemblance of two texts from which one answer is the other."""
# An echo of the URL changes a text of some sentences less than that.
_FAR = 0.5
_EXTENSION = re.compile(r"[^/.][^/]*?(\.[A-Za-z0-9]{1,10})\Z")
_SEPARATORS = re.compile(r"[-_+]+")
# What a hostile site can make us keep and look through.
_MAX_PLACES = 500
_MAX_STEPS = 32
_AGREE = 2


class Place(NamedTuple):
    """Where one program answers: directory and extension of a site."""

    origin: str
    """Scheme, host and port."""
    directory: str
    """With its slash at the end."""
    extension: str
    """``.php``; empty when there is none."""

    @property
    def nonsense(self) -> str:
        """A URL here that nobody made: the same at every run."""
        name = f"no-such-page-{mmh3.hash_bytes(self.origin).hex()}"
        return f"{self.origin}{self.directory}{name}{self.extension}"


def place(url: str) -> Place:
    """The place of an http(s) URL.

    >>> place("http://h.test/a/b.php?c=d/e.f")
    Place(origin='http://h.test', directory='/a/', extension='.php')
    """
    parts = urlsplit(url)
    path = parts.path or "/"
    directory, _, name = path.rpartition("/")
    found = _EXTENSION.fullmatch(name)
    extension = found[1].lower() if found else ""
    return Place(f"{parts.scheme}://{parts.netloc}", f"{directory}/", extension)


def sibling_host(url: str) -> str | None:
    """The same URL on a host beside its own that nobody made; None if there is none.

    >>> sibling_host("http://a.shop.test:81/x")[:20]
    'http://no-such-host-'
    >>> sibling_host("http://shop.test/x") is sibling_host("http://127.0.0.1/") is None
    True
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    domain = registrable_domain(host)
    if not domain or host == domain:
        return None
    above = host.partition(".")[2]
    name = f"no-such-host-{mmh3.hash_bytes(above).hex()[:16]}"
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=f"{name}.{above}{port}").geturl()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a URL."""

    url: str
    """Where it ended."""
    digest: str
    texts: tuple[tuple[tuple[int, ...], int], ...]
    """Sketch, and hash of the steady text for where there is too little of it; first
    as it is, then without the URL that was asked for, which such pages like to name."""
    titles: tuple[str, str]
    """The same two of the title."""
    skeleton: int
    """Hash of the tree; 0 without one."""
    forms: frozenset[str]

    @classmethod
    def of(cls, page: Page, text: str) -> Self:
        """*text* is what a reader sees of the page."""
        asked = (*page.redirected_from, page.url)
        plain = _without_echo(text, asked)
        title = page.title.casefold()
        return cls(
            page.url,
            page.body_digest,
            tuple((sketch(one), mmh3.hash(steady(one))) for one in (text, plain)),
            (steady(title), steady(_without_echo(title, asked))),
            mmh3.hash(page.skeleton) if page.skeleton else 0,
            frozenset(
                " ".join((form.method, *sorted({field.name for field in form.fields})))
                for form in page.forms
            ),
        )

    def like(self, other: Answer) -> bool:
        """Whether this is the answer *other* again: as it ends, in body or in text.

        A form that *other* does not have makes it a page of its own, and so does
        another title: where all pages share most of their text, it tells them apart.
        """
        if not self.forms <= other.forms:
            return False
        if self.url == other.url or (self.digest and self.digest == other.digest):
            return True
        if not any(map(str.__eq__, self.titles, other.titles)):
            return False
        return any(
            self._reads_like(mine, theirs, other)
            for mine, theirs in zip(self.texts, other.texts, strict=True)
        )

    def may_be(self, page: Page) -> bool:
        """Whether *page* is worth its text: far from this, echoes make no difference.

        A page is parsed once more for it.
        """
        if self.url == page.url or (self.digest and self.digest == page.body_digest):
            return True
        raw = self.texts[0][0]
        return not (raw and page.sketch) or resemblance(raw, page.sketch) >= _FAR

    def _reads_like(
        self,
        mine: tuple[tuple[int, ...], int],
        theirs: tuple[tuple[int, ...], int],
        other: Answer,
    ) -> bool:
        if mine[0] and theirs[0]:
            return resemblance(mine[0], theirs[0]) >= SAME
        if mine[0] or theirs[0] or not self.skeleton:
            return False
        return (self.skeleton, mine[1]) == (other.skeleton, theirs[1])


def _without_echo(text: str, urls: tuple[str, ...]) -> str:
    """*text* without the URLs that were asked for, as written or as words.

    >>> _without_echo("no page 'My News' at /x/my-news", ("http://h/x/my-news",))
    "no page 'My News' at  "
    """
    echoes: set[str] = set()
    for url in urls:
        parts = urlsplit(url)
        name = parts.path.rpartition("/")[2]
        stem = name.partition(".")[0]
        words = _SEPARATORS.sub(" ", stem)
        for piece in (url, parts.path, parts.path[1:], name, stem, words):
            echoes |= {piece, unquote(piece)}
    for echo in sorted(echoes, key=lambda echo: (-len(echo), echo)):
        if len(echo) > 3:  # a short one may be a word
            text = text.replace(echo, " ")
    return text


class Places:
    """How each place answers what does not exist: honestly, or as which page.

    None stands for an honest answer: an error, or none at all.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], dict[str, Answer | None]] = {}

    def learn(self, where: Place, answer: Answer | None) -> None:
        """Keep what nonsense in this place was answered with."""
        known = self._known.setdefault((where.origin, where.extension), {})
        if where.directory in known or len(known) < _MAX_PLACES:
            known[where.directory] = answer

    def failed(self, url: str) -> None:
        """An answer of 404 or 410 is as good as one to a nonsense URL."""
        where = place(url)
        known = self._known.setdefault((where.origin, where.extension), {})
        if len(known) < _MAX_PLACES:
            known.setdefault(where.directory, None)

    def knows(self, where: Place) -> bool:
        """Whether :meth:`answer` is known: asked here, or told by places around it."""
        return self._find(where)[0]

    def answer(self, where: Place) -> Answer | None:
        """What this place, or else the nearest one above it, answers nonsense with."""
        known, answer = self._find(where)
        if known:
            return answer
        places = self._known.get((where.origin, where.extension), {})
        for above in _upwards(where.directory):
            if above in places:
                return places[above]
        return None

    def _find(self, where: Place) -> tuple[bool, Answer | None]:
        """From here up, the first directory beneath which two places are known."""
        places = self._known.get((where.origin, where.extension), {})
        if where.directory in places:
            return True, places[where.directory]
        for above in _upwards(where.directory):
            under = [place for place in places if place.startswith(above)]
            if len(under) >= _AGREE:
                first = places[under[0]]
                agree = all(_agree(first, places[one]) for one in under[1:])
                return agree, first if agree else None
        return False, None


def _agree(one: Answer | None, other: Answer | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or (one.like(other) and other.like(one))


def _upwards(directory: str) -> list[str]:
    """A directory and those above it, 32 at most, the root the last.

    >>> _upwards("/a/b/")
    ['/a/b/', '/a/', '/']
    """
    found = [directory]
    while found[-1] != "/" and len(found) < _MAX_STEPS:
        found.append(found[-1][: found[-1].rindex("/", 0, -1) + 1])
    return found if found[-1] == "/" else [*found, "/"]
