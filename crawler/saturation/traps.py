"""Families of URLs without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.saturation.group import Group

_OPEN_ENDS = 4
"""URLs that a family which is followed link by link has waiting at most."""
_ALIKE = 2
"""Clusters that its pages are in at most."""


def is_trap(group: Group, limit: int) -> bool:
    """A family found only from within itself, one page after the other.

    Left so early that *limit* pages are fetched at most, those under way included.
    """
    least = limit - 2 * _OPEN_ENDS
    return (
        group.tail >= least - 10
        and group.done >= least
        and 0 < group.waiting <= _OPEN_ENDS
        and group.inside >= group.known - 2
        and len(group.clusters) <= _ALIKE
    )


def is_permuted(pool: Group, shapes: int) -> bool:
    """One page under every combination of parameters, found from itself alone."""
    return (
        pool.name.endswith("?**")
        and pool.begun >= shapes
        and pool.inside >= pool.known - _OPEN_ENDS
        and len(pool.clusters) <= _ALIKE
    )
