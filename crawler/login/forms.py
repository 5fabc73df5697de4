"""Which form of a page logs in, and what it sends; secrets go nowhere else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crawler.forms import FormError, submit
from crawler.forms.kind_rules import LOGIN, RECOVERY, REGISTRATION
from crawler.urls import host_of, split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.forms import Submission
    from crawler.items import Field, Form, Page

_NAMES: Final = frozenset({"text", "email", "tel", "search"})
"""Types of controls that take the name of a user."""


class LoginError(Exception):
    """Why nobody is logged in, in one line without any secret."""


def login_form(forms: Iterable[Form]) -> Form | None:
    """The form that logs in: of that kind, or at least with just one password."""
    found = [
        form
        for form in forms
        if len(_passwords(form)) == 1 and form.kind not in {REGISTRATION, RECOVERY}
    ]
    return max(
        found,
        key=lambda form: (form.kind == LOGIN, form.probability),
        default=None,
    )


def asks_for_login(forms: Iterable[Form], action: str) -> bool:
    """Whether one of *forms* logs in by the address *action*.

    Another form with a password (change it, confirm an order) is shown to users that
    are logged in.
    """
    return any(
        len(_passwords(form)) == 1 and _bare(form.action) == _bare(action)
        for form in forms
    )


def filled(form: Form, page: str, user: str, password: str) -> Submission:
    """What *form* of the address *page* sends for this user.

    :raises LoginError: when it would tell the password to another host or without
        encryption, put it into an address, or has no place for the user's name.
    """
    button = form.submitters[0] if form.submitters else None
    action = (button.action if button else "") or form.action
    method = (button.method if button else "") or form.method
    if origin_of(action) != origin_of(page):
        raise LoginError(
            f"the login form of {page} sends the password to another origin"
            f" ({origin_of(action)}): it is not sent"
        )
    if method != "POST":
        raise LoginError(
            f"the login form of {page} would put the password into an address"
            f" ({method or 'no method'}): it is not sent"
        )
    (secret,) = _passwords(form)
    name = _name_field(form, secret)
    if name is None:
        raise LoginError(f"the login form of {page} has no field for a user's name")
    try:
        return submit(form, {name.name: user, secret.name: password}, submitter=button)
    except FormError:
        # What it says may quote the value.
        raise LoginError(
            f"the login form of {page} does not take this user or password"
            f" (fields {name.name!r} and {secret.name!r})"
        ) from None


def without_passwords(page: Page) -> Page:
    """The page, its controls for passwords emptied."""
    forms = tuple(
        replace(
            form,
            fields=tuple(
                replace(field, value="") if field.type == "password" else field
                for field in form.fields
            ),
        )
        for form in page.forms
    )
    return replace(page, forms=forms)


def _passwords(form: Form) -> list[Field]:
    return [
        field
        for field in form.fields
        if field.type == "password" and field.name and not field.disabled
    ]


def _name_field(form: Form, secret: Field) -> Field | None:
    """The last control before the password that takes a name; else the first."""
    found: Field | None = None
    for field in form.fields:
        if field is secret and found is not None:
            break
        usable = field.name and not field.disabled and not field.readonly
        if field.type in _NAMES and usable:
            found = field
    return found


def _bare(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


def origin_of(url: str) -> str:
    """Scheme, host and port of *url*, empty when it is none.

    >>> origin_of("HTTP://h:80/x?y"), origin_of("https://h:8443/")
    ('http://h', 'https://h:8443')
    """
    parts = split(url)
    if parts is None:
        return ""
    return f"{parts.scheme}://{host_of(url)}{parts.port}"
