"""Sketches: how much of their text two pages share, told from two short tuples.

Broder, "On the resemblance and containment of documents" (1997), with one hash
function and the k smallest values (bottom-k); the estimate is that of Beyer et
al., "On synopses for distinct-value estimation under multiset operations" (2007).
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from crawler.dom.volatile import steady

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SIZE = 128
"""Values in a full sketch: a standard error of .019 at resemblance .95."""
MIN_GRAMS = 24
"""Texts of fewer distinct n-grams say too little to be compared."""
MAX_TEXT = 200_000
"""Characters that are read."""

# CPython sorts combining marks by insertion: quadratic in a run of marks.
_CHUNK = 1024

# Scripts without spaces between words get short n-grams, since a change of one
# character spoils n of them: first and last code point, n.
_SCRIPTS = (
    (0x0E00, 0x0EFF, 3),  # Thai, Lao
    (0x0F00, 0x0FFF, 3),  # Tibetan
    (0x1000, 0x109F, 3),  # Myanmar
    (0x1100, 0x11FF, 2),  # Hangul jamo
    (0x1780, 0x17FF, 3),  # Khmer
    (0x2E80, 0x31FF, 2),  # radicals, kana, bopomofo
    (0x3400, 0x9FFF, 2),  # Han
    (0xA000, 0xA4CF, 2),  # Yi
    (0xAC00, 0xD7FF, 2),  # Hangul
    (0xF900, 0xFAFF, 2),  # Han, compatibility
    (0x1B000, 0x1B2FF, 2),  # kana supplements
    (0x20000, 0x3FFFF, 2),  # Han, extensions
)
_WIDTH = 5
_EDGES = np.array([edge for a, b, _ in _SCRIPTS for edge in (a, b + 1)], np.uint32)
_WIDTHS = np.array([_WIDTH] + [n for *_, w in _SCRIPTS for n in (w, _WIDTH)], np.uint8)
# Odd multipliers, fixed for ever: sketches are stored. (Golden ratio, splitmix64.)
_A, _B, _C, _D = (
    np.uint64(factor)
    for factor in (
        0x9E3779B97F4A7C15,
        0xBF58476D1CE4E5B9,
        0x94D049BB133111EB,
        0xD6E8FEB86659FD93,
    )
)


def sketch(text: str) -> tuple[int, ...]:
    """The :data:`SIZE` smallest hashes of the text's n-grams, ascending, 63 bits each.

    Case, white space, compatibility forms and volatile parts do not count. Five
    characters make a gram, fewer in scripts without spaces between words, so that
    one text has grams in any language. Empty when there are fewer than
    :data:`MIN_GRAMS` distinct ones; shorter than :data:`SIZE` when it holds all.

    >>> sketch("OK")
    ()
    """
    plain = steady(text[:MAX_TEXT])
    if not plain.isascii():
        plain = _compatible(plain)[:MAX_TEXT]
    data = plain.encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(data, np.uint32)
    smallest = _smallest(_hashes(codes))
    return tuple(smallest.tolist()) if smallest.size >= MIN_GRAMS else ()


def resemblance(a: Sequence[int], b: Sequence[int]) -> float:
    """Jaccard index of two sets of n-grams, estimated from their sketches.

    Exact when both sketches hold all grams of their text. Nothing resembles an
    empty sketch.

    >>> resemblance((1, 2, 3), (2, 3, 4))
    0.5
    """
    both = set(a).intersection(b)
    union = len(a) + len(b) - len(both)
    if not both:
        return 0.0
    if union <= SIZE or max(len(a), len(b)) < SIZE:
        return len(both) / union
    # Beyond its last value a full sketch is blind: the SIZE smallest are a sample.
    last = list(dict.fromkeys(sorted((*a, *b))))[SIZE - 1]
    return sum(value <= last for value in both) / SIZE


def grams(sketch: Sequence[int]) -> int:
    """How many distinct n-grams the text has: exact below :data:`SIZE`, else estimated.

    >>> grams((5, 7, 9))
    3
    """
    if len(sketch) < SIZE:
        return len(sketch)
    return (SIZE - 1 << 63) // max(1, sketch[-1])


def _compatible(text: str) -> str:
    """Unicode form NFKC, without invisible characters."""
    for invisible in "\u00ad\u200b\u2060\ufeff":
        text = text.replace(invisible, "")
    return "".join(
        unicodedata.normalize("NFKC", text[start : start + _CHUNK])
        for start in range(0, len(text), _CHUNK)
    )


def _hashes(codes: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """A hash of each n-gram of *codes*, in no order."""
    wide = codes.astype(np.uint64)
    if not codes.size or codes.max() < _EDGES[0]:
        return _mixed(wide, _WIDTH)
    widths = _WIDTHS[np.searchsorted(_EDGES, codes, side="right")]
    found = []
    for width in (2, 3, _WIDTH):
        starts = (widths == width)[: max(0, codes.size - width + 1)]
        if starts.any():
            found.append(_mixed(wide, width)[starts])
    return np.concatenate(found) if found else wide[:0]


def _mixed(codes: NDArray[np.uint64], width: int) -> NDArray[np.uint64]:
    """Hash of the *width* codes from each place on: a polynomial, then a finaliser."""
    count = codes.size - width + 1
    if count <= 0:
        return codes[:0]
    pairs = codes[:-1] * _A + codes[1:]
    if width == 2:
        total = pairs
    elif width == 3:
        total = pairs[:count] * _B + codes[2:]
    else:
        total = (pairs[:count] * _B + pairs[2 : count + 2]) * _C + codes[4:]
    total ^= total >> np.uint64(32)
    total *= _D
    total ^= total >> np.uint64(29)
    total *= _A
    return total >> np.uint64(1)


def _smallest(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The distinct *hashes* in order, :data:`SIZE` at most."""
    if hashes.size > 16 * SIZE:
        # Hashes are uniform: eight times as many as are needed lie below this.
        bound = np.uint64((8 * SIZE << 63) // hashes.size)
        distinct = _distinct(hashes[hashes < bound])
        if distinct.size >= SIZE:
            return distinct[:SIZE]
    return _distinct(hashes)[:SIZE]


def _distinct(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    ordered = np.sort(hashes)
    if ordered.size < 2:
        return ordered
    fresh = np.empty(ordered.size, np.bool_)
    fresh[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    return ordered[fresh]
