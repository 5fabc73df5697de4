"""Harvests forms when the crawl has nothing left to fetch."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import DontCloseSpider

from crawler.addon import addon_of
from crawler.forms.kind import FormsOptions, Kinds
from crawler.harvest import HarvestOptions
from crawler.harvesting.asking import Asker, Refused, Stopped
from crawler.harvesting.details import Details
from crawler.harvesting.entries import Entry, Gate, form_of, rank
from crawler.harvesting.items import HarvestedRecord
from crawler.harvesting.memory import Memory
from crawler.harvesting.page import FormPage, NoFormError
from crawler.harvesting.sending import Sender
from crawler.harvesting.session import Orders, Session
from crawler.harvesting.since import Since, volatile
from crawler.options import read_options
from crawler.store import SurveyError, harvests, readers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy import Spider
    from scrapy.crawler import Crawler

    from crawler.harvest import Knowledge
    from crawler.harvest.records_item import Record
    from crawler.items import Form
    from crawler.policy import Policy
    from crawler.run import Run

logger = logging.getLogger("leadline")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a spider asks for."""

    page: str = ""
    """URL of the page of one form; empty for all query forms of the survey."""
    form: str = ""
    """Its number on the page from 1, signature or CSS selector."""
    post: bool = False
    unsafe: bool = False
    plan: bool = False
    details: bool = False
    key: tuple[str, ...] = ()
    given: Knowledge | None = None
    since: str = ""
    """An earlier survey, to tell what has changed."""


class Harvesting:
    """The harvests of a spider, one form after the other.

    They begin when the spider is idle: then all forms that the crawl could find are
    in the survey. Stats: ``harvest/forms``, ``harvest/refused/REASON``.
    """

    def __init__(self, crawler: Crawler, wanted: Wanted, policy: Any) -> None:
        """*policy* gives the rules of links, when they are needed."""
        self._crawler, self._wanted, self._policy_of = crawler, wanted, policy
        self._task: asyncio.Task[None] | None = None
        self._texts = crawler.settings.getint("HARVEST_TEXT_MAX", 2)
        crawler.signals.connect(self.idle, signal=signals.spider_idle)
        crawler.signals.connect(self.closed, signal=signals.spider_closed)

    def idle(self, spider: Spider) -> None:  # noqa: ARG002 - Scrapy's signal
        """Begin, and keep the spider open until it is done.

        :raises DontCloseSpider: as long as there is something to harvest.
        """
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
            self._task.add_done_callback(self._done)
        if not self._task.done():
            raise DontCloseSpider

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            addon_of(self._crawler).trouble = f"the harvest failed: {error!r}"
            logger.error("The harvest failed", exc_info=error)
        slot = self._crawler.engine._slot if self._crawler.engine else None
        if slot is not None and slot.closing is None:
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
                number += await self._harvest(entry, addon.run)
        except Stopped as why:
            logger.info("Harvest stopped: %s", why)
            return
        except SurveyError:
            return  # told by whoever stored, who closes the crawl
        if not number and not addon.trouble:
            addon.trouble = "no form was harvested: none was found that asks a question"

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
            hint = ": -a post=1 sends it" if reason == "post" else ""
            addon.trouble = f"form={self._wanted.form} is not sent ({reason}){hint}"
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
        told = f"{form.method}: {detail or reason}"
        addon.decide(form.action or page, "form", told, page)

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
        session = Session(entry, self._orders, memory, sender, self._crawler.stats)

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
