"""Vectors: similarity, storage, identity."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.cluster import (
    ClusterOptions,
    digest,
    marker_vector,
    pack,
    recipe,
    similarity,
    unpack,
)
from crawler.cluster.vector import ONE, build, step, token_id
from crawler.items import Vector
from crawler.options import read_options

ids = st.integers(0, 2**64 - 1)
vectors = st.builds(
    lambda units, nodes, capped: build(
        normal(units), nodes=nodes, limit=1_000, capped=capped
    ),
    st.dictionaries(st.integers(0, 12) | ids, st.integers(1, 9), min_size=1),
    st.integers(0, 2**32 - 1),
    st.booleans(),
)


def normal(units: dict[int, int]) -> dict[int, int]:
    total = sum(units.values())
    return {feature: part * ONE // total for feature, part in units.items()}


@settings(deadline=None, max_examples=60)
@given(vectors, vectors, vectors)
def test_dissimilarity_is_a_metric(a: Vector, b: Vector, c: Vector) -> None:
    assert similarity(a, a) == 1
    assert 0 <= similarity(a, b) <= 1
    assert similarity(a, b) == similarity(b, a)
    through = (1 - similarity(a, b)) + (1 - similarity(b, c))
    assert 1 - similarity(a, c) <= through + 1e-11


@given(vectors)
def test_packing_keeps_all(vector: Vector) -> None:
    data = pack(vector)
    assert unpack(data) == vector
    assert pack(unpack(data)) == data
    assert len(data) == 5 + 16 * len(vector.features)


@given(vectors)
def test_equal_vectors_have_equal_digests(vector: Vector) -> None:
    other = Vector(
        dict(reversed(list(vector.features.items()))), vector.nodes, vector.capped
    )
    assert digest(other) == digest(vector)
    assert len(digest(vector)) == 32


def test_different_vectors_have_different_digests() -> None:
    one = Vector({1: 0.5, 2: 0.5}, nodes=3)
    assert (
        len(
            {
                digest(one),
                digest(Vector({1: 0.5, 3: 0.5}, nodes=3)),
                digest(Vector({1: 0.25, 2: 0.75}, nodes=3)),
                digest(Vector({1: 0.5, 2: 0.5}, nodes=4)),
                digest(Vector({1: 0.5, 2: 0.5}, nodes=3, capped=True)),
            }
        )
        == 5
    )


@pytest.mark.parametrize("data", [b"", b"abc", pack(marker_vector("a"))[:-1]])
def test_unpacking_refuses_what_was_not_packed(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a packed vector"):
        unpack(data)


def test_markers() -> None:
    assert marker_vector("json") == marker_vector("json")
    assert marker_vector("a", "b") != marker_vector("b", "a")
    assert marker_vector("ab") != marker_vector("a", "b")
    assert marker_vector() != marker_vector("")


def test_the_heaviest_are_kept() -> None:
    units = {1: ONE // 2, 2: ONE // 4, 4: ONE // 8, 3: ONE // 8}
    whole = build(units, nodes=5, limit=4, capped=False)
    assert not whole.capped
    cut = build(units, nodes=5, limit=3, capped=False)
    assert cut.capped
    assert set(cut.features) == {1, 2, 3}
    assert sum(cut.features.values()) == pytest.approx(1)
    assert cut.features[1] == pytest.approx(2 * cut.features[2])


def test_weights_of_nothing_are_left_out() -> None:
    assert set(build({1: ONE, 2: 0}, nodes=2, limit=9, capped=False).features) == {1}


def test_paths_do_not_collide() -> None:
    names = ["div", "p", "a", "ul", "li", "table"]
    found = set()
    for first in names:
        for second in names:
            for third in names:
                path = step(step(token_id(first), token_id(second)), token_id(third))
                found.add(path)
            found.add(step(token_id(first), token_id(second)))
    assert len(found) == 6**3 + 6**2
    assert all(0 <= path < 2**64 for path in found)


def test_tokens_that_no_encoding_has() -> None:
    assert token_id("\ud800") != token_id("\ud801")


def test_the_recipe_names_what_features_depend_on() -> None:
    options = [
        ClusterOptions(),
        ClusterOptions(token="tag.class"),
        ClusterOptions(share="even"),
        ClusterOptions(root="document"),
        ClusterOptions(runs=False),
        ClusterOptions(max_nodes=9),
        ClusterOptions(max_features=9),
        ClusterOptions(mode="paper"),
    ]
    assert len({recipe(one) for one in options}) == len(options)
    assert recipe(ClusterOptions(threshold=0.5, min_nodes=3)) == recipe(options[0])


def test_options_are_read_from_settings() -> None:
    settings = {"CLUSTER_THRESHOLD": "0.7", "CLUSTER_RUNS": "false"}
    found = read_options(ClusterOptions, "CLUSTER", settings)
    assert found == ClusterOptions(threshold=0.7, runs=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [("THRESHOLD", "1.5"), ("TOKEN", "id"), ("MIN_NODES", "-1"), ("MAX_NODES", "0")],
)
def test_wrong_settings_are_named(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"CLUSTER_{name}='{value}'"):
        read_options(ClusterOptions, "CLUSTER", {f"CLUSTER_{name}": value})
