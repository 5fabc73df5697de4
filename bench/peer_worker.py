"""Peers that need an environment of their own; run by :mod:`bench.outside`.

Reads one request as JSON from standard input, writes one answer. Nothing of this
project is imported here: the environment has the peers alone.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any


def html_similarity(request: dict[str, Any]) -> dict[str, Any]:
    """Structural similarity of html-similarity, as likeness of a plain leader."""
    from html_similarity import structural_similarity  # type: ignore[import-not-found]  # noqa: PLC0415 - one peer

    pages: list[str] = request["pages"]
    leaders: list[str] = []
    labels, compared = [], 0
    began = time.process_time()
    for page in pages:
        for number, leader in enumerate(leaders):
            compared += 1
            if structural_similarity(page, leader) > 0.8:
                labels.append(number)
                break
        else:
            labels.append(len(leaders))
            leaders.append(page)
    seconds = time.process_time() - began
    values = [structural_similarity(pages[a], pages[b]) for a, b in request["pairs"]]
    return {
        "labels": labels,
        "seconds": seconds,
        "compared": compared,
        "values": values,
    }


class _Node:
    """An element, its element children."""

    def __init__(self, element: Any) -> None:
        self.tag = element.tag
        self.children = [_Node(one) for one in element if isinstance(one.tag, str)]


def apted(request: dict[str, Any]) -> dict[str, Any]:
    """Tree edit distance of element trees: 1 - distance / size of both."""
    from apted import APTED, Config  # type: ignore[import-not-found]  # noqa: PLC0415 - one peer
    from lxml import html  # noqa: PLC0415 - comes with the peers

    class Elements(Config):  # type: ignore[misc]  # it has no types
        def rename(self, one: Any, other: Any) -> int:
            return int(one.tag != other.tag)

        def children(self, node: Any) -> list[Any]:
            found: list[Any] = node.children
            return found

    # Nodes of our own: lxml makes its anew each time, and apted knows them by id.
    roots = [html.fromstring(page.encode()) for page in request["pages"]]
    sizes = [sum(1 for _ in root.iter("*")) for root in roots]
    trees = [_Node(root) for root in roots]
    values = []
    began = time.process_time()
    for one, other in request["pairs"]:
        distance = APTED(trees[one], trees[other], Elements()).compute_edit_distance()
        values.append(1 - distance / (sizes[one] + sizes[other]))
    seconds = time.process_time() - began
    return {"values": values, "seconds": seconds, "nodes": sum(sizes) / len(sizes)}


def datasketch(request: dict[str, Any]) -> dict[str, Any]:
    """Leader whose candidates come from a MinHash LSH index of the feature sets."""
    from datasketch import MinHash, MinHashLSH  # type: ignore[import-not-found]  # noqa: PLC0415 - one peer

    vectors = [{int(f): w for f, w in vector.items()} for vector in request["vectors"]]
    index = MinHashLSH(threshold=0.5, num_perm=128)
    labels: list[int] = []
    leaders: list[dict[int, float]] = []
    began = time.process_time()
    for vector in vectors:
        sketch = MinHash(num_perm=128)
        sketch.update_batch([feature.to_bytes(8, "little") for feature in vector])
        for number in sorted(index.query(sketch)):
            other = leaders[number]
            if sum(min(w, other.get(f, 0.0)) for f, w in vector.items()) > 0.8:
                labels.append(number)
                break
        else:
            index.insert(len(leaders), sketch)
            labels.append(len(leaders))
            leaders.append(vector)
    return {"labels": labels, "seconds": time.process_time() - began}


def main() -> None:
    """One request, one answer."""
    request = json.load(sys.stdin)
    random.seed(1)
    peers = {
        "html-similarity": html_similarity,
        "apted": apted,
        "datasketch": datasketch,
    }
    json.dump(peers[request["peer"]](request), sys.stdout)


if __name__ == "__main__":
    main()
