"""What a browser sends when a form is submitted (HTML 4.10.22)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from crawler.forms import bodies
from crawler.forms.entries import entries
from crawler.forms.errors import NotHttpError
from crawler.forms.state import states

if TYPE_CHECKING:
    from crawler.forms.state import Values
    from crawler.items import Form, Submitter

_MULTIPART = "multipart/form-data"


@dataclass(slots=True, frozen=True)
class Submission:
    """A request that a form makes."""

    method: str
    """``GET`` or ``POST``."""
    url: str
    """Absolute, without a fragment."""
    content_type: str = ""
    """Value of the header; empty for GET."""
    body: bytes = b""


def submit(
    form: Form,
    values: Values | None = None,
    *,
    submitter: Submitter | None = None,
    boundary: str = "",
) -> Submission:
    """The request for *form* with *values*, by *submitter* or, without, by a script.

    Names without a value keep what the page shows. A value is a text; of a check box
    True, False, or the values to check, all others unchecked; of a drop-down or radio
    buttons the value of an option, of a multiple one several. For several text
    controls of one name, a list with one text each. None leaves the controls out.
    Values are not validated: see :func:`crawler.forms.invalid`.

    The *boundary* of a multipart body is taken from its content if it is not given,
    so the same submission is the same request.

    :raises FormValueError: naming a control that cannot take its value, and what it
        takes; or a name that is none of the form's.
    :raises NotHttpError: for a dialog or an action that is no http(s) URL.

    >>> from crawler.items import Field, Form
    >>> search = Form("http://h/find?old=1", fields=(
    ...     Field("q", "text"), Field("kind", "select-one", "a", ("a", "b"))))
    >>> submit(search, {"q": "tea & milk"}).url
    'http://h/find?q=tea+%26+milk&kind=a'
    >>> submit(search, {"kind": "c"})
    Traceback (most recent call last):
    crawler.forms.errors.FormValueError: 'kind' has no option 'c'; it takes 'a', 'b'
    """
    action = (submitter.action if submitter else "") or form.action
    method = (submitter.method if submitter else "") or form.method
    enctype = (submitter.enctype if submitter else "") or form.enctype
    if not action or method not in {"GET", "POST"}:
        raise NotHttpError("the form is not sent by HTTP: a dialog, or no http(s) URL")
    sent = entries(form, states(form, values or {}), submitter)
    url = action.partition("#")[0]
    if method == "GET":
        query = bodies.urlencoded(sent, form.charset)
        return Submission(method, f"{url.partition('?')[0]}?{query}")
    if enctype == _MULTIPART:
        if not boundary:
            shown = repr((url, form.charset, sent)).encode("utf-8", "replace")
            boundary = f"----LeadlineForm{blake2b(shown, digest_size=12).hexdigest()}"
        body = bodies.multipart(sent, form.charset, boundary)
        return Submission(method, url, f"{_MULTIPART}; boundary={boundary}", body)
    if enctype == "text/plain":
        return Submission(method, url, enctype, bodies.plain(sent, form.charset))
    body = bodies.urlencoded(sent, form.charset).encode("ascii")
    return Submission(method, url, enctype, body)
