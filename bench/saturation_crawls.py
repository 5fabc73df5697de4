"""Real crawls both ways: what a crawl that stops when it has learned enough misses.

    python -m bench.saturation_crawls crawl NAME URL [--pages N] [--seconds S]
    python -m bench.saturation_crawls compare NAME EXHAUSTIVE SATURATED
    python -m bench.saturation_crawls plot FILE NAME EXHAUSTIVE SATURATED [NAME ...]
    python -m bench.saturation_crawls order SURVEY PATTERN

``crawl`` runs ``scrapy crawl inspect`` on a served application twice, with ``-a
exhaustive=1`` (at most N pages, S seconds) and without, and compares the surveys.
A cluster of the exhaustive survey is found when one of its members was downloaded, or
a page of exactly the structure of one: where that survey is a part of the site, the
other is of another part. A form is when its signature was met, a parameter by name.
What is missed is told with its share of the pages of the shape that shows it most.
``order`` says after how many requests the pages that match a pattern are fetched.
"""

from __future__ import annotations

import argparse
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bench.saturation import plot
from crawler.saturation import Namer

if TYPE_CHECKING:
    from collections.abc import Iterator

Species = tuple[str, str]
"""Kind (``cluster``, ``form``, ``parameter``) and name."""
KINDS = ("cluster", "form", "parameter")
COMMON = 0.02
"""Share of the pages of a shape that must not be missed."""
_LEFT = ("not-reached", "predicted", "trap")


@dataclass
class Survey:
    """What a crawl downloaded, in order, and what the pages show."""

    shown: dict[str, set[Species]] = field(default_factory=dict)
    """Key of each page, in the order of downloads."""
    structure: dict[str, bytes] = field(default_factory=dict)
    """Digest of the structure of each page."""
    rules: Counter[str] = field(default_factory=Counter)
    """URLs that were not downloaded, by rule."""
    reason: str = ""
    """Why it ended."""

    @property
    def pages(self) -> Counter[Species]:
        """Pages that show each species."""
        return Counter(each for found in self.shown.values() for each in found)

    @property
    def left(self) -> int:
        """URLs that were known and not asked for."""
        return sum(self.rules[rule] for rule in _LEFT)


def read(path: Path) -> Survey:
    """A survey, of whatever schema its pages have been in so far."""
    survey = Survey()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        for key, cluster, digest in database.execute(
            "SELECT key, cluster_id, vector_digest FROM pages ORDER BY id"
        ):
            survey.shown[key] = {("cluster", str(cluster))}
            survey.structure[key] = digest
        for key, signature in database.execute(
            "SELECT key, signature FROM page_forms JOIN pages ON page_id = id"
        ):
            survey.shown[key].add(("form", signature))
        for key, name in database.execute(
            "SELECT key, name FROM parameters JOIN pages ON page_id = id"
        ):
            survey.shown[key].add(("parameter", name))
        survey.rules.update(
            dict(database.execute("SELECT rule, SUM(count) FROM decisions GROUP BY 1"))
        )
        runs = "SELECT reason FROM runs ORDER BY id DESC"
        (survey.reason,) = database.execute(runs).fetchone()
    return survey


def met(every: Survey, ours: Survey) -> Iterator[set[Species]]:
    """What each download of *ours* shows, in the clusters of *every*."""
    alike: dict[bytes, set[Species]] = defaultdict(set)
    for key, found in every.shown.items():
        clusters = {each for each in found if each[0] == "cluster"}
        if digest := every.structure[key]:
            alike[digest] |= clusters
    for key, found in ours.shown.items():
        members = {each for each in every.shown.get(key, ()) if each[0] == "cluster"}
        members |= alike.get(ours.structure[key], set())
        yield members | {each for each in found if each[0] != "cluster"}


def shares(survey: Survey) -> dict[Species, tuple[float, int, str]]:
    """Of each species: the share, the number of pages, the shape that shows it most.

    Only shapes of which two pages show it are looked at, if there are any.
    """
    namer = Namer()
    for key in survey.shown:
        namer.name(key)
    shapes: dict[str, list[str]] = defaultdict(list)
    for key in survey.shown:
        shapes[namer.name(key, learn=False).name].append(key)
    most: dict[Species, tuple[float, int, str]] = {}
    for shape, keys in shapes.items():
        counts = Counter(each for key in keys for each in survey.shown[key])
        for each, count in counts.items():
            found = (count / len(keys) if count > 1 else 0.0, count, shape)
            most[each] = max(most.get(each, (0.0, 0, "")), found)
    return most


