"""What saturation saves and what it misses: a survey replayed without a network.

    python -m bench.saturation SURVEY... [--plot FILE] [--trials 3] [--risk .05]

SURVEY is an exhaustive crawl with ``STORE_LINKS=True``. Its pages are asked for again,
one after the other, in the order of a policy; each leads to the links that it had. Told
are the share downloaded, and the recall of the final clusters of the exhaustive
survey, of its form signatures and parameters. The policy sees what a crawl sees:
provisional clusters, in the order of its own downloads.
"""

from __future__ import annotations

import argparse
import heapq
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bench.saturation_site import load
from crawler.cluster import Leader
from crawler.saturation import Saturation, SaturationOptions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.saturation_site import Known, Site, Species

KINDS = ("cluster", "form", "parameter")


@dataclass
class Replay:
    """What a policy fetched, in order."""

    downloaded: list[str] = field(default_factory=list)
    parked: int = 0
    saturation: Saturation | None = None
    seconds: float = 0.0


def breadth_first(site: Site) -> Replay:
    """Everything, in the order of a crawl without saturation."""
    replay, queue = Replay(), list(site.starts)
    seen = set(queue)
    for key in queue:
        replay.downloaded.append(key)
        for link in site.pages[key].links:
            if link not in seen:
                seen.add(link)
                queue.append(link)
    return replay


class Crawl:
    """One crawl under the policy."""

    def __init__(self, site: Site, options: SaturationOptions) -> None:
        self._site = site
        self._policy = Saturation(options)
        self._leader = Leader(site.options)
        self._queue: list[tuple[tuple[int, ...], str, str, bool]] = []
        self._parked: dict[str, list[tuple[tuple[int, ...], str, str, bool]]] = {}
        self._seen: set[str] = set()
        self._depth: dict[str, int] = {}
        self._first = 0

    def run(self) -> Replay:
        replay = Replay(saturation=self._policy)
        began = time.process_time()
        for start in self._site.starts:
            self._push(start, "", kept=True)
        while self._queue:
            row = heapq.heappop(self._queue)
            _, key, shape, kept = row
            if shape in self._policy.closed and not kept:
                self._parked.setdefault(shape, []).append(row)
                continue
            replay.downloaded.append(key)
            self._visit(key, shape)
        replay.parked = sum(map(len, self._parked.values()))
        replay.seconds = time.process_time() - began
        return replay

    def _push(self, key: str, source: str, *, kept: bool) -> None:
        self._seen.add(key)
        depth = self._depth[key] = self._depth.get(source, -1) + 1
        place = self._policy.find(key, source, kept=kept)
        order = (place.level, key.count("&"), depth, len(self._seen))
        heapq.heappush(self._queue, (order, key, place.shape, place.kept))

    def _visit(self, key: str, shape: str) -> None:
        page = self._site.pages[key]
        self._policy.learn(shape, key, self._species(page))
        for link in page.links:
            if link not in self._seen:
                near = self._depth[key] == 0 and self._first < NEAR
                self._first += near
                self._push(link, key, kept=near)
        for opened in self._policy.take_changes().open:
            for row in self._parked.pop(opened, ()):
                heapq.heappush(self._queue, row)

    def _species(self, page: Known) -> Iterable[object]:
        found = self._leader.add(page.partition, page.shape, page.vector)
        yield "cluster", found.cluster
        yield from (each for each in page.species if each[0] != "cluster")


NEAR = 200
"""Links of start pages that are always followed."""


def missed(site: Site, replay: Replay) -> dict[str, list[Species]]:
    """Species that were not shown, by kind."""
    shown = {each for key in replay.downloaded for each in site.pages[key].species}
    return {
        kind: sorted(s for s in site.shown if s[0] == kind and s not in shown)
        for kind in KINDS
    }


def row(site: Site, replay: Replay, name: str, *, told: bool = False) -> str:
    """A line of the table."""
    lost = missed(site, replay)
    cells = [name, f"{len(replay.downloaded):,}"]
    cells.append(f"{len(replay.downloaded) / len(site.pages):.1%}")
    for kind in KINDS:
        every = sum(each[0] == kind for each in site.shown)
        found = every - len(lost[kind])
        cells.append(f"{found} of {every} ({found / max(every, 1):.3f})")
    if told:
        for kind in KINDS:
            pages = sorted((site.shown[each] for each in lost[kind]), reverse=True)
            print(f"missed {kind}: on {pages[:30]} pages", lost[kind][:6])
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("survey", nargs="+")
    parser.add_argument("--trials", type=int, default=1)
    parser.add_argument("--risk", type=float, default=SaturationOptions.risk)
    parser.add_argument("--missed", action="store_true", help="name what is missed")
    parser.add_argument("--shapes", type=int, default=0, help="show so many shapes")
    given = parser.parse_args()
    options = SaturationOptions(risk=given.risk)
    print("| crawl | downloads | share | clusters | forms | parameters |")
    print("|---|---|---|---|---|---|")
    for path in given.survey:
        site = load(path)
        everything = breadth_first(site)
        print(row(site, everything, f"{path}: everything"))
        for trial in range(given.trials):
            seeded = replace(options, seed=trial)
            replay = Crawl(site, seeded).run()
            print(row(site, replay, f"seed {trial}", told=given.missed))
            cut = replace(everything, downloaded=[])
            cut.downloaded = everything.downloaded[: len(replay.downloaded)]
            print(row(site, cut, "breadth first, as many"))
            print(f"parked {replay.parked}, CPU {replay.seconds:.1f}s")
            _show(replay, given.shapes)


def _show(replay: Replay, count: int) -> None:
    policy = replay.saturation
    if policy is None:
        return
    shapes = [policy.groups[n] for n in policy._pools if n in policy.groups]
    shapes.sort(key=lambda group: -group.done)
    for group in shapes[:count]:
        closing = policy.closed.get(group.name)
        print(
            f"{group.done}/{group.known} news {group.news}"
            f" quiet {group.sketch.quiet()} {group.name} {closing}"
        )


if __name__ == "__main__":
    main()
