"""The loop as an object: it says what to ask, and is told what came of it."""

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING

from crawler.harvest.adaptive import Adaptive
from crawler.harvest.again import Again
from crawler.harvest.factors import Space, space_of
from crawler.harvest.keywords import Keywords
from crawler.harvest.knowledge import LISTED, Knowledge
from crawler.harvest.ledger import Ledger
from crawler.harvest.limits import Forecast, forecast, reached
from crawler.harvest.names import Met
from crawler.harvest.options import DEFAULT
from crawler.harvest.paper import Paper
from crawler.harvest.queries import Query
from crawler.harvest.state import State
from crawler.harvest.verdict import Verdict, bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crawler.harvest.earlier import Earlier
    from crawler.harvest.limits import Spent
    from crawler.harvest.options import HarvestOptions
    from crawler.harvest.queries import Outcome
    from crawler.harvest.size import Size
    from crawler.items import Form

_RECHECK = 20
"""The size is estimated again for its share after a 20th more queries."""


class Harvest:
    """Harvests one form; without any input or output of its own.

    Queries are decided on in rounds of at most ``window``, when all of the round
    before are settled, and judged in the order of the plan: in whatever order the
    outcomes arrive, the same seed asks the same queries.

    >>> from crawler.harvest import Factor, HarvestOptions, Outcome, Space
    >>> space = Space((Factor("x", ("any", "a", "b"), wide=0),))
    >>> shown = {0: ("1", "2", "3"), 1: ("1", "2"), 2: ("3",)}
    >>> harvest = Harvest(space, HarvestOptions(window=1))
    >>> while (query := harvest.next()) is not None:
    ...     new = harvest.settle(query, Outcome(shown[query.values[0]]))
    ...     print(query.phase, space.factors[0].values[query.values[0]])
    default any
    verify a
    verify b
    >>> harvest.verdict.word, len(harvest.records)
    ('done', 3)
    """

    def __init__(
        self,
        form: Form | Space,
        options: HarvestOptions = DEFAULT,
        rng: random.Random | None = None,
        *,
        words: Iterable[str] = (),
        knowledge: Knowledge | None = None,
    ) -> None:
        """*words*: those of the form's page, the telling ones first."""
        self.space = form if isinstance(form, Space) else space_of(form)
        self._options = options
        self._ledger = Ledger()
        rng = rng or random.Random(options.seed)
        state = self.state = State(self.space, options, rng, self._ledger)
        self.knowledge = knowledge or Knowledge()
        """Values by label, with what this form has added: to be kept for others."""
        for factor in self.space.factors:
            wide = factor.wide
            listed = [v for i, v in enumerate(factor.values) if v and i != wide]
            if not factor.looks:
                self.knowledge.learn(factor.label or factor.name, listed, LISTED)
        self._keywords = Keywords(self.space, words, self.knowledge, options.keywords)
        self._strategy: Adaptive | Paper = (
            Paper(state) if options.mode == "paper" else Adaptive(state, self._keywords)
        )
        self._again: Again | None = None
        self._free: set[int] = set()
        """Numbers of queries that were not asked: their answer is presumed."""
        self._number = 0
        self._estimate_at = 1
        self._plan: deque[Query] = deque()
        self._open: dict[int, Query] = {}
        self._round: list[Query] = []
        self._outcomes: dict[int, Outcome] = {}
        self.verdict: Verdict | None = None
        """How it ended; None as long as it has not."""

    def since(self, earlier: Earlier) -> None:
        """Ask again only what tells how the form has changed since then.

        :raises ValueError: when the harvest has begun.
        """
        if self._number:
            raise ValueError("the harvest has begun")
        self.state.earlier = earlier
        self._ledger.seen = Met(earlier.names)
        self._again = Again(self.state, earlier)

    @property
    def records(self) -> Mapping[str, int]:
        """Record -> in how many answers it was met, in the order found."""
        return self._ledger.seen

    @property
    def spent(self) -> Spent:
        """What has been judged so far."""
        return self._ledger.spent

    def next(self) -> Query | None:
        """What to ask now; None while outcomes are awaited, or at the end."""
        while True:
            if not self._plan and not self._open and self.verdict is None:
                self._decide()
            if not self._plan:
                return None
            query = self._plan.popleft()
            self._open[query.number] = query
            presumed = self._again.presume(query) if self._again else None
            if presumed is None:
                return query
            self._free.add(query.number)
            self.settle(query, presumed)

    def settle(self, query: Query, outcome: Outcome) -> int:
        """Tell what came of a query; new records of all that could be judged by now.

        Every query is to be settled, a dropped one with
        :data:`crawler.harvest.FAILED`. A second outcome is ignored.

        :raises ValueError: for a query that was never given out.
        """
        if query.number >= self._number:
            raise ValueError(f"query {query.number} was never asked")
        if self._open.pop(query.number, None) is None:
            return 0
        self._outcomes[query.number] = outcome
        new = 0
        while self._round and self._round[0].number in self._outcomes:
            first = self._round.pop(0)
            new += self._book(first, self._outcomes.pop(first.number))
        return new

    def lost(self) -> dict[str, bool]:
        """Records of the earlier harvest that are not met, and whether they are gone.

        They may be there where not everything that showed one was asked again.
        """
        return self._again.lost() if self._again else {}

    def size(self) -> Size:
        """How many records there are, as well as can be told now."""
        return self._strategy.size()

    def forecast(self) -> Forecast:
        """What going on to the end would take, and which limit ends it before."""
        return forecast(self.spent, self._strategy.left(), self.size(), self._options)

    def _share_size(self) -> Size | None:
        """The estimate that the limit of the share needs, when it is due again."""
        queries = self.spent.queries
        if self._options.share == 1 or queries < self._estimate_at:
            return None
        self._estimate_at = queries + max(1, queries // _RECHECK)
        return self.size()

    def _decide(self) -> None:
        limit = reached(self.spent, self._options, self._share_size())
        if limit:
            lower = self._strategy.lower
            self.verdict = Verdict("limited", f"{limit} is reached", 1.0, lower)
            return
        room = self._options.queries - self.spent.queries
        number = min(self._options.window, room)
        drafts = self._again.plan(number) if self._again else []
        drafts = drafts or self._strategy.plan(number)
        if not drafts and self._again:
            # What was thought to be answered by another query may be open by now.
            drafts = self._again.reopen(number)
        for draft in drafts:
            query = Query(
                self._number,
                *draft.key,
                page=draft.page,
                phase=draft.phase,
                expected=draft.expected,
            )
            self._number += 1
            self._plan.append(query)
            self._round.append(query)
        self.verdict = None if drafts else self._concluded(self._strategy.verdict)

    def _concluded(self, verdict: Verdict | None) -> Verdict | None:
        """What is presumed is not known."""
        again = self._again
        if verdict is None or again is None or not again.taken:
            return verdict
        reason = (
            f"no news any more; {again.taken:,} earlier answers were not asked again"
        )
        chance = max(verdict.bound, bound(again.idle))
        return Verdict("saturated", reason, chance, verdict.lower)

    def _book(self, query: Query, outcome: Outcome) -> int:
        free = query.number in self._free
        if self.space.boxes:
            pairs = zip(outcome.records, outcome.texts, strict=False)
            known = self._ledger.seen
            self._keywords.learn(
                [text for record, text in pairs if record not in known]
            )
        answer, new = self._ledger.book(query, outcome, free=free)
        if isinstance(self._strategy, Adaptive):
            self._strategy.fillings.learn(query, outcome)
        if self._again and not free:
            self._again.judge(query, answer)
        self._strategy.judge(query, answer, new)
        return new
