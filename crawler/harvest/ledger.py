"""Everything that was answered: records, who shows them, and what is still open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyroaring import FrozenBitMap

from crawler.harvest.limits import Spent
from crawler.harvest.names import NONE, Met

if TYPE_CHECKING:
    from crawler.harvest.queries import Key, Outcome, Query

_MAX_PAGES = 10_000


@dataclass(slots=True, eq=False)
class Answer:
    """The pages of one query, put together.

    Records are numbers of the ledger. Sets of them do not change, so that those with
    the same records are one object, here and wherever answers are remembered.
    """

    key: Key
    presumed: bool = False
    """It was not asked: it is one of an earlier harvest."""
    records: FrozenBitMap = NONE
    """Shown by the query itself."""
    known: FrozenBitMap = NONE
    """Shown by it, or by queries that are narrower than it."""
    total: int | None = None
    pages: int = 0
    first: int = 0
    """Records on the first page."""
    fresh: FrozenBitMap = NONE
    """Those of the last page read that no page before it has shown."""
    news: int = 0
    """Those of them that no other answer had shown."""
    next: bool = False
    """There is a page to ask for."""
    cut: bool = False
    """There is more than all its pages show."""
    error: str = ""
    whole: bool = False
    """All that it stands for is known, from it or from narrower ones."""
    settled: bool = False
    """Nothing more comes of it, nor of what is narrower."""

    @property
    def complete(self) -> bool:
        """It has shown everything that it stands for."""
        return not (self.next or self.cut or self.error)

    @property
    def claimed(self) -> int:
        """The number of records it stands for, as well as one can tell."""
        if self.total is not None:
            return max(self.total, len(self.known))
        return len(self.known) if self.complete else 2 * max(1, len(self.known))


class Ledger:
    """Books each outcome once."""

    def __init__(self) -> None:
        self.answers: dict[Key, Answer] = {}
        self.seen = Met()
        """Record -> in how many answers it was met."""
        self.spent = Spent()

    def book(
        self, query: Query, outcome: Outcome, *, free: bool = False
    ) -> tuple[Answer, int]:
        """The answer as it is now, and how many records were new; *free* of cost.

        A page that shows nothing but what the pages before it have shown is the end:
        a last page repeated, or a loop.
        """
        answer = self.answers.get(query.key)
        if answer is None:
            answer = self.answers[query.key] = Answer(query.key, free)
        numbers = dict.fromkeys(map(self.seen.names.add, outcome.records))
        shown = FrozenBitMap(numbers)
        fresh = shown - answer.records if answer.records else shown
        new = self.seen.meet(n for n in numbers if n in fresh)
        self._extend(answer, outcome, fresh)
        answer.news = new
        if not free:
            self.spent.add(outcome, new)
        return answer, new

    @staticmethod
    def _extend(answer: Answer, outcome: Outcome, fresh: FrozenBitMap) -> None:
        answer.pages += 1
        answer.fresh = fresh
        if answer.pages == 1:
            answer.error = outcome.error
            answer.first = len(fresh)
        own = answer.known is answer.records
        answer.records = answer.records | fresh if answer.records else fresh
        answer.known = answer.records if own else answer.known | fresh
        if outcome.total is not None and outcome.total >= 0:
            answer.total = outcome.total
        turned = bool(fresh) and not outcome.error and answer.pages < _MAX_PAGES
        answer.next = outcome.next and turned
        short = answer.total is not None and answer.total > len(answer.records)
        failed = answer.pages > 1 and bool(outcome.error)
        answer.cut = (
            not answer.next and not answer.error and (outcome.more or short or failed)
        )
