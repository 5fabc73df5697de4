"""Whether a string is a URL reference by its looks: precision before recall.

A string that only looks like a URL costs one request. What merely has slashes in it
(types, dates, regular expressions, placeholders, system paths) is refused here.
"""

from __future__ import annotations

import re
from typing import Final

from crawler.dom.elements import names

PAGES: Final = names(
    "action asp aspx cfm cgi do htm html jsf jsp jspx php phtml pl shtml xhtml"
)
PARTS: Final = names(
    "avif bmp css eot gif ico jpeg jpg js m3u8 map mjs mp3 mp4 ogg otf png svg ttf wasm"
    " wav webm webmanifest webp woff woff2"
)
FILES: Final = PAGES | PARTS | names("ashx asmx atom csv json pdf rss svc txt xml")
CHARACTERS: Final = r"[\w\-./~%+,;:@&=?#!]"
"""What a reference may consist of (one character, as a pattern)."""
ROOTED: Final = ("/", "http://", "https://")
"""How a reference begins that needs no other sign of being one."""

_REFERENCE = re.compile(f"{CHARACTERS}++")
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
    r"|json-schema\.org|jsonfeed\.org|microformats\.org)|schemas\..*|ns\..*",
    re.IGNORECASE,
)
_MAX_SEGMENT = 80
_DOTS = frozenset({"", ".", ".."})


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
    segments = [name for name in path.split("/") if name not in _DOTS]
    if not segments:
        return path.startswith(".") and "?" in reference
    if not are_names(segments):
        return False
    if path.startswith("/"):
        return (
            (len(segments) > 1 or len(segments[0]) > 1 or path.endswith("/"))
            and segments[0] not in _SYSTEM
            and not _REGEX.fullmatch(path)
        )
    return _relative(path, segments, reference)


def rooted(value: str) -> bool:
    """Whether a whole value is an absolute URL or a path from the root.

    >>> [rooted(s) for s in ("/a/b?c", "http://h.test/", "a.php", "/ or not", "/*")]
    [True, True, False, False, False]
    """
    return (
        value.startswith(ROOTED)
        and _REFERENCE.fullmatch(value) is not None
        and plausible(value)
    )


def is_reference(value: str) -> bool:
    """Whether a whole value is plausible, and has no character that URLs rarely have.

    >>> is_reference("intro.php?a=1"), is_reference("see intro.php")
    (True, False)
    """
    return _REFERENCE.fullmatch(value) is not None and plausible(value)


def is_part(reference: str) -> bool:
    """Whether the extension is that of an image, script, style, font or medium."""
    return _extension(_path(reference)) in PARTS


def are_names(segments: list[str]) -> bool:
    """Whether these can be the segments of a path: no date, route or key."""
    words = dates = 0
    for name in segments:
        if len(name) > _MAX_SEGMENT or name[0] in ":@&=" or name[-1] == "=":
            return False
        words += not name.isdecimal()
        dates += _DATE_PART.fullmatch(name) is not None
    return words > 0 and dates < len(segments)


def _relative(path: str, segments: list[str], reference: str) -> bool:
    extension = _extension(path)
    if path.startswith("."):
        # "./af" is a module of a bundle more often than a page.
        return extension in FILES or path.endswith("/") or "?" in reference
    if len(segments) == 1:
        # "www.example.pl" is a host, "intro.php" a page.
        return extension in PAGES and path.count(".") == 1
    return extension in FILES and "." not in segments[0]


def _path(reference: str) -> str:
    return reference.partition("#")[0].partition("?")[0]


def _extension(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""
