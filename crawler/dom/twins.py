"""Pages that show what another page has shown already."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, Literal

from crawler.dom.sketch import grams, resemblance

if TYPE_CHECKING:
    from collections.abc import Sequence

    Twin = tuple[str, Literal["content", "near"]]

SHORT = 512
"""A text of fewer n-grams is short: one changed phrase is much of it."""
NEAR = 0.90
NEAR_SHORT = 0.85
"""Resemblance from which two texts, or two short ones, are near-equal."""

# A band is made of the values of a sketch that fall into one of 16 classes, 8 of
# 128 on average. Near-equal sketches have most bands in common, while the text
# that all pages of a site share seldom fills a band alone.
_BANDS = 16
# A band that so many different texts have is chrome, and tells nothing.
_CROWD = 16
# Candidates that are compared, those with most bands in common first.
_CHECKS = 4


class Twins:
    """Finds for each page an earlier one with the same body or near-equal text.

    Only a page without a twin is kept for later comparison, so a trap of near-equal
    pages costs the memory of one: 3.6 KB (sketch 1.1, bands 2), any other page 0.3.
    The time per page does not grow with the number of pages: 16 bands of at most 16
    pages each, 4 comparisons. From *limit* pages on, new ones are compared but no
    longer kept.
    """

    def __init__(self, limit: int = 100_000) -> None:
        self._limit = limit
        self._bodies: dict[str, str] = {}
        self._urls: list[str] = []
        self._sketches: list[array[int]] = []
        # Page, pages, or None for a crowd; most bands belong to one page.
        self._bands: dict[int, int | tuple[int, ...] | None] = {}

    def add(self, url: str, body_digest: str, sketch: Sequence[int]) -> Twin | None:
        """The URL of the twin and its kind, ``content`` before ``near``, or None.

        An empty digest or sketch is compared with nothing. The twin of a near-equal
        page is the first page seen with such a text; a page is no twin of itself.
        """
        if body_digest:
            first = self._bodies.setdefault(body_digest, url)
            if first != url:
                return first, "content"
        if not sketch:
            return None
        bands = _bands(sketch)
        page = self._near(sketch, bands)
        if page is None:
            if len(self._urls) < self._limit:
                self._keep(url, sketch, bands)
            return None
        return None if self._urls[page] == url else (self._urls[page], "near")

    def _near(self, sketch: Sequence[int], bands: list[int]) -> int | None:
        """The kept page most like *sketch*, if it is near-equal."""
        votes: Counter[int] = Counter()
        for band in bands:
            pages = self._bands.get(band)
            if pages is not None:
                votes.update((pages,) if isinstance(pages, int) else pages)
        threshold = NEAR_SHORT if grams(sketch) < SHORT else NEAR
        best = None
        for page, _ in votes.most_common(_CHECKS):
            found = resemblance(sketch, self._sketches[page])
            if found >= threshold:
                best, threshold = page, max(found, threshold)
        return best

    def _keep(self, url: str, sketch: Sequence[int], bands: list[int]) -> None:
        page = len(self._urls)
        self._urls.append(url)
        self._sketches.append(array("Q", sketch))
        for band in bands:
            pages = self._bands.get(band, ())
            if pages == ():
                self._bands[band] = page
            elif pages is not None:
                joined = (*((pages,) if isinstance(pages, int) else pages), page)
                self._bands[band] = joined if len(joined) <= _CROWD else None


def _bands(sketch: Sequence[int]) -> list[int]:
    """The sum of the hashes of each class: equal when all of the class are equal."""
    sums = [0] * _BANDS
    for value in sketch:
        sums[value % _BANDS] += value
    return [total for total in sums if total]
