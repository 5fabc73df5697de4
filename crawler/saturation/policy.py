"""Which shapes are closed, and when they are opened again."""

from __future__ import annotations

from hashlib import blake2b
from math import ceil, log2
from typing import TYPE_CHECKING

from crawler.saturation.bound import needed
from crawler.saturation.group import Group
from crawler.saturation.names import Name, Namer
from crawler.saturation.places import POOLED, QUIET, TRAP, Changes, Closing, Place
from crawler.saturation.traps import is_permuted, is_trap

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from crawler.saturation.options import SaturationOptions

_WHOLE = 1 << 64
_SHAPES = 200_000
_FEW = 10
"""Pages of a shape that others may speak for."""
_MANY = 10
"""Shapes of a pool."""
_FIRST = (3, 8)
"""Expected places in the draw of a shape that are fetched before any other."""
_STEPS, _SMALLEST = 8, 12
LEVELS = len(_FIRST) + _STEPS * _SMALLEST
"""Highest level of a place."""
CLUSTER = "cluster"


class Saturation:
    """Learns from each page what its shape still teaches.

    *Species* are what a page shows: its cluster, form signatures, parameters. A page
    brings news when one of them was not known anywhere, or when a link of it is the
    first to a section of the site. See docs/methods/saturation.md.
    """

    def __init__(self, options: SaturationOptions) -> None:
        self.options = options
        self.namer = Namer()
        self.groups: dict[str, Group] = {}
        self.closed: dict[str, Closing] = {}
        self._needed = needed(options.risk, options.confidence)
        self._secret = str(options.seed).encode()
        self._explored = int(options.explore * _WHOLE)
        self._known: set[Hashable] = set()
        self._sections: set[str] = set()
        self._pools: dict[str, tuple[str, ...]] = {}
        self._margins: dict[str, tuple[str, ...]] = {}
        self._changes = Changes()

    def number(self, key: str) -> int:
        """Where the URL is in the order of draws."""
        text = key.encode("utf-8", "replace")
        return int.from_bytes(blake2b(text, digest_size=8, key=self._secret).digest())

    def find(self, key: str, source: str = "", *, kept: bool = False) -> Place:
        """A URL is queued; *source* is the key of the page that links to it.

        *kept* ones are fetched in any case.
        """
        named = self.namer.name(key)
        number = self.number(key)
        origin = self.namer.name(source, learn=False) if source else None
        self._news_of_link(named, origin, source)
        shape = self._enter(named)
        around = (origin.name, *origin.pools) if origin is not None else ()
        for name in (shape, *self._pools[shape]):
            inside = name in around
            self._group(name).found(number, shape, inside=inside)
        # A link out of a family shows that the family leads somewhere.
        own = {shape, *self._pools[shape]}
        for name in around:
            if name in self.groups and name not in own:
                self.groups[name].tail = 0
        kept = kept or number < self._explored
        if shape in self.closed:
            kept = kept or self.groups[shape].sketch.is_sampled(number)
        else:
            self._consider(shape)
        return Place(shape, kept, self._level(shape, number))

    def learn(self, shape: str, key: str, species: Iterable[Hashable]) -> bool:
        """A page was fetched; whether it brought news.

        Clusters are species of the form ``("cluster", NUMBER)``.
        """
        number = self.number(key)
        shown = set(species)
        new = shown - self._known
        self._known |= new
        clusters = [e[1] for e in shown if isinstance(e, tuple) and e[0] == CLUSTER]
        self._end(shape, number, news=bool(new), example=key, clusters=clusters)
        return bool(new)

    def pass_over(self, shape: str, key: str) -> None:
        """A URL was asked for, and no page came of it."""
        self._end(shape, self.number(key), news=False, example="", clusters=())

    def take_changes(self) -> Changes:
        """What is to be changed in the queue since the last call."""
        changes, self._changes = self._changes, Changes()
        return changes

    def _enter(self, named: Name) -> str:
        if named.name not in self._pools and len(self._pools) >= _SHAPES:
            return ""  # of no shape, and never closed
        self._pools.setdefault(named.name, named.pools)
        self._margins.setdefault(named.name, named.margins)
        return named.name

    def _group(self, name: str) -> Group:
        group = self.groups.get(name)
        if group is None:
            group = self.groups[name] = Group(name)
        return group

    def _news_of_link(self, named: Name, origin: Name | None, source: str) -> None:
        if named.section in self._sections or len(self._sections) >= _SHAPES:
            return
        self._sections.add(named.section)
        if origin is not None and origin.name in self._pools:
            self._surprise(origin.name, self.number(source))

    def _surprise(self, shape: str, number: int) -> None:
        for name in (shape, *self._pools.get(shape, ())):
            group = self._group(name)
            group.tail = 0
            group.sketch.end(number, news=True)
            if name == shape:
                group.news += 1
        self._open(shape)

    def _end(
        self,
        shape: str,
        number: int,
        *,
        news: bool,
        example: str,
        clusters: Iterable[int],
    ) -> None:
        clusters = list(clusters)
        for name in (shape, *self._pools.get(shape, ())):
            group = self._group(name)
            if name != shape and self._group(shape).done == 1:
                group.begun = 0 if news else group.begun + 1
            group.fetched(number, news=news)
            group.example = example or group.example
            for cluster in clusters:
                group.shows(cluster, shape)
        if news:
            self._open(shape)
        self._consider(shape)
        for name in self._pools.get(shape, ()):
            self._consider_members(self.groups[name])

    def _open(self, shape: str) -> None:
        """A surprise: what was drawn before counts no more."""
        if self.closed.pop(shape, None) is not None:
            self._changes.open.append(shape)
            for name in (shape, *self._pools.get(shape, ())):
                self.groups[name].sketch.begin_anew()

    def _consider(self, shape: str) -> None:
        """Close a shape when there is reason to."""
        if not shape or shape in self.closed:
            return
        group = self.groups[shape]
        closing = self._reason(group)
        if closing is not None:
            self.closed[shape] = closing
            if closing.rule == QUIET:
                group.sketch.close()
            self._changes.close.append(shape)

    def _consider_members(self, pool: Group) -> None:
        """A pool that has just learned enough speaks for its shapes."""
        enough = self._is_enough(pool)
        # Seldom for large pools: each of their shapes is looked at.
        often = pool.done % self.options.own == 0 if len(pool.members) <= 50 else False
        often = often or pool.done & (pool.done - 1) == 0
        if (enough and not pool.enough) or often or is_trap(pool, self.options.trap):
            for shape in pool.members:
                self._consider(shape)
        pool.enough = enough

    def _is_enough(self, pool: Group) -> bool:
        return pool.begun >= self._needed or pool.sketch.quiet() >= self._needed

    def _reason(self, group: Group) -> Closing | None:
        pools = [self.groups[name] for name in self._pools[group.name]]
        for each in (group, *pools):
            if is_trap(each, self.options.trap):
                detail = f"{each.name}: {each.done} pages led nowhere but on"
                return Closing(TRAP, detail, each.example)
        if group.waiting <= 0:
            return None
        quiet = group.sketch.quiet()
        if quiet >= self._needed:
            return Closing(QUIET, self._told(group.name, quiet), group.example)
        for pool in pools:
            quiet = pool.sketch.quiet()
            if self._is_enough(pool) and self._is_alike(group, pool):
                example = group.example or pool.example
                if is_permuted(pool, self._needed):
                    detail = f"{pool.name}: {pool.begun} sets of parameters, one page"
                    return Closing(TRAP, detail, example)
                return Closing(POOLED, self._told(pool.name, quiet), example)
        return None

    def _told(self, name: str, quiet: int) -> str:
        options = self.options
        what = "pages" if quiet >= self._needed else "shapes"
        return (
            f"{name}: {max(quiet, self._needed)} {what} in a row brought nothing new"
            f" (risk {options.risk:g} at {options.confidence:g})"
        )

    def _is_alike(self, group: Group, pool: Group) -> bool:
        """Whether a shape behaves as its pool does, by pages of its own.

        One that is hardly more than a page does when its folder does, and its last
        segment in other folders; and each of its values with others.
        """
        margins = self._margins[group.name]
        if margins and group.known <= _FEW and not group.news:
            known = [self.groups[name] for name in margins]
            return all(g is pool or self._proves(g, pool) for g in known)
        return self._proves(group, pool)

    def _proves(self, group: Group, pool: Group) -> bool:
        if group.sketch.quiet() >= self._needed:
            return True
        if group.news or not pool.knows(group.clusters, group.name):
            return False
        least = self.options.own
        if pool.begun >= self._needed:
            # As many shapes in a row began with nothing new. Each is asked at least
            # once, but for one page under all combinations of its parameters.
            least = 0 if is_permuted(pool, self._needed) else 1
        own = min(self._needed, max(least, ceil(group.known / 10) if least else 0))
        return min(group.sketch.drawn(), group.done) >= min(own, group.known)

    def _level(self, shape: str, number: int) -> int:
        """The first pages of each shape, then the order of draws, then the rest."""
        if not shape:
            return LEVELS
        known = self.groups[shape].known
        if known <= _FEW:
            margins = self._margins[shape]
            known = min((self.groups[m].known for m in margins), default=known)
        place = number / _WHOLE * known
        # Of many shapes that may be one page under other parameters, one page each.
        many = known > 1 and any(
            len(self.groups[name].members) >= _MANY for name in self._pools[shape]
        )
        for level, most in enumerate(_FIRST):
            if place < most and not (many and known > level):
                return level
        if place >= 4 * self._needed:
            return LEVELS
        # By the draw, on a scale of ratios: large shapes are known soonest.
        draw = _STEPS * (_SMALLEST + log2((number + 1) / _WHOLE))
        return len(_FIRST) + max(0, int(draw))
