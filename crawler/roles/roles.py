"""Focus and form work of a crawl, as its components ask for it."""

from __future__ import annotations

from asyncio import gather
from dataclasses import replace
from typing import TYPE_CHECKING, Self, TypeVar

from crawler.focus import FocusOptions
from crawler.focus.roles_options import RolesOptions
from crawler.forms.kind import FormsOptions, Kinds
from crawler.options import read_options
from crawler.roles.batches import Batches
from crawler.roles.connection import Connection
from crawler.roles.role import Role
from crawler.roles.work import FormSetup, PageSetup, score_pages, tell_forms

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from crawler.items import Form, Page


T = TypeVar("T")
R = TypeVar("R")


class Untold(Kinds):
    """Leaves forms as they are: a role tells their kinds."""

    def told(self, form: Form) -> Form:
        """The form itself."""
        return form


UNTOLD = Untold(None)


class Roles:
    """Answers one page at a time, in batches, by workers or here."""

    def __init__(
        self,
        connection: Connection,
        options: RolesOptions,
        pages: PageSetup,
        forms: FormSetup,
    ) -> None:
        self._connection = connection
        self._options = options
        focus = Role("focus", score_pages, pages, connection, options)
        form_work = Role("forms", tell_forms, forms, connection, options)
        self._focus: Batches[str, float] = self._batches(focus)
        self._forms: Batches[Form, Form] = self._batches(form_work)

    def _batches(self, role: Role[T, R]) -> Batches[T, R]:
        return Batches(
            role.answer,
            size=self._options.role_batch,
            gather=self._options.role_gather,
            ahead=self._options.role_ahead,
        )

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self | None:
        """None without ``FOCUS_SCHEDULER``.

        :raises ValueError: one line, naming the setting that does not fit.
        """
        options = read_options(RolesOptions, "FOCUS", crawler.settings)
        if not options.scheduler:
            return None
        assert crawler.stats is not None
        return cls(
            Connection(options.scheduler, options.role_patience, crawler.stats),
            options,
            PageSetup.of(read_options(FocusOptions, "FOCUS", crawler.settings)),
            FormSetup.of(read_options(FormsOptions, "FORMS", crawler.settings)),
        )

    async def score(self, text: str) -> float:
        """How much a page with this text is on the topic."""
        return await self._focus.ask(text)

    async def told(self, page: Page) -> Page:
        """The page, with the kinds of its forms."""
        if not page.forms:
            return page
        asked = [self._forms.ask(form) for form in page.forms]
        return replace(page, forms=tuple(await gather(*asked)))

    async def close(self) -> None:
        """Leave the workers."""
        await self._connection.close()
