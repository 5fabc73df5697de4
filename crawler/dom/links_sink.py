"""Collects the links of one document: resolved, each once, bounded in number."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crawler.items import Link
from crawler.urls import registrable_domain, resolve, split

if TYPE_CHECKING:
    from crawler.dom.document import Document
    from crawler.items import Place

MAX_LINKS: Final = 50_000
MAX_CHARACTERS: Final = 16_000_000
"""Of all URLs of a page together: 50,000 on a base of 2,000 would have 100 MB."""
MAX_TEXT: Final = 200
MAX_REFUSED: Final = 200
METHODS: Final = (":post", ":put", ":patch", ":delete")
"""Endings of an origin that is not asked for by GET."""
_MAX_HREF: Final = 65_536
_MAX_TOLD: Final = 2_083
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
# What is no place elsewhere: it is in the page already (and read there).
_WITHIN: Final = frozenset({"about", "blob", "data", "javascript", "vbscript"})
# A template that nobody filled in: a link by the letter, hardly one in fact.
_PLACEHOLDERS: Final = ("{{", "${", "<%", "{%")


class Sink:
    """The links found so far, in the order in which they were found first."""

    __slots__ = (
        "_base",
        "_below",
        "_characters",
        "_encoding",
        "_found",
        "_known",
        "_more",
        "_refused",
        "_resolved",
        "_site",
        "_texts",
        "_url",
        "full",
        "within",
    )

    def __init__(self, document: Document) -> None:
        self._base = document.base_url or document.url
        self._encoding = document.encoding
        self._resolved: dict[str, str | None] = {}
        self._found: dict[tuple[str, str], Link] = {}
        # Further texts of the same links: one "Log out" among them is enough.
        self._more: dict[tuple[str, str], dict[str, None]] = {}
        self._texts = 0
        self._characters = 0
        self._refused: dict[str, str] = {}
        self._known: set[str] = set()
        self._url = document.url
        self._below = _below(self._base, self._url)
        self._site = _site(document.url)
        self.full = False
        self.within = ""
        """Where no link is a real one: ``comment``, ``template``... Its name is the
        origin of all that is added (but for the method of a form)."""

    def add(  # noqa: PLR0913 - what there is to know of a link
        self,
        href: str,
        origin: str,
        text: str = "",
        *,
        guessed: bool = False,
        embedded: bool = False,
        place: Place | None = None,
    ) -> None:
        """Add what *href* refers to, if it is a URL that can be asked for."""
        if href not in self._resolved:
            full = self._characters >= MAX_CHARACTERS
            if full or len(self._resolved) >= 2 * MAX_LINKS:
                self.full = True
                return
            self._resolved[href] = found = self._resolve(href)
            self._characters += len(found or "")
        url = self._resolved[href]
        if url is None:
            if not guessed and not self.within:
                self._refuse(href)
            return
        if self.within:
            guessed = True
            origin = origin if origin.endswith(METHODS) else self.within
        if not guessed and ("{" in href or "%" in href):
            guessed = any(mark in href for mark in _PLACEHOLDERS)
        self._keep(
            Link(
                url,
                origin,
                text[:MAX_TEXT],
                guessed=guessed,
                embedded=embedded,
                place=place,
            )
        )

    def _keep(self, link: Link) -> None:
        place = (link.url, link.origin)
        known = self._found.get(place)
        if known is not None and (not link.text or link.text == known.text):
            return
        if known is not None and known.text:
            more = self._more.setdefault(place, {})
            if link.text not in more and self._texts < MAX_LINKS:
                more[link.text] = None
                self._texts += 1
        elif known is None and len(self._found) >= MAX_LINKS:
            self.full = True
        else:
            self._found[place] = link

    def _refuse(self, href: str) -> None:
        """Keep what is a link, and nothing that can be asked for."""
        told = "".join(href[: _MAX_TOLD + 1].split())[:_MAX_TOLD]
        if told in self._refused or len(self._refused) >= MAX_REFUSED:
            return
        scheme = _SCHEME.match(told)
        name = scheme[1].lower() if scheme else ""
        if name in _WITHIN or not told:
            return
        if name and name not in {"http", "https"}:
            self._refused[told] = name
        else:
            self._refused[told] = "no URL that browsers ask for"

    def refuse(self, href: str, why: str) -> None:
        """Keep what is told of as a place, and cannot be asked for as it stands."""
        if len(self._refused) < MAX_REFUSED:
            self._refused[href[:_MAX_TOLD]] = why

    def mention(self, href: str, origin: str, *, embedded: bool = False) -> bool:
        """Add what a text mentions, if it is of the own domain and no link; whether it
        was."""
        if href.startswith("http") and _site(href) != self._site:
            return False
        if not self._known:
            self._known.update(url for url, _ in self._found)
        if self._resolve(href) in self._known:
            return False
        self.add(href, origin, guessed=True, embedded=embedded)
        return True

    def below_base(self, href: str, origin: str, *, embedded: bool = False) -> None:
        """Add a path from the root below the base that the document declares, too.

        So routers join the two (Angular's ``APP_BASE_HREF``, React Router's
        ``basename``), where an application is not at the root of its host.
        """
        below = self._below
        if below and href[:1] == "/" != href[1:2] and not href.startswith(f"{below}/"):
            self.add(below + href, origin, guessed=True, embedded=embedded)

    def folder(self) -> None:
        """Add the base URL itself, when the document names one."""
        if self._base != self._url:
            self.add("", "base@href", guessed=True)

    def absolute(self, href: str, base: str) -> str:
        """*href* relative to *base*, which itself is relative to the document's."""
        outer = self._resolve(base)
        url = resolve(href, outer, self._encoding) if outer else None
        return url or href

    def links(self) -> tuple[Link, ...]:
        for place, texts in self._more.items():
            self._found[place] = replace(self._found[place], others=tuple(texts))
        return tuple(self._found.values())

    def refused(self) -> tuple[tuple[str, str], ...]:
        """Links to what is not asked for by http(s), 200 at most: text, scheme or why.

        Not of what stands in the page itself (``data:``, ``javascript:``).
        """
        return tuple(self._refused.items())

    def _resolve(self, href: str) -> str | None:
        if len(href) > _MAX_HREF:
            return None
        if not href.strip("\t\n\f\r "):
            # The base URL itself, without a fragment (URL Standard 4.4).
            href = self._base.partition("#")[0]
        return resolve(href, self._base, self._encoding)


def _below(base: str, url: str) -> str:
    """The path of a base without its last slash, or the page that it may name; empty
    when it is the page itself, of another origin, or the root.

    >>> _below("http://h/app/index.html", "http://h/app/b")
    '/app'
    """
    own, declared = split(url), split(base)
    if base == url or own is None or declared is None:
        return ""
    if (own.scheme, own.host, own.port) != (
        declared.scheme,
        declared.host,
        declared.port,
    ):
        return ""
    folder, _, name = declared.path.rpartition("/")
    return (declared.path if "." not in name else folder).rstrip("/")


def _site(url: str) -> str:
    """Registrable domain, or host when it has none, and port."""
    parts = split(url)
    if parts is None:
        return ""
    return f"{registrable_domain(parts.host) or parts.host}{parts.port}"
