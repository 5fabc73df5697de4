"""Words of a text, also where a script does not separate them."""

from __future__ import annotations

import re
import sys
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

# Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar: written without spaces between words.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
)


def _marks() -> str:
    """Ranges of combining marks: vowels of Indic scripts, points of Hebrew, Arabic...

    ``\\w`` does not have them, and would cut such words at every vowel.
    """
    found = [
        code
        for code in range(0x300, min(0x11A00, sys.maxunicode))
        if unicodedata.category(chr(code)).startswith("M")
    ]
    runs = groupby(enumerate(found), key=lambda pair: pair[1] - pair[0])
    return "".join(
        f"{chr(group[0][1])}-{chr(group[-1][1])}"
        for group in (list(run) for _, run in runs)
    )


_PLAIN: Final = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_MARKS: Final = _marks()
_MARK: Final = re.compile(rf"[{_MARKS}]")
# Slower by half: only for a text that has marks.
_MARKED: Final = re.compile(rf"[{_UNSPACED}]+|(?:[^\W_{_UNSPACED}][{_MARKS}]*)+")
_ASCII: Final = re.compile(r"[a-z0-9]+")
_FIRST_UNSPACED: Final = re.compile(rf"[{_UNSPACED}]")
MAX_CHARACTERS: Final = 200_000
"""What follows is not read."""
MAX_WORD: Final = 40
"""Characters of a word that are kept: what is longer is no word but data."""


def words(text: str) -> Iterator[str]:
    """Case-folded words; runs of a script without spaces give their 2-grams.

    >>> list(words("Solar-Panels, 2 of them"))
    ['solar', 'panels', '2', 'of', 'them']
    >>> list(words("太阳能"))
    ['太阳', '阳能']
    >>> list(words("हिन्दी में"))
    ['हिन्दी', 'में']
    """
    if text.isascii():  # most pages: the same, in a third of the time
        for found in _ASCII.finditer(text[:MAX_CHARACTERS].lower()):
            yield found[0][:MAX_WORD]
        return
    folded = unicodedata.normalize("NFKC", text[:MAX_CHARACTERS]).casefold()
    # What NFKC makes longer stays within the same bound.
    token_of = _MARKED if _MARK.search(folded) else _PLAIN
    for found in token_of.finditer(folded[:MAX_CHARACTERS]):
        token = found[0]
        if _FIRST_UNSPACED.match(token):
            if len(token) > 1:
                yield from (token[i : i + 2] for i in range(len(token) - 1))
            else:
                yield token
        else:
            yield token[:MAX_WORD]
