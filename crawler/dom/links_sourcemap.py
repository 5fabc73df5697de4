"""Source maps (ECMA-426): what a bundle was made of, before it was made small."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from crawler.dom.links_json import CHARACTERS, unescape

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_SOURCES: Final = 5_000
MAX_INLINE: Final = 4 * 2**20
"""Characters of a map within a ``data:`` URL."""
_NAMED = re.compile(r"(?://|/\*)[#@][ \t]{0,9}sourceMappingURL=([^\s'\"*]{1,4000000}+)")
_ELEMENT = re.compile(
    rf'\s{{0,999}}+(?:"({CHARACTERS})"|null)\s{{0,999}}+(,?)', re.DOTALL
)
_ROOT = re.compile(rf'"sourceRoot"\s{{0,9}}:\s{{0,9}}"({CHARACTERS})"', re.DOTALL)
_IS_MAP = re.compile(r'"mappings"\s{0,9}:\s{0,9}"|"sections"\s{0,9}:\s{0,9}\[')
_INLINE = re.compile(r"data:application/json[^,]{0,99},", re.IGNORECASE)
# Parts of names of what others wrote.
_LIBRARIES: Final = ("node_modules/", "bower_components/", "/vendor/", "webpack/")


def map_urls(source: str) -> Iterator[str]:
    """URLs of the source maps that a script or style sheet names; the last one counts.

    >>> list(map_urls("f();\\n//# sourceMappingURL=app.js.map\\n"))
    ['app.js.map']
    """
    url = ""
    for match in _NAMED.finditer(source):
        url = match[1]
    if url:
        yield url


def inline_map(url: str) -> str:
    """The map within a ``data:`` URL; empty when there is none.

    >>> inline_map("data:application/json,{%22version%22:3}")
    '{"version":3}'
    """
    match = _INLINE.match(url) if len(url) <= MAX_INLINE else None
    if match is None:
        return ""
    data = unquote(url[match.end() :])
    if not match[0].lower().endswith(";base64,"):
        return data
    try:
        return base64.b64decode(data.encode("ascii", "replace")).decode(
            "utf-8", "replace"
        )
    except binascii.Error:
        return ""


def is_source_map(text: str) -> bool:
    """Whether JSON is a source map, also behind a line that keeps scripts out.

    >>> is_source_map('{"version":3,"mappings":"AAAA"}'), is_source_map('{"a":"b"}')
    (True, False)
    """
    return text[:200].lstrip(" \t\r\n\ufeff)]}'").startswith("{") and bool(
        _IS_MAP.search(text)
    )


def sources(text: str) -> Iterator[tuple[str, str]]:
    """Name and content of each source of a map, without those of libraries.

    The name is relative to the map; empty when it is no URL (``webpack://``). Read by
    patterns: a map that is cut off gives what it has.

    >>> text = '{"sources":["../src/a.ts","webpack:///./b.js"],"sourcesContent":["x","y"]}'
    >>> list(sources(text))
    [('../src/a.ts', 'x'), ('', 'y')]
    """
    root = _ROOT.search(text)
    folder = unescape(root[1]) if root else ""
    named = list(_array(text, "sources"))
    contents = list(_array(text, "sourcesContent"))
    for number, name in enumerate(named):
        if any(part in name for part in _LIBRARIES):
            continue
        content = contents[number] if number < len(contents) else ""
        is_url = ":" not in f"{folder}{name}" or f"{folder}{name}".startswith("http")
        joined = f"{folder.rstrip('/')}/{name}" if folder and name else name
        yield (joined if is_url else ""), content


def _array(text: str, name: str) -> Iterator[str]:
    """Strings of the lists of that name; an empty one for each null."""
    count = 0
    for start in re.finditer(rf'"{name}"\s{{0,9}}:\s{{0,9}}\[', text):
        at = start.end()
        while count < MAX_SOURCES and (match := _ELEMENT.match(text, at)):
            value = match[1] or ""
            yield unescape(value) if "\\" in value else value
            count += 1
            at = match.end()
            if not match[2]:
                break
