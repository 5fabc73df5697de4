"""Exact first-fit leader clustering, online, with an index.

The plain algorithm: a page joins the earliest leader that it is similar enough
to, else it becomes a leader. Taken in a random order this is the published
agglomeration ("take a page at random; whatever is similar to it leaves with it;
repeat"): by induction over the leaders, both put a page with the first leader
that it fits. What is here gives the same result for every stream of pages,
without comparing each page to each leader:

*No false negative.* Let *rest* be the weight of the page's features that have not
been looked up. A leader shares at most what it has gathered so far plus *rest*, so
once *rest* is down to the threshold, a leader that has gathered nothing cannot
fit, and one whose sum is not above the threshold cannot either. This holds for
any order of features; the cheapest (few leaders for much weight) come first. A
slack of 1e-9 keeps rounding on the safe side.

*No false positive.* For what is left, earliest leader first, the bound is lowered
feature by feature; what stays above the threshold is compared in full.

*The memo.* Leaders are only ever appended, so the earliest leader that a vector
fits remains the earliest: pages with the same vector and shape need no search.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from crawler.cluster.joining import Joining
from crawler.cluster.vector import pack, similarity

if TYPE_CHECKING:
    from crawler.cluster.options import ClusterOptions
    from crawler.items import Vector

SLACK = 1e-9

_MEMO = 1 << 16

_Posting: TypeAlias = list[tuple[int, float]]
"""Leaders with a feature, and the weight it has there."""
_Listed: TypeAlias = tuple[float, int, float, _Posting]
"""Cost of a look-up, feature, weight, leaders."""


class Assignment(NamedTuple):
    """Where a page went."""

    cluster: int
    """Counted from 0, in the order of their leaders."""
    new: bool
    """The page is the leader of the cluster."""
    similarity: float
    """To the leader."""


@dataclass(slots=True, frozen=True)
class _Leading:
    cluster: int
    shape: str
    vector: Vector


class Leader:
    """Assigns pages to clusters, one by one; partitions are never compared."""

    def __init__(self, options: ClusterOptions) -> None:
        self._joining = Joining.of(options)
        self._partitions: dict[str, _Index] = {}
        self._memo: dict[tuple[str, str, bytes], Assignment] = {}
        self.clusters = 0
        self.verified = 0
        """Pages compared to a leader in full, so far."""

    def add(self, partition: str, shape: str, vector: Vector) -> Assignment:
        """Assign a page, by its structure and the shape of its URL."""
        # What the decision depends on; equal digests are equal vectors.
        digest = blake2b(pack(vector), digest_size=16).digest()
        known = self._memo.get((partition, shape, digest))
        if known is not None:
            return known
        index = self._partitions.get(partition)
        if index is None:
            index = self._partitions[partition] = _Index(self._joining)
        found = index.find(shape, vector)
        self.verified += index.verified
        if found is None:
            index.append(_Leading(self.clusters, shape, vector))
            self.clusters += 1
            return Assignment(self.clusters - 1, new=True, similarity=1.0)
        leading, value = found
        if len(self._memo) >= _MEMO:
            self._memo.clear()
        known = Assignment(leading.cluster, new=False, similarity=value)
        self._memo[partition, shape, digest] = known
        return known


class _Index:
    """The leaders of one partition, by feature."""

    def __init__(self, joining: Joining) -> None:
        self._joining = joining
        self._leaders: list[_Leading] = []
        self._postings: dict[int, _Posting] = {}
        self._shapes: set[str] = set()
        self.verified = 0
        """Full comparisons of the last search."""

    def append(self, leading: _Leading) -> None:
        """A new leader."""
        number = len(self._leaders)
        self._leaders.append(leading)
        self._shapes.add(leading.shape)
        for feature, weight in leading.vector.features.items():
            self._postings.setdefault(feature, []).append((number, weight))

    def find(self, shape: str, vector: Vector) -> tuple[_Leading, float] | None:
        """The earliest leader that the page fits, and their similarity."""
        self.verified = 0
        joining = self._joining
        floor = joining.threshold
        if joining.equal_only(vector.nodes, same_shape=shape in self._shapes):
            floor = max(floor, sum(vector.features.values()))
        gathered = self._gather(vector, floor - SLACK)
        for number in gathered.candidates():
            leading = self._leaders[number]
            nodes = min(vector.nodes, leading.vector.nodes)
            equal_only = joining.equal_only(nodes, same_shape=leading.shape == shape)
            if equal_only and leading.vector.features != vector.features:
                continue
            if not gathered.may_fit(number, leading.vector):
                continue
            self.verified += 1
            value = similarity(vector, leading.vector)
            if value > joining.threshold:
                return leading, value
        return None

    def _gather(self, vector: Vector, floor: float) -> _Gathered:
        """Look up features until no leader that was not met can be above *floor*."""
        rest = sum(vector.features.values())
        lists: list[_Listed] = []
        for feature, weight in vector.features.items():
            posting = self._postings.get(feature)
            if posting is None or not weight:
                rest -= weight
            else:
                lists.append((len(posting) / weight, feature, weight, posting))
        lists.sort()
        shared: dict[int, float] = {}
        get, used = shared.get, 0
        for _, _, weight, posting in lists:
            if rest <= floor:
                break
            used += 1
            rest -= weight
            for number, other in posting:
                common = weight if weight < other else other  # noqa: FURB136 - faster
                shared[number] = get(number, 0.0) + common
        return _Gathered(floor, shared, rest, lists[used:])


@dataclass(slots=True)
class _Gathered:
    """What a page is known to share with the leaders that it met."""

    floor: float
    shared: dict[int, float]
    rest: float
    """The weight not looked up yet; any leader may share it."""
    ahead: list[_Listed]
    """Features with that weight, the rare and heavy ones first."""

    def candidates(self) -> list[int]:
        """Leaders that may be above the floor, earliest first."""
        least = self.floor - self.rest
        return sorted([n for n, value in self.shared.items() if value > least])

    def may_fit(self, number: int, leader: Vector) -> bool:
        """Look at the rest, as long as the leader may still be above the floor."""
        bound = self.shared[number] + self.rest
        others = leader.features
        for _, feature, weight, _ in self.ahead:
            other = others.get(feature, 0.0)
            if other < weight:
                bound -= weight - other
                if bound <= self.floor:
                    return False
        return True
