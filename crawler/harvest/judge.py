"""What an answer means for the questions that are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.harvest.leads import Lead

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyroaring import FrozenBitMap

    from crawler.harvest.families import Family
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key, Query
    from crawler.harvest.state import State


class Judge:
    """Books answers into the beliefs, and opens what follows from them."""

    def __init__(self, state: State, push: Callable[[Lead], None]) -> None:
        self._state, self._push = state, push
        self._origin: dict[Key, Lead] = {}
        self.ended = False
        """An answer that others waited for has been read to its end."""
        self._doubtful: list[Answer] = []
        self.lower = False
        """Some answer stays cut off, however it is narrowed."""

    def asked(self, lead: Lead) -> None:
        """Remember what a query narrows."""
        if lead.parent is not None:
            self._origin[lead.key] = lead

    def judge(self, query: Query, answer: Answer) -> None:
        """Take in one more page of an answer."""
        state, lead = self._state, self._origin.get(query.key)
        values = query.values
        if query.page == 1:
            hits = len(answer.records)
            state.yields.page = max(state.yields.page, answer.first)
            state.owners.add(values, hits, state.yields.root(values))
            state.conflicts.add(values, hits, error=bool(answer.error))
            if lead is not None:
                state.yields.add(answer, lead.parent, lead.k)
                state.families.order_tried(lead.k, answer.news)
            elif query.phase != "keyword" and not self._is_explained(answer):
                state.yields.add(answer, None, -1)
            self._echo(answer, lead)
        met = state.facets.belong(values, answer.fresh)
        state.conflicts.together(met)
        state.owners.together(met)
        for above in list(state.families.lift(answer, answer.fresh)):
            self._known_all(above)
        if answer.next:
            if query.page == 1 and self._may_close(answer):
                state.coverage.expect(answer)
            self._push(Lead(answer.key, query.page + 1))
        else:
            self.ended = state.coverage.ended(answer) or self.ended
            self._ended(answer)

    def _is_explained(self, answer: Answer) -> bool:
        """Whether one value is to blame for an error: it says nothing of others."""
        fails = self._state.conflicts.fails
        return bool(answer.error) and any(
            fails(k, v) for k, v in enumerate(answer.key[0])
        )

    def needless(self, key: Key) -> None:
        """A query that was queued need not be asked."""
        self._resolve(key)

    def read_up(self, answer: Answer) -> bool:
        """Whether everything that further pages show is known."""
        total = answer.total
        if total is None or len(answer.known) < total:
            return False
        if answer.next:
            answer.next = False
            self.ended = self._state.coverage.ended(answer) or self.ended
            self._close(answer)
        return True

    def _ended(self, answer: Answer) -> None:
        complete, earlier = answer.complete, self._state.earlier
        if complete and self._may_close(answer):
            self._close(answer)
            return
        self._learn(answer, answer.records, complete=False)
        if answer.total is not None and 0 < answer.total <= len(answer.known):
            answer.whole = True
            self._close(answer)
        elif answer.cut and earlier is not None and earlier.narrowed(answer.key):
            self.lower = self.lower or earlier.lower
            self._resolve(answer.key)
        elif answer.cut and self._is_ranged(answer):
            self._resolve(answer.key)
        elif answer.cut:
            self._split(answer)
        else:
            self._doubtful.append(answer)

    def _is_ranged(self, answer: Answer) -> bool:
        """Whether it is an interval, which is split as such."""
        spans = self._state.spans
        return spans is not None and spans.is_split(answer.key)

    def reconsider(self) -> None:
        """Answers with an error or no record, whose "any" was not known to be good.

        Called when nothing better is left to ask: perhaps it is known by now.
        """
        doubtful, self._doubtful = self._doubtful, []
        for answer in doubtful:
            if answer.complete and self._may_close(answer):
                self._close(answer)
            else:
                self._split(answer)

    def _may_close(self, answer: Answer) -> bool:
        """An empty answer speaks for narrower ones only where "any" has proved good.

        Many forms answer nothing as long as no condition is set.
        """
        return bool(answer.records) or self._proved(answer)

    def _echo(self, answer: Answer, lead: Lead | None) -> None:
        """The error of a wide query, met again below it, will be that of all there."""
        above = lead.parent if lead is not None else None
        if above is None or not answer.error or above.error != answer.error:
            return
        if self._proved(above):
            self._close(above)

    def _proved(self, answer: Answer) -> bool:
        """Whether each "any" of the query has been seen to be one."""
        beliefs = self._state.beliefs
        return all(
            beliefs.looks[k] or v not in beliefs.wides[k] or beliefs.trusted(k)
            for k, v in enumerate(answer.key[0])
        )

    def _close(self, answer: Answer) -> None:
        self._state.coverage.remove(answer)
        self._state.coverage.add(answer)
        answer.whole = answer.whole or answer.complete
        self._learn(answer, answer.known, complete=answer.whole)
        self._resolve(answer.key)

    def _learn(self, answer: Answer, records: FrozenBitMap, *, complete: bool) -> None:
        if not answer.error:
            self._state.beliefs.learn(
                answer.key, records, complete=complete, presumed=answer.presumed
            )

    def _split(self, answer: Answer) -> None:
        found = self._state.families.split(answer)
        if found is not None:
            for k, key in found:
                known = self._state.ledger.answers.get(key)
                if known is not None:
                    list(self._state.families.lift(known, known.known))
                    if known.settled:
                        self._resolve(key)
                else:
                    self._push(Lead(key, parent=answer, k=k))
            return
        self.lower = self.lower or answer.cut
        if answer.cut and self._state.spans is not None:
            self._state.spans.take(answer)
        if answer.error:
            self._resolve(answer.key)
        else:
            # As much as can be had: nothing narrower is left to ask.
            self._close(answer)

    def _resolve(self, key: Key) -> None:
        answer = self._state.ledger.answers.get(key)
        cut = 0
        if answer is not None:
            answer.settled = True
            if answer.total is not None:
                cut = max(0, answer.total - len(answer.known))
            elif answer.cut and not answer.whole:
                cut = 1
        # The depth is that of the families: at most one for each factor.
        for family in self._state.families.resolve(key, cut):
            self._family_done(family)

    def _family_done(self, family: Family) -> None:
        """All children are in: do they account for what is known of the answer?"""
        answer, families = family.answer, self._state.families
        if family.k >= 0 and self._state.beliefs.looks[family.k]:
            self._split(answer)
        elif answer.error or not answer.records:
            # Nothing to compare with; it is asked of its children what there is.
            self._resolve(answer.key)
        else:
            missing = 0
            if answer.total is not None:
                missing = answer.total - len(answer.known) - family.cut
            leaks = self._leaks(family)
            if leaks:
                for other in families.leak(family.k):
                    self._reopen(other)
            if leaks or missing > 0 or family.k in families.leaks:
                self._split(answer)
            else:
                answer.whole = not family.cut
                self._close(answer)

    def _leaks(self, family: Family) -> bool:
        """Whether the answer showed a record that has no value in the factor.

        Such a one is only found with "any", and the children do not show it.
        """
        factors = self._state.families.factors_of(family)
        valued = (self._state.facets.valued[k] for k in factors)
        return not family.answer.records <= family.union.union(*valued)

    def _reopen(self, answer: Answer) -> None:
        """It was narrowed in a factor that leaks: narrow it in another one too."""
        self._state.coverage.remove(answer)
        answer.settled = False
        self._split(answer)

    def _known_all(self, answer: Answer) -> None:
        total = answer.total
        if total is not None and 0 < total <= len(answer.known) and answer.cut:
            answer.cut = False
            self._close(answer)
