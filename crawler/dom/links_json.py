"""References in JSON: values of strings, whatever they are nested in."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from crawler.dom.elements import names
from crawler.dom.links_inner import holds_markup
from crawler.dom.links_looks import is_reference, rooted

if TYPE_CHECKING:
    from collections.abc import Iterator

# A string that nothing closes goes to the end: or each of its quotes were tried again.
CHARACTERS: Final = r"[^\"\\]*+(?:\\.[^\"\\]*+)*+"
"""What stands between the quotes of a string, as a pattern."""
_MEMBER = re.compile(
    rf'(?:"({CHARACTERS})"\s*+:\s*+)?"({CHARACTERS})(?:"|\\?\Z)', re.DOTALL
)
_MAX_VALUE: Final = 4_000
_MAX_MARKUP: Final = 2**20
KEYS: Final = names(
    "action endpoint file first href icon image last link location next path prev"
    " previous self src start_url uri url"
)
"""Names of members whose value is meant as a URL, also a relative one."""
_ENDINGS: Final = ("url", "uri", "href", "link")
# RFC 6570: what is expanded to nothing when no value is given (/, ?, &, ., ;, #).
_EXPRESSION = re.compile(r"\{[/?&.;#][^{}]*+\}")


def json_urls(text: str) -> Iterator[str]:
    r"""Strings that are an absolute URL or a path from the root; by their name others.

    A URI template (RFC 6570, as HAL has them) gives what it is without values.

    >>> list(json_urls('{"a": ["\\/x\\/y", "text/html"], "next": "p2.html", "b": "/"}'))
    ['/x/y', 'p2.html']
    >>> list(json_urls('{"href": "/orders{?id}", "pageUrl": "b.html", "t": "/{id}"}'))
    ['/orders', 'b.html']
    """
    for name, value in _strings(text):
        if len(value) > _MAX_VALUE:
            continue
        url = _EXPRESSION.sub("", value) if "{" in value else value
        if rooted(url) or (_is_named(name) and is_reference(url)):
            yield url


def json_markup(text: str) -> Iterator[str]:
    r"""Strings that hold markup: answers of which a script makes a part of the page.

    >>> list(json_markup('{"html": "<a href=\\"\\/x\\">", "n": "a < b"}'))
    ['<a href="/x">']
    """
    if "<" not in text and "\\u003" not in text:
        return
    left = _MAX_MARKUP
    for _, value in _strings(text):
        if holds_markup(value):
            left -= len(value)
            if left <= 0:
                return
            yield value


def _is_named(name: str) -> bool:
    return name in KEYS or name.endswith(_ENDINGS)


def _strings(text: str) -> Iterator[tuple[str, str]]:
    """Name of the member (in lower case, or empty) and value of each string."""
    for match in _MEMBER.finditer(text):
        if match[0].endswith('"'):
            value = match[2]
            yield (match[1] or "").lower(), unescape(value) if "\\" in value else value


def unescape(value: str) -> str:
    """The text of a string of JSON, without its quotes; empty when it is none."""
    try:
        text = json.loads(f'"{value}"', strict=False)
    except ValueError:
        return ""
    return str(text)
