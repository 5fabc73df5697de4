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
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench.saturation_site import load
from crawler.cluster import Leader
from crawler.saturation import Namer, Saturation, SaturationOptions, form_species

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
    leader: Leader | None = None
    clusters: set[int] = field(default_factory=set)
    """Provisional ones that were seen."""


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
        self._clusters: set[int] = set()

    def run(self) -> Replay:
        replay = Replay([], 0, self._policy, self._leader, self._clusters)
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
        return replay

    def _push(self, key: str, source: str, *, kept: bool) -> None:
        self._seen.add(key)
        depth = self._depth[key] = self._depth.get(source, -1) + 1
        place = self._policy.find(key, source, kept=kept)
        order = (place.level, key.count("&"), depth, len(self._seen))
        heapq.heappush(self._queue, (order, key, place.shape, place.kept))

    def _visit(self, key: str, shape: str) -> None:
        page = self._site.pages[key]
        self._policy.learn(shape, key, self._species(page, key))
        for link in page.links:
            if link not in self._seen:
                near = self._depth[key] == 0 and self._first < NEAR
                self._first += near
                self._push(link, key, kept=near)
        for opened in self._policy.take_changes().open:
            for row in self._parked.pop(opened, ()):
                heapq.heappush(self._queue, row)

    def _species(self, page: Known, key: str) -> Iterable[object]:
        found = self._leader.add(page.partition, page.shape, page.vector)
        self._clusters.add(found.cluster)
        yield "cluster", found.cluster
        for kind, name in page.species:
            if kind != "cluster":
                yield form_species(name, key) if kind == "form" else (kind, name)


NEAR = 200
"""Links of start pages that are always followed."""


def missed(site: Site, replay: Replay) -> dict[str, list[Species]]:
    """Species that were not shown, by kind."""
    shown = {each for key in replay.downloaded for each in site.pages[key].species}
    return {
        kind: sorted(s for s in site.shown if s[0] == kind and s not in shown)
        for kind in KINDS
    }


def common(site: Site) -> set[Species]:
    """Forms and parameters that 2 % of the pages of some shape show."""
    namer = Namer()
    for key in site.pages:
        namer.name(key)
    pages: dict[str, list[str]] = {}
    for key in site.pages:
        pages.setdefault(namer.name(key, learn=False).name, []).append(key)
    found: set[Species] = set()
    for keys in pages.values():
        shown = Counter(each for key in keys for each in site.pages[key].species)
        least = max(2, 0.02 * len(keys))
        found |= {each for each, count in shown.items() if count >= least}
    return {each for each in found if each[0] != "cluster"}


def row(site: Site, replay: Replay, name: str) -> str:
    """A line of the table."""
    lost = missed(site, replay)
    cells = [name, f"{len(replay.downloaded):,}"]
    cells.append(f"{len(replay.downloaded) / len(site.pages):.1%}")
    for kind in KINDS:
        every = sum(each[0] == kind for each in site.shown)
        found = every - len(lost[kind])
        cells.append(f"{found} of {every} ({found / max(every, 1):.3f})")
    often = common(site)
    gone = [each for kind in KINDS[1:] for each in lost[kind] if each in often]
    cells.append(f"{len(often) - len(gone)} of {len(often)}")
    return "| " + " | ".join(cells) + " |"


def tell_missed(site: Site, replay: Replay) -> None:
    """What was missed, and on how many pages it is."""
    for kind, lost in missed(site, replay).items():
        for each in lost:
            print(f"missed {kind} on {site.shown[each]} pages: {each[1][:120]}")
    print(
        f"missed clusters of which no page would have been news: {alike(site, replay)}"
    )


def alike(site: Site, replay: Replay) -> int:
    """Missed clusters whose pages all are in a provisional cluster that was seen.

    Only the second look, when a crawl ends, tells them from others.
    """
    if replay.leader is None:
        return 0
    lost = set(missed(site, replay)["cluster"])
    fresh: set[Species] = set()
    for page in site.pages.values():
        if here := page.species & lost:
            found = replay.leader.add(page.partition, page.shape, page.vector)
            if found.cluster not in replay.clusters:
                fresh |= here
    return len(lost - fresh)


def tell_shapes(replay: Replay, count: int) -> None:
    """The shapes with most downloads."""
    policy = replay.saturation
    if policy is None:
        return
    groups = [each for each in policy.groups.all.values() if each.name[0] != "~"]
    for group in sorted(groups, key=lambda group: -group.done)[:count]:
        closing = policy.closed.get(group.name)
        print(
            f"{group.done} of {group.known}, {group.news} with news,"
            f" {group.sketch.quiet()} quiet: {group.name}"
            f" {closing.rule if closing else 'open'}"
        )


def coverage(site: Site, replay: Replay) -> list[float]:
    """Share of all species that were shown, after each download."""
    shown: set[Species] = set()
    curve = []
    for key in replay.downloaded:
        shown |= site.pages[key].species
        curve.append(len(shown) / len(site.shown))
    return curve


def plot(curves: dict[str, tuple[list[float], list[float]]], path: str) -> None:
    """Coverage against downloads: ours, and breadth first."""
    import matplotlib as mpl  # noqa: PLC0415 - for the plot only

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "leadline"
    from matplotlib import pyplot as plt  # noqa: PLC0415 - the same

    figure, axes = plt.subplots(
        1, len(curves), figsize=(3.6 * len(curves), 3.2), squeeze=False
    )
    for axis, (name, (ours, theirs)) in zip(axes[0], curves.items(), strict=True):
        axis.plot(range(1, len(theirs) + 1), theirs, label="breadth first", color="0.6")
        axis.plot(range(1, len(ours) + 1), ours, label="saturation", color="C0")
        axis.plot([len(ours)], ours[-1:], "o", color="C0", markersize=4)
        axis.set(title=name, xlabel="downloads", ylim=(0, 1.02))
        axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("clusters, forms, parameters shown")
    axes[0][0].legend(loc="lower right", frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("survey", nargs="+")
    parser.add_argument("--trials", type=int, default=1)
    parser.add_argument("--risk", type=float, default=SaturationOptions.risk)
    parser.add_argument("--missed", action="store_true", help="name what is missed")
    parser.add_argument("--shapes", type=int, default=0, help="show so many shapes")
    parser.add_argument("--plot", default="", help="write an SVG")
    given = parser.parse_args()
    options = SaturationOptions(risk=given.risk)
    print("| site, crawl | downloads | share | clusters | forms | parameters", end="")
    print(" | forms and parameters on 2 % of a shape |")
    print("|---|---|---|---|---|---|---|")
    curves: dict[str, tuple[list[float], list[float]]] = {}
    for path in given.survey:
        site, name = load(path), Path(path).stem
        everything = breadth_first(site)
        print(row(site, everything, f"{name}: everything"))
        for trial in range(given.trials):
            replay = Crawl(site, replace(options, seed=trial)).run()
            print(row(site, replay, f"{name}: saturation, seed {trial}"))
            cut = Replay(everything.downloaded[: len(replay.downloaded)])
            print(row(site, cut, f"{name}: breadth first, as many"))
            if given.missed:
                tell_missed(site, replay)
            tell_shapes(replay, given.shapes)
            curve = coverage(site, replay)
            curves.setdefault(name, (curve, coverage(site, everything)))
    if given.plot:
        plot(curves, given.plot)


if __name__ == "__main__":
    main()
