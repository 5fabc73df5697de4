"""Strings of scripts that look like URLs: guesses, so precision before recall.

A guess costs one request. Taken are whole quoted strings that are an absolute
http(s) URL, a path from the root, or a relative path that ends in an extension
that pages or their parts have; not what a program puts together from pieces, nor
what merely has slashes in it (types, dates, regular expressions, placeholders).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from crawler.dom.elements import names

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES: Final = names(
    "action asp aspx cfm cgi do htm html jsf jsp jspx php phtml pl shtml xhtml"
)
PARTS: Final = names(
    "avif bmp css eot gif ico jpeg jpg js m3u8 map mjs mp3 mp4 ogg otf png svg ttf wasm"
    " wav webm webmanifest webp woff woff2"
)
_FILES = PAGES | PARTS | names("ashx asmx atom csv json pdf rss svc txt xml")
_CHARS = r"[\w\-./~%+,;:@&=?#!]"
# A whole string: what stands before and after it is no part of a word. The last
# alternative is names with dots or slashes between them, up to an extension.
_STRING = re.compile(
    r"""(["'`])(?<![^\s(,=:\[{+?&|!;>].)"""
    rf"((?:https?:)?/{_CHARS}*+|\.\.?/{_CHARS}++"
    rf"|(?:[\w-]++[./])++(?:{'|'.join(sorted(_FILES))})(?:[?#]{_CHARS}*+)?)"
    r"\1(?=[\s),;:\]}+?&|!.<]|$)",
    re.DOTALL,
)
REFERENCE: Final = re.compile(f"{_CHARS}++")
"""What a reference may consist of."""
_ESCAPED: Final = (("\\/", "/"), ("\\u002F", "/"), ("\\u002f", "/"), ("\\u0026", "&"))
_ABSOLUTE = re.compile(
    r"(?:https?:)?//(localhost|[\w-]++(?:\.[\w-]++)++)(?::\d++)?(?:[/?#]|$)",
    re.IGNORECASE,
)
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_REGEX = re.compile(r"/[^/]*+/(?:gi?m?|ig?|m)")
_DATE_PART = re.compile(r"[dmyhs]{1,4}", re.IGNORECASE)
_SYSTEM = names("bin dev etc proc sbin sys usr var")
# Hosts whose URLs are names of vocabularies.
_VOCABULARIES = re.compile(
    r"(?:www\.)?(?:w3\.org|schema\.org|ogp\.me|xmlns\.com|purl\.org|rdfs\.org|gmpg\.org"
    r"|json-schema\.org|microformats\.org)|schemas\..*|ns\..*",
    re.IGNORECASE,
)
_MAX_SEGMENT = 80
_DOTS = frozenset({"", ".", ".."})


def script_urls(source: str) -> Iterator[str]:
    r"""References in the string literals of a script (or of JSON).

    >>> code = 'fetch("\\/api\\/v1?q=1"); t = "text/html"; d = "/" + x; go("b.php")'
    >>> list(script_urls(code))
    ['/api/v1?q=1', 'b.php']
    """
    if "\\" in source:
        for escape, character in _ESCAPED:
            source = source.replace(escape, character)
    if "/" not in source and "." not in source:
        return
    for match in _STRING.finditer(source):
        start, end = match.span()
        # A piece that something is put before or after, unless it ends a segment.
        if source[max(0, start - 4) : start].rstrip().endswith("+"):
            continue
        open_end = source[end : end + 4].lstrip().startswith("+")
        if open_end and not match[2].endswith("/"):
            continue
        if plausible(match[2]):
            yield match[2]


def plausible(reference: str) -> bool:
    """Whether a string is a URL reference by its looks.

    >>> [plausible(s) for s in ("/login", "img/a.png", "text/html", "dd/mm/yyyy", "/")]
    [True, True, False, False, False]
    """
    if "%" in reference and _BAD_PERCENT.search(reference):
        return False
    if reference.startswith(("http:", "https:", "//")):
        host = _ABSOLUTE.match(reference)
        return host is not None and not _VOCABULARIES.fullmatch(host[1])
    path = _path(reference)
    names = [name for name in path.split("/") if name not in _DOTS]
    if not names or not _are_names(names):
        return False
    if path.startswith("/"):
        return (
            (len(names) > 1 or len(names[0]) > 1 or path.endswith("/"))
            and names[0] not in _SYSTEM
            and not _REGEX.fullmatch(path)
        )
    return _relative(path, names, reference)


def is_part(reference: str) -> bool:
    """Whether the extension is that of an image, script, style, font or medium."""
    return _extension(_path(reference)) in PARTS


def _are_names(names: list[str]) -> bool:
    """Whether these can be the segments of a path: no date, route or key."""
    words = dates = 0
    for name in names:
        if len(name) > _MAX_SEGMENT or name[0] in ":@&=":
            return False
        words += not name.isdecimal()
        dates += _DATE_PART.fullmatch(name) is not None
    return words > 0 and dates < len(names)


def _relative(path: str, names: list[str], reference: str) -> bool:
    extension = _extension(path)
    if path.startswith("."):
        # "./af" is a module of a bundle more often than a page.
        return extension in _FILES or path.endswith("/") or "?" in reference
    if len(names) == 1:
        # "www.example.pl" is a host, "intro.php" a page.
        return extension in PAGES and path.count(".") == 1
    return extension in _FILES and "." not in names[0]


def _path(reference: str) -> str:
    return reference.partition("#")[0].partition("?")[0]


def _extension(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2].lower() if "." in path else ""
