"""The page that a form is on: fetched when it is needed, and again for new tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy import Request

from crawler.forms import extract
from crawler.forms.owners import owned
from crawler.harvesting.entries import names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.dom import Document
    from crawler.forms.kind import Kinds
    from crawler.harvesting.asking import Asker
    from crawler.items import Form

_LISTED: Final = 5


class NoFormError(ValueError):
    """The page cannot be had, or has no such form; one line."""


class FormPage:
    """Where a form is found.

    Its hidden fields may hold tokens that are good for one submission (CSRF), or the
    state of the page (``__VIEWSTATE``).
    """

    def __init__(self, asker: Asker, kinds: Kinds, url: str) -> None:
        self._asker, self._kinds, self.url = asker, kinds, url
        self.document: Document | None = None
        self._forms: list[Form] = []
        self._scripted: Sequence[int] = ()
        self.changes = False
        """Hidden values differ from one fetch to the next."""

    async def forms(self) -> list[Form]:
        """Fetch the page; all its forms.

        :raises NoFormError: when there is no page.
        """
        request = Request(self.url, meta={"harvest": self.url}, dont_filter=True)
        reply = await self._asker.ask(request)
        if reply.response is None:
            raise NoFormError(f"{self.url}: {reply.detail or reply.error}")
        if reply.response.status >= 400:
            raise NoFormError(f"{self.url} answered {reply.response.status}")
        self.document = reply.document()
        rendered = reply.response.meta.get("rendered") or {}
        self._scripted = rendered.get("scripted", ())
        self._forms = [self._kinds.told(form) for form in extract(self.document)]
        return self._forms

    def scripted(self, form: Form) -> int | None:
        """The place of a form that a script sends, on a rendered page."""
        for place, known in enumerate(self._forms):
            if known.signature == form.signature and place in self._scripted:
                return place
        return None

    async def pick(self, wanted: str) -> Form:
        """The form that is wanted: its number from 1, a signature, or a CSS selector.

        :raises NoFormError: when there is none.
        """
        forms = await self.forms()
        if wanted.isdecimal():
            if not 1 <= int(wanted) <= len(forms):
                raise NoFormError(f"form={wanted}: {self.url} {_listed(forms)}")
            return forms[int(wanted) - 1]
        for form in forms:
            if form.signature == wanted:
                return form
        place = self._selected(wanted)
        if place is None or place >= len(forms):
            raise NoFormError(
                f"form={wanted}: {self.url} {_listed(forms)}; none of them is that, by"
                " its number or as CSS selector"
            )
        return forms[place]

    def _selected(self, css: str) -> int | None:
        """Place of the form that a selector finds, or that what it finds is in."""
        document = self.document
        if document is None or document.tree is None:
            return None
        try:
            node = document.tree.css_first(css)
        except Exception:  # noqa: BLE001 - whatever lexbor makes of the user's text
            return None
        while node is not None and node.tag != "form":
            node = node.parent
        if node is None:
            return None
        for place, item in enumerate(owned(document)):
            if item.form.node.mem_id == node.mem_id:
                return place
        return None

    async def renewed(self, form: Form) -> Form:
        """The form with the hidden values of now; as it was when it is gone."""
        try:
            forms = await self.forms()
        except NoFormError:
            return form
        for new in forms:
            if new.signature == form.signature and len(new.fields) == len(form.fields):
                fields = tuple(
                    replace(old, value=now.value) if old.type == "hidden" else old
                    for old, now in zip(form.fields, new.fields, strict=True)
                )
                self.changes = self.changes or fields != form.fields
                return replace(form, fields=fields, action=new.action)
        return form


def _listed(forms: list[Form]) -> str:
    """The forms of a page in a line: "has 2 forms: 1 is GET http://h/find (q)"."""
    if not forms:
        return "has no form"
    told = [
        f"{number} is {form.method} {form.action.partition('?')[0]} ({names_of(form)})"
        for number, form in enumerate(forms[:_LISTED], 1)
    ]
    more = ", ..." if len(forms) > _LISTED else ""
    many = "" if len(forms) == 1 else "s"
    return f"has {len(forms)} form{many}: {', '.join(told)}{more}"
