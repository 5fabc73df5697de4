"""What was found in one answer, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.harvest.paging_claims import Claim
    from crawler.harvest.records_item import Record
    from crawler.harvest.records_tree import Tree


@dataclass(slots=True, eq=False)
class Found:
    """What was found in one answer."""

    records: tuple[Record, ...] = ()
    how: str = ""
    """``table``, ``list``, ``single``, ``json``, ``xml``; empty without records."""
    claim: Claim | None = None
    """What the answer says of the number of results."""
    next: str = ""
    """Next page, where data (not links) tells it."""
    notes: tuple[str, ...] = ()
    """``cut``: a bound was reached."""
    tree: Tree | None = None
    """Of an HTML answer, marked by the contrast."""
    places: frozenset[int] = field(default_factory=frozenset)
    """Where the elements of records stand in the tree."""
    known: bool = False
    """It stands where other answers had their records."""
    firm: bool = False
    """It is laid out as those were: what it says is no message of the page."""
    promoted: int = 0
    """Items left out since they are shown whatever is asked."""
