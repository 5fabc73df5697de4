"""What the tags of a document can hold at most, whatever a parser takes for a tag.

Counts over characters, not over what one reading makes of them: a ``<`` within a
script or a comment may begin a tag in another state of the parser, and a ``>``
within quotation marks need not end one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint8]
    Places = NDArray[np.intp]
    Flags = NDArray[np.bool_]

LONG: Final = 64
"""Characters from which names are not compared: each counts as another one."""

PIECE: Final = 20_000
"""Names that are compared at a time."""


def _among(characters: bytes) -> Flags:
    found: Flags = np.isin(np.arange(256), list(characters))
    return found


_SPACE = _among(b"\t\n\f\r ")
_SEPARATOR = _among(b"\t\n\f\r /\"'")
_NO_NAME = _among(b"\t\n\f\r />")
_ENDING = _among(b"\t\n\f\r />=")


class Tags(NamedTuple):
    """Stretches of characters of which each holds any tag that begins in it."""

    starts: Places
    ends: Places


def tags_of(codes: Codes, opens: Places) -> Tags:
    """The stretches of a document of which a tag may begin at any of *opens*.

    A ``>`` that may stand in a quoted value is no end: that is when the last
    quotation mark before it follows a ``=``.
    """
    ends = np.flatnonzero(codes == ord(">"))
    for quote in b"\"'":
        quotes = np.flatnonzero(codes == quote)
        if len(quotes):
            last = np.searchsorted(quotes, ends) - 1
            opening = _after_equals(codes, quotes)
            ends = ends[(last < 0) | ~opening[last]]
    ends = np.append(ends, len(codes))
    # From the first "<" after one end to the next end.
    before = np.concatenate(([-1], ends[:-1]))
    at = np.searchsorted(opens, before, side="right")
    there = at < len(opens)
    starts = opens[at[there]]
    ends = ends[there]
    return Tags(starts[starts < ends], ends[starts < ends])


def attribute_bound(codes: Codes, tags: Tags, enough: int) -> int:
    """How many attributes one tag can have; exact counts only beyond *enough*."""
    if not len(tags.starts):
        return 0
    # Two attributes have a space, a slash or a quotation mark between them, and
    # at least one character is theirs.
    most = (tags.ends - tags.starts) // 2
    for tag in np.flatnonzero(most > enough):
        most[tag] = _SEPARATOR[codes[tags.starts[tag] : tags.ends[tag]]].sum()
    return int(most.max())


def name_bound(data: bytes, codes: Codes, tags: Tags, enough: int) -> int:
    """How many different names of elements and attributes there can be, or *enough*.

    A name of an attribute begins behind a space, a slash or a quotation mark, which
    makes the words in quoted values names, too.
    """
    inside = np.zeros(len(codes) + 1, dtype=np.int8)
    inside[tags.starts] = 1
    inside[tags.ends] = -1
    within = inside.cumsum(dtype=np.int8)[: len(codes) - 1] > 0
    begins = within & ~_NO_NAME[codes[1:]]
    begins &= _SEPARATOR[codes[:-1]] | (codes[:-1] == ord("<"))
    starts = np.flatnonzero(begins) + 1
    if len(starts) <= enough:
        return len(starts)
    del inside, within, begins
    endings = np.flatnonzero(_ENDING[codes])
    different: set[bytes] = set()
    longer = 0
    # Piece by piece: as Python's numbers all places take forty times the document.
    for first in range(0, len(starts), PIECE):
        piece = starts[first : first + PIECE]
        # The first character may be a "=".
        at = np.minimum(np.searchsorted(endings, piece + 1), len(endings) - 1)
        ends = endings[at]
        short = ends - piece < LONG
        longer += len(piece) - int(short.sum())
        places = zip(piece[short].tolist(), ends[short].tolist(), strict=True)
        different.update(data[a:b] for a, b in places)
        if longer + len(different) > enough:
            break
    return longer + len(different)


def _after_equals(codes: Codes, at: Places) -> Flags:
    """Whether a ``=`` stands before each place, with white space between or not."""
    before = at - 1
    for _ in range(4):
        before = before - _SPACE[codes[before]]
    opening: Flags = (codes[before] == ord("=")) | _SPACE[codes[before]]
    return opening
