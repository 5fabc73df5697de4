"""Structure vectors: identity of features, similarity, storage.

A vector gives each feature (a path of tags) a weight; the weights of a page sum
to 1. All weights are multiples of 2**-52, so that sums of them are exact in
floating point, whatever the order: two pages with the same structure have equal
vectors, bit for bit.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from crawler.items import Vector

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.cluster.options import ClusterOptions

FEATURES = "leadline-1"
"""Version of the feature definition: vectors of different versions do not compare."""

ONE = 1 << 52
"""The weight 1 in the integer units in which vectors are built."""

_MASK = (1 << 64) - 1
_HEADER = struct.Struct("<IB")


def recipe(options: ClusterOptions) -> str:
    """The version and every option that vectors depend on.

    >>> from crawler.cluster.options import ClusterOptions
    >>> recipe(ClusterOptions())
    'leadline-1 default tag log body runs 100000/10000'
    >>> recipe(ClusterOptions(mode="paper"))
    'leadline-1 paper 100000/10000'
    """
    caps = f"{options.max_nodes}/{options.max_features}"
    if options.mode == "paper":
        return f"{FEATURES} paper {caps}"
    runs = "runs" if options.runs else "all"
    return (
        f"{FEATURES} default {options.token} {options.share} {options.root} {runs} "
        f"{caps}"
    )


def token_id(token: str) -> int:
    """64 bits that stand for a token, the same in every process.

    Of a name that is longer than any tag, the first 100 characters tell it apart:
    the cache must not keep what a hostile page sends.
    """
    return _token_id(token[:100])


@lru_cache(maxsize=1 << 16)
def _token_id(token: str) -> int:
    data = token.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def step(path: int, token: int) -> int:
    """The 64-bit id of a path lengthened by one token: a polynomial hash.

    Tokens are random bits and the multiplier is odd, so two paths that differ
    collide with a chance of about 2**-63.
    """
    return (path * 0x9E3779B97F4A7C15 + token) & _MASK


def build(units: dict[int, int], *, nodes: int, limit: int, capped: bool) -> Vector:
    """A vector of weights in units of 2**-52, at most *limit* of them.

    The heaviest are kept. Among equal ones the lowest ids are, which is the same
    random sample of the features in every page: the similarity of two cut vectors
    estimates that of the whole ones.
    """
    kept: Iterable[tuple[int, int]] = units.items()
    total = ONE
    if len(units) > limit:
        capped = True
        kept = sorted(kept, key=lambda item: (-item[1], item[0]))[:limit]
        total = sum(weight for _, weight in kept) or 1
    features = {
        feature: weight / ONE if total == ONE else (weight * ONE // total) / ONE
        for feature, weight in kept
        if weight
    }
    return Vector(features=features, nodes=nodes, capped=capped)


def marker_vector(*labels: str) -> Vector:
    """The vector of a response without a DOM: one feature, made of its labels.

    >>> similarity(marker_vector("json"), marker_vector("json"))
    1.0
    >>> similarity(marker_vector("json"), marker_vector("text", "csv"))
    0.0
    """
    path = token_id("#marker")
    for label in labels:
        path = step(path, token_id(label))
    return Vector(features={path: 1.0}, nodes=1)


def similarity(a: Vector, b: Vector) -> float:
    """The weight that two structures have in common, from 0 to 1.

    The sum over all features of the smaller weight, which for vectors that sum to
    1 is 1 minus half their L1 distance. Rounded to 12 digits, so that a
    similarity that equals a threshold by definition is not above it by rounding.
    """
    small, large = a.features, b.features
    if len(small) > len(large):
        small, large = large, small
    common = 0.0
    for feature, weight in small.items():
        other = large.get(feature)
        if other is not None:
            common += weight if weight < other else other  # noqa: FURB136 - faster
    return round(common, 12)


def pack(vector: Vector) -> bytes:
    """The vector as bytes, the same for equal vectors: 16 bytes a feature.

    >>> unpack(pack(marker_vector("json"))) == marker_vector("json")
    True
    """
    features = sorted(vector.features)
    count = len(features)
    weights = [vector.features[feature] for feature in features]
    return _HEADER.pack(vector.nodes, vector.capped) + struct.pack(
        f"<{count}Q{count}d", *features, *weights
    )


def unpack(data: bytes) -> Vector:
    """The vector that :func:`pack` stored.

    :raises ValueError: when *data* is not of its making.
    """
    count, rest = divmod(len(data) - _HEADER.size, 16)
    if count < 0 or rest:
        raise ValueError(f"not a packed vector: {len(data)} bytes")
    nodes, capped = _HEADER.unpack_from(data)
    numbers = struct.unpack_from(f"<{count}Q{count}d", data, _HEADER.size)
    features = dict(zip(numbers[:count], numbers[count:], strict=True))
    return Vector(features=features, nodes=nodes, capped=bool(capped))


def digest(vector: Vector) -> str:
    """32 hexadecimal digits, the same for equal vectors."""
    return blake2b(pack(vector), digest_size=16).hexdigest()
