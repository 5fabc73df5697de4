"""The leader clustering with its index against the plain sequential algorithm."""

from __future__ import annotations

import random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.cluster import ClusterOptions, Leader
from crawler.cluster.vector import ONE
from crawler.items import Vector
from tests.cluster.synthetic import pages
from tests.cluster.trees import measure

Arrival: TypeAlias = tuple[str, str, Vector]
"""Partition, shape, vector."""


def naive(stream: list[Arrival], options: ClusterOptions) -> list[tuple[int, float]]:
    """Cluster and similarity of each page, by comparing it to each leader."""
    leaders: list[tuple[int, Arrival]] = []
    found = []
    clusters = 0
    for arrival in stream:
        partition, shape, vector = arrival
        for cluster, (other_partition, other_shape, other) in leaders:
            if partition != other_partition:
                continue
            small = min(vector.nodes, other.nodes) < options.min_nodes
            strict = options.mode == "default" and small and shape != other_shape
            if strict and vector.features != other.features:
                continue
            value = min_sum(vector, other)
            if value > options.threshold:
                found.append((cluster, value))
                break
        else:
            leaders.append((clusters, arrival))
            found.append((clusters, 1.0))
            clusters += 1
    return found


def min_sum(a: Vector, b: Vector) -> float:
    features = set(a.features) | set(b.features)
    shared = [min(a.features.get(f, 0.0), b.features.get(f, 0.0)) for f in features]
    return round(sum(shared), 12)


def check(stream: list[Arrival], options: ClusterOptions) -> Leader:
    leader = Leader(options)
    found = [leader.add(*arrival) for arrival in stream]
    assert [(one.cluster, one.similarity) for one in found] == naive(stream, options)
    seen: set[int] = set()
    for one in found:
        assert one.new == (one.cluster not in seen)
        seen.add(one.cluster)
    assert leader.clusters == len(seen)
    return leader


