"""Words of a page for a text box: those first that say what the page is about."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from crawler.dom.text import visible_text

if TYPE_CHECKING:
    from crawler.dom import Document

MAX_WORDS: Final = 500
_WORD = re.compile(r"[^\W_]{3,40}")
_LONG: Final = 5


def words_of(document: Document) -> list[str]:
    """Words of the visible text, long and frequent ones first.

    Short words are mostly those of the grammar; without other pages nothing better
    is known of them.
    """
    return telling(visible_text(document)[:200_000])[:MAX_WORDS]


def telling(text: str, known: str = "") -> list[str]:
    """The words of a text, long and frequent ones first, *known* apart.

    >>> telling("The kettle and the lamp, a kettle", "lamp")
    ['kettle', 'the', 'and']
    """
    found = Counter(_WORD.findall(text.casefold()))
    place = {word: number for number, word in enumerate(found)}
    order = sorted(found, key=lambda w: (len(w) < _LONG, -found[w], place[w]))
    return [word for word in order if word != known.casefold()]
