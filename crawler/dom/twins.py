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

CLAIMED = 0.8
"""The same for two pages of which one claims to be the other (``rel=canonical``)."""

# A band is made of the values of a sketch that fall into one of 16 classes, 8 of
# 128 on average. Near-equal sketches have most bands in common, while the text
# that all pages of a site share seldom fills a band alone.
_BANDS = 16
# A band that so many different texts have is chrome, and tells nothing.
_CROWD = 16
# Candidates that are compared, those with most bands in common first.
_CHECKS = 4
# URLs that are remembered, for each page that may be kept.
_PAGES = 10


class Twins:
    """Finds for each page an earlier one with the same body or near-equal text.

    Only a page without a twin is kept for later comparison, so a trap of near-equal
    pages costs the memory of one: 3.6 KB (sketch 1.1, bands 2), any other page 0.4.
    The time per page does not grow with the number of pages: 16 bands of at most 16
    pages each, 4 comparisons. From *limit* pages on, new ones are compared but no
    longer kept.
    """

    def __init__(self, limit: int = 100_000) -> None:
        self._limit = limit
        self._bodies: dict[str, str] = {}
        self._urls: list[str] = []
        self._sketches: list[array[int]] = []
        # The body and the kept page of each URL that was added.
        self._shown: dict[str, tuple[str, int | None]] = {}
        # Page, pages, or None for a crowd; most bands belong to one page.
        self._bands: dict[int, int | tuple[int, ...] | None] = {}

    def add(self, url: str, body_digest: str, sketch: Sequence[int]) -> Twin | None:
        """The URL of the twin and its kind, ``content`` before ``near``, or None.

        An empty digest or sketch is compared with nothing. The twin of a near-equal
        page is the first page seen with such a text; a page is no twin of itself.
        """
        kept = None
        twin, page, bands = self._look(url, body_digest, sketch)
        if twin is None and sketch and page is None and len(self._urls) < self._limit:
            kept = self._keep(url, sketch, bands)
        if body_digest:
            self._bodies.setdefault(body_digest, url)
        if len(self._shown) < _PAGES * self._limit:
            self._shown[url] = (body_digest, page if kept is None else kept)
        return twin

    def find(self, url: str, body_digest: str, sketch: Sequence[int]) -> Twin | None:
        """What :meth:`add` would say; the page is not kept."""
        return self._look(url, body_digest, sketch)[0]

    def __contains__(self, url: str) -> bool:
        """Whether a page of this URL was added."""
        return url in self._shown

    def confirms(
        self, claim: str, body_digest: str, sketch: Sequence[int]
    ) -> bool | None:
        """Whether a page that claims to be that of the URL *claim* shows its content.

        None when that page was not added yet, or says too little to be compared.
        """
        body, page = self._shown.get(claim, ("", None))
        if body and body == body_digest:
            return True
        if page is None or not sketch:
            return None
        return resemblance(sketch, self._sketches[page]) >= CLAIMED

    def _look(
        self, url: str, body_digest: str, sketch: Sequence[int]
    ) -> tuple[Twin | None, int | None, list[int]]:
        """The twin, the kept page with near-equal text, and the bands looked up."""
        if body_digest:
            first = self._bodies.get(body_digest, url)
            if first != url:
                return (first, "content"), self._shown.get(first, ("", None))[1], []
        if not sketch:
            return None, None, []
        bands = _bands(sketch)
        page = self._near(sketch, bands)
        if page is None or self._urls[page] == url:
            return None, page, bands
        return (self._urls[page], "near"), page, bands

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

    def _keep(self, url: str, sketch: Sequence[int], bands: list[int]) -> int:
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
        return page


def _bands(sketch: Sequence[int]) -> list[int]:
    """The sum of the hashes of each class: equal when all of the class are equal."""
    sums = [0] * _BANDS
    for value in sketch:
        sums[value % _BANDS] += value
    return [total for total in sums if total]
