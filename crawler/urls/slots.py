"""The slots of a seen-table, many at once: where keys live under linear probing.

A slot holds a 64-bit key, 0 is an empty one. The home of a key is the top bits of
``key * salt`` modulo 2^64 for a random odd salt: multiply-shift, M. Dietzfelbinger,
T. Hagerup, J. Katajainen, M. Penttonen, *A reliable randomized algorithm for the
closest-pair problem*, 1997. A key is in its home or in one of the full slots right
behind it; the last slot is followed by the first. There is always an empty slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]
    Places = NDArray[np.int64]

_STRETCH = 1 << 17  # slots looked at in one go: about 8 MB at work


def spread(old: memoryview[int], new: memoryview[int], salt: int) -> None:
    """Copy the keys of a table into an empty one of twice the size.

    A home in the new table is twice the old one, or one more. So the keys of a run
    of full slots fit into the doubled run: of a run that ends at slot e, at most
    e - h have their home at or behind h, and 2e - 2h places await them. Each run is
    laid out by itself, in the order of the homes, and never meets the next.
    """
    target = np.frombuffer(new, np.uint64)
    for start, block in _stretches(np.frombuffer(old, np.uint64)):
        keys = block[block != 0]
        homes = _homes(keys, salt, 2 * len(old), 2 * start)
        order = np.argsort(homes, kind="stable")
        # Each at its home, or right behind the one before it.
        steps = np.arange(len(keys))
        places = np.maximum.accumulate(homes[order] - steps) + steps
        target[places & (2 * len(old) - 1)] = keys[order]


def count(slots: memoryview[int], salt: int) -> int | None:
    """How many keys there are; None when one is not where it is looked for.

    That is also so when no slot is empty: looking for a key would never end.
    """
    total = 0
    if np.frombuffer(slots, np.uint64).all():
        return None
    for start, block in _stretches(np.frombuffer(slots, np.uint64)):
        full = block != 0
        places = start + np.arange(len(block))
        # A stretch begins with an empty slot, so this is defined from the first.
        empty = np.maximum.accumulate(np.where(full, -1, places))
        homes = _homes(block, salt, len(slots), start)
        if np.any(full & ((homes <= empty) | (homes > places))):
            return None
        total += int(np.count_nonzero(full))
    return total


def _stretches(slots: Keys) -> Iterator[tuple[int, Keys]]:
    """All slots, once, cut before empty ones: no run of full slots is cut.

    Yields where a stretch starts and its slots; the last goes around the end.
    """
    first = start = _next_empty(slots, 0)
    while start < len(slots):
        stop = _next_empty(slots, start + _STRETCH)
        block = slots[start:stop]
        if stop == len(slots):
            block = np.concatenate((block, slots[:first]))
        yield start, block
        start = stop


def _next_empty(slots: Keys, start: int) -> int:
    """The first empty slot from *start* on; the number of slots if there is none."""
    while start < len(slots):
        found = np.flatnonzero(slots[start : start + 1024] == 0)
        if len(found):
            return start + int(found[0])
        start += 1024
    return len(slots)


def _homes(keys: Keys, salt: int, capacity: int, start: int) -> Places:
    """Homes as places of a stretch that starts at *start* and may go around the end."""
    shift = 65 - capacity.bit_length()
    homes = (keys * np.uint64(salt) >> np.uint64(shift)).astype(np.int64)
    homes[homes < start] += capacity
    return homes
