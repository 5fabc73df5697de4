"""The final clusters of a survey: a function of its pages, not of the crawl.

The online assignment depends on the order in which pages arrived. Here all pages
are taken anew in the order of their keys, so that two exhaustive crawls of one
site, however they met its pages, give the same clusters and representatives.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from crawler.cluster.leader import Leader
from crawler.cluster.representatives import (
    Candidate,
    Representative,
    representatives,
    shown,
)
from crawler.cluster.vector import pack, unpack
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
    """All clusters, by their id: the order in which their leaders came."""

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

    Vectors are not kept, but for those of the leaders; ``paper`` mode has to see
    all pages before it takes the first, and keeps them packed.

    :raises ValueError: when a key does not come after the one before it.
    """
    ordered = _in_order(members)
    if options.mode == "paper":
        ordered = _shuffled(ordered, random.Random(options.seed))
    leader = Leader(options)
    clustering = Clustering()
    candidates: list[list[Candidate]] = []
    same: dict[frozenset[str], frozenset[str]] = {}  # kept once, whoever shows it
    for member in ordered:
        found = leader.add(member.partition, member.shape, member.vector)
        if found.new:
            clustering.clusters.append(
                Cluster(found.cluster, member.partition, member.key)
            )
            candidates.append([])
        cluster = clustering.clusters[found.cluster]
        cluster.members.append(member.key)
        cluster.similarities.append(found.similarity)
        if member.eligible:
            shows = shown(member.signatures, member.parameters)
            shows = same.setdefault(shows, shows)
            candidates[found.cluster].append(Candidate(member.key, shows))
    for cluster, eligible in zip(clustering.clusters, candidates, strict=True):
        cluster.representatives = representatives(eligible, cluster.leader)
    return clustering


def _in_order(members: Iterable[Member]) -> Iterator[Member]:
    last: str | None = None
    for member in members:
        if last is not None and member.key <= last:
            raise ValueError(f"members out of order: {member.key!r} after {last!r}")
        last = member.key
        yield member


def _shuffled(members: Iterable[Member], rng: random.Random) -> Iterator[Member]:
    """The members in random order, their vectors packed while they wait."""
    nothing = Vector(features={})
    same: dict[bytes, bytes] = {}
    waiting = []
    for member in members:
        data = pack(member.vector)
        waiting.append((replace(member, vector=nothing), same.setdefault(data, data)))
    rng.shuffle(waiting)
    for member, data in waiting:
        yield replace(member, vector=unpack(data))
