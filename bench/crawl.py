"""Pages a second of a whole crawl, against plain Scrapy on the same pages.

    python -m bench.crawl [--pages N] [--rounds N]
    python -m bench.crawl --root DIR                 pages of a tree of one's own
    python -m bench.crawl --list FILE                URLs that something else serves
    python -m bench.crawl --soak 50000 [--size N --links N]    memory of a long crawl

The contestants take turns, each in a process of its own: figures are medians, ratios
are of the rounds, so that whatever else the machine does meets all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final
from urllib.request import urlopen

from bench.linkrich import Shape, build
from bench.nginx import serve
from bench.rooms import rooms

CONTESTANTS: Final = {
    "plain": "CrawlSpider with LinkExtractor",
    "leadline": "Leadline, everything",
    "leadline-cluster": "... without the cluster pipeline",
    "leadline-store": "... without the store",
    "leadline-links": "... without following links",
    "leadline-cluster-store-links": "... only measured",
    "download": "download only",
}
_SAMPLE: Final = 400
"""Pages that the rooms are measured on."""


@dataclass
class Bed:
    """What is crawled, and where files may go."""

    home: Path
    urls: list[str] = field(default_factory=list)

    @property
    def listed(self) -> Path:
        """The file with the list."""
        target = self.home / "urls.txt"
        target.write_text("".join(f"{url}\n" for url in self.urls))
        return target

    def bodies(self) -> list[tuple[str, bytes]]:
        """A sample of the pages, evenly over the list."""
        step = max(1, len(self.urls) // _SAMPLE)
        found = []
        for url in self.urls[::step]:
            with urlopen(url) as answer:  # noqa: S310 - our own list
                found.append((url, answer.read()))
        return found


def contest(bed: Bed, name: str, every: int = 0) -> dict[str, Any]:
    """One crawl of the list by one contestant, in a process of its own.

    :raises RuntimeError: when it failed; it has said why on stderr.
    """
    with tempfile.TemporaryDirectory(dir=bed.home) as place:
        command = [sys.executable, "-m", "bench.contestants", name]
        command += ["--list", str(bed.listed), "--survey", f"{place}/survey.sqlite"]
        command += ["--every", str(every)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - ourselves
    if done.returncode:
        raise RuntimeError(f"{name}: exit status {done.returncode}, see above")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if found["pages"] < len(bed.urls):
        raise RuntimeError(f"{name}: {found['pages']} pages of {len(bed.urls)}")
    return found


def compare(bed: Bed, rounds: int) -> None:
    """Print the table of the contestants."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in CONTESTANTS}
    for number in range(rounds):
        # Forth and back: what drifts within a round does not favour the last.
        names = list(CONTESTANTS)[:: -1 if number % 2 else 1]
        for name in names:
            found[name].append(contest(bed, name))
            print(json.dumps(found[name][-1]), file=sys.stderr)
    print("| | pages/s | of plain | CPU ms a page | of plain | peak RSS, MB |")
    print("|---|---|---|---|---|---|")
    base = found["plain"]
    for name, told in CONTESTANTS.items():
        runs = found[name]
        speed = median(run["pages"] / run["seconds"] for run in runs)
        cpu = median(1000 * run["cpu"] / run["pages"] for run in runs)
        peak = median(run["peak"] for run in runs)
        faster = median(
            b["seconds"] / r["seconds"] for b, r in zip(base, runs, strict=True)
        )
        cheaper = median(r["cpu"] / b["cpu"] for b, r in zip(base, runs, strict=True))
        print(
            f"| {told} | {speed:.0f} | {faster:.2f}x | {cpu:.1f} |"
            f" {cheaper:.2f}x | {peak:.0f} |"
        )


def tell_rooms(bed: Bed) -> None:
    """Print the table of the rooms."""
    bodies = bed.bodies()
    spent = rooms(bodies, bed.home / "rooms.sqlite")
    outer = ("twins", "links: decide", "cluster", "store")
    total = spent["all of measure"] + sum(spent[name] for name in outer)
    size = sum(len(body) for _, body in bodies) / len(bodies) / 1000
    print(f"\nCPU a page by room, {len(bodies)} pages of {size:.0f} kB on average\n")
    print("| | ms | of the chain | of lxml's parse |")
    print("|---|---|---|---|")
    for name, value in spent.items():
        share = "" if name == "lxml" else f"{value / total:.0%}"
        print(f"| {name} | {value:.2f} | {share} | {value / spent['lxml']:.2f}x |")
    both = spent["features"] + spent["cluster"]
    print(f"| features + cluster | {both:.2f} | {both / total:.0%} | |")
    print(f"| the chain | {total:.2f} | 100% | {total / spent['lxml']:.2f}x |")


def soak(bed: Bed) -> None:
    """Print the memory of one long crawl, every 5,000 pages; it also tells it live."""
    found = contest(bed, "leadline", every=5000)
    print("| pages | resident, MB |\n|---|---|")
    for pages, memory in found["steps"]:
        print(f"| {pages} | {memory:.0f} |")
    print(f"\npeak {found['peak']:.0f} MB, {found['pages'] / found['seconds']:.0f}/s")


def fill(bed: Bed, given: argparse.Namespace, stack: ExitStack) -> None:
    """Decide on the list, and serve it."""
    if given.list:
        bed.urls = given.list.read_text().split()[: given.pages]
        return
    if given.root:
        root = given.root.resolve()
        paths = sorted(
            (Path(place) / name).relative_to(root).as_posix()
            for place, _, names in os.walk(root, followlinks=True)
            for name in names
            if name.endswith(".html")
        )
        paths = paths[:: max(1, len(paths) // given.pages)][: given.pages]
        base = stack.enter_context(serve(root, bed.home))
        bed.urls = [base + path for path in paths]
        return
    root = bed.home / "www"
    number = min(given.pages, 2000)
    shape = Shape(number, links=given.links, size=given.size, seed=given.seed)
    paths = build(root, shape)
    base = stack.enter_context(serve(root, bed.home))
    wanted = given.soak or given.pages
    editions = range(1, 2 + (wanted - 1) // len(paths))
    bed.urls = [f"{base}{n}/{path}" for n in editions for path in paths][:wanted]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=40_000, help="bytes of a page")
    parser.add_argument("--links", type=int, default=150, help="links of a page")
    parser.add_argument("--root", type=Path)
    parser.add_argument("--list", type=Path)
    parser.add_argument("--soak", type=int, default=0, metavar="PAGES")
    parser.add_argument("--rooms", action="store_true", help="only the rooms")
    given = parser.parse_args()
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        home.chmod(0o755)
        bed = Bed(home)
        fill(bed, given, stack)
        if given.soak:
            soak(bed)
        else:
            if not given.rooms:
                compare(bed, given.rounds)
            tell_rooms(bed)
        load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
        print(f"\n{len(bed.urls)} pages; load of the machine at the end: {load}")


if __name__ == "__main__":
    main()
