"""Which clusters of two surveys are one: by structure, never by number."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crawler.report.diff_side import ClusterState, Side

    Alike: TypeAlias = Callable[[ClusterState, ClusterState], float]

MAX_PAIRS: Final = 50_000
"""Pairs of one partition that are measured; beyond, those of one shape of URL are."""


@dataclass
class Matching:
    """Pairs of clusters, and those that are only divided differently."""

    pairs: list[tuple[ClusterState, ClusterState, float]] = field(default_factory=list)
    """Old, new, similarity of their leaders."""
    came: list[ClusterState] = field(default_factory=list)
    went: list[ClusterState] = field(default_factory=list)
    regrouped: int = 0
    """Clusters that have no partner, but whose structure the other side has."""

    def partner_of(self) -> dict[int, int]:
        """Number of the old cluster -> number of the new one."""
        return {old.id: new.id for old, new, _ in self.pairs}


def match(old: Side, new: Side, alike: Alike) -> Matching:
    """Pair the clusters of each partition.

    *alike* gives the similarity of two leaders, 0 where they may not be together.
    Leaders of equal structure are a pair, then the most similar ones are (greedily, as
    clusters are made). What is left over did not come or go when the other side has
    its structure in another cluster, since a leader is only the first of its pages.
    """
    found = Matching()
    groups: dict[str, tuple[list[ClusterState], list[ClusterState]]] = defaultdict(
        lambda: ([], [])
    )
    for place, side in enumerate((old, new)):
        for cluster in side.clusters.values():
            groups[cluster.partition][place].append(cluster)
    for name in sorted(groups):
        _match_group(groups[name], old, new, alike, found)
    found.pairs.sort(key=lambda pair: pair[0].id)
    return found


def _match_group(
    group: tuple[list[ClusterState], list[ClusterState]],
    old: Side,
    new: Side,
    alike: Alike,
    found: Matching,
) -> None:
    left, right = (dict.fromkeys(clusters) for clusters in group)
    scored = [*_equal(left, right)]
    for first, second, score in scored:
        if first in left and second in right:
            del left[first], right[second]
            found.pairs.append((first, second, score))
    measured = _measured(list(left), list(right), alike)
    for first, second, score in measured:
        if first in left and second in right:
            del left[first], right[second]
            found.pairs.append((first, second, score))
    for rest, others, here, there, told in (
        (left, group[1], old, new, found.went),
        (right, group[0], new, old, found.came),
    ):
        for cluster in rest:
            if _elsewhere(cluster, others, here, there, alike):
                found.regrouped += 1
            else:
                told.append(cluster)


def _equal(
    left: Iterable[ClusterState], right: Iterable[ClusterState]
) -> list[tuple[ClusterState, ClusterState, float]]:
    """Pairs of equal structure; those of one shape before others."""
    by_vector: dict[str, list[ClusterState]] = defaultdict(list)
    for cluster in right:
        if cluster.vector:
            by_vector[cluster.vector].append(cluster)
    found = [
        (first, second, 1.0)
        for first in left
        for second in by_vector.get(first.vector, ())
    ]
    return sorted(found, key=lambda pair: (pair[0].shape != pair[1].shape, pair[0].id))


def _measured(
    left: list[ClusterState], right: list[ClusterState], alike: Alike
) -> list[tuple[ClusterState, ClusterState, float]]:
    """Similar pairs, the most similar first."""
    few = len(left) * len(right) <= MAX_PAIRS
    by_shape: dict[str, list[ClusterState]] = defaultdict(list)
    for cluster in right:
        by_shape[cluster.shape].append(cluster)
    found = [
        (first, second, score)
        for first in left
        for second in (right if few else by_shape[first.shape])
        if (score := alike(first, second)) > 0
    ]
    return sorted(
        found,
        key=lambda pair: (
            -pair[2],
            pair[0].shape != pair[1].shape,
            pair[0].id,
            pair[1].id,
        ),
    )


def _elsewhere(
    cluster: ClusterState,
    others: list[ClusterState],
    here: Side,
    there: Side,
    alike: Alike,
) -> bool:
    """Whether the other side has the structure of a cluster without a partner."""
    shared = [key for key in cluster.members if key in there.pages]
    same = sum(here.pages[key].looks_like(there.pages[key]) for key in shared)
    if shared and 2 * same > len(shared):
        return True
    some = (
        others
        if len(others) <= MAX_PAIRS // 100
        else [one for one in others if one.shape == cluster.shape]
    )
    return any(alike(cluster, one) > 0 for one in some)
