"""What makes two forms one form to test."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from urllib.parse import quote

from crawler.urls import name_shape, shape

if TYPE_CHECKING:
    from crawler.items import Form, Submitter

MAX_LENGTH = 400
"""Characters of a signature; a longer one ends in a digest of the whole."""

_SAFE = "[]{}().,:;$@!*/|"


def signature(form: Form) -> str:
    """Method, shape of the action, enctype, and the names and types of the controls.

    Names are shapes too, and values do not count, so that the edit forms of all
    items are one. The query of the action of a GET form does not count, since a
    browser replaces it. Nor does the order of controls.

    >>> from crawler.items import Field, Form, Submitter
    >>> signature(Form("http://h/item/17/edit", "POST", fields=(
    ...     Field("f", "file"), Field("v8371", "hidden")),
    ...     submitters=(Submitter("save", "1"),)))
    'POST http://h/item/{int}/edit urlencoded f=file v{int}=hidden +save=submit'
    """
    parts = [form.method, _address(form.action, form.method)]
    if form.method != "GET":
        parts.append(_short(form.enctype))
    parts += sorted(
        {f"{_name(field.name)}={field.type}" for field in form.fields if field.name}
    )
    parts += sorted({_submitter(button, form) for button in form.submitters})
    text = " ".join(parts)
    if len(text) <= MAX_LENGTH:
        return text
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16)
    return f"{text[: MAX_LENGTH - 34]} #{digest.hexdigest()}"


def _submitter(button: Submitter, form: Form) -> str:
    text = f"+{_name(button.name)}={button.type}"
    method = button.method or form.method
    if button.method:
        text += f":{button.method}"
    if button.action:
        text += f":{_address(button.action, method)}"
    if button.enctype and method != "GET":
        text += f":{_short(button.enctype)}"
    return text


def _address(url: str, method: str) -> str:
    if not url:
        return "-"
    return shape(url.partition("?")[0] if method == "GET" else url)


def _short(enctype: str) -> str:
    return {
        "application/x-www-form-urlencoded": "urlencoded",
        "multipart/form-data": "multipart",
    }.get(enctype, enctype)


def _name(name: str) -> str:
    # Quoted, or one strange name could be read as two controls.
    return quote(name_shape(name), safe=_SAFE, errors="surrogatepass")
