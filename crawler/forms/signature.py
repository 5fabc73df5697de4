"""What makes two forms one form to test."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from crawler.urls import name_shape, shape

if TYPE_CHECKING:
    from crawler.items import Form, Submitter

MAX_LENGTH = 400
"""Characters of a signature; a longer one ends in a digest of the whole."""

_SAFE = "[]{}().,:;$@!*/|"
# Stands for a page's own name while the URL around it is typed; letters only, or it
# would be taken for an id.
_PAGE = "theveryself"
_ID = re.compile(r"\{[a-z]+\}")


def signature(form: Form, page: str = "") -> str:
    """Method, shape of the action, enctype, and the names and types of the controls.

    Names are shapes too, and values do not count, so that the edit forms of all
    items are one. The query of the action of a GET form does not count, since a
    browser replaces it. Nor does the order of controls. The *page* that a form
    stands on, where its action goes back to it or below it, is no part either.

    >>> from crawler.items import Field, Form, Submitter
    >>> signature(Form("http://h/item/17/edit", "POST", fields=(
    ...     Field("f", "file"), Field("v8371", "hidden")),
    ...     submitters=(Submitter("save", "1"),)))
    'POST http://h/item/{int}/edit urlencoded f=file v{int}=hidden +save=submit'
    >>> signature(Form("http://h/people/ada/message", "POST"), "http://h/people/ada")
    'POST http://h/people/{page}/message urlencoded'
    """
    parts = [form.method, _address(form.action, form.method, page)]
    if form.method != "GET":
        parts.append(_short(form.enctype))
    parts += sorted(
        {f"{_name(field.name)}={field.type}" for field in form.fields if field.name}
    )
    parts += sorted({_submitter(button, form, page) for button in form.submitters})
    text = " ".join(parts)
    if len(text) <= MAX_LENGTH:
        return text
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16)
    return f"{text[: MAX_LENGTH - 34]} #{digest.hexdigest()}"


def _submitter(button: Submitter, form: Form, page: str) -> str:
    text = f"+{_name(button.name)}={button.type}"
    method = button.method or form.method
    if button.method:
        text += f":{button.method}"
    if button.action:
        text += f":{_address(button.action, method, page)}"
    if button.enctype and method != "GET":
        text += f":{_short(button.enctype)}"
    return text


def _address(url: str, method: str, page: str) -> str:
    if not url:
        return "-"
    url = url.partition("?")[0] if method == "GET" else url
    own = page.partition("?")[0].rstrip("/")
    above = own.rpartition("/")[0]
    # A top-level page is a place of its own: /login and /search stay what they are.
    if above.count("/") < 3 or not f"{url.partition('?')[0]}/".startswith(f"{own}/"):
        return shape(url)
    # An id is typed as it is anywhere: the same form may stand on other pages too.
    if _ID.fullmatch(shape(own).removeprefix(f"{shape(above)}/")):
        return shape(url)
    return shape(f"{above}/{_PAGE}{url[len(own) :]}").replace(_PAGE, "{page}", 1)


def _short(enctype: str) -> str:
    return {
        "application/x-www-form-urlencoded": "urlencoded",
        "multipart/form-data": "multipart",
    }.get(enctype, enctype)


def _name(name: str) -> str:
    # Quoted, or one strange name could be read as two controls.
    return quote(name_shape(name), safe=_SAFE, errors="surrogatepass")
