"""What URLs say of paging: the number of a page, and whether two are of one list."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from crawler.harvest.paging_words import OFFSET_PARAMETER, PAGE_PARAMETER

_PATH_NUMBER = re.compile(
    r"/(?:page|pagina|seite|p|pg|strona|sida|side)[-/_]?(\d{1,6})(?=/|\.|\Z)|"
    r"[-_/](?:page|p|pg)?[-_]?(\d{1,4})(?:\.\w{2,5})?/?\Z",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")


def page_number(url: str) -> int | None:
    """The number of a page that a URL names, by a parameter or in its path.

    >>> [page_number(f"http://a.test{u}") for u in ("/x?page=3", "/page/4/", "/x?id=7")]
    [3, 4, None]
    """
    parts = urlsplit(url)
    for name, value in parse_qsl(parts.query):
        if PAGE_PARAMETER.match(name) and value.isascii() and value.isdigit():
            return int(value[:9])
    match = _PATH_NUMBER.search(parts.path)
    if match and match[1]:
        return int(match[1])
    return None


def offset(url: str) -> int | None:
    """The place of the first record that a URL names.

    >>> offset("http://a.test/?start=20&q=x")
    20
    """
    for name, value in parse_qsl(urlsplit(url).query):
        if OFFSET_PARAMETER.match(name) and value.isascii() and value.isdigit():
            return int(value[:12])
    return None


def step(here: str, there: str, current: int | None = None) -> int:
    """1 when *there* is after *here* by their numbers, -1 before it, 0: not told.

    >>> step("http://a.test/?page=2", "http://a.test/?page=3")
    1
    >>> step("http://a.test/?start=20", "http://a.test/")
    0
    """
    own, other = page_number(here), page_number(there)
    own = own if own is not None else current
    if other is not None:
        if own is None:
            return 1 if other in {1, 2} else 0
        return (other > own) - (other < own)
    before, after = offset(here), offset(there)
    if after is None or after == before:
        return 0
    return 1 if after > (before or 0) else -1


def same_list(here: str, there: str) -> bool:
    """Whether two URLs may be pages of one list: of one host, alike in path or query.

    >>> same_list("http://a.test/find?q=1", "http://a.test/find?q=1&page=2")
    True
    >>> same_list("http://a.test/news/", "http://b.test/news/page/2")
    False
    """
    a, b = urlsplit(here), urlsplit(there)
    if (a.hostname or "").removeprefix("www.") != (b.hostname or "").removeprefix(
        "www."
    ):
        return False
    one, other = _plain(a.path), _plain(b.path)
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    return longer.startswith(shorter.rstrip("/")) or len(
        _common(one, other)
    ) > 0.7 * len(shorter)


def _plain(path: str) -> str:
    return _DIGITS.sub("0", re.sub(r"\.\w{2,5}\Z", "", path)).rstrip("/")


def _common(a: str, b: str) -> str:
    length = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        length += 1
    return a[:length]
