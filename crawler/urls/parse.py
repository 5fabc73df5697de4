"""Parsing by the WHATWG URL standard, with a way round for plain URLs.

The parser is ada. It costs 5 us a call, mostly for crossing into C, and most
links of a page are already as it would write them: a regular expression that
accepts only such URLs answers those in 1 us.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import ada_url
from w3lib.encoding import resolve_encoding

from crawler.urls.ports import BAD_PORTS

# What the WHATWG serialiser leaves alone. A last label that begins with a letter
# is no IPv4 address; four digits or more are no default port. "xn--" and dot segments
# are left to the parser.
_CHARS = r"[A-Za-z0-9\-._~!$&()*+,;=:@%/\[\]|]"
_NO_COLON = r"[A-Za-z0-9\-._~!$&()*+,;=@%/\[\]|]"
_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_HOST = rf"((?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*|{_BYTE}(?:\.{_BYTE}){{3}})"
_PORT = r"((?::(?:[1-9][0-9]{3}|[1-5][0-9]{4}|6[0-4][0-9]{3}))?)"
_PLAIN = re.compile(
    rf"(https?)://{_HOST}{_PORT}(/{_CHARS}*)(?:\?({_CHARS}*))?(?:\#({_CHARS}*))?"
)
# A reference that only has to be put behind a part of its base: no scheme, no "//",
# and dot segments at its beginning only.
_STEPS = 8
_PLAIN_REFERENCE = re.compile(
    rf"(?:/(?!/){_CHARS}*"
    rf"|((?:\.\./){{1,{_STEPS}}}|\./)?(?:[A-Za-z0-9_~-]{_NO_COLON}*)?)"
    rf"(?:\?{_CHARS}*)?(?:\#{_CHARS}*)?"
)
_NOT_PLAIN = re.compile(r"/\.|%2[Ee]|xn--")
_SERIALISED = re.compile(
    r"(https?)://(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/:?#]+)((?::[0-9]+)?)"
    r"(/[^?#]*)(?:\?([^#]*))?(?:#(.*))?",
    re.DOTALL,
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
# Where w3lib has a codec for decoding, which writes more than the standard, or none.
_CODECS = {
    "gbk": "gbk",
    "iso-8859-8-i": "iso8859_8",
    "x-mac-cyrillic": "mac_cyrillic",
}


class Parts(NamedTuple):
    """An http(s) URL in pieces: ASCII, as the WHATWG serialiser writes them."""

    scheme: str
    host: str
    """Lower case; IPv6 in brackets; a final dot as written."""
    port: str
    """``:8080``; empty for the default port of the scheme."""
    path: str
    query: str | None
    fragment: str | None


def split(url: str) -> Parts | None:
    """The parts of an absolute http(s) URL, None for anything else.

    User name and password are left out: they are no part of what is asked for.

    >>> tuple(split("HTTP://me@Example.COM:080/a/../b?q#f"))
    ('http', 'example.com', '', '/b', 'q', 'f')
    """
    found = _PLAIN.fullmatch(url)
    if found is None or _NOT_PLAIN.search(url):
        href = _serialise(url, None)
        found = _SERIALISED.fullmatch(href) if href else None
        if found is None:
            return None
    return Parts._make(found.groups())


def blocked(port: str) -> bool:
    """Whether browsers refuse this ``:port``; the default port is written empty."""
    return port != "" and int(port[1:]) in BAD_PORTS


def _serialise(url: str, base: str | None) -> str | None:
    """What ada makes of it; None when it is not an http(s) URL."""
    try:
        href = (
            ada_url.normalize_url(url) if base is None else ada_url.join_url(base, url)
        )
    except ValueError:
        # Also raised for lone surrogates, which the standard has replaced.
        scrubbed = _SURROGATES.sub("\ufffd", url)
        return None if scrubbed == url else _serialise(scrubbed, base)
    return href if href.startswith(("http://", "https://")) else None


@lru_cache(maxsize=256)
def _stems(base: str) -> dict[str, str] | None:
    """What goes before a reference by its first character, "" for a relative path.

    Also by the dot segments that it begins with. None when no reference can be
    joined to *base*.
    """
    parts = split(base)
    href = _serialise(base, None)
    if parts is None or href is None or blocked(parts.port):
        return None
    whole = href.partition("#")[0]
    page = whole.partition("?")[0]
    origin = page[: page.index("/", 8)]
    directory = page[: page.rindex("/") + 1]
    stems = {"/": origin, "?": page, "#": whole, "": directory, "./": directory}
    for steps in range(1, _STEPS + 1):
        # Above the root is the root.
        directory = directory[: directory.rfind("/", len(origin), -1) + 1]
        directory = directory or f"{origin}/"
        stems["../" * steps] = directory
    return stems


def resolve(href: str, base: str, encoding: str = "utf-8") -> str | None:
    """The absolute http(s) URL that a browser would go to, fragment kept.

    None when it does not parse, has another scheme or one of the ports that
    browsers block. *encoding* is the WHATWG name of the document's: the query
    is written in it, the rest in UTF-8.

    >>> resolve("../中?中#中", "http://g.test/d/1", "gbk")
    'http://g.test/%E4%B8%AD?%D6%D0#%E4%B8%AD'
    >>> resolve("//g.test:22/", "http://g.test/") is resolve("data:,x", "") is None
    True
    """
    stems = _stems(base)
    found = _PLAIN_REFERENCE.fullmatch(href)
    if found and not _NOT_PLAIN.search(href, max(0, found.end(1))):
        if stems is None:
            return None
        if dots := found[1]:
            return stems[dots] + href[len(dots) :]
        first = href[:1]
        return stems[first if first in stems else ""] + href if first else stems["#"]
    found = _PLAIN.fullmatch(href)
    if found and not _NOT_PLAIN.search(href):
        return None if blocked(found[3]) else href
    if encoding.lower() not in {"utf-8", "utf8"} and not href.isascii():
        href = _encode_query(href, encoding)
    url = _serialise(href, stems["#"] if stems else None)
    if url is None:
        return None
    found = _SERIALISED.fullmatch(url)
    return None if found is None or blocked(found[3]) else url


def _encode_query(href: str, encoding: str) -> str:
    """The reference with the non-ASCII part of its query already escaped."""
    codec = _CODECS.get(encoding.lower()) or resolve_encoding(encoding)
    if codec is None or codec.startswith("utf"):
        return href
    text, mark, fragment = href.partition("#")
    path, question, query = text.partition("?")
    query = _NOT_ASCII.sub(lambda found: _escape(found[0], codec), query)
    return path + question + query + mark + fragment


def _escape(text: str, codec: str) -> str:
    """https://url.spec.whatwg.org/#string-percent-encode-after-encoding"""
    try:
        data = text.encode(codec)
    except UnicodeEncodeError:
        if len(text) > 1:
            return "".join([_escape(char, codec) for char in text])
        # The Encoding standard's one byte for it; else a character reference.
        return "%80" if (text, codec) == ("€", "gbk") else f"%26%23{ord(text)}%3B"
    return "".join(
        chr(byte) if 0x21 <= byte <= 0x7E and byte not in b"\"#<>'" else f"%{byte:02X}"
        for byte in data
    )


def host_of(url: str) -> str:
    """The host as scope and partition compare it; empty when there is none.

    Lower case, IDN in its ASCII form, numeric IPv4 forms folded, a final dot off.

    >>> [host_of(u) for u in ("http://0x7f.1/", "http://Bücher.test./", "file://h/")]
    ['127.0.0.1', 'xn--bcher-kva.test', '']
    """
    parts = split(url)
    return fold_dot(parts.host) if parts else ""


def fold_dot(host: str) -> str:
    """The host without the final dot of a fully qualified name (RFC 3986 3.2.2)."""
    if host[-1] == "." and host[-2:] not in {".", ".."}:
        return host[:-1]
    return host
