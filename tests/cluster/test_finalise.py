"""The final clusters of a survey."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from crawler.cluster import (
    Clustering,
    ClusterOptions,
    Member,
    cluster_members,
    finalise,
    marker_vector,
    pack,
    similarity,
    unpack,
)
from tests.cluster.synthetic import pages
from tests.cluster.trees import measure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.items import Vector


@dataclass
class Survey:
    """A survey in memory, which stores what a database would."""

    rows: dict[str, Member] = field(default_factory=dict)
    vectors: dict[str, bytes] = field(default_factory=dict)
    clustering: Clustering | None = None

    def add(self, member: Member) -> None:
        self.rows[member.key] = member
        self.vectors[member.key] = pack(member.vector)

    def members(self) -> Iterator[Member]:
        for key in sorted(self.rows):
            row = self.rows[key]
            yield Member(
                row.key,
                row.partition,
                row.shape,
                unpack(self.vectors[key]),
                row.signatures,
                row.parameters,
                row.eligible,
            )

    def replace_clusters(self, clustering: Clustering) -> None:
        self.clustering = clustering


@pytest.fixture(scope="module")
def members() -> list[Member]:
    rng = random.Random(3)
    found = []
    for page in pages(sites=2, kinds=4, each=10, seed=11):
        missing = rng.random() < 0.1
        found.append(
            Member(
                key=page.url,
                partition=f"{page.template[:5]} {'4xx' if missing else '2xx'} html",
                shape=page.shape,
                vector=measure(page.html),
                signatures=tuple(rng.sample("abc", rng.choice((0, 0, 1, 2)))),
                parameters=tuple(rng.sample("pq", rng.choice((0, 0, 1)))),
                eligible=not missing,
            )
        )
    return found


@pytest.mark.parametrize("mode", ["default", "paper"])
def test_the_order_of_arrival_has_no_part_in_it(
    members: list[Member], mode: str
) -> None:
    options = ClusterOptions(mode=mode)  # type: ignore[arg-type]
    results = []
    for seed in range(3):
        survey = Survey()
        for member in random.Random(seed).sample(members, len(members)):
            survey.add(member)
        results.append(finalise(survey, options))
        assert survey.clustering is results[-1]
        assert finalise(survey, options) == results[0]
    assert results[0] == results[1] == results[2]


def test_what_a_clustering_holds(members: list[Member]) -> None:
    options = ClusterOptions()
    by_key = {member.key: member for member in members}
    found = cluster_members(sorted(members, key=lambda m: m.key), options)
    assert [one.id for one in found.clusters] == list(range(len(found.clusters)))
    everywhere = [key for one in found.clusters for key in one.members]
    assert sorted(everywhere) == sorted(by_key)
    for cluster in found.clusters:
        leader = by_key[cluster.leader]
        assert cluster.members[0] == cluster.leader
        assert cluster.members == sorted(cluster.members)
        for key, value in zip(cluster.members, cluster.similarities, strict=True):
            assert by_key[key].partition == cluster.partition
            assert value == similarity(by_key[key].vector, leader.vector)
            assert value > options.threshold
        inside = [by_key[key] for key in cluster.members if by_key[key].eligible]
        chosen = [by_key[one.key] for one in cluster.representatives]
        assert all(one in inside for one in chosen)
        assert bool(chosen) == bool(inside)
        for name in ("signatures", "parameters"):
            shown = {value for one in chosen for value in getattr(one, name)}
            assert shown == {value for one in inside for value in getattr(one, name)}


def test_pages_that_failed_are_recorded_and_represent_nothing() -> None:
    vector = measure("<p>not found</p>")
    found = cluster_members(
        [
            Member(f"/{n}", "h 4xx html", "/{int}", vector, ("f",), eligible=False)
            for n in range(3)
        ],
        ClusterOptions(),
    )
    (cluster,) = found.clusters
    assert cluster.members == ["/0", "/1", "/2"]
    assert cluster.representatives == []


def test_a_leader_that_is_not_eligible_does_not_represent() -> None:
    vector = measure("<p>x</p>")
    found = cluster_members(
        [
            Member("/0", "h", "/", vector, eligible=False),
            Member("/1", "h", "/", vector),
        ],
        ClusterOptions(),
    )
    (cluster,) = found.clusters
    assert cluster.leader == "/0"
    assert [one.key for one in cluster.representatives] == ["/1"]


@pytest.mark.parametrize("keys", [["/b", "/a"], ["/a", "/a"], ["/Z", "/a", "/B"]])
def test_members_out_of_order_are_refused(keys: list[str]) -> None:
    found = [Member(key, "h", "/", marker_vector("json")) for key in keys]
    with pytest.raises(ValueError, match=f"out of order: '{keys[-1]}'"):
        cluster_members(found, ClusterOptions())


def test_the_first_page_of_the_published_method_is_drawn_by_the_seed() -> None:
    def parts(*numbers: int) -> Vector:
        tags = ("a", "b", "i", "p", "u", "s", "em", "tt")
        return measure("".join(f"<{tags[n]}>x</{tags[n]}>" for n in numbers))

    # The one in the middle is like both others, which are not like each other.
    line = [
        Member(f"/{n}", "h", "/", vector)
        for n, vector in enumerate(
            [
                parts(0, 1, 2, 3, 4, 5),
                parts(0, 1, 2, 3, 4, 6),
                parts(0, 1, 2, 3, 7, 6),
            ]
        )
    ]
    sizes = set()
    for seed in range(20):
        options = ClusterOptions(mode="paper", threshold=0.8, seed=seed)
        found = cluster_members(line, options)
        assert found == cluster_members(line, options)
        sizes.add(len(found.clusters))
    assert sizes == {1, 2}
    assert len(cluster_members(line, ClusterOptions(threshold=0.8)).clusters) == 2


def test_no_pages_no_clusters() -> None:
    survey = Survey()
    assert finalise(survey, ClusterOptions()).clusters == []
