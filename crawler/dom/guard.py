"""What a document may cost: cheap bounds first, a bounded form when they fail.

The parser takes time quadratic in the depth of a tree, in the number of attributes
of one tag and in the number of different names, and the HTML Standard itself makes
the size of a tree the product of open formatting elements and paragraphs (27 KB of
``<b>`` and ``<p>`` are 4 million nodes). A few counts show for nearly every page that
it cannot be one of those; they hold whatever the parser makes of the page, since they
count characters and not elements. Any other page is parsed from the form that
:mod:`crawler.dom.flatten` writes.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from crawler.dom.flatten import MAX_TAGS, flatten
from crawler.dom.guard_tags import attribute_bound, name_bound, tags_of
from crawler.dom.markup import WS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crawler.dom.guard_tags import Codes, Places

FREE_TAGS: Final = 10_000
"""Tags of a tree whatever its depth: at most 0.6 s of the parser."""
MAX_ATTRIBUTES: Final = 10_000
"""Attributes of an element: at most 0.2 s."""
MAX_NAMES: Final = 60_000
"""Different names of elements and attributes: at most 0.6 s."""
MAX_REOPENED: Final = 1_000_000
"""Nodes that reopened formatting elements may add: at most 350 MB, and half of that
where the document is written anew."""
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
_LEVELS = 8
# The names, and a tag whose ">" is its end and which holds all its attributes.
_FORMATTING = re.compile(
    rb"<(?:b|big|code|em|font|i|s|small|strike|strong|tt|u)[\t\n\f\r />]", re.IGNORECASE
)
_PLAIN_TAG = re.compile(rf"<\w+{_ATTRIBUTES}>".encode(), re.ASCII)


def guard(text: str) -> tuple[str, tuple[str, ...]]:
    """The text to parse in place of *text*, and marks of what it leaves out.

    ``deep``: elements beyond level 512 are siblings there; ``attributes``: tags
    with more than 256 were cut; ``names``: rare attributes are left out, and rare
    elements have one name; ``formatting``: formatting tags are left out;
    ``truncated``: so is all after the first million tags.

    >>> guard("<p>one<p>two")
    ('<p>one<p>two', ())
    >>> guard("<div>" * 50_000)[1]
    ('deep',)
    """
    if len(text) <= SMALL:
        return text, ()
    data = text.encode("utf-8", "surrogatepass")
    codes = np.frombuffer(data + b"  >", dtype=np.uint8)
    opens = np.flatnonzero(codes == ord("<"))
    first = codes[opens + 1] | 32
    letters = (first >= ord("a")) & (first <= ord("z"))
    tags, tokens = int(letters.sum()), len(opens)
    formatting = MAX_REOPENED // (2 * tokens + 1)
    if tags > MAX_TAGS:
        return flatten(text, formatting, rare=True)
    pairs = (first.astype(np.uint16) << 8) | (codes[opens + 2] | 32)
    # HTML adds the attributes of a second <body> or <html> to the first.
    roots = max(1, *(int((pairs == root).sum()) for root in _ROOTS))
    attributes, names = _of_tags(data, codes, opens[letters | (first == ord("/"))])
    attributes *= roots
    if (
        attributes <= MAX_ATTRIBUTES
        and names <= MAX_NAMES
        and (tags <= FREE_TAGS or depth_bound(text, tags) * tags <= FREE_TAGS**2)
    ):
        starts = opens[_PAIRS[pairs]]
        if (
            len(starts) * tokens <= MAX_REOPENED
            or formatting_bound(data, starts.tolist()) * tokens <= MAX_REOPENED
        ):
            return text, ()
    return flatten(text, formatting, rare=names > MAX_NAMES)


def _of_tags(data: bytes, codes: Codes, opens: Places) -> tuple[int, int]:
    """How many attributes one tag can have, and all tags different names."""
    # Two characters at least are an attribute, or a name.
    if len(data) <= 2 * MAX_ATTRIBUTES:
        return 0, 0
    tags = tags_of(codes, opens)
    attributes = attribute_bound(codes, tags, MAX_ATTRIBUTES)
    if len(data) <= 2 * MAX_NAMES:
        return attributes, 0
    return attributes, name_bound(data, codes, tags, MAX_NAMES)


def depth_bound(text: str, tags: int) -> int:
    """An upper bound of the depth of the tree of a text with so many tags.

    Elements that open and close properly are taken away, the innermost first; any
    tag that is left may stand open for ever. The space keeps what stands around
    an element from becoming a tag.
    """
    for level in range(_LEVELS):
        text, leaves = _LEAF.subn(" ", text)
        tags -= leaves
        if not leaves or tags < 100:
            return tags + level
    return tags + _LEVELS


def formatting_bound(data: bytes, starts: list[int]) -> int:
    """How many formatting elements may stand open, of tags that begin at *starts*.

    Of those with equal name and attributes three at most: the Noah's Ark clause
    of HTML 13.2.4.3. (``a`` and ``nobr`` never stand open twice.) A tag that is
    not as plain as most may differ from others where it is cut off here.
    """
    tags = Counter(data[at : data.find(b">", at, at + 512) + 1] for at in starts)
    return sum(
        min(count, 3) if _PLAIN_TAG.fullmatch(tag) else count
        for tag, count in tags.items()
        if not tag or _FORMATTING.match(tag)
    )


def _pairs() -> NDArray[np.bool_]:
    """Which two characters, in lower case, can begin a formatting tag."""
    table = np.zeros(1 << 16, dtype=np.bool_)
    for first in b"bisu":
        table[[first << 8 | (second | 32) for second in b"\t\n\f\r />"]] = True
    for name in (b"bi", b"co", b"em", b"fo", b"sm", b"st", b"tt"):
        table[name[0] << 8 | name[1]] = True
    return table


_PAIRS = _pairs()


_ROOTS = [ord("b") << 8 | ord("o"), ord("h") << 8 | ord("t")]
