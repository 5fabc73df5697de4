"""How many queries it takes to narrow an answer until nothing is cut off."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_SKEW: Final = 1.5
"""Times that a part is as large as their mean, where it matters."""
_MOST: Final = 6
"""Menus that are looked at: the smallest and the largest."""
GUESSES: Final = (2.0, 8.0)
"""Sizes of an answer that does not say how many there are, in answers."""


def narrowing(size: float, menus: tuple[int, ...], spans: tuple[int, ...]) -> float:
    """Queries for an answer of *size* answers, by the best order of the factors.

    *menus*: the number of values of each; *spans*: the steps of each range, of which
    only so many parts are asked for as are needed.

    >>> narrowing(1.0, (10,), ()), narrowing(5.0, (10,), ())
    (0.0, 10.0)
    >>> narrowing(20.0, (3, 50), ()) < 3 + 3 * 50
    True
    """
    if len(menus) > _MOST:
        ordered = sorted(menus)
        menus = tuple(ordered[: _MOST // 2] + ordered[-_MOST // 2 :])
    return _narrowing(round(size, 2), tuple(sorted(menus)), tuple(sorted(spans)))


@lru_cache(maxsize=20_000)
def _narrowing(size: float, menus: tuple[int, ...], spans: tuple[int, ...]) -> float:
    if size <= 1 or not (menus or spans):
        return 0.0
    found = []
    for i, card in enumerate(menus):
        if card not in menus[:i]:
            rest = _narrowing(
                round(_SKEW * size / card, 2), menus[:i] + menus[i + 1 :], spans
            )
            found.append(card + card * rest)
    for i, steps in enumerate(spans):
        parts = min(float(steps), _SKEW * size)
        rest = _narrowing(
            round(_SKEW * size / parts, 2) if parts == steps else 1.0,
            menus,
            spans[:i] + spans[i + 1 :],
        )
        found.append(2 * parts + parts * rest)
    return min(found)
