"""What was learned of the shapes of a crawl, as data that adds up.

The evidence of several workers, or runs, is that of one: counts are sums, samples of
pages with the smallest hashes are united, and a page that brought news to anybody did.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgpack

from crawler.saturation.group import Group
from crawler.saturation.places import Closing
from crawler.saturation.sketch import Sketch
from crawler.saturation.species import CLUSTER
from crawler.saturation.words import Words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

_GROUPS: Final = 50_000
"""Populations that are told at once; of more, those with the most URLs."""


@dataclass(slots=True)
class Evidence:
    """What is new, or all there is."""

    groups: dict[str, Group] = field(default_factory=dict)
    pools: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(
        default_factory=dict
    )
    """Shape -> its pools and margins."""
    words: Words = field(default_factory=Words)
    species: set[Hashable] = field(default_factory=set)
    """What pages showed: texts, or tuples of texts and numbers."""
    sections: set[str] = field(default_factory=set)
    closed: dict[str, Closing] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    """Shapes that were closed before, and are no more."""

    def __bool__(self) -> bool:
        return bool(self.groups or self.species or self.closed or self.opened)

    def rename(self, clusters: Mapping[int, int]) -> None:
        """Call clusters by other names."""
        if not clusters:
            return
        for group in self.groups.values():
            for theirs in clusters.keys() & group.clusters.keys():
                shapes = group.clusters.pop(theirs)
                group.clusters.setdefault(clusters[theirs], set()).update(shapes)
        for theirs, ours in clusters.items():
            if (CLUSTER, theirs) in self.species:
                self.species.add((CLUSTER, ours))

    def pack(self) -> bytes:
        """As bytes."""
        words = self.words
        data = (
            [_of_group(group) for group in _largest(self.groups.values())],
            [(shape, *both) for shape, both in self.pools.items()],
            (
                [(slot, list(values)) for slot, values in words.values.items()],
                words.times,
                words.leaves,
                [(name, list(folders)) for name, folders in words.folders.items()],
            ),
            sorted(self.species, key=repr),
            sorted(self.sections),
            [(s, c.rule, c.detail, c.example) for s, c in self.closed.items()],
            sorted(self.opened),
        )
        return bytes(msgpack.packb(data, unicode_errors="surrogatepass"))

    @classmethod
    def unpack(cls, data: bytes) -> Evidence:
        """What :meth:`pack` made.

        :raises ValueError: of what it did not make.
        """
        try:
            told = msgpack.unpackb(
                data, strict_map_key=False, unicode_errors="surrogatepass"
            )
            return _of(*told)
        except ValueError:
            raise
        except Exception as error:
            raise ValueError(f"no evidence: {error}") from error


def _largest(groups: Iterable[Group]) -> list[Group]:
    found = list(groups)
    if len(found) > _GROUPS:
        found.sort(key=lambda group: -group.known)
    return found[:_GROUPS]


def _of_group(group: Group) -> tuple[Any, ...]:
    return (
        group.name,
        (group.known, group.done, group.news, group.inside),
        (group.tail, group.turned, group.begun, group.stopped),
        group.sketch.data(),
        [(cluster, sorted(shapes)) for cluster, shapes in group.clusters.items()],
        group.example,
    )


def _to_group(
    name: str,
    counts: tuple[int, int, int, int],
    runs: tuple[int, bool, int, bool],
    sketch: Any,
    *more: Any,
) -> Group:
    group = Group(name, *counts)
    group.tail, group.turned, group.begun, group.stopped = runs
    group.sketch = Sketch.of(*sketch)
    clusters, group.example = more
    group.clusters = {cluster: set(shapes) for cluster, shapes in clusters}
    return group


def _of(
    groups: Any, pools: Any, words: Any, species: Any, sections: Any, *changes: Any
) -> Evidence:
    values, times, leaves, folders = words
    closed, opened = changes
    return Evidence(
        groups={each[0]: _to_group(*each) for each in groups},
        pools={shape: (tuple(one), tuple(other)) for shape, one, other in pools},
        words=Words(
            {slot: dict.fromkeys(tokens) for slot, tokens in values},
            times,
            leaves,
            {name: dict.fromkeys(found) for name, found in folders},
        ),
        species={tuple(s) if isinstance(s, list) else s for s in species},
        sections=set(sections),
        closed={shape: Closing(*why) for shape, *why in closed},
        opened=set(opened),
    )
