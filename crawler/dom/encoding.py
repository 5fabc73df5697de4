"""Bytes to text, as the Encoding Standard and the HTML Standard have it.

A byte order mark beats the header, the header beats a declaration in the
document; labels mean what the Encoding Standard says (``gb2312`` is GBK,
``iso-8859-1`` is windows-1252), and an unknown label counts as no label.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

import webencodings

from crawler.dom.elements import HEAD
from crawler.dom.markup import ATTRIBUTES, BOGUS, COMMENT, PAIR, TAG_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

_ERRORS = "crawler.dom.encoding"
_SCAN = 1024
"""Bytes that are always searched for a declaration (HTML 13.2.3.2)."""
_SCAN_HEAD = 16_384
"""Bytes searched while only head elements were met, as browsers do."""

_MARKUP = re.compile(rf"{COMMENT}|<(/?{TAG_NAME})({ATTRIBUTES})(?:>|\Z)|{BOGUS}")
_PAIR = re.compile(PAIR)
_CHARSET = re.compile(
    r"""charset\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^"'\s;][^\s;]*+))""",
    re.IGNORECASE | re.ASCII,
)
_XML_ENCODING = re.compile(
    r"""<\?xml\s[^>]*?\bencoding\s*+=\s*+(?:"([^">]*+)"|'([^'>]*+)')""", re.ASCII
)
_CSS_CHARSET = re.compile(rb'@charset "([^"]{1,64})";')


class Decoded(NamedTuple):
    """Text and how it was read."""

    text: str
    encoding: str
    """Name in the Encoding Standard."""
    guessed: bool
    """Nothing declared the encoding, and the bytes are not UTF-8."""


def decode(body: bytes, label: str | None, kind: str = "html") -> Decoded:
    r"""Decode *body*; *label* is the charset of the header.

    Without any declaration: UTF-8 when the bytes are valid UTF-8 (the last
    character may be cut off), else windows-1252, the default of the HTML
    Standard for most locales.

    >>> decode(b"<meta charset=gb2312><p>\x80", None)
    Decoded(text='<meta charset=gb2312><p>€', encoding='gbk', guessed=False)
    >>> decode(b"\xef\xbb\xbf\xc3\xa9", "windows-1251").text
    'é'
    """
    for mark, marked in _MARKS:
        if body.startswith(mark):
            return Decoded(_decode(body[len(mark) :], marked), marked, guessed=False)
    name = name_of(label) or _declared(body, kind)
    if name:
        return Decoded(_decode(body, name), name, guessed=False)
    text = _utf_8(body)
    if text is None:
        return Decoded(_decode(body, "windows-1252"), "windows-1252", guessed=True)
    return Decoded(text, "utf-8", guessed=False)


def _utf_8(body: bytes) -> str | None:
    """The text if it is UTF-8, even one that was cut within a character."""
    try:
        text, used = codecs.utf_8_decode(body, "strict", False)
    except UnicodeDecodeError:
        return None
    if used == len(body):
        return text
    return None if text.isascii() else text + "\ufffd"


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
)


def name_of(label: str | None) -> str | None:
    """The encoding behind a label, or None for no or an unknown label.

    >>> name_of("  ISO-8859-1 "), name_of("utf-7")
    ('windows-1252', None)
    """
    if not label or not label.isascii():
        return None
    found = webencodings.lookup(label)
    return None if found is None else found.name


def _decode(body: bytes, name: str) -> str:
    # WHATWG: the decoder of GBK is that of gb18030.
    if name in {"gbk", "gb18030"}:
        return body.decode("gb18030", _ERRORS)
    encoding = webencodings.lookup(name)
    if encoding is None or name == "replacement":
        # The replacement encoding: one error for any non-empty input, since
        # its labels (iso-2022-kr, hz-gb-2312) hide markup from a filter.
        return "\ufffd" if body else ""
    return encoding.codec_info.decode(body, _ERRORS)[0]


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    """Decode as the Encoding Standard does where Python's codecs refuse.

    Undefined bytes of the windows code pages are C1 controls; 0x80 in GBK is
    the euro sign; all else is U+FFFD.
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    byte = error.object[error.start]
    if error.encoding == "gb18030":
        return ("€" if byte == 0x80 else "\ufffd"), error.start + 1
    if error.encoding == "charmap" and 0x80 <= byte <= 0x9F:
        return chr(byte), error.start + 1
    return "\ufffd", error.end


codecs.register_error(_ERRORS, _replace)


def _declared(body: bytes, kind: str) -> str | None:
    if kind == "css":
        rule = _CSS_CHARSET.match(body)
        return _ascii_only(rule[1].decode("latin-1")) if rule else None
    head = body[:_SCAN_HEAD].decode("latin-1")
    if kind != "xml" and "charset" in head.lower():
        for name in _meta_encodings(head):
            return name
    match = _XML_ENCODING.match(head)
    return _ascii_only(match[1] or match[2] or "") if match else None


def _meta_encodings(head: str) -> Iterator[str]:
    """Encodings that ``meta`` elements declare: the prescan of HTML 13.2.3.2."""
    for match in _MARKUP.finditer(head):
        tag = match[1]
        if tag is None:
            continue
        tag = tag.lower()
        if tag == "meta":
            name = _of_meta(match[2])
            if name:
                yield name
        elif match.end() > _SCAN and tag.lstrip("/") not in HEAD:
            return


def _of_meta(attributes: str) -> str | None:
    pairs: dict[str, str] = {}
    for match in _PAIR.finditer(attributes):
        value = match[2] or match[3] or match[4] or ""
        pairs.setdefault(match[1].lower(), value)
    if "charset" in pairs:
        return _ascii_only(pairs["charset"])
    if pairs.get("http-equiv", "").lower() != "content-type":
        return None
    found = _CHARSET.search(pairs.get("content", ""))
    return _ascii_only(found[1] or found[2] or found[3] or "") if found else None


def _ascii_only(label: str) -> str | None:
    """A declaration that was read as ASCII cannot mean UTF-16."""
    name = name_of(label)
    if name in {"utf-16le", "utf-16be"}:
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name
