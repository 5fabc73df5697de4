"""A second harvest of a form: what is new, and what is gone, for fewer queries.

1. The queries that showed most of the earlier records are asked again.
2. Records that these have not shown are looked for: where a query that showed one had
   a whole answer, it is asked again; else every query that showed it is.
3. The other queries are asked again, those first that showed the most, until C of them
   in a row have brought nothing new.

The answers that are left are presumed to be as they were, but for the records that are
gone; with them the planner goes on, and asks what answers that have grown make needful.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from crawler.harvest.coverage import Coverage
from crawler.harvest.sampling import sample_size
from crawler.harvest.state import Draft

if TYPE_CHECKING:
    from pyroaring import BitMap

    from crawler.harvest.earlier import Earlier
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key, Outcome, Query
    from crawler.harvest.state import State

PHASE = "again"


class Again:
    """Decides what of an earlier harvest is asked again."""

    def __init__(self, state: State, earlier: Earlier) -> None:
        self._state, self._earlier = state, earlier
        self._cover = deque(earlier.cover())
        self._unasked = iter(earlier.shown)
        self._pages: list[Key] = []
        self._rest: list[Key] | None = None
        self._others: list[Key] | None = None
        self._sure = Coverage(state.beliefs)
        """Whole answers of now: nothing presumed."""
        self._asked: set[Key] = set()
        self._failed: set[Key] = set()
        self._presumed: set[Key] = set()
        self._enough = max(1, sample_size(state.space.cards, state.options.sample))
        self.idle = 0
        """Queries in a row that showed no record but those they showed before."""

    def plan(self, number: int) -> list[Draft]:
        """At most *number* queries; none when enough was asked again."""
        drafts: list[Draft] = []
        while self._pages and len(drafts) < number:
            key = self._pages.pop(0)
            page = self._state.ledger.answers[key].pages + 1
            drafts.append(Draft(key, page, PHASE))
        if drafts:
            return drafts
        while len(drafts) < number:
            found = self._next(settled=not drafts)
            if found is None:
                break
            self._asked.add(found)
            self._state.asked.add(found)
            drafts.append(Draft(found, 1, PHASE))
        return drafts or self._presumptions(number)

    def _presumptions(self, number: int) -> list[Draft]:
        """Queries that were not asked again, to be answered by :meth:`presume`."""
        drafts = []
        for key in self._unasked:
            if key not in self._asked and key not in self._state.asked:
                self._state.asked.add(key)
                drafts.append(Draft(key, 1, PHASE))
            if len(drafts) == number:
                break
        return drafts

    def reopen(self, number: int) -> list[Draft]:
        """What is still to be asked about records that nothing has shown again."""
        self._rest = self._doubtful()
        return self.plan(number)

    def presume(self, query: Query) -> Outcome | None:
        """The earlier answer, where it is to be taken for that of now."""
        key = query.key
        if key in self._asked:
            return None
        found = self._earlier.outcome(key, query.page, self._there)
        if found is None:
            self._asked.add(key)
        elif not self._sure.covers(key):
            self._presumed.add(key)
        return found

    def judge(self, query: Query, answer: Answer) -> None:
        """Take in a page of an answer of now."""
        key = query.key
        self._asked.add(key)
        self._presumed.discard(key)
        if answer.next:
            if query.phase == PHASE:
                self._pages.append(key)
        elif answer.complete and answer.records:
            self._sure.add(answer)
        elif answer.error:
            self._failed.add(key)
        if query.phase == PHASE:
            moved = answer.fresh - self._earlier.shown[key] if answer.news else ()
            self.idle = 0 if moved else self.idle + 1

    @property
    def _there(self) -> BitMap:
        """Records met now: their numbers are those of the earlier harvest."""
        return self._state.ledger.seen.there

    @property
    def taken(self) -> int:
        """Queries whose earlier answer was taken for that of now."""
        return len(self._presumed)

    def lost(self) -> dict[str, bool]:
        """Earlier records that nothing has shown again, and whether they are gone.

        One is when a query that showed it has a whole answer now without it, or is part
        of one that has; or when every query that showed it was asked again.
        """
        names, there = self._earlier.names, self._there
        return {
            names[record]: self._is_gone(record)
            for record in range(self._earlier.number)
            if record not in there
        }

    def _is_gone(self, record: int) -> bool:
        """Of a record that nothing has shown again."""
        keys = self._earlier.by(record)
        if any(self._sure.covers(key) for key in keys):
            return True
        return all(key in self._asked and key not in self._failed for key in keys)

    def _is_open(self, key: Key) -> bool:
        return key not in self._asked and not self._sure.covers(key)

    def _next(self, *, settled: bool) -> Key | None:
        """The next query; a further stage only when all before it are *settled*."""
        while self._cover:
            key = self._cover.popleft()
            if self._is_open(key) and self._missing(key):
                return key
        if self._rest is None and settled:
            self._rest = self._doubtful()
        while self._rest:
            key = self._rest.pop()
            if self._is_open(key) and self._doubts(key):
                return key
        if self._others is None and settled:
            shown = self._earlier.shown
            self._others = sorted(shown, key=lambda key: len(shown[key]))
            self.idle = 0
        while self._others and self.idle < self._enough:
            key = self._others.pop()
            if self._is_open(key):
                return key
        return None

    def _missing(self, key: Key) -> int:
        """Records that the query showed and nothing has shown again."""
        return self._earlier.shown[key].difference_cardinality(self._there)

    def _doubts(self, key: Key) -> int:
        """Those of them of which the query may tell whether they are gone."""
        earlier = self._earlier
        missing = earlier.shown[key] - self._there
        if key in earlier.cut:
            missing &= earlier.unsure
        return sum(not self._is_gone(record) for record in missing)

    def _doubtful(self) -> list[Key]:
        """Queries that showed what is missing, those of the most last."""
        number = {key: self._doubts(key) for key in self._earlier.shown}
        return sorted((k for k, n in number.items() if n), key=number.__getitem__)
