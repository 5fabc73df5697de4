"""All populations of a crawl, and what was learned of them since it was last told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.saturation.group import Group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Groups:
    """Groups by name, made when they are asked for.

    With *recorded* every change is noted in a second set of groups, which hold only
    what is new: :meth:`take_fresh` gives them, to be added elsewhere.
    """

    def __init__(self, *, recorded: bool = False) -> None:
        self.recorded = recorded
        self.all: dict[str, Group] = {}
        self.fresh: dict[str, Group] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.all

    def __getitem__(self, name: str) -> Group:
        group = self.all.get(name)
        if group is None:
            group = self.all[name] = Group(name)
        return group

    def found(self, name: str, number: int, member: str, *, inside: bool) -> None:
        """A URL of the shape *member* was found."""
        for group in self._both(name):
            group.found(number, member, inside=inside)

    def found_elsewhere(self, name: str) -> None:
        """A URL that was found here had been found by another worker."""
        for group in self._both(name):
            group.known -= 1

    def fetched(
        self, name: str, number: int, *, news: bool, example: str, first: bool
    ) -> None:
        """A URL was fetched; *first* of its shape, for a pool of shapes."""
        for group in self._both(name, number):
            if first:
                group.begin(news=news)
            group.fetched(number, news=news)
            group.example = example or group.example

    def shows(self, name: str, clusters: Iterable[int], member: str) -> None:
        """A page of *member* is in these clusters."""
        for group in self._both(name):
            for cluster in clusters:
                group.shows(cluster, member)

    def leads_out(self, name: str) -> None:
        """A page of it led elsewhere."""
        for group in self._both(name):
            group.begin_tail()

    def surprised(self, name: str, number: int, *, own: bool) -> None:
        """A link of a page that was fetched brought news; *own* of the shape itself."""
        for group in self._both(name, number):
            group.begin_tail()
            group.sketch.end(number, news=True)
            group.news += own

    def begin_anew(self, name: str) -> None:
        """What was drawn before counts no more."""
        group = self[name]
        group.sketch.begin_anew()
        for each in self._both(name):
            each.sketch.floor = max(each.sketch.floor, group.sketch.floor)

    def close(self, name: str) -> None:
        """What is drawn now is the sample that the rest is judged by."""
        group = self[name]
        group.sketch.close()
        for each in self._both(name):
            each.sketch.sample = group.sketch.sample

    def join(self, name: str, told: Group) -> None:
        """Add what others learned; it is not told again."""
        self[name].join(told)

    def take_fresh(self) -> dict[str, Group]:
        """What is new since the last call."""
        fresh, self.fresh = self.fresh, {}
        return fresh

    def _both(self, name: str, number: int | None = None) -> Iterator[Group]:
        """The group, and what is new of it; both know of the page *number* then.

        Another worker may have found it, and not told so yet.
        """
        group = self[name]
        if number is not None:
            group.sketch.add(number)
        if self.recorded:
            fresh = self.fresh.get(name)
            if fresh is None:
                fresh = self.fresh[name] = Group(name)
            if number is not None:
                fresh.sketch.add(number)
            yield fresh
        yield group