def vector(parts: dict[int, int], nodes: int, *, exact: bool) -> Vector:
    """Weights in proportion to *parts*: as units, or as floats that need rounding."""
    total = sum(parts.values())
    if exact:
        features = {f: (part * ONE // total) / ONE for f, part in parts.items()}
    else:
        features = {f: part / total for f, part in parts.items()}
    return Vector(features, nodes=nodes)


arrivals = st.tuples(
    st.sampled_from(["p", "q"]),
    st.sampled_from(["/a", "/b", "/c"]),
    st.builds(
        lambda parts, nodes, exact: vector(parts, nodes, exact=exact),
        st.dictionaries(st.integers(0, 7), st.integers(1, 4), min_size=1),
        st.sampled_from([0, 29, 30, 500]),
        st.booleans(),
    ),
)
options_of = st.builds(
    ClusterOptions,
    mode=st.sampled_from(["default", "paper"]),
    threshold=st.sampled_from([0.0, 0.25, 0.5, 0.6, 0.75, 0.8, 0.9, 1.0]),
    min_nodes=st.sampled_from([0, 30]),
)


@settings(deadline=None, max_examples=150)
@given(st.lists(arrivals, max_size=30), options_of)
def test_it_is_the_plain_algorithm(
    stream: list[Arrival], options: ClusterOptions
) -> None:
    check(stream, options)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("threshold", [0.6, 0.7, 0.8, 0.9])
def test_similarities_equal_to_the_threshold(threshold: float, exact: bool) -> None:
    """Tenths, so that many pairs lie on the threshold and rounding decides."""
    rng = random.Random(threshold)
    borderline = 0
    for _ in range(30):
        stream: list[Arrival] = []
        for _ in range(30):
            tenths = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(9)]
            tenths.append(max(0, 10 - sum(tenths)))
            parts = {f: part for f, part in enumerate(tenths) if part}
            stream.append(("p", "/a", vector(parts, 50, exact=exact)))
        check(stream, ClusterOptions(threshold=threshold))
        borderline += sum(
            min_sum(a[2], b[2]) == threshold for a in stream for b in stream
        )
    assert borderline > 10


def test_equal_to_the_threshold_does_not_join() -> None:
    leader = Leader(ClusterOptions())
    for tenths in ({0: 8, 1: 2}, {0: 8, 2: 2}, {0: 4, 3: 4, 4: 2}, {0: 4, 3: 4, 5: 2}):
        assert leader.add("p", "/a", vector(tenths, 50, exact=False)).new


@pytest.mark.parametrize("mode", ["default", "paper"])
@pytest.mark.parametrize("threshold", [0.5, 0.8, 0.9])
def test_real_structures(mode: str, threshold: float) -> None:
    options = ClusterOptions(mode=mode, threshold=threshold)  # type: ignore[arg-type]
    found = [
        (
            "p" if page.template < "site1" else "q",
            page.shape,
            measure(page.html, options),
        )
        for page in pages(sites=2, kinds=5, each=8, seed=5)
    ]
    for seed in range(2):
        random.Random(seed).shuffle(found)
        check(found, options)


SMALL = {0: 5, 1: 3, 2: 2}
NEARLY = {0: 5, 1: 3, 2: 1, 3: 1}


@pytest.mark.parametrize(
    ("first", "second", "joins"),
    [
        # (shape, nodes, parts) of two pages; their similarity is 1 or 0.9
        (("/a", 29, SMALL), ("/a", 29, NEARLY), True),
        (("/a", 29, SMALL), ("/b", 29, NEARLY), False),
        (("/a", 29, SMALL), ("/b", 29, SMALL), True),
        (("/a", 30, SMALL), ("/b", 30, NEARLY), True),
        (("/a", 29, SMALL), ("/b", 300, NEARLY), False),
        (("/a", 300, SMALL), ("/b", 29, NEARLY), False),
        (("/a", 300, SMALL), ("/a", 29, NEARLY), True),
        (("", 29, SMALL), ("", 29, NEARLY), True),
    ],
)
def test_small_pages_of_another_shape_join_when_equal(
    first: tuple[str, int, dict[int, int]],
    second: tuple[str, int, dict[int, int]],
    joins: bool,
) -> None:
    leader = Leader(ClusterOptions())
    for shape, nodes, parts in (first, second):
        last = leader.add("p", shape, vector(parts, nodes, exact=True))
    assert last.new != joins


def test_the_memo_knows_the_shape() -> None:
    leader = Leader(ClusterOptions())
    small, nearly = vector(SMALL, 5, exact=True), vector(NEARLY, 5, exact=True)
    assert leader.add("p", "/a", small).cluster == 0
    assert leader.add("p", "/a", nearly).cluster == 0
    assert leader.add("p", "/a", nearly).cluster == 0
    assert leader.add("p", "/b", nearly).cluster == 1
    assert leader.add("p", "/b", nearly).cluster == 1
    assert leader.add("q", "/a", nearly).cluster == 2
    assert leader.add("p", "/a", nearly).cluster == 0


def test_partitions_do_not_meet() -> None:
    leader = Leader(ClusterOptions())
    same = vector(SMALL, 50, exact=True)
    assert [leader.add(p, "/a", same).cluster for p in "pqprq"] == [0, 1, 0, 2, 1]


def test_the_earliest_leader_wins_not_the_nearest() -> None:
    leader = Leader(ClusterOptions(threshold=0.5))
    for parts in ({0: 6, 1: 4}, {0: 4, 2: 6}):
        assert leader.add("p", "/a", vector(parts, 50, exact=True)).new
    between = vector({0: 6, 2: 4}, 50, exact=True)
    assert leader.add("p", "/a", between)[::2] == (0, 0.6)


def test_few_leaders_are_compared_in_full() -> None:
    options = ClusterOptions()
    leader = Leader(options)
    stream = [
        ("p", page.shape, measure(page.html))
        for page in pages(sites=6, kinds=8, each=5, seed=2)
    ]
    random.Random(1).shuffle(stream)
    for arrival in stream:
        leader.add(*arrival)
    assert leader.clusters > 30
    assert leader.verified / len(stream) < 5
