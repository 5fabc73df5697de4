"""A URL as the program behind it would read it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote, unquote_plus

from crawler.forms import verbs
from crawler.urls import split

_MAX_PAIRS = 100
_NO_WORD = re.compile(r"[\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# A number, a UUID or hash, a token or a slug with a number.
_ID = re.compile(r"\d+|(?=.*\d)[\da-fA-F-]{8,}|(?=.*\d)[\w=-]{12,}")


def is_id(text: str) -> bool:
    """Whether *text* names one thing of many."""
    return _ID.fullmatch(text) is not None


def words_of(text: str) -> list[str]:
    """The words of a segment or a name, casefolded.

    >>> words_of("userLogout_now")
    ['user', 'logout', 'now']
    """
    return _NO_WORD.sub(" ", _CAMEL.sub(" ", text)).casefold().split()


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of a URL, decoded, its path without what follows a semicolon."""

    host: str
    segments: tuple[str, ...]
    extension: str
    pairs: tuple[tuple[str, str], ...]
    anchor: bool
    """It points into a page."""
    route: bool
    """It points to a page of a program that runs in the browser."""

    @property
    def acts_on(self) -> bool:
        """Whether the query names a thing."""
        return any(
            is_id(value) or (value and name.endswith("id"))
            for name, value in self.pairs
        )

    def under(self, words: frozenset[str]) -> bool:
        """Whether a segment before the last one has a word of *words*."""
        return any(not words.isdisjoint(words_of(part)) for part in self.segments[:-1])

    @property
    def reading(self) -> bool:
        """Whether pages are read here, rather than programs run."""
        return (
            self.host.partition(".")[0] in verbs.READING_HOSTS
            or self.under(verbs.REFERENCES)
            or self.under(verbs.READINGS)
        )

    @property
    def wiki_page(self) -> bool:
        """Whether it is a page of a wiki by that title."""
        if len(self.segments) < 2 or self.segments[-2].casefold() != "wiki":
            return False
        space, colon, _ = self.segments[-1].partition(":")
        return bool(colon and space.casefold() not in verbs.SPECIAL) or (
            not colon and space[:1].isupper()
        )


def place_of(url: str) -> Place | None:
    """The place of an http(s) URL; a known extension leaves the last segment."""
    parts = split(url)
    if parts is None:
        return None
    path = re.sub(r";[^/]*", "", parts.path)  # matrix parameters, session ids
    segments = [unquote(part) for part in path.split("/") if part]
    extension = ""
    if segments:
        stem, dot, extension = segments[-1].rpartition(".")
        extension = extension.lower() if dot and stem else ""
        if extension in verbs.PROGRAMS or extension in verbs.DOCUMENTS:
            segments[-1] = stem
    pairs = []
    for pair in (parts.query or "").split("&")[:_MAX_PAIRS]:
        name, _, value = pair.partition("=")
        pairs.append((unquote_plus(name).casefold(), unquote_plus(value)))
    route = (parts.fragment or "").startswith(("/", "!"))
    return Place(
        host=parts.host,
        segments=tuple(segments),
        extension=extension,
        pairs=tuple(pairs),
        anchor=parts.fragment is not None and not route,
        route=route,
    )
