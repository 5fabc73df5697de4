"""The forms of a document, as a browser would build them (HTML 4.10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crawler.forms.fields import Fields, control_type
from crawler.forms.owners import owned
from crawler.forms.signature import signature
from crawler.items import Form, Submitter
from crawler.urls import resolve

if TYPE_CHECKING:
    from crawler.dom import Document
    from crawler.forms.owners import Control, Owned

MAX_FORMS = 200
"""Forms of a document."""
MAX_SUBMITTERS = 100
"""Submitters of a form."""

_METHODS = {"get": "GET", "post": "POST", "dialog": "DIALOG"}
_URLENCODED = "application/x-www-form-urlencoded"
_ENCTYPES = frozenset({_URLENCODED, "multipart/form-data", "text/plain"})


def extract(document: Document) -> tuple[Form, ...]:
    """The forms in tree order, each with its signature.

    A button that does not submit by HTTP (``type=button``, ``reset``, disabled, a
    ``javascript:`` action of its own) is left out. A form whose own action is no
    http(s) URL has an empty one. Of a multiple select's values only the first that
    is selected is kept as the value.
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
    )


def _submitters(
    document: Document, controls: list[Control], fields: Fields
) -> tuple[Submitter, ...]:
    found: list[Submitter] = []
    for control in controls:
        kind = control_type(control)
        if kind not in {"submit", "image"} or fields.disabled(control):
            continue
        action, method, enctype = "", "", ""
        if "formaction" in control.attributes:
            action = _address(document, control.get("formaction"))
            if not action:
                continue
        if "formmethod" in control.attributes:
            method = _METHODS.get(control.get("formmethod").lower(), "GET")
        if "formenctype" in control.attributes:
            enctype = _enctype(control.get("formenctype"))
        name, value = control.get("name"), control.get("value")
        found.append(Submitter(name, value, kind, action, method, enctype))
        if len(found) == MAX_SUBMITTERS:
            break
    return tuple(found)


def _address(document: Document, action: str) -> str:
    """Where a form goes: an empty action means the document, not its base URL.

    HTML 4.10.22.3. The fragment, which is never sent, is left out.
    """
    url = action and resolve(action, document.base_url, document.encoding)
    if not action:
        url = resolve(document.url, document.url)
    return (url or "").partition("#")[0]


def _enctype(value: str) -> str:
    return value.lower() if value.lower() in _ENCTYPES else _URLENCODED
