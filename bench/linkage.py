"""Average linkage beside the leader with its index, as pages grow in number.

All in one partition, as linkage must see all pairs. Its matrix of distances is
filled by numpy, its merges are SciPy's; both grow with the square of the pages.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bench import peers
from bench.quality import scores
from bench.report import Check
from crawler.cluster import unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.scaling import Measured

SIZES = (2_400, 4_800, 9_600, 19_200)


def against_linkage(pages: Sequence[Measured]) -> list[Check]:
    """A row a size; the checks of the largest, and where 30 times is passed."""
    print("\n| pages | leader, s | ARI | average linkage, s | ARI | times |")
    print("|---|---|---|---|---|---|")
    # Whole templates: with a page or two of each there would be nothing to join.
    pages = sorted(pages, key=lambda page: page.shape)
    times = share = passed = 0.0
    for size in SIZES:
        if size > len(pages):
            break
        few = pages[:size]
        labels = [shape for shape, _ in few]
        vectors = [unpack(data) for _, data in few]
        clock = time.process_time
        began = clock()
        ours = peers.indexed(vectors)
        between = clock()
        linked = peers.average_linkage(vectors)
        seconds = clock() - between
        times = seconds / (between - began)
        mine, theirs = scores(labels, ours).ari, scores(labels, linked).ari
        share = mine / theirs
        passed = passed or (size if times >= 30 else 0)
        print(f"| {size:,} | {between - began:.2f} | {mine:.3f} ", end="")
        print(f"| {seconds:.1f} | {theirs:.3f} | {times:.1f} |")
    return [
        Check("times the speed of average linkage, most pages", times, ">=", 30),
        Check("pages at which 30 times is passed", passed, "", 0),
        Check("share of its ARI, most pages", share, ">=", 0.9),
    ]
