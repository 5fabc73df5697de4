"""The requests that a survey knows of: its pages, and its forms as they are sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from crawler.forms import FormValueError, fill, submit, submittable
from crawler.forms.entries import Entry, entries
from crawler.forms.state import states
from crawler.items import Field, Form, Limits, Submitter
from crawler.store import readers
from crawler.urls import shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection

    from crawler.store.rows import FieldRow, FormRow, PageRow, RepresentativeRow

_REDIRECTED: Final = frozenset({"redirect", "redirect-to-seen"})
_UNSAFE: Final = re.compile(r"[^\x21-\x7e]")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and where it is from."""

    method: str
    url: str
    """Absolute, without a fragment, ASCII without spaces."""
    content_type: str = ""
    body: bytes = b""
    status: int | None = None
    """Of the answer that the crawl got; None for a form: it was not sent."""
    mime: str = ""
    """Kind of the page, as the survey names it."""
    title: str = ""
    about: str = ""
    """What it stands for, in a few words."""
    form: Form | None = None
    button: Submitter | None = None
    parts: tuple[Entry, ...] = ()
    """What the body, or the query of a form, is made of."""


def form_of(row: FormRow) -> Form:
    """A form of a survey as the room of forms takes it."""
    return Form(
        row.action,
        row.method,
        row.enctype,
        tuple(_field(field) for field in row.fields),
        tuple(
            Submitter(
                *(one.name, one.value, one.type, one.action, one.method, one.enctype),
                # What stands on a button is not in older surveys: mostly its value.
                one.label or one.value,
            )
            for one in row.submitters
        ),
        row.name,
        row.signature,
        kind=row.kind,
        probability=row.probability,
    )


def _field(row: FieldRow) -> Field:
    chosen: tuple[int, ...] = ()
    if row.checked and row.value in row.options:
        chosen = (row.options.index(row.value),)
    return Field(
        row.name,
        row.type,
        row.value,
        tuple(row.options),
        row.label,
        row.required,
        row.disabled,
        row.checked,
        chosen=chosen,
        limits=_demanded(row.limits),
    )


def _demanded(told: Mapping[str, str | int]) -> Limits:
    """What a control demands of its value, as the survey has it."""
    low, high = told.get("minlength"), told.get("maxlength")
    return Limits(
        str(told.get("min", "")),
        str(told.get("max", "")),
        str(told.get("step", "")),
        str(told.get("pattern", "")),
        minlength=low if isinstance(low, int) else None,
        maxlength=high if isinstance(high, int) else None,
        multiple=bool(told.get("multiple")),
    )


def buttons(form: Form) -> Iterator[Submitter | None]:
    """The first button of each place that the buttons of *form* send it to."""
    seen = set()
    for button in form.submitters or (None,):
        action = (button.action if button else "") or form.action
        method = (button.method if button else "") or form.method
        enctype = (button.enctype if button else "") or form.enctype
        if not action or method not in {"GET", "POST"}:
            continue
        if (action, method, enctype) not in seen:
            seen.add((action, method, enctype))
            yield button


def of_page(row: PageRow | RepresentativeRow) -> Asked:
    """The request of a page."""
    size = getattr(row, "size", 0)
    about = f"for {size} pages of its kind" if size > 1 else ""
    return Asked(
        "GET",
        written(row.url.partition("#")[0]),
        status=row.status,
        mime=row.kind,
        title=row.title,
        about=about,
    )


def of_form(row: FormRow) -> Iterator[Asked]:
    """The requests of a form, filled in with values that it takes.

    The values are the same for the same form, whatever else is in the survey.
    """
    form = form_of(row)
    for button in buttons(form):
        random = Random(row.signature)
        values = fill(form, random)
        try:
            sent = submit(form, values, submitter=button)
        except FormValueError:
            values = {}
            sent = submit(form, submitter=button)
        yield Asked(
            sent.method,
            written(sent.url),
            sent.content_type,
            sent.body,
            title=row.name,
            about=f"form {row.signature[:12]}: {row.kind or 'unknown'},"
            f" on {row.pages} page{'' if row.pages == 1 else 's'}",
            form=form,
            button=button,
            parts=tuple(entries(form, states(form, values), button)),
        )


def harm(asked: Asked) -> str | None:
    """What sending it would do to the site or the session, or None.

    >>> harm(Asked("GET", "http://h/")) is None
    True
    >>> gone = Form("http://h/users/5/delete", "POST")
    >>> harm(Asked("POST", gone.action, form=gone))
    'delete'
    """
    if asked.form is None:
        return None
    # A password or a file would be told first.
    hidden = tuple(one for one in asked.form.fields if one.type == "hidden")
    bare = replace(asked.form, fields=hidden)
    why = submittable(bare, "other", submitter=asked.button, post=True)
    return None if why in {"post", "no-http"} else why


def written(url: str) -> str:
    """Characters that would end a line or a word, and all that are not ASCII, encoded.

    >>> written("http://h/a b")
    'http://h/a%20b'
    """
    return _UNSAFE.sub(lambda match: quote(match[0], safe=""), url)


def of_representatives(connection: Connection) -> Iterator[Asked]:
    """Representatives by cluster and rank, a redirect of each shape, then all forms."""
    for page in readers.read_representatives(connection):
        yield of_page(page)
    seen = set()
    for asked in of_redirects(connection):
        kind = shape(asked.url)
        if kind not in seen:
            seen.add(kind)
            yield asked
    yield from of_forms(connection)


def of_pages(connection: Connection) -> Iterator[Asked]:
    """Pages by key, redirects, then all forms."""
    for page in readers.read_pages(connection):
        # The answer to a form has no address of its own: the form itself is below.
        if "form" not in page.notes:
            yield of_page(page)
    yield from of_redirects(connection)
    yield from of_forms(connection)


def of_redirects(connection: Connection) -> Iterator[Asked]:
    """Addresses with a query that led elsewhere.

    They have no page of their own, and yet parameters: of a login, of a link that is
    counted, and the ones that open redirects are made of.
    """
    for row in readers.read_decisions(connection):
        if row.rule in _REDIRECTED and "?" in row.url.partition("#")[0]:
            url = written(row.url.partition("#")[0])
            yield Asked("GET", url, status=302, about=f"leads to {row.detail}"[:200])
    for page in readers.read_pages(connection):
        for hop in page.redirected_from:
            if "?" in hop.partition("#")[0]:
                url = written(hop.partition("#")[0])
                yield Asked("GET", url, status=302, about=f"leads to {page.url}"[:200])


def of_forms(connection: Connection) -> Iterator[Asked]:
    """All forms, by action, method and signature."""
    for row in readers.read_forms(connection):
        yield from of_form(row)


def distinct(requests: Iterator[Asked]) -> Iterator[Asked]:
    """Each method, address and body once."""
    seen = set()
    for one in requests:
        same = (one.method, one.url, one.content_type, one.body)
        if same not in seen:
            seen.add(same)
            yield one
