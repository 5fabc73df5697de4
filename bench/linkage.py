"""Average linkage beside the leader with its index, as pages grow in number.

All in one partition, as linkage must see all pairs. Twice: as the library does it
from a table of weights, and with a matrix of distances that our own code fills by
numpy, from what is not 0. Both grow with the square of the pages.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bench import peers
from bench.quality import scores
from bench.report import Check
from crawler.cluster import unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.scaling import Measured
    from crawler.items import Vector

SIZES = (2_400, 4_800, 9_600, 14_400)
LIBRARY = 4_800
"""Pages at the most for the library's own distances, which are slow."""


def against_linkage(pages: Sequence[Measured]) -> list[Check]:
    """A row a size; the checks."""
    print("\n| pages | clusters | leader, s | ARI | average linkage, s |", end="")
    print(" ARI | times | scikit-learn alone, s | times |")
    print("|---|---|---|---|---|---|---|---|---|")
    # Whole templates: with a page or two of each there would be nothing to join.
    pages = sorted(pages, key=lambda page: page.shape)
    times = share = library = 0.0
    for size in SIZES:
        if size > len(pages):
            break
        few = pages[:size]
        labels = [shape for shape, _ in few]
        vectors = [unpack(data) for _, data in few]
        ours, own = timed(peers.indexed, vectors)
        linked, seconds = timed(peers.average_linkage, vectors)
        times = seconds / own
        mine, theirs = scores(labels, ours), scores(labels, linked)
        share = mine.ari / theirs.ari
        print(f"| {size:,} | {mine.clusters} | {own:.2f} | {mine.ari:.3f} ", end="")
        print(f"| {seconds:.1f} | {theirs.ari:.3f} | {times:.1f} ", end="", flush=True)
        if size <= LIBRARY:
            _, alone = timed(peers.library_linkage, vectors)
            library = alone / own
            print(f"| {alone:.1f} | {library:.0f} |")
        else:
            print("| - | - |")
    return [
        Check("times the speed of average linkage by scikit-learn", library, ">=", 30),
        Check("... with a matrix filled by us, most pages", times, ">=", 30),
        Check("share of its ARI, most pages", share, ">=", 0.9),
    ]


def timed(
    method: Callable[[Sequence[Vector]], list[int]], vectors: Sequence[Vector]
) -> tuple[list[int], float]:
    """Labels and CPU seconds."""
    began = time.process_time()
    labels = method(vectors)
    return labels, time.process_time() - began
