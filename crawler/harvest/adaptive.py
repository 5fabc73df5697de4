"""The default way to harvest: ask wide, narrow what is cut off, check what is believed.

1. The default query, then the one that leaves every condition out, if there is one.
2. Factors that offer no such value are sampled (C samples of the pattern), while
   comparisons find out which of them only arrange the records, or have an "any" that
   is not called so.
3. Leads (further pages, narrower queries, remaining combinations) are asked in the
   order of the new records expected of them; what a complete answer covers is not.
4. When none is left: each "any" is compared to each of its values; all combinations
   that no answer covers are asked; C samples of those that are covered check the
   whole. Any news leads back to 3.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crawler.harvest.checks import Checks
from crawler.harvest.diagnosis import Diagnosis
from crawler.harvest.fillings import Fillings
from crawler.harvest.judge import Judge
from crawler.harvest.leads import Lead, Leads
from crawler.harvest.prospects import Prospects
from crawler.harvest.roots import Roots
from crawler.harvest.size import Size
from crawler.harvest.state import Draft, State
from crawler.harvest.verdict import Verdict, bound

if TYPE_CHECKING:
    from crawler.harvest.keywords import Keywords
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key, Query


_ENOUGH = 0.5
"""Of what is expected of the first word of a round, what the next ones have to."""
_FULL = 0.8
"""Share of a page that has to be new for it to be read before anything else."""


class Adaptive:
    """Decides what to ask next, from everything answered so far."""

    def __init__(self, state: State, keywords: Keywords) -> None:
        self._state, self._keywords = state, keywords
        self.fillings = Fillings(state, keywords)
        self._roots, self._checks = Roots(state), Checks(state)
        self._diagnosis = Diagnosis(state)
        self._leads = Leads(Prospects(state, keywords).expect)
        self._judge = Judge(state, self._push)
        self._queued: set[Key] = set()
        self._parked: list[Lead] = []
        """Leads that an answer still being read may make needless."""
        self._wanted: Counter[tuple[int, int]] = Counter()
        """(factor, value) -> narrower queries that have been queued."""
        self._stages = ["default", "wide"]
        self.verdict: Verdict | None = None

    def plan(self, number: int) -> list[Draft]:
        """At most *number* queries; none ends the harvest, and a verdict is given.

        Every query planned before has been judged.
        """
        while self._stages:
            draft = self._begin(self._stages.pop(0))
            if draft is not None:
                return [draft]
        drafts = self._diagnose()
        for key in self._roots.refresh():
            self._push(Lead(key))
        drafts = drafts or self._round(number)
        if not drafts:
            self._judge.reconsider()
            drafts = self._round(number) or self._check(number)
        if not drafts:
            self.verdict = self._conclude()
        return drafts

    def judge(self, query: Query, answer: Answer, new: int) -> None:
        """Take in one more page of an answer; in the order of the plan."""
        self._judge.judge(query, answer)
        self.fillings.judged(query, answer, new, lower=self._judge.lower)
        self._checks.judged(query, new)

    @property
    def lower(self) -> bool:
        """Answers are cut off, however they are narrowed."""
        spans = self.fillings.spans
        return (self._judge.lower and not spans.whole) or not spans.answered

    def size(self) -> Size:
        """How many records there are, as well as can be told now."""
        known = len(self._state.ledger.seen)
        whole = self._state.ledger.answers.get(self._state.key(self._state.widest()))
        if self.verdict is not None and self.verdict.word == "done":
            return Size(known, known, known, "exhausted", self.lower)
        if self._roots.size == 1 and whole is not None and whole.total is not None:
            total = max(known, whole.total)
            return Size(total, total, total, "claimed", self.lower)
        size = self._roots.estimate()
        return Size(
            max(size.value, known),
            max(size.low, known),
            max(size.high, known),
            size.method,
            self.lower,
        )

    def left(self) -> int:
        """Queries that are open, as far as they are known now."""
        open_ = len(self._leads) + len(self.fillings.spans)
        return open_ + max(0, self._roots.size - len(self._state.asked))

    # -- what to ask

    def _begin(self, stage: str) -> Draft | None:
        state = self._state
        default = stage == "default"
        key = state.key(state.space.default if default else state.widest())
        return None if state.needless(key) else self._draft(Lead(key), stage, 0.0)

    def _diagnose(self) -> list[Draft]:
        if self.fillings.wanted:
            return []
        self._diagnosis.conclude()
        return [self._draft(Lead(key), "probe", 0.0) for key in self._diagnosis.ask()]

    def _round(self, number: int) -> list[Draft]:
        """The best there is to ask, at most *number*."""
        drafts: list[Draft] = []
        while len(drafts) < number:
            found = self._lead()
            if found is not None and self._is_full(found):
                drafts.append(self._draft(found[0], "page", found[1]))
                continue
            if drafts and all(draft.phase == "page" for draft in drafts):
                # Read on first: what is on these pages may make the rest needless.
                self._put_back(found)
                break
            draft = self._sample() or self._filling(found, drafts)
            if draft is None and drafts and drafts[-1].phase == "keyword":
                self._put_back(found)
                break
            if draft is None and found is not None:
                lead, expected = found
                draft = self._draft(lead, "page" if lead.page > 1 else "lead", expected)
            elif draft is not None:
                self._put_back(found)
            if draft is None:
                break
            drafts.append(draft)
        return drafts

    def _is_full(self, found: tuple[Lead, float]) -> bool:
        """Whether it is a further page that will be nearly all news."""
        lead, expected = found
        return lead.page > 1 and expected >= _FULL * self._state.yields.page

    def _put_back(self, found: tuple[Lead, float] | None) -> None:
        if found is not None:
            self._push(found[0])

    def _sample(self) -> Draft | None:
        if self._roots.size <= 1:
            return None
        key = self._roots.probe() or self._roots.sample()
        if key is None or self._state.needless(key):
            return None
        return self._draft(Lead(key), "sample", 0.0)

    def _filling(
        self, found: tuple[Lead, float] | None, drafts: list[Draft]
    ) -> Draft | None:
        least = 0.0 if found is None else found[1]
        if drafts and drafts[-1].phase == "keyword":
            # What these words will show may make others needless.
            least = max(least, _ENOUGH * drafts[0].expected)
        draft = self.fillings.best(least)
        if draft is not None:
            self._draft(Lead(draft.key), draft.phase, draft.expected)
        return draft

    def _lead(self) -> tuple[Lead, float] | None:
        self._unpark()
        while True:
            popped = self._leads.pop()
            if popped is None:
                for key in self._roots.more():
                    self._push(Lead(key))
                if not self._leads:
                    return None
            elif self._is_open(popped[0]):
                return popped

    def _is_open(self, lead: Lead) -> bool:
        """Whether it is still to be asked, and not to be waited with."""
        if lead.page > 1:
            answer = self._state.ledger.answers[lead.key]
            return lead.page > answer.pages and not self._judge.read_up(answer)
        if self._state.coverage.awaits(lead.key):
            self._parked.append(lead)
            return False
        self._queued.discard(lead.key)
        if not self._state.needless(lead.key):
            return True
        if lead.key not in self._state.asked:
            self._judge.needless(lead.key)
        return False

    def _unpark(self) -> None:
        if self._judge.ended:
            self._judge.ended = False
            parked, self._parked = self._parked, []
            for lead in parked:
                self._leads.push(lead)

    def _slice(self, lead: Lead) -> None:
        """Queue the slice of a value that several answers are to be narrowed to.

        All records of the value: with it, none of the narrower ones may be needed.
        """
        k, root = lead.k, self._state.widest()
        above = self._state.ledger.answers.get(self._state.key(root))
        if k < 0 or above is None or lead.parent in (None, above) or above.pages > 1:
            return
        value = lead.key[0][k]
        self._wanted[k, value] += 1
        key = self._state.key((*root[:k], value, *root[k + 1 :]))
        if self._wanted[k, value] == 2 and not self._state.needless(key):
            self._push(Lead(key, parent=above, k=k))

    def _check(self, number: int) -> list[Draft]:
        earlier = self._state.earlier
        if earlier is not None and earlier.finished:
            return self._last_samples(number)  # the rest was checked then
        drafts: list[Draft] = []
        while len(drafts) < number and (key := self._checks.verification()):
            drafts.append(self._draft(Lead(key), "verify", 0.0))
        if drafts:
            return drafts
        for key in self._checks.uncovered():
            self._push(Lead(key))
        return self._round(number) or self._last_samples(number)

    def _last_samples(self, number: int) -> list[Draft]:
        keys = self._checks.final(number)
        return [self._draft(Lead(key), "check", 0.0) for key in keys]

    def _conclude(self) -> Verdict:
        checks, state = self._checks, self._state
        plain = sum(texts == state.texts for _, texts in state.asked)
        left = max(0, state.space.size - plain)
        chance = bound(checks.samples) if left else 0.0
        spans = self.fillings.spans
        words = self._keywords.open() and not spans.whole
        if words:
            chance = max(chance, self._keywords.chance())
        partial = checks.partial and not self._all_covered()
        if partial or words or not spans.answered:
            why = "words cannot all be tried" if words else "too many combinations"
            why = spans.why or why
            return Verdict("saturated", f"no news any more; {why}", chance, self.lower)
        how = f"; {left:,} combinations are part of complete answers" if left else ""
        reason = f"nothing is left to ask{how}"
        return Verdict("done", reason, chance, self.lower)

    def _all_covered(self) -> bool:
        key = self._state.key(self._state.widest())
        return self._state.coverage.covers(key) and not self._state.beliefs.refuted

    def _draft(self, lead: Lead, phase: str, expected: float) -> Draft:
        self._state.asked.add(lead.key)
        self._judge.asked(lead)
        return Draft(lead.key, lead.page, phase, expected)

    def _push(self, lead: Lead) -> None:
        if lead.page == 1:
            if lead.key in self._queued or lead.key in self._state.asked:
                return
            self._queued.add(lead.key)
            self._slice(lead)
        self._leads.push(lead)
