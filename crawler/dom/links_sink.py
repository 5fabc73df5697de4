"""Collects the links of one document: resolved, each once, bounded in number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.items import Link
from crawler.urls import resolve

if TYPE_CHECKING:
    from crawler.dom.document import Document

MAX_LINKS: Final = 50_000
MAX_TEXT: Final = 200
_MAX_HREF: Final = 65_536
# A template that nobody filled in: a link by the letter, hardly one in fact.
_PLACEHOLDERS: Final = ("{{", "${", "<%", "{%")


class Sink:
    """The links found so far, in the order in which they were found first."""

    __slots__ = ("_base", "_encoding", "_found", "_resolved", "full")

    def __init__(self, document: Document) -> None:
        self._base = document.base_url or document.url
        self._encoding = document.encoding
        self._resolved: dict[str, str | None] = {}
        self._found: dict[tuple[str, str], Link] = {}
        self.full = False

    def add(
        self,
        href: str,
        origin: str,
        text: str = "",
        *,
        guessed: bool = False,
        embedded: bool = False,
    ) -> None:
        """Add what *href* refers to, if it is a URL that can be asked for."""
        if href not in self._resolved:
            if len(self._resolved) >= 2 * MAX_LINKS:
                self.full = True
                return
            self._resolved[href] = self._resolve(href)
        url = self._resolved[href]
        if url is None:
            return
        known = self._found.get((url, origin))
        if known is not None and (known.text or not text):
            return
        if known is None and len(self._found) >= MAX_LINKS:
            self.full = True
            return
        if not guessed and ("{" in href or "%" in href):
            guessed = any(mark in href for mark in _PLACEHOLDERS)
        self._found[url, origin] = Link(
            url, origin, text[:MAX_TEXT], guessed=guessed, embedded=embedded
        )

    def links(self) -> tuple[Link, ...]:
        return tuple(self._found.values())

    def _resolve(self, href: str) -> str | None:
        if len(href) > _MAX_HREF:
            return None
        if not href.strip("\t\n\f\r "):
            # The base URL itself, without a fragment (URL Standard 4.4).
            href = self._base.partition("#")[0]
        return resolve(href, self._base, self._encoding)
