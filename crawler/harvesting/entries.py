"""Which forms are harvested, in which order, and why others are not."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crawler.forms import submittable
from crawler.forms.submittable import QUERY
from crawler.harvest import space_of
from crawler.items import Field, Form, Link, Submitter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.harvesting.page import FormPage
    from crawler.policy import Policy
    from crawler.store.rows import FormRow

_UNSEEN: Final = frozenset({"hidden", "submit", "image", "reset"})
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """A form to harvest, and the page it is on."""

    form: Form
    page: FormPage

    @property
    def name(self) -> str:
        """As lines of the log call it."""
        return f"{self.form.method} {self.form.action.partition('?')[0]}"


@dataclass(frozen=True, slots=True)
class Gate:
    """What a form has to be."""

    policy: Policy
    post: bool = False
    unsafe: bool = False
    texts: int | None = None
    """Text boxes at most; None for a form that somebody chose."""

    def objection(self, form: Form) -> str | None:
        """Why *form* is not harvested, in a word or two; None when it is."""
        button = form.submitters[0] if form.submitters else None
        why = submittable(
            form, form.kind, submitter=button, post=self.post, unsafe=self.unsafe
        )
        if why is not None:
            return why
        action = (button.action if button else "") or form.action
        refusal = self.policy.refuse(Link(action, "form@action"), 0)
        if refusal is not None:
            return " ".join(part for part in refusal if part)
        space = space_of(form)
        if not space.factors and not space.boxes:
            return "nothing to vary"
        if self.texts is not None:
            if form.kind != QUERY and form.method != "GET":
                return form.kind or "no query form"
            if len(space.boxes) > self.texts:
                return f"{len(space.boxes)} text boxes"
        return None


def rank(form: Form) -> tuple[float, int, str]:
    """Sorts the best first: probably a query form, with much to choose."""
    likely = form.probability if form.kind == QUERY else 0.0
    return -round(likely, 1), -len(space_of(form).factors), form.signature


def address_of(form: Form, page: str) -> str:
    """What a reason is stored under: several forms may have one action.

    And that may be a page as well, or a link that was not followed.

    >>> from crawler.items import Form
    >>> address_of(Form("http://h/find", signature="GET http://h/find q=text"), "")
    'http://h/find#form=acd22c05'
    """
    told = form.signature or f"{form.method} {form.action} {names_of(form)}"
    digest = hashlib.blake2b(told.encode(), digest_size=4).hexdigest()
    return f"{(form.action or page).partition('#')[0]}#form={digest}"


def names_of(form: Form) -> str:
    """Its controls as a user sees them, a few.

    >>> from crawler.items import Field, Form
    >>> names_of(Form("", fields=(Field("q", "text"), Field("t", "hidden"))))
    'q'
    """
    names = [field.name for field in form.fields if field.type not in _UNSEEN]
    shown = list(dict.fromkeys(name for name in names if name))
    more = ", ..." if len(shown) > _SHOWN else ""
    return ", ".join(shown[:_SHOWN]) + more or "without a control"


def none_harvested(stats: Mapping[str, object]) -> str:
    """Why there is nothing, in a line; *stats* count the forms that were left alone.

    >>> none_harvested({"harvest/refused/login": 2, "harvest/refused/post": 1})
    'no form was harvested; left alone: 2 login, 1 post (--what decisions)'
    """
    prefix = "harvest/refused/"
    told = [
        f"{number} {name.removeprefix(prefix).replace('_', ' ')}"
        for name, number in sorted(stats.items())
        if name.startswith(prefix)
    ]
    if not told:
        return "no form was harvested: none was found that asks a question"
    return f"no form was harvested; left alone: {', '.join(told)} (--what decisions)"


def form_of(row: FormRow) -> Form:
    """A form as the survey has it: enough to be judged, not to be sent."""
    fields = tuple(
        Field(
            part.name,
            part.type,
            part.value,
            tuple(part.options),
            part.label,
            part.required,
            part.disabled,
            part.checked,
        )
        for part in row.fields
    )
    buttons = tuple(
        Submitter(
            part.name,
            part.value,
            part.type,
            part.action,
            part.method,
            part.enctype,
            label=part.value,
        )
        for part in row.submitters
    )
    return Form(
        row.action,
        row.method,
        row.enctype,
        fields,
        buttons,
        row.name,
        row.signature,
        kind=row.kind,
        probability=row.probability,
    )
