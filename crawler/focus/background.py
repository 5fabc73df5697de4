"""The background model: how common words are on pages about anything.

For each word the share of pages that have it, in the language that has it most; so a
word that all German pages have is common, though most pages are not German. Words are
named by hashes. The file says of which pages it was counted.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from crawler.focus.word_id import word_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

FORMAT: Final = "leadline-background/1"
SCALE: Final = 65_535
"""What a share of 1 is stored as."""
UNSEEN: Final = 1e-3
"""Share of a word that the background does not have."""


@dataclass(frozen=True)
class Background:
    """Hashes of words, sorted, and the share of pages of each (times ``SCALE``)."""

    ids: npt.NDArray[np.uint32]
    shares: npt.NDArray[np.uint16]
    about: Mapping[str, Any]
    """What the file tells of its pages."""

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Build it from the parsed JSON.

        :raises ValueError: one line, when it is none.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"not a {FORMAT} file")
        try:
            ids = np.frombuffer(base64.b64decode(data["words"]), dtype="<u4")
            shares = np.frombuffer(base64.b64decode(data["shares"]), dtype="<u2")
        except (KeyError, TypeError, ValueError, binascii.Error) as error:
            raise ValueError(f"background: damaged ({error!r})") from None
        if (
            ids.shape != shares.shape
            or not ids.size
            or (np.diff(ids.astype("i8")) <= 0).any()
        ):
            raise ValueError("background: damaged (words and shares do not fit)")
        about = {
            name: data.get(name) for name in ("pages", "languages", "source", "licence")
        }
        return cls(ids, shares, about)

    def share(self, word: str) -> float:
        """Share of the pages that have *word*, in the language that has it most."""
        number = word_id(word)
        place = int(np.searchsorted(self.ids, number))
        if place < len(self.ids) and int(self.ids[place]) == number:
            return max(float(self.shares[place]) / SCALE, UNSEEN)
        return UNSEEN

    def idf(self, word: str) -> float:
        """Inverse document frequency, natural logarithm; 0 of a word on every page."""
        return -math.log(self.share(word))


@cache
def shipped() -> Background:
    """The background that comes with the package."""
    # Eggs stay zipped: there is no path.
    file = resources.files("crawler.focus").joinpath("background.json")
    return Background.from_dict(json.loads(file.read_text("utf-8")))
