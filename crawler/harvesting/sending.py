"""Sends the queries of one form: values filled in, tokens renewed, pages followed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from scrapy import Request

from crawler.forms import FormError, submit, submittable
from crawler.harvest import Query
from crawler.harvest.typed import type_of
from crawler.harvesting.values import texts_of, values_of
from crawler.items import Link
from crawler.submit import to_request

if TYPE_CHECKING:
    from crawler.harvest import Space
    from crawler.harvesting.asking import Asker, Reply
    from crawler.harvesting.page import FormPage
    from crawler.items import Form, Submitter
    from crawler.policy import Policy

_LETTERS = "bcdfghjklmnpqrstvwxz"


class Sender:
    """One session with a form: its cookies are those of the crawl."""

    def __init__(
        self, asker: Asker, page: FormPage, policy: Policy, *, post: bool, seed: int
    ) -> None:
        self._asker, self._page, self._policy = asker, page, policy
        self._post = post
        self._seed = seed
        self._form: Form | None = None
        """With the hidden values of the last fetch."""
        self.fresh = True
        """The hidden values were not sent yet."""
        self.single = False
        """They are good for one submission."""
        self.has_hidden = False
        self.renewed = 0

    async def submit(self, form: Form, space: Space, query: Query) -> Reply | None:
        """The reply to a query, or None when the form does not take its values."""
        if self._form is None:
            self._form = form
            self.has_hidden = any(field.type == "hidden" for field in form.fields)
        if self.single and not self.fresh:
            await self.renew(form)
        request = self._request(self._form, space, query)
        if request is None:
            return None
        self.fresh = False
        return await self._asker.ask(request)

    async def renew(self, form: Form) -> None:
        """Fetch the page of the form for new hidden values."""
        self._form = await self._page.renewed(self._form or form)
        self.fresh = True
        self.renewed += 1

    async def renew_and_submit(
        self, form: Form, space: Space, query: Query
    ) -> Reply | None:
        """The same query with new hidden values; None when they are the same."""
        before = self._form
        await self.renew(form)
        if self._form == before and not self._page.changes:
            self.has_hidden = False  # nothing that could have been used up
            return None
        return await self.submit(form, space, query)

    def used_up(self) -> None:
        """A new token helped: from now on each submission gets its own."""
        self.single = True

    async def follow(self, url: str) -> Reply | None:
        """A further page of an answer, if the rules of links allow it."""
        if self._policy.refuse(Link(url, "a@href"), 0) is not None:
            return None
        return await self._asker.ask(
            Request(url, meta={"harvest": self._page.url}, dont_filter=True)
        )

    async def fill(self, form: Form, referrer: str) -> Reply | None:
        """Send another form as it is, the first option where one has to be chosen."""
        if not form.action or self._refuses(form):
            return None
        values = {
            field.name: next((o for o in field.options if o), "")
            for field in form.fields
            if field.type == "select-one"
            and not field.value
            and not field.disabled
            and any(field.options)
        }
        try:
            submission = submit(form, values, submitter=_button(form))
        except FormError:
            return None
        return await self._asker.ask(
            to_request(
                submission,
                meta={"harvest": self._page.url},
                headers={"Referer": referrer},
                dont_filter=True,
            )
        )

    def _refuses(self, form: Form) -> bool:
        kind = form.kind or "other"
        if submittable(form, kind, post=self._post) is not None:
            return True
        return self._policy.refuse(Link(form.action, "form@action"), 0) is not None

    def nonsense(self, space: Space, query: Query) -> Query | None:
        """The query with a word that nobody has ever written in its first free box."""
        rng = random.Random(f"nonsense {self._seed}")
        word = "".join(rng.choice(_LETTERS) for _ in range(14))
        return self.word(space, query, word)

    @staticmethod
    def word(space: Space, query: Query, word: str) -> Query | None:
        """The query with a word in its first free box; None without such a box."""
        free = [i for i, box in enumerate(space.boxes) if type_of(box) == "text"]
        if not free:
            return None
        texts = list(texts_of(space, query))
        texts[free[0]] = word
        return Query(query.number, query.values, tuple(texts))

    def _request(self, form: Form, space: Space, query: Query) -> Request | None:
        values = values_of(form, space, query)
        try:
            submission = submit(form, values, submitter=_button(form))
        except FormError:
            return None
        place = self._page.scripted(form)
        if place is not None:
            fill = {"form": place, "values": values, "post": self._post}
            return Request(
                self._page.url,
                meta={"harvest": self._page.url, "render": True, "fill": fill},
                dont_filter=True,
            )
        return to_request(
            submission,
            meta={"harvest": self._page.url},
            headers={"Referer": self._page.url},
            dont_filter=True,
        )


def _button(form: Form) -> Submitter | None:
    """The button that Enter presses."""
    return form.submitters[0] if form.submitters else None
