"""One form under harvest: what the planner wants to know is asked, judged and kept."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crawler.harvest import FAILED, Harvest, HarvestOptions, Knowledge
from crawler.harvest.names import Names
from crawler.harvesting.asking import Refused, Stopped
from crawler.harvesting.given import learn_given, unknown_key
from crawler.harvesting.judging import Judging
from crawler.harvesting.lessons import Lessons
from crawler.harvesting.second import SecondChance
from crawler.harvesting.space import space_with
from crawler.harvesting.telling import FILLING, Teller, sampled
from crawler.harvesting.values import echo_of, key_of
from crawler.harvesting.words import words_of
from crawler.urls import canonical_key

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scrapy.statscollectors import StatsCollector

    from crawler.harvest import Forecast, Query, Verdict
    from crawler.harvest.records_item import Record
    from crawler.harvesting.asking import Reply
    from crawler.harvesting.entries import Entry
    from crawler.harvesting.judging import Judged
    from crawler.harvesting.memory import Memory
    from crawler.harvesting.sending import Sender

logger = logging.getLogger("leadline")


@dataclass(frozen=True, slots=True)
class Orders:
    """How a form is to be harvested."""

    options: HarvestOptions
    plan: bool = False
    """Stop after the samples, and tell what the rest would take."""
    key: tuple[str, ...] = ()
    """Fields that identify a record."""
    given: Knowledge | None = None
    """Values of the user."""
    progress: float = 10.0
    """Seconds between two lines of progress."""


class Session:
    """Harvests one form.

    The queries of a round are under way together, and are judged in the order of the
    plan: so the same seed makes the same harvest, whatever answers first.
    Stats: ``harvest/queries``, ``/replayed``, ``/records``, ``/kind/KIND``.
    """

    def __init__(
        self,
        entry: Entry,
        orders: Orders,
        memory: Memory,
        sender: Sender,
        stats: StatsCollector,
    ) -> None:
        self._entry, self._orders, self._memory = entry, orders, memory
        self._sender, self._stats = sender, stats
        self.space = space_with(entry.form, orders.given)
        self.judging = Judging(entry.form, orders.key)
        self._lessons = Lessons(entry, self.space, sender, self.judging)
        self._second = SecondChance(entry, self.space, sender, self.judging)
        self._references = False
        self._next: dict[tuple[Any, int], str] = {}
        """Query and page -> where the page is."""
        self._visited: dict[Any, set[str]] = {}
        self._kinds: dict[str, int] = {}
        self._fields: set[str] = set()
        """Names of fields, of the first record of each answer."""
        self._teller = Teller(orders.progress)
        self.planned = False
        """It stopped after the samples, as was wanted."""
        self._stored = Names()
        """Records of the survey that the plan, begun anew, may not have met yet."""
        self.tell: Callable[[Verdict], Verdict] = lambda verdict: verdict
        """What is said of the verdict, by whoever knows of other forms."""
        self.harvest: Harvest

    async def run(self, emit: Callable[[Record, str, str], Awaitable[None]]) -> None:
        """Harvest to the verdict; each new record goes to *emit* with URL and query.

        :raises Refused: when its queries are not to be sent.
        """
        await self._begin()
        stopped = ""
        try:
            await self._loop(emit)
        except Stopped as why:
            stopped = str(why)
        except Refused as why:
            await self._memory.note(verdict="refused", reason=str(why))
            raise
        if self.harvest.verdict is not None:
            self.harvest.verdict = self.tell(self.harvest.verdict)
        values = self._teller.ending(
            self.harvest, stopped=stopped, planned=self.planned
        )
        await self._memory.note(**values, kinds=self._kinds, **self._numbers())
        await self._memory.learn(self.harvest.knowledge.data())
        for line in self._teller.end(self._entry, self.harvest, values):
            logger.info("%s", line)
        for line in unknown_key(self._orders.key, self._fields):
            logger.warning("%s", line)

    async def _begin(self) -> None:
        document = self._entry.page.document
        assert document is not None
        table = Knowledge(self._memory.knowledge())
        given, since = self._orders.given, self._memory.since
        for more in (since and since.knowledge, given and given.data()):
            for label, values in (more or {}).items():
                for value, weight in values.items():
                    table.learn(label, (value,), weight)
        for line in learn_given(table, self._entry, self.space, given):
            logger.warning("%s", line)
        begun = {"words": words_of(document), "knowledge": table.data()}
        if since is not None:
            begun |= since.begun()
        await self._memory.begin(begun)
        kept = self._memory.begun
        self.judging.judge.learn_form_page(document)
        self.judging.identities.restore(kept.get("identities"))
        self._draw_up()

    def _draw_up(self) -> None:
        """Begin the plan; what is in the survey is not asked again."""
        kept, options = self._memory.begun, self._orders.options
        self.harvest = Harvest(
            self.space,
            options,
            random.Random(options.seed),
            words=kept.get("words", ()),
            knowledge=Knowledge(kept.get("knowledge")),
        )
        if (since := self._memory.since) is not None:
            self.harvest.since(since.earlier(self.space))
            since.remember(self.judging.aliases)

    async def _loop(self, emit: Callable[[Record, str, str], Awaitable[None]]) -> None:
        harvest = self.harvest
        foretold = False
        while harvest.verdict is None:
            # Before the round is decided on: what it takes is left to ask, too.
            told = None if foretold else harvest.forecast()
            queries = list(iter(harvest.next, None))
            if not queries:
                break
            phase = queries[0].phase
            if told and sampled(phase, harvest.spent.queries):
                foretold = True
                await self._foretell(told, phase)
                if self._orders.plan:
                    self.planned = True
                    return
            await self._round(queries, emit)
            if self.judging.identities.changed:
                harvest = await self._regroup()
            if line := self._teller.progress(self._entry, harvest):
                logger.info("%s", line)
                await self._memory.note(**self._numbers())

    async def _round(
        self,
        queries: list[Query],
        emit: Callable[[Record, str, str], Awaitable[None]],
    ) -> None:
        """Ask what nobody has answered, all at once; settle as planned."""
        start = time.monotonic()
        open_ = [query for query in queries if not self._replay(query)]
        if open_ and not self._references:
            self._references = True
            await self._lessons.learn(self._memory.begun.get("words", ()))
            if self._memory.since is not None:  # by what is known of volatile fields
                self._memory.since.remember(self.judging.aliases)
            await self._memory.learned(self.judging.identities.data())
        if self._sender.single:
            replies = [await self._send(query) for query in open_]
        else:
            replies = await asyncio.gather(*map(self._send, open_))
        seconds = (time.monotonic() - start) / max(1, len(open_))
        for query, reply in zip(open_, replies, strict=True):
            await self._settle(query, reply, seconds, emit)

    def _replay(self, query: Query) -> bool:
        """Settle a query from memory."""
        if not self._memory.resumed:
            return False
        known = self._memory.known(key_of(self.space, query), query.page)
        if known is None:
            return False
        self._next[query.key, query.page + 1] = known.next
        self._stats.inc_value("harvest/replayed")
        self._teller.claim(known.outcome)
        self.judging.recall(known, echo_of(self.space, query), query.values)
        self.harvest.settle(query, known.outcome)
        return True

    async def _send(self, query: Query) -> Reply | None:
        """The reply, or None when the form cannot ask this."""
        url = self._next.pop((query.key, query.page), "") if query.page > 1 else ""
        if query.page > 1:
            return await self._sender.follow(url) if url else None
        return await self._sender.submit(self._entry.form, self.space, query)

    async def _settle(
        self,
        query: Query,
        reply: Reply | None,
        seconds: float,
        emit: Callable[[Record, str, str], Awaitable[None]],
    ) -> None:
        self._stats.inc_value("harvest/queries")
        if reply is None:
            self.harvest.settle(query, FAILED)
            return
        echo = echo_of(self.space, query)
        first = query.page == 1
        judged = self.judging.of(reply, echo, first=first, seconds=seconds)
        for record in judged.records[:1]:
            self._fields |= record.fields.keys()
        if first:
            judged = await self._second.chance(query, judged, seconds)
        self._page(query, judged)
        self.judging.observe(judged, echo, query.values)
        outcome = judged.outcome
        self._teller.claim(outcome)
        text = key_of(self.space, query)
        known = self.harvest.records, self._stored
        new = [r for r in judged.records if not any(r.identity in k for k in known)]
        # Without a response nothing is known: it is asked again by the next run.
        if judged.url:
            plan = query.page, query.number, query.phase
            await self._memory.keep(judged, text, plan, new)
            self._kinds[judged.kind] = self._kinds.get(judged.kind, 0) + 1
            self._stats.inc_value(f"harvest/kind/{judged.kind.replace(' ', '_')}")
        self._stats.inc_value("harvest/records", len(new))
        fields = tuple(record.fields for record in judged.records)
        self.harvest.settle(query, replace(outcome, fields=fields))
        for record in new:
            await emit(record, judged.url, text)

    def _page(self, query: Query, judged: Judged) -> None:
        """Note where the next page is: told, or the first number not seen yet."""
        visited = self._visited.setdefault(query.key, set())
        visited.add(canonical_key(judged.url) if judged.url else "")
        following = judged.next
        if not following:
            following = next(
                (url for url in judged.pages if canonical_key(url) not in visited), ""
            )
        if following and canonical_key(following) in visited:
            following = ""
        if following != judged.next:
            judged.follow(following)
        if following:
            self._next[query.key, query.page + 1] = following
        else:
            self._visited.pop(query.key, None)

    async def _regroup(self) -> Harvest:
        """Tell the records so far apart anew, and plan anew with these answers."""
        learned = self.judging.identities.data()
        telling = self.judging.retold()
        self._stored = await self._memory.regroup(telling, learned)
        if self._memory.since is not None:
            self._memory.since.retell(telling)
        self._stats.inc_value("harvest/regrouped")
        self._draw_up()
        return self.harvest

    async def _foretell(self, told: Forecast, phase: str) -> None:
        self._teller.forecast, self._teller.open_ended = told, phase in FILLING
        await self._memory.note(**self._numbers())
        for line in self._teller.foretell(self._entry, self.harvest, told, phase):
            logger.info("%s", line)

    def _numbers(self) -> dict[str, Any]:
        return self._teller.numbers(self.harvest)
