"""References in JSON: values of strings, whatever they are nested in."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from crawler.dom.elements import names
from crawler.dom.links_looks import is_reference, rooted

if TYPE_CHECKING:
    from collections.abc import Iterator

# A string that nothing closes goes to the end: or each of its quotes were tried again.
_CHARACTERS = r"[^\"\\]*+(?:\\.[^\"\\]*+)*+"
_MEMBER = re.compile(
    rf'(?:"({_CHARACTERS})"\s*+:\s*+)?"({_CHARACTERS})(?:"|\\?\Z)', re.DOTALL
)
_MAX_VALUE: Final = 4_000
KEYS: Final = names(
    "action endpoint file first href icon image last link location next path prev"
    " previous self src start_url uri url"
)
"""Names of members whose value is meant as a URL, also a relative one."""


def json_urls(text: str) -> Iterator[str]:
    r"""Strings that are an absolute URL or a path from the root; by their name others.

    >>> list(json_urls('{"a": ["\\/x\\/y", "text/html"], "next": "p2.html", "b": "/"}'))
    ['/x/y', 'p2.html']
    """
    for match in _MEMBER.finditer(text):
        value = match[2]
        if len(value) > _MAX_VALUE or not match[0].endswith('"'):
            continue
        if "\\" in value:
            value = _unescape(value)
        named = (match[1] or "").lower()
        if rooted(value) or (named in KEYS and is_reference(value)):
            yield value


def _unescape(value: str) -> str:
    try:
        text = json.loads(f'"{value}"', strict=False)
    except ValueError:
        return ""
    return str(text)
