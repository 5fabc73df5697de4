"""Which shapes are closed, and when they are opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.saturation.evidence import Evidence
from crawler.saturation.groups import Groups
from crawler.saturation.judge import Judge
from crawler.saturation.names import POOL, Name, Namer
from crawler.saturation.order import Order
from crawler.saturation.places import QUIET, Changes, Closing, Place
from crawler.saturation.species import CLUSTER
from crawler.saturation.traps import is_trap

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from crawler.saturation.group import Group
    from crawler.saturation.options import SaturationOptions

_SHAPES = 200_000


class Saturation:
    """Learns from each page what its shape still teaches.

    *Species* are what a page shows: its cluster, form signatures, parameters. A page
    brings news when one of them was not known anywhere, or when a link of it is the
    first to a section of the site. See docs/methods/saturation.md.
    """

    def __init__(self, options: SaturationOptions, *, recorded: bool = False) -> None:
        """*recorded* when :meth:`take_evidence` will be asked."""
        self.options = options
        self.namer = Namer(recorded=recorded)
        self.groups = Groups(recorded=recorded)
        self.closed: dict[str, Closing] = {}
        self._judge = Judge(options, self.groups)
        self._pools, self._margins = self._judge.pools, self._judge.margins
        self._fresh = Evidence()
        self.order = Order(options, self.groups)
        self._known: set[Hashable] = set()
        self._sections: set[str] = set()
        self._changes = Changes()

    def find(self, key: str, source: str = "", *, kept: bool = False) -> Place:
        """A URL is queued; *source* is the key of the page that links to it.

        *kept* ones are fetched in any case.
        """
        named = self.namer.name(key)
        number = self.order.number(key)
        origin = self.namer.name(source, learn=False) if source else None
        self._news_of_link(named, origin, source)
        shape = self._enter(named)
        around = (origin.name, *origin.pools) if origin is not None else ()
        # A page without a query is one of those that have one.
        bare = f"{POOL}{origin.name}?**" if origin is not None else ""
        for name in (shape, *self._pools[shape]):
            inside = name in around or name == bare
            self.groups.found(name, number, shape, inside=inside)
        # A link out of a family shows that the family leads somewhere.
        own = {shape, *self._pools[shape]}
        for name in around:
            if name in self.groups and name not in own:
                self.groups.leads_out(name)
        kept = kept or number < self.order.explored
        if shape in self.closed:
            kept = kept or self.groups[shape].sketch.is_sampled(number)
        else:
            self._consider(shape)
        return Place(shape, kept, self.order.level(shape, number, self._judge))

    def learn(self, shape: str, key: str, species: Iterable[Hashable]) -> bool:
        """A page was fetched; whether it brought news.

        Clusters are species of the form ``("cluster", NUMBER)``.
        """
        number = self.order.number(key)
        shown = set(species)
        new = shown - self._known
        self._known |= new
        self._fresh.species |= new
        clusters = [e[1] for e in shown if isinstance(e, tuple) and e[0] == CLUSTER]
        if shape and shape not in self._pools:
            # Another worker found it, and has not told so yet.
            named = self.namer.name(key, learn=False)
            if named.name == shape:
                self._enter(named)
        self._end(shape, number, news=bool(new), example=key, clusters=clusters)
        return bool(new)

    def pass_over(self, shape: str, key: str) -> None:
        """A URL was asked for, and no page came of it."""
        self._end(shape, self.order.number(key), news=False, example="", clusters=())

    @property
    def returning(self) -> bool:
        """Whether URLs that were set aside are to return."""
        return bool(self._changes.open or self._changes.opened)

    @property
    def closing(self) -> bool:
        """Whether there are URLs to be set aside."""
        return bool(self._changes.close)

    def take_changes(self) -> Changes:
        """What is to be changed in the queue since the last call."""
        changes, self._changes = self._changes, Changes()
        return changes

    def found_elsewhere(self, shape: str) -> None:
        """A URL that was found here is one that another worker had found before."""
        for name in (shape, *self._pools.get(shape, ())):
            self.groups.found_elsewhere(name)

    def take_evidence(self) -> Evidence:
        """What was learned here since the last call."""
        fresh, self._fresh = self._fresh, Evidence()
        fresh.groups, fresh.words = self.groups.take_fresh(), self.namer.take_fresh()
        return fresh

    def evidence(self) -> Evidence:
        """All that is known."""
        pools = {each: (self._pools[each], self._margins[each]) for each in self._pools}
        return Evidence(
            groups=self.groups.all,
            pools=pools,
            words=self.namer.words,
            species=self._known,
            sections=self._sections,
            closed=self.closed,
        )

    def join(self, told: Evidence) -> None:
        """Add what others learned, or what was learned before.

        What that changes is in :meth:`take_changes`; it is not told again.
        """
        self.namer.words.join(told.words)
        self._known |= told.species
        self._sections |= told.sections
        for shape, both in told.pools.items():
            self._place(shape, *both)
        for name, group in told.groups.items():
            self.groups.join(name, group)
        self._join_changes(told)
        for name, group in told.groups.items():
            if name in self._pools:
                self._consider(name)
            elif group.done:
                self._consider_members(self.groups[name])

    def _join_changes(self, told: Evidence) -> None:
        surprised = {name for name, group in told.groups.items() if group.news}
        for shape in surprised | told.opened:
            if self.closed.pop(shape, None) is not None:
                self._fresh.closed.pop(shape, None)
                self._changes.opened.append(shape)
                self._begin_anew(shape)
        for shape, closing in told.closed.items():
            if shape in self.closed or shape not in self._pools:
                continue
            if (mine := self.groups.fresh.get(shape)) is not None and mine.news:
                # Whoever closed it did not know that; and will.
                self._fresh.opened.add(shape)
                self._changes.opened.append(shape)
                self._begin_anew(shape)
                continue
            self.closed[shape] = closing
            self._changes.closed.append(shape)

    def reopen(self, shapes: Iterable[str]) -> None:
        """Let shapes be fetched, whatever was learned."""
        for shape in shapes:
            self._open(shape)

    def _enter(self, named: Name) -> str:
        if named.name not in self._pools and len(self._pools) >= _SHAPES:
            return ""  # of no shape, and never closed
        if named.name not in self._pools:
            self._place(named.name, named.pools, named.margins)
            self._fresh.pools[named.name] = named.pools, named.margins
        return named.name

    def _place(
        self, shape: str, pools: tuple[str, ...], margins: tuple[str, ...]
    ) -> None:
        """Let a shape belong to its pools."""
        if shape not in self._pools and len(self._pools) < _SHAPES:
            self._pools[shape], self._margins[shape] = pools, margins
            for name in (shape, *pools):
                self.groups[name].take_in(shape)

    def _news_of_link(self, named: Name, origin: Name | None, source: str) -> None:
        if named.section in self._sections or len(self._sections) >= _SHAPES:
            return
        self._sections.add(named.section)
        self._fresh.sections.add(named.section)
        if origin is not None and origin.name in self._pools:
            self._surprise(origin.name, self.order.number(source))

    def _surprise(self, shape: str, number: int) -> None:
        for name in (shape, *self._pools.get(shape, ())):
            self.groups.surprised(name, number, own=name == shape)
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
            first = name != shape and self.groups[shape].done == 1
            self.groups.fetched(name, number, news=news, example=example, first=first)
            self.groups.shows(name, clusters, shape)
        if news:
            self._open(shape)
        self._consider(shape)
        for name in self._pools.get(shape, ()):
            self._consider_members(self.groups[name])

    def _open(self, shape: str) -> None:
        """A surprise: what was drawn before counts no more."""
        if self.closed.pop(shape, None) is not None:
            self._changes.open.append(shape)
            self._fresh.opened.add(shape)
            self._fresh.closed.pop(shape, None)
            self._begin_anew(shape)

    def _begin_anew(self, shape: str) -> None:
        for name in (shape, *self._pools.get(shape, ())):
            self.groups.begin_anew(name)

    def _consider(self, shape: str) -> None:
        """Close a shape when there is reason to."""
        if shape in self.closed or shape not in self._pools:
            return
        group = self.groups[shape]
        closing = self._judge.reason(group)
        if closing is not None:
            self.closed[shape] = closing
            if closing.rule == QUIET:
                self.groups.close(shape)
            self._fresh.closed[shape] = closing
            self._fresh.opened.discard(shape)
            self._changes.close.append(shape)

    def _consider_members(self, pool: Group) -> None:
        """A pool that has just learned enough speaks for its shapes."""
        enough = self._judge.is_enough(pool)
        # Seldom for large pools: each of their shapes is looked at.
        often = pool.done % self.options.own == 0 if len(pool.members) <= 50 else False
        often = often or pool.done & (pool.done - 1) == 0
        if (enough and not pool.enough) or often or is_trap(pool, self.options.trap):
            for shape in pool.members:
                self._consider(shape)
        pool.enough = enough
