"""An entry list as bytes: the three encodings of forms (HTML 4.10.22.6 to .8)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from crawler.forms import charset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.forms.entries import Entry

_NEWLINE = re.compile(r"\r\n?|\n")


def urlencoded(entries: Sequence[Entry], encoding: str) -> str:
    """``application/x-www-form-urlencoded``; the body is ASCII.

    >>> from crawler.forms.entries import Entry
    >>> urlencoded([Entry("q", "a b~*\\n"), Entry("é", "中")], "windows-1252")
    'q=a+b%7E*%0D%0A&%E9=%26%2320013%3B'
    """
    return "&".join(
        f"{_quoted(entry.name, encoding)}={_quoted(entry.value, encoding)}"
        for entry in entries
    )


def multipart(entries: Sequence[Entry], encoding: str, boundary: str) -> bytes:
    """``multipart/form-data`` (RFC 7578); every file is empty and has no name."""
    mark = boundary.encode("ascii")
    pieces = []
    for entry in entries:
        name = _lines(entry.name).replace("\r", "%0D").replace("\n", "%0A")
        head = b'form-data; name="%b"' % charset.encode(
            name.replace('"', "%22"), encoding
        )
        value = b"" if entry.file else charset.encode(_lines(entry.value), encoding)
        if entry.file:
            head += b'; filename=""\r\nContent-Type: application/octet-stream'
        pieces.append(
            b"--%b\r\nContent-Disposition: %b\r\n\r\n%b\r\n" % (mark, head, value)
        )
    return b"".join((*pieces, b"--%b--\r\n" % mark))


def plain(entries: Sequence[Entry], encoding: str) -> bytes:
    """``text/plain``: for people, since it cannot be read back."""
    text = "".join(
        f"{_lines(entry.name)}={_lines(entry.value)}\r\n" for entry in entries
    )
    return charset.encode(text, encoding)


def _lines(text: str) -> str:
    return _NEWLINE.sub("\r\n", text)


def _quoted(text: str, encoding: str) -> str:
    # quote_plus leaves "~" alone, the standard does not.
    quoted = quote_plus(charset.encode(_lines(text), encoding), safe="*")
    return quoted.replace("~", "%7E")
