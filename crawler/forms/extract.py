"""The forms of a document, as a browser would build them (HTML 4.10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crawler.forms import charset
from crawler.forms.controls import control_type
from crawler.forms.fields import Fields
from crawler.forms.kind_hints import hints
from crawler.forms.labels import button_label
from crawler.forms.owners import owned
from crawler.forms.signature import signature
from crawler.items import Form, Submitter
from crawler.urls import resolve

if TYPE_CHECKING:
    from crawler.dom import Document
    from crawler.forms.controls import Control
    from crawler.forms.owners import Owned

MAX_FORMS = 200
"""Forms of a document."""
MAX_SUBMITTERS = 100
"""Submitters of a form."""
DEFAULT_SUBMIT = "Submit"
"""What an English browser writes on ``<input type=submit>``, and sends."""

_METHODS = {"get": "GET", "post": "POST", "dialog": "DIALOG"}
_URLENCODED = "application/x-www-form-urlencoded"
_ENCTYPES = frozenset({_URLENCODED, "multipart/form-data", "text/plain"})


def extract(document: Document) -> tuple[Form, ...]:
    """The forms in tree order, each with its signature.

    A button that does not submit by HTTP (``type=button``, ``reset``, disabled, a
    ``javascript:`` action of its own) is left out. A form whose own action is no
    http(s) URL has an empty one.
    """
    found = owned(document)[:MAX_FORMS]
    if not found or document.tree is None:
        return ()
    fields = Fields(document.tree)
    forms = (_form(document, item, fields) for item in found)
    return tuple(
        replace(form, signature=signature(form, document.url)) for form in forms
    )


def _form(document: Document, item: Owned, fields: Fields) -> Form:
    form = item.form
    method = _METHODS.get(form.get("method").lower(), "GET")
    submitters = _submitters(document, item.controls, fields)
    sent = method != "DIALOG" or any(
        button.method in {"GET", "POST"} for button in submitters
    )
    return Form(
        action=_address(document, form.get("action")) if sent else "",
        method=method,
        enctype=_enctype(form.get("enctype")),
        fields=fields.read(item.controls),
        submitters=submitters,
        name=form.get("name") or form.get("id"),
        charset=charset.choose(form.get("accept-charset"), document.encoding),
        novalidate=form.has("novalidate"),
        hints=hints(item),
    )


def _submitters(
    document: Document, controls: list[Control], fields: Fields
) -> tuple[Submitter, ...]:
    found: list[Submitter] = []
    for place, control in enumerate(controls):
        kind = control_type(control)
        if kind not in {"submit", "image"} or fields.disabled(control):
            continue
        action, method, enctype = "", "", ""
        if control.has("formaction"):
            action = _address(document, control.get("formaction"))
            if not action:
                continue
        if control.has("formmethod"):
            method = _METHODS.get(control.get("formmethod").lower(), "GET")
        if control.has("formenctype"):
            enctype = _enctype(control.get("formenctype"))
        value = _said(control, kind)
        label = value if control.tag == "input" and kind == "submit" else ""
        found.append(
            Submitter(
                control.get("name"),
                value,
                kind,
                action,
                method,
                enctype,
                label=button_label(control) or label,
                place=place,
                novalidate=control.has("formnovalidate"),
            )
        )
        if len(found) == MAX_SUBMITTERS:
            break
    return tuple(found)


def _said(control: Control, kind: str) -> str:
    """The value of a button; an ``input`` without one sends the word it shows."""
    if kind == "submit" and control.tag == "input" and not control.has("value"):
        return DEFAULT_SUBMIT
    return control.get("value")


def _address(document: Document, action: str) -> str:
    """Where a form goes: an empty action means the document, not its base URL.

    HTML 4.10.22.3; to browsers white space is empty too. The fragment, which is
    never sent, is left out.
    """
    action = action.strip("\t\n\f\r ")
    url = action and resolve(action, document.base_url, document.encoding)
    if not action:
        url = resolve(document.url, document.url)
    return (url or "").partition("#")[0]


def _enctype(value: str) -> str:
    return value.lower() if value.lower() in _ENCTYPES else _URLENCODED
