"""Which forms exploration may send, and why it leaves the others alone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from crawler.forms.danger import danger
from crawler.items import Link

if TYPE_CHECKING:
    from crawler.items import Form, Submitter

NEVER = frozenset(
    {
        "login",
        "registration",
        "recovery",
        "cart",
        "contact",
        "comment",
        "newsletter",
        "password/login recovery",
        "join mailing list",
        "contact/comment",
        "order/add to cart",
    }
)
"""Kinds of form that act for a person: never sent by exploration."""
QUERY = "search"
"""The kind whose POST only asks."""
_MAX_PAIRS = 50
_MAX_VALUE = 100


def submittable(
    form: Form,
    kind: str,
    *,
    submitter: Submitter | None = None,
    post: bool = False,
    unsafe: bool = False,
) -> str | None:
    """Why *form* is not to be sent by exploration, or None when it may be.

    One word: ``no-http``, the *kind*, ``password``, ``upload``, what it would do
    (``delete``, ``logout``: see :func:`crawler.forms.danger`), or ``post``. *post*
    lets query interfaces be sent by POST, *unsafe* anything that goes by HTTP.

    >>> from crawler.items import Field, Form
    >>> find = Form("http://h/find", "POST", fields=(Field("q", "text"),))
    >>> submittable(find, "search"), submittable(find, "search", post=True)
    ('post', None)
    >>> submittable(Form("http://h/users/5/delete", "POST"), "other", post=True)
    'delete'
    """
    action = (submitter.action if submitter else "") or form.action
    method = (submitter.method if submitter else "") or form.method
    if not action or method not in {"GET", "POST"}:
        return "no-http"
    if unsafe:
        return None
    if kind in NEVER:
        return kind
    types = {field.type for field in form.fields if not field.disabled}
    if "password" in types:
        return "password"
    if "file" in types and method == "POST":
        return "upload"
    buttons = form.submitters if submitter is None else (submitter,)
    for button in buttons[:1] or (None,):
        if act := _act(form, action, button):
            return act
    if method == "POST":
        return None if post and kind == QUERY else "post"
    return None


def _act(form: Form, action: str, button: Submitter | None) -> str | None:
    """What it would do, by its address, its button, and the fields nobody sees."""
    pairs = [
        (field.name, field.value)
        for field in form.fields
        if field.type == "hidden" and field.name and not field.disabled
    ]
    if button is not None and button.name:
        pairs.append((button.name, button.value or button.label))
    query = "&".join(
        f"{quote_plus(name, errors='replace')}={quote_plus(value, errors='replace')}"
        for name, value in pairs[-_MAX_PAIRS:]
        if len(name) + len(value) <= _MAX_VALUE
    )
    text = "" if button is None else button.label
    address = action.partition("#")[0]
    joined = f"{address}{'&' if '?' in address else '?'}{query}" if query else address
    return danger(Link(joined, "form@action", text)) or danger(
        Link(address, "form@action", text)
    )
