"""Other ways to find templates, on the same pages and with the same measure of time.

Each peer is a pair: what it makes of a page, and how it groups what it made.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.cluster import DBSCAN, AgglomerativeClustering

from crawler.cluster import ClusterOptions, Leader, similarity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from crawler.dom import Document
    from crawler.items import Vector


def plain_leader(
    pages: Sequence[Any], likeness: Callable[[Any, Any], float], threshold: float
) -> tuple[list[int], int]:
    """Cluster of each page, and the comparisons it took: each with all leaders.

    >>> plain_leader([1, 2, 9], lambda a, b: 1 - abs(a - b) / 10, 0.8)
    ([0, 0, 1], 2)
    """
    leaders: list[Any] = []
    found, compared = [], 0
    for page in pages:
        for number, leader in enumerate(leaders):
            compared += 1
            if likeness(page, leader) > threshold:
                found.append(number)
                break
        else:
            found.append(len(leaders))
            leaders.append(page)
    return found, compared


def elements(document: Document) -> Iterator[Any]:
    """The elements of a document, in tree order."""
    root = document.tree.root if document.tree else None
    return iter(root.traverse()) if root else iter(())


def bag(document: Document) -> Counter[tuple[str, str]]:
    """How often each tag stands with each value of ``class``."""
    return Counter(
        (node.tag, node.attributes.get("class") or "") for node in elements(document)
    )


def jaccard(a: Counter[tuple[str, str]], b: Counter[tuple[str, str]]) -> float:
    """Of multisets: the sum of minima by the sum of maxima.

    >>> jaccard(Counter("aab"), Counter("ab"))
    0.6666666666666666
    """
    if len(a) > len(b):
        a, b = b, a
    common = sum(min(count, b[name]) for name, count in a.items())
    total = a.total() + b.total() - common
    return common / total if total else 1.0


def simhash(document: Document) -> int:
    """64 bits of the tags and attributes of a page (Charikar, 2002)."""
    words: Counter[str] = Counter()
    for node in elements(document):
        words[node.tag] += 1
        words.update(f"{name}={value}" for name, value in node.attributes.items())
    if not words:
        return 0
    hashes = b"".join(
        blake2b(word.encode("utf-8", "replace"), digest_size=8).digest()
        for word in words
    )
    bits = np.unpackbits(np.frombuffer(hashes, dtype=np.uint8).reshape(-1, 8), axis=1)
    counts = np.fromiter(words.values(), dtype=np.float64)
    signs = (bits * 2.0 - 1.0).T @ counts > 0
    return int.from_bytes(np.packbits(signs).tobytes())


def near_hash(a: int, b: int) -> float:
    """1 where at most 3 of 64 bits differ, else 0 (Manku et al., 2007)."""
    return float((a ^ b).bit_count() <= 3)


def distances(vectors: Sequence[Vector]) -> npt.NDArray[np.float32]:
    """All pairs: 1 minus the sum of minima; shape (n, n)."""
    place: dict[int, int] = {}
    for vector in vectors:
        for feature in vector.features:
            place.setdefault(feature, len(place))
    weights = np.zeros((len(place), len(vectors)), dtype=np.float32)
    for number, vector in enumerate(vectors):
        for feature, weight in vector.features.items():
            weights[place[feature], number] = weight
    found = np.empty((len(vectors), len(vectors)), dtype=np.float32)
    for number, vector in enumerate(vectors):
        rows = [place[feature] for feature in vector.features]
        own = weights[rows, number][:, None]
        found[number] = 1 - np.minimum(weights[rows], own).sum(axis=0)
    np.fill_diagonal(found, 0)
    # Both halves the same to the last bit, and nothing below 0 by rounding.
    return np.maximum((found + found.T) / 2, 0)


def average_linkage(vectors: Sequence[Vector]) -> list[int]:
    """Agglomerative clustering, average linkage, cut at distance 0.2."""
    model = AgglomerativeClustering(
        n_clusters=None,
        metric="precomputed",
        linkage="average",
        distance_threshold=0.2,
    )
    return [int(label) for label in model.fit_predict(distances(vectors))]


def library_linkage(vectors: Sequence[Vector]) -> list[int]:
    """The same from a table of weights, with the distances scikit-learn computes.

    Half the Manhattan distance is 1 minus the sum of minima.
    """
    place: dict[int, int] = {}
    for vector in vectors:
        for feature in vector.features:
            place.setdefault(feature, len(place))
    weights = np.zeros((len(vectors), len(place)))
    for number, vector in enumerate(vectors):
        for feature, weight in vector.features.items():
            weights[number, place[feature]] = weight
    model = AgglomerativeClustering(
        n_clusters=None,
        metric="manhattan",
        linkage="average",
        distance_threshold=0.4,
    )
    return [int(label) for label in model.fit_predict(weights)]


def density(vectors: Sequence[Vector]) -> list[int]:
    """DBSCAN, eps 0.2, groups of two; what is noise to it is alone."""
    model = DBSCAN(eps=0.2, min_samples=2, metric="precomputed")
    labels = [int(label) for label in model.fit_predict(distances(vectors))]
    return [label if label >= 0 else -1 - n for n, label in enumerate(labels)]


def naive(vectors: Sequence[Vector]) -> list[int]:
    """The leader algorithm without its index, one partition, at 0.8."""
    return plain_leader(vectors, similarity, 0.8)[0]


def indexed(vectors: Sequence[Vector]) -> list[int]:
    """The same with the index, and the same clusters."""
    leader = Leader(ClusterOptions(min_nodes=0))
    return [leader.add("", "", vector).cluster for vector in vectors]
