"""The final clusters of a survey: a function of its pages, not of the crawl.

The online assignment depends on the order in which pages arrived. Here all pages
are taken anew in the order of their keys, so that two exhaustive crawls of one
site, however they met its pages, give the same clusters and representatives.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from crawler.cluster.leader import Leader
from crawler.cluster.refine import Look, asked, refine
from crawler.cluster.representatives import (
    Candidate,
    Representative,
    representatives,
    shown,
)
from crawler.cluster.vector import pack, similarity, unpack
from crawler.items import Vector

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.cluster.options import ClusterOptions


@dataclass(frozen=True, slots=True)
class Member:
    """A page of the survey."""

    key: str
    """Its canonical URL, unique."""
    partition: str
    """Host, status class and kind: pages of two partitions never share a cluster."""
    shape: str
    """Of its URL."""
    vector: Vector
    signatures: tuple[str, ...] = ()
    """Of its forms."""
    parameters: tuple[str, ...] = ()
    eligible: bool = True
    """May represent its cluster: it was answered with 2xx."""


@dataclass(slots=True)
class Cluster:
    """Pages of one structure; ``similarities`` are to the leader, in step."""

    id: int
    partition: str
    leader: str
    members: list[str] = field(default_factory=list)
    similarities: list[float] = field(default_factory=list)
    representatives: list[Representative] = field(default_factory=list)


@dataclass(slots=True)
class Clustering:
    """All clusters, by their id: the order in which their first pages came."""

    clusters: list[Cluster] = field(default_factory=list)


class SurveyLike(Protocol):
    """What keeps the pages."""

    def members(self) -> Iterator[Member]:
        """All pages, in the order of their keys (by code point)."""
        ...

    def replace_clusters(self, clustering: Clustering, /) -> object:
        """Put these clusters in place of what there was."""
        ...


def finalise(survey: SurveyLike, options: ClusterOptions) -> Clustering:
    """Cluster the pages of a survey and store the result; again, the same result."""
    clustering = cluster_members(survey.members(), options)
    survey.replace_clusters(clustering)
    return clustering


def cluster_members(members: Iterable[Member], options: ClusterOptions) -> Clustering:
    """Cluster pages that come in the order of their keys.

    The leader algorithm first, then the second look at each of its clusters (see
    :mod:`crawler.cluster.refine`). Vectors wait packed, equal ones once.

    :raises ValueError: when a key does not come after the one before it.
    """
    ordered = _packed(_in_order(members))
    if options.mode == "paper":
        waiting = list(ordered)
        random.Random(options.seed).shuffle(waiting)
        ordered = iter(waiting)
    leader = Leader(options)
    found: list[list[_Waiting]] = []
    for page in ordered:
        member = page.member
        assigned = leader.add(member.partition, member.shape, unpack(page.data))
        if assigned.new:
            found.append([])
        found[assigned.cluster].append(page)
    clustering = Clustering()
    for pages in found:
        for group in _groups(pages, options):
            clustering.clusters.append(_cluster(len(clustering.clusters), group))
    return clustering


class _Waiting(NamedTuple):
    """A page whose vector is packed."""

    member: Member
    data: bytes


def _packed(members: Iterable[Member]) -> Iterator[_Waiting]:
    nothing = Vector(features={})
    same: dict[bytes, bytes] = {}
    for member in members:
        data = pack(member.vector)
        yield _Waiting(replace(member, vector=nothing), same.setdefault(data, data))


def _groups(
    pages: list[_Waiting], options: ClusterOptions
) -> list[list[tuple[Member, Vector]]]:
    """The pages of a cluster, by template."""
    vectors = {data: unpack(data) for data in {page.data for page in pages}}
    looks = [
        Look(member.shape, vectors[data], frozenset(map(asked, member.signatures)))
        for member, data in pages
    ]
    numbers = refine(looks, options)
    groups: list[list[tuple[Member, Vector]]] = [[] for _ in range(max(numbers) + 1)]
    for number, (member, data) in zip(numbers, pages, strict=True):
        groups[number].append((member, vectors[data]))
    return groups


def _cluster(number: int, group: list[tuple[Member, Vector]]) -> Cluster:
    """A cluster, led by the first of its pages, and what represents it."""
    first, lead = group[0]
    cluster = Cluster(number, first.partition, first.key)
    same: dict[frozenset[str], frozenset[str]] = {}  # kept once, whoever shows it
    known: dict[int, float] = {}
    candidates = []
    usual = _usual([(member.shape, *sorted(member.signatures)) for member, _ in group])
    for member, vector in group:
        cluster.members.append(member.key)
        # Equal vectors are one object here.
        value = known.get(id(vector))
        if value is None:
            value = known[id(vector)] = similarity(vector, lead)
        cluster.similarities.append(value)
        if member.eligible:
            shows = shown(member.signatures, member.parameters)
            if (member.shape, *sorted(member.signatures)) == usual:
                shows |= {f"usual:{member.shape}"}
            candidates.append(Candidate(member.key, same.setdefault(shows, shows)))
    cluster.representatives = representatives(candidates, cluster.leader)
    return cluster


def _usual(pages: list[tuple[str, ...]]) -> tuple[str, ...] | None:
    """The URL shape and forms of more than half of the pages, if there are such.

    An exception that has every form of its cluster must not stand for all of it.
    """
    page, count = Counter(pages).most_common(1)[0]
    return page if 2 * count > len(pages) else None


def _in_order(members: Iterable[Member]) -> Iterator[Member]:
    last: str | None = None
    for member in members:
        if last is not None and member.key <= last:
            raise ValueError(f"members out of order: {member.key!r} after {last!r}")
        last = member.key
        yield member
