"""What a link is known by before it is followed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from crawler.focus.word_id import word_id
from crawler.focus.words import words
from crawler.urls import split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.items import Link

MAX_EACH: Final = 20
"""Words of an anchor, of its context, of a URL...: each counts alike."""


def features(link: Link, *, paper: bool = False) -> tuple[int, ...]:
    """Ids of the features of a link, each once, in order.

    Words of its anchor and of the text around, parts of its URL, of the URL of its
    image, and words of that image's ``alt``; and the path of tags it stands at, which
    the paper does not have (Gauquier and others use it alone).
    """
    named = dict.fromkeys(_named(link, paper=paper))
    return tuple(sorted(word_id(name) for name in named))


def _named(link: Link, *, paper: bool) -> Iterator[str]:
    place = link.place
    yield from _words("a", link.text)
    yield from _url("u", link.url)
    if place is not None:
        yield from _words("c", place.around)
        yield from _words("l", place.alt)
        yield from _url("i", place.image)
        if not paper and place.path:
            yield f"t:{place.path}"


def _words(kind: str, text: str) -> Iterator[str]:
    return (f"{kind}:{_plain(word)}" for word in islice(words(text[:500]), MAX_EACH))


def _url(kind: str, url: str) -> Iterator[str]:
    parts = split(url)
    if parts is None:
        return
    yield f"{kind}:host:{parts.host}"
    yield from _words(kind, f"{parts.path} {parts.query or ''}")


def _plain(word: str) -> str:
    """Numbers are alike: an id of a page says nothing about others."""
    return "#" if word.isdecimal() else word
