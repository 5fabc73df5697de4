"""In which order the URLs of a shape are drawn, and which are fetched in any case."""

from __future__ import annotations

from hashlib import blake2b
from math import log2
from typing import TYPE_CHECKING

from crawler.saturation.judge import FEW

if TYPE_CHECKING:
    from crawler.saturation.groups import Groups
    from crawler.saturation.judge import Judge
    from crawler.saturation.options import SaturationOptions

_WHOLE = 1 << 64
_MANY = 10
"""Shapes of a pool."""
_FIRST = (3, 8)
"""Expected places in the draw of a shape that are fetched before any other."""
_STEPS, _SMALLEST = 8, 12
LEVELS = len(_FIRST) + _STEPS * _SMALLEST
"""Highest level of a place."""


class Order:
    """A hash of the key, so that it does not depend on where a URL was found."""

    def __init__(self, options: SaturationOptions, groups: Groups) -> None:
        self._secret = str(options.seed).encode()
        self._groups = groups
        self.explored = int(options.explore * _WHOLE)
        """Smaller numbers are fetched whatever is known."""

    def number(self, key: str) -> int:
        """Where the URL is in the order of draws."""
        text = key.encode("utf-8", "replace")
        return int.from_bytes(blake2b(text, digest_size=8, key=self._secret).digest())

    def level(self, shape: str, number: int, judge: Judge) -> int:
        """The first pages of each shape, then the order of draws, then the rest."""
        if not shape:
            return LEVELS
        known = self._groups[shape].known
        if known <= FEW:
            margins = judge.margins[shape]
            known = min((self._groups[m].known for m in margins), default=known)
        place = number / _WHOLE * known
        # Of many shapes that may be one page under other parameters, one page each.
        many = known > 1 and any(
            len(self._groups[name].members) >= _MANY for name in judge.pools[shape]
        )
        for level, most in enumerate(_FIRST):
            if place < most and not (many and known > level):
                return level
        if place >= 4 * judge.needed:
            return LEVELS
        # By the draw, on a scale of ratios: large shapes are known soonest.
        draw = _STEPS * (_SMALLEST + log2((number + 1) / _WHOLE))
        return len(_FIRST) + max(0, int(draw))
