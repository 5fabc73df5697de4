"""Words of a text, also where a script does not separate them."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar: written without spaces between words.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_FIRST_UNSPACED = re.compile(rf"[{_UNSPACED}]")
MAX_CHARACTERS = 200_000


def words(text: str) -> Iterator[str]:
    """Case-folded words; runs of a script without spaces give their 2-grams.

    >>> list(words("Solar-Panels, 2 of them"))
    ['solar', 'panels', '2', 'of', 'them']
    >>> list(words("太阳能"))
    ['太阳', '阳能']
    """
    folded = unicodedata.normalize("NFKC", text[:MAX_CHARACTERS]).casefold()
    for found in _TOKEN.finditer(folded):
        token = found[0]
        if _FIRST_UNSPACED.match(token) and len(token) > 1:
            yield from (token[i : i + 2] for i in range(len(token) - 1))
        else:
            yield token
