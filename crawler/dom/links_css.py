"""URLs in style sheets and style attributes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Comments, and namespaces, whose URL is a name.
_SKIPPED = re.compile(
    r"/\*.*?(?:\*/|\Z)|@namespace\b[^;]*+(?:;|\Z)", re.DOTALL | re.IGNORECASE
)
_STRING = r""""((?:[^"\\\n]|\\.)*+)"|'((?:[^'\\\n]|\\.)*+)'"""
_URL = re.compile(
    rf"url\(\s*+(?:{_STRING}|((?:[^\s\"'()\\]|\\.)++))\s*+\)"
    rf"|@import\s*+(?:{_STRING})"
    rf"|image-set\(\s*+(?:{_STRING})",
    re.IGNORECASE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|\n|(.))", re.DOTALL)


def css_urls(source: str) -> Iterator[str]:
    r"""URLs that a style sheet refers to: ``url()``, ``@import``, ``image-set()``.

    >>> list(css_urls("@import 'a.css'; b { c: url( d\\(1\\).png ) } /* url(e) */"))
    ['a.css', 'd(1).png']
    """
    if "(" not in source and "@" not in source:
        return
    for match in _URL.finditer(_SKIPPED.sub(" ", source)):
        url = next((group for group in match.groups() if group), "")
        if url and not url.startswith(("data:", "#")):
            yield _ESCAPE.sub(_character, url) if "\\" in url else url


def _character(match: re.Match[str]) -> str:
    if match[1]:
        code = int(match[1], 16)
        valid = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
        return chr(code) if valid else "\ufffd"
    return match[2] or ""
