"""Whether there is reason to close a shape."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from crawler.saturation.bound import needed
from crawler.saturation.places import POOLED, QUIET, TRAP, Closing
from crawler.saturation.traps import is_permuted, is_trap

if TYPE_CHECKING:
    from crawler.saturation.group import Group
    from crawler.saturation.groups import Groups
    from crawler.saturation.options import SaturationOptions

FEW = 10
"""Pages of a shape that others may speak for."""


class Judge:
    """Judges shapes by their own pages, and by those of their pools."""

    def __init__(self, options: SaturationOptions, groups: Groups) -> None:
        self.options = options
        self.needed = needed(options.risk, options.confidence)
        self.pools: dict[str, tuple[str, ...]] = {}
        """Shape -> its pools."""
        self.margins: dict[str, tuple[str, ...]] = {}
        self._groups = groups

    def is_enough(self, pool: Group) -> bool:
        """Whether a pool has learned enough."""
        return pool.begun >= self.needed or pool.sketch.quiet() >= self.needed

    def reason(self, group: Group) -> Closing | None:
        """Why a shape may be closed; None when there is no reason."""
        pools = [self._groups[name] for name in self.pools[group.name]]
        for each in (group, *pools):
            if is_trap(each, self.options.trap):
                detail = f"{each.name}: {each.done} pages led nowhere but on"
                return Closing(TRAP, detail, each.example)
        if group.waiting <= 0:
            return None
        quiet = group.sketch.quiet()
        if quiet >= self.needed:
            return Closing(QUIET, self._told(group.name, quiet), group.example)
        for pool in pools:
            quiet = pool.sketch.quiet()
            if self.is_enough(pool) and self._is_alike(group, pool):
                example = group.example or pool.example
                if is_permuted(pool, self.needed):
                    detail = f"{pool.name}: {pool.begun} sets of parameters, one page"
                    return Closing(TRAP, detail, example)
                return Closing(POOLED, self._told(pool.name, quiet), example)
        return None

    def _told(self, name: str, quiet: int) -> str:
        options = self.options
        what = "pages" if quiet >= self.needed else "shapes"
        return (
            f"{name}: {max(quiet, self.needed)} {what} in a row brought nothing new"
            f" (risk {options.risk:g} at {options.confidence:g})"
        )

    def _is_alike(self, group: Group, pool: Group) -> bool:
        """Whether a shape behaves as its pool does, by pages of its own.

        One that is hardly more than a page does when its folder does, and its last
        segment in other folders; and each of its values with others.
        """
        margins = self.margins[group.name]
        if margins and group.known <= FEW and not group.news:
            known = [self._groups[name] for name in margins]
            return all(
                g is pool
                or g.sketch.quiet() >= self.needed
                or (not g.news and self._proves(g, pool))
                for g in known
            )
        return self._proves(group, pool)

    def _proves(self, group: Group, pool: Group) -> bool:
        quiet = group.sketch.quiet()
        if quiet >= self.needed:
            return True
        if not pool.knows(group.clusters, group.name):
            return False
        least = self.options.own
        if pool.begun >= self.needed:
            # As many shapes in a row began with nothing new. Each is asked at least
            # once, but for one page under all combinations of its parameters.
            least = 0 if is_permuted(pool, self.needed) and not group.news else 1
        own = max(least, ceil(group.known / 10) if least else 0)
        if group.news:
            # Less alike: as many more for each page that brought news, since the last.
            return quiet >= min(self.needed, own * (1 + group.news))
        own = min(self.needed, own, group.known)
        return min(group.sketch.drawn(), group.done) >= own
