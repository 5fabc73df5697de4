"""What is left out of archives: credentials of ours, in headers and in bodies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MASK: Final = b"***"
Headers = list[tuple[str, str]]
_NAMES = re.compile(r"auth|cookie|passw|secret|session|token|api-?key", re.IGNORECASE)
_SECRET = rb"(?:pass|pwd|secret|token|kennwort|contrase|otp\b)"
_FORM = re.compile(rb"((?:^|&)[^=&]*" + _SECRET + rb"[^=&]*=)[^&]*", re.IGNORECASE)
_JSON = re.compile(
    rb'("[^"\\]{0,200}' + _SECRET + rb'[^"\\]{0,200}"\s{0,9}:\s{0,9})'
    rb'(?:"(?:[^"\\]|\\.)*+"?|[\w.+-]++)',
    re.IGNORECASE | re.DOTALL,
)
_PART = re.compile(
    rb'(name="[^"\r\n]{0,200}' + _SECRET + rb'[^"\r\n]{0,200}"[^\r\n]*+'
    rb"(?:\r\n[^\r\n]++)*+\r\n\r\n).*?(?=\r\n--|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_WORD = re.compile(_SECRET, re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x20\x7f\x85\u2028\u2029]")
_USER = re.compile(r"(?<=://)[^/?#@]*@")


def kept_headers(headers: Headers, secret: Iterable[str] = ()) -> Headers:
    """Headers of a request without those that identify somebody, and without *secret*
    ones (names).

    >>> kept_headers([("Accept", "*/*"), ("Cookie", "a=b"), ("X-Api-Key", "k")])
    [('Accept', '*/*')]
    """
    names = {name.lower() for name in secret}
    return [
        (name, value)
        for name, value in headers
        if name.lower() not in names and not _NAMES.search(name)
    ]


def shown_headers(headers: Headers) -> Headers:
    """Headers of a response, with the values of cookies masked: they are a session.

    >>> shown_headers([("Set-Cookie", "sid=1; Path=/; HttpOnly"), ("Via", "x")])
    [('Set-Cookie', 'sid=***; Path=/; HttpOnly'), ('Via', 'x')]
    """
    return list(_shown(headers))


def _shown(headers: Headers) -> Iterator[tuple[str, str]]:
    for name, value in headers:
        if name.lower() in {"set-cookie", "set-cookie2"}:
            cookie, semicolon, rest = value.partition(";")
            key = cookie.partition("=")[0]
            yield name, f"{key}={MASK.decode()}{semicolon}{rest}"
        else:
            yield name, value


def masked_body(content_type: str, body: bytes, secrets: Iterable[bytes] = ()) -> bytes:
    """The body of a request, its passwords and tokens masked; *secrets* wherever.

    A body of a type that is not known, and that holds such a word, is left out.

    >>> masked_body("application/x-www-form-urlencoded", b"user=me&password=s3&x=1")
    b'user=me&password=***&x=1'
    >>> masked_body("application/json", b'{"user": "me", "pass_word": "s\\\\"3"}')
    b'{"user": "me", "pass_word": "***"}'
    """
    for secret in secrets:
        if secret:
            body = body.replace(secret, MASK)
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        return _FORM.sub(rb"\1" + MASK, body)
    if kind == "application/json" or kind.endswith("+json"):
        return _JSON.sub(rb'\1"' + MASK + b'"', body)
    if kind == "multipart/form-data":
        return _PART.sub(rb"\1" + MASK, body)
    return b"" if _WORD.search(body) else body


def shown_url(url: str) -> str:
    """Without user name and password, on one line.

    >>> shown_url("http://me:pw@h.test/a@b\\n")
    'http://h.test/a@b%0A'
    """
    url = _USER.sub("", url)
    return _CONTROL.sub(lambda match: quote(match[0]), url)
