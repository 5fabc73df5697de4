"""The language that a page says it is in (BCP 47, RFC 4647)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from crawler.dom import Document


def declared_language(document: Document, header: str = "") -> str:
    """The tag that a page declares, case-folded; empty when it declares none.

    By ``lang`` or ``xml:lang`` of its root, else by *header*, its Content-Language,
    when that names one language.
    """
    root = document.tree.root if document.tree is not None else None
    found = ""
    if root is not None:
        known = root.attributes
        found = known.get("lang") or known.get("xml:lang") or ""
    if not found and "," not in header:
        found = header
    return found.strip().casefold()[:40]


def speaks(told: str, wanted: Collection[str]) -> bool:
    """Whether a page that declares *told* is in one of the languages (basic filtering).

    >>> speaks("en-gb", ["de", "en"]), speaks("en", ["en-gb"]), speaks("", ["en"])
    (True, False, True)
    """
    return not told or any(
        told == tag.casefold() or told.startswith(f"{tag.casefold()}-")
        for tag in wanted
    )
