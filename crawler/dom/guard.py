"""What a document may cost: cheap bounds first, a bounded form when they fail.

The parser takes time quadratic in the depth of a tree and in the number of
attributes of one tag, and the HTML Standard itself makes the size of a tree the
product of open formatting elements and paragraphs (27 KB of ``<b>`` and ``<p>``
are 4 million nodes). A few counts show for nearly every page that it cannot be
one of those; they hold whatever the parser makes of the page, since they count
characters and not elements. Any other page is parsed from the form that
:mod:`crawler.dom.flatten` writes.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from crawler.dom.flatten import flatten
from crawler.dom.markup import WS

MAX_STEPS: Final = 10_000**2
"""Tags times depth: at most 0.6 s of the parser."""
MAX_TAG: Final = 30_000
"""Characters in which a tag must end: at most 10,000 attributes, 0.2 s."""
MAX_REOPENED: Final = 500_000
"""Nodes that reopened formatting elements may add: 80 MB."""
SMALL: Final = 8_192
"""Characters of a document that keeps all of these bounds by its size."""

# A plain element with text only, or a plain tag that never has content: whatever
# state the parser is in when it meets one, it has nothing more open after it.
_ATTRIBUTES = (
    rf"(?:[{WS}]++[\w:.@-]++"
    rf"""(?:="[^"<>]*+"|='[^'<>]*+'|=[\w./:#;,%?&=+~-]++)?+)*+[{WS}]*+"""
)
_LEAF = re.compile(
    rf"<(?:([a-z][\w:-]*+){_ATTRIBUTES}>[^<]*+</\1[{WS}]*+>"
    rf"|(?:br|hr|img|meta){_ATTRIBUTES}/?>)",
    re.IGNORECASE | re.ASCII,
)
_ROUNDS = 8
# A ">" within a quoted value, which does not end the tag; at least those.
_QUOTED_GT = re.compile(rb"""=[\t\n\f\r ]*+(?:"[^">]*+>|'[^'>]*+>)""")


def guard(text: str) -> tuple[str, tuple[str, ...]]:
    """The text to parse in place of *text*, and marks of what it leaves out.

    ``deep``: elements beyond level 512 are siblings there; ``attributes``: tags
    with more than 256 were cut; ``formatting``: formatting tags are left out;
    ``truncated``: so is all after the first million tags.

    >>> guard("<p>one<p>two")
    ('<p>one<p>two', ())
    >>> guard("<div>" * 50_000)[1]
    ('deep',)
    """
    if len(text) <= SMALL:
        return text, ()
    data = text.encode("utf-8", "surrogatepass")
    tags, tokens, formatting, roots = _count(data)
    depth = tags
    if tags * depth > MAX_STEPS or tokens * formatting > MAX_REOPENED:
        depth, formatting = _unpeeled(text)
    if (
        tags * depth <= MAX_STEPS
        and tokens * formatting <= MAX_REOPENED
        and (len(data) <= MAX_TAG or _longest_tag(data) * roots <= MAX_TAG)
    ):
        return text, ()
    return flatten(text, MAX_REOPENED // max(tokens, 1))


def _unpeeled(text: str) -> tuple[int, int]:
    """Upper bounds of depth and of formatting elements left open at a time.

    Elements that open and close properly are taken away, the innermost first; a
    tag that is left may be open at any time. The space keeps what stands around
    an element from becoming a tag.
    """
    for _ in range(_ROUNDS):
        text, peeled = _LEAF.subn(" ", text)
        if not peeled:
            break
    depth, _, formatting, _ = _count(text.encode("utf-8", "surrogatepass"))
    return depth + _ROUNDS, formatting


def _pairs() -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which two characters, in lower case, can begin a formatting tag."""
    table = np.zeros(1 << 16, dtype=np.bool_)
    for first in b"bisu":
        table[[first << 8 | (second | 32) for second in b"\t\n\f\r />"]] = True
    for name in (b"bi", b"co", b"em", b"fo", b"sm", b"st", b"tt"):
        table[name[0] << 8 | name[1]] = True
    return table


_PAIRS = _pairs()


_ROOTS = [ord("b") << 8 | ord("o"), ord("h") << 8 | ord("t")]


def _count(data: bytes) -> tuple[int, int, int, int]:
    """Upper bounds: start tags, tags of all kinds, formatting tags, tags of one root.

    The last is how many tags can give their attributes to one element: HTML adds
    those of a second ``<body>`` or ``<html>`` to the first.
    """
    codes = np.frombuffer(data + b"  ", dtype=np.uint8)
    opens = np.flatnonzero(codes[:-2] == ord("<"))
    first = codes[opens + 1] | 32
    letters = (first >= ord("a")) & (first <= ord("z"))
    pair = (first.astype(np.uint16) << 8) | (codes[opens + 2] | 32)
    roots = max(int((pair == root).sum()) for root in _ROOTS)
    return int(letters.sum()), len(opens), int(_PAIRS[pair].sum()), max(roots, 1)


def _longest_tag(data: bytes) -> int:
    """Length of the longest tag there can be, whatever is a tag and what is not."""
    codes = np.frombuffer(data + b" >", dtype=np.uint8)
    ends = np.flatnonzero(codes == ord(">"))
    quoted = [match.end() - 1 for match in _QUOTED_GT.finditer(data)]
    if quoted:
        ends = np.delete(ends, np.searchsorted(ends, quoted))
    opens = np.flatnonzero(codes[:-1] == ord("<"))
    after = codes[opens + 1] | 32
    opens = opens[(after >= ord("a")) & (after <= ord("z")) | (after == ord("/"))]
    if not len(opens):
        return 0
    # From the first "<" after one end to the next end.
    before = np.concatenate(([-1], ends[:-1]))
    at = np.searchsorted(opens, before, side="right")
    lengths = ends - opens[np.minimum(at, len(opens) - 1)]
    return int(lengths[at < len(opens)].max(initial=0))