def compare(name: str, every: Survey, ours: Survey) -> None:
    """A line of the table, and what is missed."""
    found = set().union(*met(every, ours))
    pages, most = every.pages, shares(every)
    known = len(ours.shown) + ours.left
    cells = [name, f"{len(every.shown):,} of {len(every.shown) + every.left:,}"]
    cells.append(f"{len(ours.shown):,} of {known:,}")
    cells.append(f"{len(ours.shown) / known:.1%}")
    for kind in KINDS:
        wanted = {each for each in pages if each[0] == kind}
        hit = len(wanted & found)
        cells.append(f"{hit} of {len(wanted)} ({hit / max(len(wanted), 1):.3f})")
    often = {e for e, (share, *_) in most.items() if share >= COMMON}
    for kinds in (("cluster",), KINDS[1:]):
        wanted = {each for each in often if each[0] in kinds}
        cells.append(f"{len(wanted & found)} of {len(wanted)}")
    single = {each for each in pages if pages[each] == 1}
    cells.append(f"{len(single & found)} of {len(single)}")
    new = Counter(each[0] for each in set(ours.pages) - set(pages))
    cells.append(f"{new['form']} forms, {new['parameter']} parameters")
    print("| " + " | ".join(cells) + " |")
    cut = set().union(*[*every.shown.values()][: len(ours.shown)])
    for kind in KINDS:
        wanted = {each for each in pages if each[0] == kind}
        told = f"{len(wanted & cut)} of {len(wanted)} {kind}s"
        print(f"breadth first, as many downloads: {told}")
    print(f"ended: {every.reason or '?'}, {ours.reason or '?'}; {dict(ours.rules)}")
    for each in sorted(set(pages) - found):
        share, _, shape = most[each]
        print(
            f"missed {each[0]} on {pages[each]} pages, {share:.1%} of {shape}:"
            f" {each[1][:110]}"
        )


def curve(every: Survey, ours: Survey) -> list[float]:
    """Share of the species of *every* that were met after each download."""
    wanted = set(every.pages)
    seen: set[Species] = set()
    shares = []
    for found in met(every, ours):
        seen |= found & wanted
        shares.append(len(seen) / len(wanted))
    return shares


def order(survey: Survey, pattern: str) -> None:
    """After how many requests pages that match are fetched."""
    places = [at for at, key in enumerate(survey.shown, 1) if re.search(pattern, key)]
    for share in (0.5, 0.9, 0.95, 0.99, 1.0):
        if places:
            print(f"{share:.0%} of {len(places):,} after", end=" ")
            print(f"{places[max(0, round(share * len(places)) - 1)]:,} pages")


def crawl(url: str, path: Path, seconds: float, *given: str) -> None:
    """Run a crawl to its end, or for so many seconds."""
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    command = [sys.executable, "-m", "scrapy.cmdline", "crawl", "inspect"]
    command += ["-a", f"start={url}", "-a", "polite=0", *given]
    command += ["-s", f"STORE_URL={path.resolve()}", "-s", "STORE_LINKS=True"]
    environment = {**os.environ, "SCRAPY_SETTINGS_MODULE": "crawler.settings"}
    environment["PYTHONPATH"] = str(Path(__file__).parent.parent)
    log = path.with_suffix(".log").open("wb")
    with (
        log,
        subprocess.Popen(  # noqa: S603 - ourselves
            command, stderr=log, env=environment
        ) as process,
    ):
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.terminate()


HEADER = (
    "| site | exhaustive: pages of URLs known | saturation: pages of URLs known | share"
    " | clusters | forms | parameters | clusters on 2 % of a shape"
    " | forms and parameters on 2 % of a shape | of those on one page"
    " | new to the exhaustive crawl |"
)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    both = commands.add_parser("crawl")
    both.add_argument("name")
    both.add_argument("url")
    both.add_argument("--pages", type=int, default=20_000)
    both.add_argument("--seconds", type=float, default=1800)
    both.add_argument("--to", type=Path, default=Path())
    one = commands.add_parser("compare")
    one.add_argument("names", nargs=3)
    drawn = commands.add_parser("plot")
    drawn.add_argument("file")
    drawn.add_argument("names", nargs="+")
    ordered = commands.add_parser("order")
    ordered.add_argument("survey", type=Path)
    ordered.add_argument("pattern")
    return parser


def main() -> None:
    given = _arguments().parse_args()
    if given.command == "order":
        order(read(given.survey), given.pattern)
        return
    if given.command == "crawl":
        every, ours = (given.to / f"{given.name}-{n}.sqlite" for n in ("all", "some"))
        crawl(
            given.url,
            every,
            given.seconds,
            *("-a", "exhaustive=1", "-a", f"pages={given.pages}"),
        )
        crawl(given.url, ours, given.seconds)
        given.names = [given.name, every, ours]
    triples = list(zip(*[iter(given.names)] * 3, strict=True))
    curves: dict[str, tuple[list[float], list[float]]] = {}
    for name, every, ours in triples:
        whole, part = read(Path(every)), read(Path(ours))
        curves[name] = curve(whole, part), curve(whole, whole)
        if given.command != "plot":
            print(HEADER)
            compare(name, whole, part)
    if given.command == "plot":
        plot(curves, given.file)


if __name__ == "__main__":
    main()
