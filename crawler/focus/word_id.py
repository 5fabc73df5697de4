"""How a word is named in a model file."""

from __future__ import annotations

import mmh3


def word_id(word: str) -> int:
    """mmh3, 32 bits, of its UTF-8.

    >>> word_id("sonar")
    3540512857
    """
    return mmh3.hash(word.encode("utf-8", "replace"), signed=False)
