"""Sites as graphs: what each page shows and where it leads."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawler.saturation import Saturation, SaturationOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

ROOT = "http://h"


@dataclass(frozen=True)
class Shown:
    """A page: its cluster, what else it shows, its links (paths)."""

    cluster: int
    links: tuple[str, ...] = ()
    species: tuple[str, ...] = ()


@dataclass
class Crawled:
    """What a crawl of a graph did."""

    fetched: list[str] = field(default_factory=list)
    parked: dict[str, list[str]] = field(default_factory=dict)
    """Shape -> paths that were set aside to the end."""
    policy: Saturation = field(default_factory=lambda: Saturation(SaturationOptions()))
    reopened: list[str] = field(default_factory=list)

    def count(self, prefix: str) -> int:
        return sum(path.startswith(prefix) for path in self.fetched)

    def rules(self, prefix: str) -> set[str]:
        """Why the shapes of parked paths are closed."""
        return {
            self.policy.closed[shape].rule
            for shape, paths in self.parked.items()
            if any(path.startswith(prefix) for path in paths)
        }


def crawl(
    answer: Callable[[str], Shown],
    starts: Iterable[str] = ("/",),
    options: SaturationOptions | None = None,
    most: int = 20_000,
) -> Crawled:
    """Follow all links from *starts* under the policy; ends by itself or at *most*."""
    policy = Saturation(options or SaturationOptions())
    done, seen = Crawled(policy=policy), set(starts)
    queue: list[tuple[int, int, str, str, bool]] = []

    def push(path: str, source: str, *, kept: bool = False) -> None:
        place = policy.find(ROOT + path, source and ROOT + source, kept=kept)
        row = (place.level, len(seen), path, place.shape, place.kept)
        heapq.heappush(queue, row)

    rows: dict[str, list[tuple[int, int, str, str, bool]]] = {}
    for start in starts:
        push(start, "", kept=True)
    while queue and len(done.fetched) < most:
        row = heapq.heappop(queue)
        _, _, path, shape, kept = row
        if shape in policy.closed and not kept:
            rows.setdefault(shape, []).append(row)
            continue
        done.fetched.append(path)
        page = answer(path)
        species: set[Hashable] = {("cluster", page.cluster), *page.species}
        policy.learn(shape, ROOT + path, species)
        for link in page.links:
            if link not in seen:
                seen.add(link)
                push(link, path)
        for opened in policy.take_changes().open:
            done.reopened.append(opened)
            for again in rows.pop(opened, ()):
                heapq.heappush(queue, again)
    done.parked = {shape: [r[2] for r in found] for shape, found in rows.items()}
    return done
