"""The encoding that a form is sent in (HTML 4.10.22.5, Encoding Standard 4.3)."""

from __future__ import annotations

from typing import Final

import webencodings

# Where Python's codec of the same name has fewer characters than the standard's.
_CODECS: Final = {
    "big5": "cp950",
    "euc-kr": "cp949",
    "iso-8859-8-i": "iso8859_8",
    "macintosh": "mac_roman",
    "shift_jis": "cp932",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
}
_UTF_8: Final = frozenset({"utf-16be", "utf-16le", "replacement"})
_SPELLED: Final = {
    "big5": "Big5",
    "gb18030": "gb18030",
    "macintosh": "macintosh",
    "shift_jis": "Shift_JIS",
}
_LOWER: Final = ("windows-", "x-")
_MAX_LABELS: Final = 50


def choose(accept: str, document: str) -> str:
    """Name of the encoding, from ``accept-charset`` and that of the document.

    Commas part labels too, and where no label is known the document's encoding is
    used, as browsers do.

    >>> choose("bogus, ISO-8859-1", "utf-8"), choose("", "utf-16le")
    ('windows-1252', 'utf-8')
    """
    for label in accept.replace(",", " ").split()[:_MAX_LABELS]:
        found = webencodings.lookup(label) if label.isascii() else None
        if found is not None:
            return _output(found.name)
    return _output(document)


def spelled(name: str) -> str:
    """The name as a browser writes it into a field named ``_charset_``.

    >>> spelled("utf-8"), spelled("windows-1251"), spelled("shift_jis")
    ('UTF-8', 'windows-1251', 'Shift_JIS')
    """
    if name in _SPELLED:
        return _SPELLED[name]
    return name if name.startswith(_LOWER) else name.upper()


def encode(text: str, name: str) -> bytes:
    """*text* in an encoding; what it cannot hold becomes ``&#N;``.

    >>> encode("é€中", "windows-1252"), encode("€", "gbk")
    (b'\\xe9\\x80&#20013;', b'\\x80')
    """
    if name in {"utf-8", "utf8"}:
        return text.encode("utf-8", "replace")
    if name == "gbk":
        return b"\x80".join(
            part.encode("gbk", "xmlcharrefreplace") for part in text.split("€")
        )
    if name == "big5":
        return b"".join(_big5(char) for char in text)
    codec = _CODECS.get(name, name)
    try:
        return text.encode(codec, "xmlcharrefreplace")
    except LookupError:  # "x-user-defined", which has no codec
        return text.encode("ascii", "xmlcharrefreplace")


def _big5(char: str) -> bytes:
    """Of the characters for Hong Kong only those that others have room for."""
    found = char.encode("big5hkscs", "ignore")
    if found[:1] >= b"\xa1":
        found = b""
    return found if len(found) == 1 else char.encode("cp950", "xmlcharrefreplace")


def _output(name: str) -> str:
    """UTF-16 and the replacement encoding are for reading only."""
    return "utf-8" if name in _UTF_8 else name
