"""Which forms are harvested, in which order, and why others are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawler.forms import submittable
from crawler.forms.submittable import QUERY
from crawler.harvest import space_of
from crawler.items import Field, Form, Link, Submitter

if TYPE_CHECKING:
    from crawler.harvesting.page import FormPage
    from crawler.policy import Policy
    from crawler.store.rows import FormRow


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
