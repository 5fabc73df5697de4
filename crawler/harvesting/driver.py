"""Harvests forms when the crawl has nothing left to fetch."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import DontCloseSpider

from crawler.addon import addon_of
from crawler.forms.kind import FormsOptions, Kinds
from crawler.harvest import HarvestOptions
from crawler.harvesting.asking import Asker, Refused, Stopped
from crawler.harvesting.budget import Budget
from crawler.harvesting.details import Details
from crawler.harvesting.entries import (
    Entry,
    Gate,
    address_of,
    form_of,
    names_of,
    none_harvested,
    rank,
)
from crawler.harvesting.items import HarvestedRecord
from crawler.harvesting.memory import Memory
from crawler.harvesting.page import FormPage, NoFormError
from crawler.harvesting.sending import Sender
from crawler.harvesting.session import Orders, Session
from crawler.harvesting.since import Since, volatile
from crawler.options import read_options
from crawler.store import SurveyError, harvests, readers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from scrapy import Spider
    from scrapy.crawler import Crawler

    from crawler.harvest.records_item import Record
    from crawler.harvesting.wanted import Wanted
    from crawler.items import Form
    from crawler.policy import Policy
    from crawler.run import Run

logger = logging.getLogger("leadline")

_POLL = 0.05
"""Seconds between two looks at whether the last pages are stored."""


class Harvesting:
    """The harvests of a spider, one form after the other.

    They begin when the spider is idle: then all forms that the crawl could find are
    in the survey. Stats: ``harvest/forms``, ``harvest/refused/REASON``.
    """

    def __init__(self, crawler: Crawler, wanted: Wanted, policy: Any) -> None:
        """*policy* gives the rules of links, when they are needed."""
        self._crawler, self._wanted, self._policy_of = crawler, wanted, policy
        self._task: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._reason = ""
        """Why the crawl for forms was ended; the harvest goes on."""
        self._budget = Budget(dict(wanted.limits))
        self._texts = crawler.settings.getint("HARVEST_TEXT_MAX", 2)
        crawler.signals.connect(self.idle, signal=signals.spider_idle)
        crawler.signals.connect(self.closed, signal=signals.spider_closed)

    def idle(self, spider: Spider) -> None:  # noqa: ARG002 - Scrapy's signal
        """Begin, and keep the spider open until it is done.

        :raises DontCloseSpider: as long as there is something to harvest.
        """
        self._begin(self._run())
        if self._task is not None and not self._task.done():
            raise DontCloseSpider

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if self._task is not None:
            work.close()
            return
        self._task = asyncio.ensure_future(work)
        self._task.add_done_callback(self._done)

    def end_crawl(self, reason: str) -> None:
        """Fetch no further pages; harvest what they have shown, then close.

        What is queued stays there: the engine is paused, which holds back nothing
        that a harvest asks for.
        """
        if not self._reason:
            self._reason = reason
            self._crawler.engine.pause()
            self._begin(self._run_later())

    async def _run_later(self) -> None:
        """When what is under way has been stored."""
        engine: Any = self._crawler.engine
        while engine._slot is not None and engine._slot.closing is None:
            if not engine._slot.inprogress and engine.scraper.slot.is_idle():
                await self._run()
                return
            await asyncio.sleep(_POLL)

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            addon_of(self._crawler).trouble = f"the harvest failed: {error!r}"
            logger.error("The harvest failed", exc_info=error)
        engine = self._crawler.engine
        slot = engine._slot if engine else None
        if engine is None or slot is None or slot.closing is not None:
            return
        if self._reason:
            engine.unpause()
            self._closing = asyncio.ensure_future(
                engine.close_spider_async(reason=self._reason)
            )
        else:
            slot.nextcall.schedule()

    def closed(self, spider: Spider, reason: str) -> None:  # noqa: ARG002 - the same
        """Nothing is asked any more."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        addon = addon_of(self._crawler)
        if addon.run is None or addon.trouble:
            return
        settings = self._crawler.settings
        self._asker = Asker(self._crawler)
        self._policy: Policy = self._policy_of()
        self._kinds = Kinds.of(read_options(FormsOptions, "FORMS", settings))
        self._orders = Orders(
            read_options(HarvestOptions, "HARVEST", settings),
            plan=self._wanted.plan,
            key=self._wanted.key,
            given=self._wanted.given,
            progress=settings.getfloat("PROGRESS_SECONDS", 10.0),
        )
        number = 0
        try:
            async for entry in self._entries(addon.run):
                if limit := self._budget.used_up():
                    told = f"{limit} is used up"
                    await self._leave(entry.form, entry.page.url, "budget", told)
                else:
                    number += await self._harvest(entry, addon.run)
        except Stopped as why:
            logger.info("Harvest stopped: %s", why)
            return
        except SurveyError:
            return  # told by whoever stored, who closes the crawl
        if not number and not addon.trouble:
            addon.trouble = none_harvested(self._crawler.stats.get_stats())

    async def _entries(self, run: Run) -> AsyncIterator[Entry]:
        """The forms to harvest, each on its page; every other one leaves its reason."""
        if self._wanted.page:
            page = FormPage(self._asker, self._kinds, self._wanted.page)
            entry = await self._chosen(page)
            if entry is not None:
                yield entry
            return
        gate = self._gate(self._texts)
        rows = {row.signature: row for row in run.survey.read(readers.read_forms)}
        forms = sorted(map(form_of, rows.values()), key=rank)
        for form in forms:
            with run.survey.reading() as connection:
                url = harvests.page_url(connection, rows[form.signature].page)
            if reason := gate.objection(form):
                await self._leave(form, url, reason)
                continue
            page = FormPage(self._asker, self._kinds, url)
            try:
                found = await page.pick(form.signature)
            except NoFormError as error:
                await self._leave(form, url, "gone", str(error))
                continue
            if reason := gate.objection(found):
                await self._leave(found, url, reason)
                continue
            yield Entry(found, page)

    async def _chosen(self, page: FormPage) -> Entry | None:
        """The form that the user chose."""
        addon = addon_of(self._crawler)
        try:
            form = await page.pick(self._wanted.form)
        except NoFormError as error:
            addon.trouble = str(error)
            return None
        if reason := self._gate(None).objection(form):
            await self._leave(form, page.url, reason)
            name = f"form={self._wanted.form}"
            addon.trouble = f"{name} is not sent ({reason})"
            if reason == "post":
                addon.trouble = (
                    f"{name} sends by POST, which may change something: if its queries"
                    " do not, -a post=1 asks it"
                )
            return None
        return Entry(form, page)

    def _gate(self, texts: int | None) -> Gate:
        wanted = self._wanted
        return Gate(self._policy, wanted.post, wanted.unsafe, texts)

    async def _leave(
        self, form: Form, page: str, reason: str, detail: str = ""
    ) -> None:
        """Leave the reason in the survey."""
        addon = addon_of(self._crawler)
        self._crawler.stats.inc_value(f"harvest/refused/{reason.replace(' ', '_')}")
        logger.debug("Not harvested %s %s: %s", form.method, form.action, reason)
        told = f"{form.method} {names_of(form)}: {detail or reason}"
        addon.decide(address_of(form, page), "form", told, page)

    async def _harvest(self, entry: Entry, run: Run) -> bool:
        """Whether the form was asked."""
        self._asker.begin()
        self._crawler.stats.inc_value("harvest/forms")
        memory = Memory(run, entry.form, entry.page.url, self._since(entry))
        sender = Sender(
            self._asker,
            entry.page,
            self._policy,
            post=self._wanted.post,
            seed=self._orders.options.seed,
        )
        orders = replace(
            self._orders, options=self._budget.options(self._orders.options)
        )
        session = Session(entry, orders, memory, sender, self._crawler.stats)
        session.tell = lambda verdict: self._budget.told(verdict, self._orders.options)

        async def emit(record: Record, url: str, query: str) -> None:
            if not self._wanted.details:
                await self._emit(entry.form, record, url, query)

        try:
            await session.run(emit)
        except Refused as why:
            await self._leave(entry.form, entry.page.url, str(why).partition(":")[0])
            if self._wanted.form:
                trouble = f"form={self._wanted.form} is not sent ({why})"
                addon_of(self._crawler).trouble = trouble
            return False
        self._budget.spend(session.harvest.spent)
        if self._wanted.details:
            details = Details(self._asker, memory, self._policy, self._crawler.stats)
            async for record, url, query in details.all(session.judging):
                await self._emit(entry.form, record, url, query)
        if memory.since is not None and not session.planned:
            counts = await memory.keep_changes(
                session.harvest.lost(), volatile(session.judging.identities)
            )
            for kind, count in sorted(counts.items()):
                self._crawler.stats.inc_value(f"harvest/changes/{kind}", count)
        return True

    def _since(self, entry: Entry) -> Since | None:
        """The same harvest in the earlier survey, if there is one."""
        if not self._wanted.since:
            return None
        found = Since.find(self._wanted.since, entry.form)
        if found is None:
            logger.info(
                "%s: %s has no harvest of it; all is asked",
                *(entry.name, self._wanted.since),
            )
        elif not found.finished:
            logger.warning(
                "%s: %s had not asked everything: what is told as new may have been"
                " there before",
                *(entry.name, self._wanted.since),
            )
        return found

    async def _emit(self, form: Form, record: Record, url: str, query: str) -> None:
        """Through the pipelines, which know that it is stored."""
        item = HarvestedRecord(
            form.signature,
            record.identity,
            dict(record.fields),
            dict(record.links),
            record.section,
            url,
            json.loads(query),
        )
        scraper: Any = self._crawler.engine.scraper
        await scraper.start_itemproc_async(item, response=None)
