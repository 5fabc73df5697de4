"""The shape of a URL: what is left when ids, dates and values are taken out.

Typed from the text alone, nothing is learned: only what a machine wrote is
replaced. Words stay, or "login" and "logout" would be one family.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, unquote_plus

from crawler.urls.key import canonical_key
from crawler.urls.options import DEFAULT, UrlOptions
from crawler.urls.parse import split
from crawler.urls.token import UUID, is_hex, looks_random

_MONTH, _DAY = r"(?:0?[1-9]|1[0-2])", r"(?:0?[1-9]|[12][0-9]|3[01])"
_YEAR = r"(?:19|20)[0-9]{2}"
_DATE = (
    rf"(?:{_YEAR}(?P<a>[-_.]){_MONTH}(?P=a){_DAY}(?:T[0-9:.]+Z?)?"
    rf"|{_DAY}(?P<b>[-_.]){_MONTH}(?P=b){_YEAR}|{_YEAR}-(?:0[1-9]|1[0-2]))"
)
_END = r"(?![0-9A-Za-z])"
# v1, v2.0, v1beta1, 3.11, 2.0.1: another version is another place.
_VERSION = re.compile(
    r"[vV][0-9]{1,2}(?:[._][0-9]{1,3}){0,3}(?:[-.]?(?:alpha|beta|rc|pre|dev)[0-9]{0,3})?"
    r"|[0-9]{1,2}(?:\.[0-9]{1,3}){1,3}"
)
_PIECE = re.compile(
    rf"(?P<date>{_DATE}{_END})|(?P<uuid>{UUID}{_END})"
    r"|(?P<escape>(?:%[0-9A-F]{2})+)|(?P<run>[0-9A-Za-z]+)"
)
_NAMED = re.compile(
    r"(?<![0-9A-Za-z])(?:[A-Z]?[a-z]{2,}|[A-Z]{3,}|[0-9]{2,}|[0-9a-f]{8,}|[0-9A-F]{8,})"
    rf"{_END}"
)
_EXTENSION = re.compile(r"\.[A-Za-z][0-9A-Za-z]{0,7}")
_DIGIT = re.compile(r"[0-9]")
_REMEMBERED = 64  # characters: a hostile site must not fill the caches
_NAME_LENGTH = 200
_URL_NAME_LENGTH = 3 * _NAME_LENGTH  # each character may be an escape


def shape(url: str, options: UrlOptions = DEFAULT) -> str:
    """The typed path of a URL's key and the sorted shapes of its parameter names.

    Types are ``{int}``, ``{hex}`` (8 or more, with a digit), ``{uuid}``, ``{date}``
    and ``{token}``; a word keeps its place beside its number. Version segments and
    file extensions stay.

    >>> shape("http://h/item/17?q=a&page=2&q=b")
    'http://h/item/{int}?page&q'
    >>> shape("http://h/api/v2/my-item-17/a123.html")
    'http://h/api/v2/my-item-{int}/a{int}.html'
    """
    return shape_of_key(canonical_key(url, options))


def shape_of_key(key: str) -> str:
    """:func:`shape` of what is a canonical key already."""
    parts = split(key)
    if parts is None:
        return key
    path = "/".join([_segment(part) for part in parts.path.split("/")])
    shaped = f"{parts.scheme}://{parts.host}{parts.port}{path}"
    if parts.query:
        names = {_query_name(pair.partition("=")[0]) for pair in parts.query.split("&")}
        shaped += "?" + "&".join(sorted(names))
    if parts.fragment:
        shaped += "#" + "/".join([_segment(p) for p in parts.fragment.split("/")])
    return shaped


def _segment(text: str) -> str:
    # Whatever is replaced has a digit in it.
    if not _DIGIT.search(text):
        return text
    return _short(text) if len(text) <= _REMEMBERED else _typed(text)


def _typed(text: str) -> str:
    if _VERSION.fullmatch(text):
        return text
    stem, dot, extension = text.rpartition(".")
    if not (stem and _EXTENSION.fullmatch(dot + extension)):
        stem, dot, extension = text, "", ""
    # base64url has "-" and "_" inside, between pieces that are no words themselves.
    if looks_random(stem) and not _NAMED.search(stem):
        return "{token}" + dot + extension
    return _PIECE.sub(_type, stem) + dot + extension


_short = lru_cache(maxsize=8192)(_typed)


def _type(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind == "escape":
        return found[0]
    return f"{{{kind}}}" if kind != "run" else _run(found[0])


def _run(text: str) -> str:
    """The type of an unbroken run of letters and digits, or the run itself."""
    if text.isdecimal():
        return "{int}"
    if is_hex(text):
        return "{hex}"
    if looks_random(text):
        return "{token}"
    word = text.rstrip("0123456789")
    return text if word == text else word + "{int}"


def parameter_names(url: str) -> tuple[str, ...]:
    """The names in the query, decoded as a form would be, in order, with repeats.

    >>> parameter_names("http://h/?item%5B17%5D=1&q&q=2")
    ('item[17]', 'q', 'q')
    """
    parts = split(url)
    if parts is None or not parts.query:
        return ()
    return tuple(
        _decode(pair.partition("=")[0]) for pair in parts.query.split("&") if pair
    )


def _decode(name: str) -> str:
    try:
        return unquote_plus(name, errors="strict")
    except UnicodeDecodeError:
        return name  # in the encoding of a document we do not have here


def _query_name(name: str) -> str:
    # Most names are plain words: nothing to decode, fold or escape.
    if len(name) <= _REMEMBERED and name.isalpha():
        return name
    return _escaped_shape(name[:_URL_NAME_LENGTH])


@lru_cache(maxsize=2048)
def _escaped_shape(name: str) -> str:
    return quote(name_shape(_decode(name)), safe="[]{}()$:,@!*/;|")


_NAME_PIECE = re.compile(
    rf"(?P<uuid>{UUID}{_END})|(?<=\[)[0-9]+(?=\])|(?P<run>[0-9A-Za-z]+)"
)


def name_shape(name: str) -> str:
    """The name of a parameter or control, indexes and ids in it typed.

    A number folds between separators (``item[17]``, ``form-0-title``), at the end
    behind a separator from two digits (``qty_17``), and behind a letter from three
    (``v8371``). Shorter ones name the parameter more often than the row: ``q1``,
    ``address2``, ``line_2``, ``md5``. So one prefix gives at most a hundred names.

    >>> [name_shape(n) for n in ("v8371", "item[17][qty]", "address2", "utf8")]
    ['v{int}', 'item[{int}][qty]', 'address2', 'utf8']
    """
    if not _DIGIT.search(name):
        return name[:_NAME_LENGTH]
    if len(name) <= _REMEMBERED:
        return _short_name(name)
    return _NAME_PIECE.sub(_name_type, name[:_NAME_LENGTH])


@lru_cache(maxsize=8192)
def _short_name(name: str) -> str:
    return _NAME_PIECE.sub(_name_type, name)


def _name_type(found: re.Match[str]) -> str:
    if found.lastgroup == "uuid":
        return "{uuid}"
    run = found[0]
    if found.lastgroup is None:
        return "{int}"
    digits = len(run) - len(run.rstrip("0123456789"))
    last = found.end() == len(found.string) and found.start() > 0
    if digits == len(run):
        return run if last and digits == 1 else "{int}"
    if is_hex(run):
        return "{hex}"
    if looks_random(run):
        return "{token}"
    return run[:-digits] + "{int}" if digits >= 3 else run
