"""Requests as curl command lines for a POSIX shell, one a line.

A line holds text of the site, so each word is quoted, and no option is used whose
value curl interprets: ``--data`` would read a file where a value begins with ``@``,
``-F`` too, and URLs are globbed without ``-g``.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from crawler.forms import submit as submission
from crawler.forms.entries import entries
from crawler.forms.state import states
from crawler.report.requests import buttons, form_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.forms.entries import Entry
    from crawler.items import Form, Submitter
    from crawler.store.rows import FormRow

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_UNSAFE = re.compile(r"[\x00-\x20\x7f]")
_MULTIPART = "multipart/form-data"


def get(url: str) -> str:
    """The command that fetches a page.

    >>> get("http://h.test/a?b[]=$(id)&c='x'")
    'curl -g \\'http://h.test/a?b[]=$(id)&c=\\'"\\'"\\'x\\'"\\'"\\'\\''
    """
    return f"curl -g {_url(url)}"


def submit(row: FormRow) -> Iterator[str]:
    """The commands that submit a form with its default values.

    One for each place its buttons send it to, pressed by the first such button; none
    for a form that is not sent by HTTP. Files are empty.
    """
    form = form_of(row)
    for button in buttons(form):
        yield _command(form, button)


def _command(form: Form, button: Submitter | None) -> str:
    sent = submission(form, submitter=button)
    if sent.method == "GET":
        return get(sent.url)
    if sent.content_type.startswith(_MULTIPART):
        parts = entries(form, states(form, {}), button)
        return _options(sent.url, parts) or _piped(
            sent.url, sent.content_type, sent.body
        )
    if sent.content_type == "text/plain":
        return _piped(sent.url, sent.content_type, sent.body)
    return f"curl -g --data-raw {shlex.quote(sent.body.decode())} {_url(sent.url)}"


def _options(url: str, parts: list[Entry]) -> str:
    """A multipart body by curl's own options, which people can edit.

    Empty where these cannot say it.
    """
    words = [word for part in parts for word in (part.name, part.value)]
    if any(map(_CONTROL.search, words)) or any(
        set('=";\\') & set(part.name) for part in parts
    ):
        return ""
    options = [
        f"-F {shlex.quote(f'{part.name}=;filename=empty.txt')}"
        if part.file
        else f"--form-string {shlex.quote(f'{part.name}={part.value}')}"
        for part in parts
    ]
    said = " ".join(options) or "--data-raw ''"  # without any it would send GET
    return f"curl -g {said} {_url(url)}"


def _piped(url: str, kind: str, body: bytes) -> str:
    """A body with line breaks in a command line without any."""
    text = body.decode("utf-8", "replace")
    escaped = _CONTROL.sub(
        lambda match: f"\\0{ord(match[0]):03o}", text.replace("\\", "\\\\")
    )
    header = shlex.quote(f"Content-Type: {kind}")
    return (
        f"printf %b {shlex.quote(escaped)} |"
        f" curl -g -H {header} --data-binary @- {_url(url)}"
    )


def _url(url: str) -> str:
    """Quoted; characters that would end the line or the word are encoded."""
    return shlex.quote(_UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", url))
