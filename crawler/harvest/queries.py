"""What is asked, and what came of it: plain data between planner and adapter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from crawler.harvest.factors import Combination

if TYPE_CHECKING:
    from collections.abc import Mapping

Key: TypeAlias = tuple[Combination, tuple[str, ...]]
"""Value of each factor, text of each box: what makes two queries one."""


@dataclass(frozen=True, slots=True)
class Query:
    """One request: the first page of an answer, or a further one."""

    number: int
    """Its place in the plan, from 0: answers are judged in this order."""
    values: Combination
    texts: tuple[str, ...] = ()
    """What each text box holds, in the order of :attr:`Space.boxes`."""
    page: int = 1
    phase: str = ""
    """Why it is asked: ``default``, ``wide``, ``sample``, ``probe``, ``lead``,
    ``page``, ``verify``, ``keyword``, ``range``, ``check``, ``again``."""
    expected: float = 0.0
    """New records that the planner expects."""

    @property
    def key(self) -> Key:
        """What is asked, whichever page."""
        return self.values, self.texts


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one request brought, judged by the adapter."""

    records: tuple[str, ...] = ()
    """Identities of the records shown, in the order shown."""
    total: int | None = None
    """How many records the answer says there are."""
    more: bool = False
    """It says that it does not show all, and leads to no next page."""
    next: bool = False
    """There is a next page."""
    error: str = ""
    """Why there is no answer: ``missing field``, ``status 500``, ``dropped``..."""
    bytes: int = 0
    seconds: float = 0.0
    texts: tuple[str, ...] = ()
    """Text of each record, for the words in it; may be left out."""
    fields: tuple[Mapping[str, str], ...] = ()
    """Fields of each record, for the quantities in it; may be left out."""


FAILED = Outcome(error="dropped")
"""For a query that was dropped on its way: it too is settled, once."""
