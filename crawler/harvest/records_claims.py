"""How many records a page says it shows, by what it says outside of them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from crawler.harvest.paging_claims import claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crawler.harvest.records_tree import Element, Tree

FIRM: Final = 3
"""More items than so many are alike by more than chance."""
# A total is what one page shows when it is less than this.
_FEW: Final = 50
_MAX_CLAIMS: Final = 100


class Claims:
    """What the lines of a page say of a number of results."""

    def __init__(self, tree: Tree, lines: Iterable[tuple[str, int]]) -> None:
        """*lines*: each with the place of its first text in the tree."""
        self._tree = tree
        told = ((claim(line), place) for line, place in lines)
        found = ((one, place) for one, place in told if one is not None)
        self._claims = list(islice(found, _MAX_CLAIMS))

    def expected(
        self, items: Sequence[Sequence[Element]] = (), *, firm: bool = False
    ) -> int | None:
        """The number of records that is told once, and outside of *items*.

        "Files 1 of 2" in a row says nothing of the page. What is not *firm*, a few
        items that are alike, may have taken what counts them for one of them.
        """
        places = {part.place for item in items for part in item} if firm else set()
        claims = [one for one, place in self._claims if not self._in(place, places)]
        for each in claims:
            if each.shown:
                return each.shown
        if len(claims) == 1 and claims[0].total and claims[0].total < _FEW:
            return claims[0].total
        return None

    def _in(self, place: int, places: set[int]) -> bool:
        above = self._tree.order[place].ancestors() if places else ()
        return any(element.place in places for element in above)
