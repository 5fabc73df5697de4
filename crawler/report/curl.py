"""Requests as curl command lines for a POSIX shell, one a line.

A line holds text of the site, so each word is quoted, and no option is used whose
value curl interprets: ``--data`` would read a file where a value begins with ``@``,
``-F`` too, and URLs are globbed without ``-g``.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.store.rows import FieldRow, FormRow, SubmitterRow

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_UNSAFE = re.compile(r"[\x00-\x20\x7f]")
_BOUNDARY = "----leadline7d1c0f6a92e34b58"
_NEWLINE = re.compile(r"\r\n?|\n")

Entries = list[tuple[str, str]]


def get(url: str) -> str:
    """The command that fetches a page.

    >>> get("http://h.test/a?b[]=$(id)&c='x'")
    'curl -g \\'http://h.test/a?b[]=$(id)&c=\\'"\\'"\\'x\\'"\\'"\\'\\''
    """
    return f"curl -g {_url(url)}"


def submit(form: FormRow) -> Iterator[str]:
    """The commands that submit a form with its default values.

    One for each place its buttons send it to, pressed by the first such button
    (HTML 4.10.22.4, "constructing the entry list"); none for a form that is not
    sent by HTTP. Files are empty.
    """
    seen = set()
    buttons: list[SubmitterRow | None] = [*form.submitters]
    for button in buttons or [None]:
        action = (button.action if button else "") or form.action
        method = (button.method if button else "") or form.method
        enctype = (button.enctype if button else "") or form.enctype
        target = (action, method, enctype)
        if not action or method not in {"GET", "POST"} or target in seen:
            continue
        seen.add(target)
        yield _request(action, method, enctype, form, button)


def _request(
    action: str, method: str, enctype: str, form: FormRow, button: SubmitterRow | None
) -> str:
    entries = [*_entries(form.fields), *_pressed(button)]
    files = [part.name for part in _sent(form.fields) if part.type == "file"]
    if method == "GET":
        base = action.partition("#")[0].partition("?")[0]
        return get(f"{base}?{_urlencoded([*entries, *((name, '') for name in files)])}")
    if enctype == "multipart/form-data":
        return _multipart(action, entries, files)
    entries += [(name, "") for name in files]
    if enctype == "text/plain":
        body = "".join(f"{name}={value}\r\n" for name, value in entries)
        return _piped(action, "text/plain", body)
    return f"curl -g --data-raw {shlex.quote(_urlencoded(entries))} {_url(action)}"


def _sent(fields: list[FieldRow]) -> list[FieldRow]:
    return [field for field in fields if field.name and not field.disabled]


def _entries(fields: list[FieldRow]) -> Entries:
    found: Entries = []
    for field in _sent(fields):
        if field.type in {"checkbox", "radio"} and not field.checked:
            continue
        if field.type == "file":
            continue
        if field.type == "select-one" and not field.options:
            continue
        if field.type == "select-multiple" and not field.value:
            continue
        found.append((field.name, _NEWLINE.sub("\r\n", field.value)))
    return found


def _pressed(button: SubmitterRow | None) -> Entries:
    if button is None:
        return []
    if button.type == "image":
        prefix = f"{button.name}." if button.name else ""
        return [(f"{prefix}x", "0"), (f"{prefix}y", "0")]
    return [(button.name, button.value)] if button.name else []


def _urlencoded(entries: Entries) -> str:
    return "&".join(
        f"{quote_plus(name, safe='*')}={quote_plus(value, safe='*')}"
        for name, value in entries
    )


def _multipart(action: str, entries: Entries, files: list[str]) -> str:
    """By curl's own options where they can say it, else as a ready body."""
    words = [*(word for entry in entries for word in entry), *files]
    names = [*(name for name, _ in entries), *files]
    if any(map(_CONTROL.search, words)) or any(set('=";\\') & set(n) for n in names):
        kind = f"multipart/form-data; boundary={_BOUNDARY}"
        return _piped(action, kind, _multipart_body(entries, files))
    options = [f"--form-string {shlex.quote(f'{n}={v}')}" for n, v in entries]
    options += [f"-F {shlex.quote(f'{n}=;filename=empty.txt')}" for n in files]
    said = " ".join(options) or "--data-raw ''"  # without any it would send GET
    return f"curl -g {said} {_url(action)}"


def _multipart_body(entries: Entries, files: list[str]) -> str:
    """RFC 7578, with the escapes of HTML 4.10.22.7 in names."""
    parts = [(f'name="{_escaped(name)}"', value) for name, value in entries]
    parts += [(f'name="{_escaped(name)}"; filename="empty.txt"', "") for name in files]
    body = "".join(
        f"--{_BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n{value}\r\n"
        for head, value in parts
    )
    return f"{body}--{_BOUNDARY}--\r\n"


def _escaped(name: str) -> str:
    name = _NEWLINE.sub("\r\n", name)
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def _piped(action: str, kind: str, body: str) -> str:
    """A body with line breaks in a command line without any."""
    escaped = _CONTROL.sub(
        lambda match: f"\\0{ord(match[0]):03o}", body.replace("\\", "\\\\")
    )
    header = shlex.quote(f"Content-Type: {kind}")
    return (
        f"printf %b {shlex.quote(escaped)} |"
        f" curl -g -H {header} --data-binary @- {_url(action)}"
    )


def _url(url: str) -> str:
    """Quoted; characters that would end the line or the word are encoded."""
    return shlex.quote(_UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", url))
