"""What thinning by structure leaves of a site: a deep crawl, the paper, ours.

    python -m bench.inspect [--pages N]                 the local site of the tests
    python -m bench.inspect --start URL [--pages N]     any other

Each row is ``scrapy crawl inspect`` in a process of its own, read from its survey:
``deep`` compares URLs and nothing else, ``paper`` thins as the published method does,
``ours`` as ``inspect`` does by default. The families show what the deep crawl spends
its requests on.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from crawler.cluster import ClusterOptions
from crawler.store import Survey, readers
from crawler.urls import UrlOptions
from tests.site.process import SiteProcess

if TYPE_CHECKING:
    from collections.abc import Collection

_NAMES: Final = {
    *(f"CLUSTER_{field.name.upper()}" for field in fields(ClusterOptions)),
    *(f"URLS_{field.name.upper()}" for field in fields(UrlOptions)),
}
_MODES: Final = {
    # No parameter leaves the key: two URLs are two pages.
    "deep": {"URLS_TRACKING": "", "URLS_SESSION": ""},
    "paper": {
        "URLS_MODE": "paper",
        "CLUSTER_MODE": "paper",
        "URLS_TRACKING": "",
        "URLS_SESSION": "",
    },
    "ours": {},
}
_FAMILIES: Final = 12
_MANY: Final = 10
"""Names in one folder that are one family."""


@dataclass(frozen=True, slots=True)
class Result:
    """One row: what a crawl stored, and what is left to look at."""

    pages: int
    wanted: int
    """Pages that answered with 2xx: those that a deep crawl hands to a scanner."""
    representatives: int
    forms: tuple[int, int]
    """Distinct forms: of the wanted pages, on representatives."""
    parameters: tuple[int, int]
    waiting: int
    """URLs that were queued when the budget was used up."""
    seconds: float
    cpu: float
    shapes: Counter[tuple[str, str]]
    """Shape of the path and names of the parameters -> wanted pages."""


def crawl(mode: str, start: str, pages: int, place: Path) -> Result:
    """One crawl of *start* in one mode.

    :raises RuntimeError: when it ends with a failure.
    """
    target = place / f"{mode}.sqlite"
    command = [sys.executable, "-m", "scrapy", "crawl", "inspect"]
    command += ["-a", f"start={start}", "-a", f"pages={pages}", "-a", "polite=0"]
    # What shapes teach is another matter: see bench/saturation.py.
    command += ["-a", "exhaustive=1", "-s", f"STORE_URL={target}", "-L", "ERROR"]
    for name, value in _MODES[mode].items():
        if name in _NAMES:
            command += ["-s", f"{name}={value}"]
    began, before = time.perf_counter(), _children()
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ourselves
    seconds, cpu = time.perf_counter() - began, _children() - before
    if done.returncode:
        raise RuntimeError(f"{mode}: {done.stderr[-2000:]}")
    return read(target, mode, seconds, cpu)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read(target: Path, mode: str, seconds: float, cpu: float) -> Result:
    """The row of a survey; in a deep crawl every page stands for itself."""
    with Survey.open(target) as survey:
        pages = list(survey.read(readers.read_pages))
        wanted = {page.key for page in pages if page.status // 100 == 2}
        shown = {row.key for row in survey.read(readers.read_representatives)}
        if mode == "deep":
            shown = wanted
        rows = survey.member_rows()
        members = [row for row in rows if row.key in wanted]
        kept = [m for m in members if m.key in shown]
        decided = Counter(d.rule for d in survey.read(readers.read_decisions))
    return Result(
        pages=len(pages),
        wanted=len(wanted),
        representatives=len(shown),
        forms=(
            len({s for m in members for s in m.signatures}),
            len({s for m in kept for s in m.signatures}),
        ),
        parameters=(
            len({p for m in members for p in m.parameters}),
            len({p for m in kept for p in m.parameters}),
        ),
        waiting=decided["not-reached"],
        seconds=seconds,
        cpu=cpu,
        shapes=Counter(
            (url.path, url.query)
            for url in (urlsplit(p.shape) for p in pages if p.key in wanted)
        ),
    )


def tell(results: dict[str, Result]) -> None:
    """Print both tables."""
    print("| | URLs fetched | 2xx | to look at | ratio | forms | parameters |", end="")
    print(
        " still queued | time, s | CPU, s |\n|---|---|---|---|---|---|---|---|---|---|"
    )
    for mode, row in results.items():
        ratio = row.representatives / max(1, row.wanted)
        print(
            f"| {mode} | {row.pages} | {row.wanted} | {row.representatives} |"
            f" {ratio:.1%} | {row.forms[1]} of {row.forms[0]} |"
            f" {row.parameters[1]} of {row.parameters[0]} | {row.waiting} |"
            f" {row.seconds:.0f} | {row.cpu:.0f} |"
        )
    deep = results.get("deep")
    if deep is None:
        return
    families: Counter[str] = Counter()
    sets: dict[str, set[str]] = {}
    folded = fold({path for path, _ in deep.shapes})
    for (path, query), count in deep.shapes.items():
        families[folded[path]] += count
        sets.setdefault(folded[path], set()).add(query)
    print("\n| family of URLs in the deep crawl | URLs | share | sets of parameters |")
    print("|---|---|---|---|")
    common = families.most_common(_FAMILIES)
    for path, count in common:
        print(f"| `{path}` | {count} | {count / deep.wanted:.1%} | {len(sets[path])} |")
    rest = deep.wanted - sum(count for _, count in common)
    others = len(families) - len(common)
    print(f"| {others} others | {rest} | {rest / max(1, deep.wanted):.1%} | |")


def fold(paths: Collection[str]) -> dict[str, str]:
    """Each path -> its family: of a folder with many names only the folder counts.

    >>> names = {f"/wiki/{letter}" for letter in "abcdefghijkl"}
    >>> set(fold(names | {"/a/b"}).values()) == {"/wiki/*", "/a/b"}
    True
    """
    inside: Counter[str] = Counter(path.rpartition("/")[0] for path in paths)
    return {
        path: f"{above}/*" if inside[above := path.rpartition("/")[0]] > _MANY else path
        for path in paths
    }


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--start", default="")
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--modes", default=",".join(_MODES))
    given = parser.parse_args()
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        start = given.start or stack.enter_context(SiteProcess()).url
        results = {
            mode: crawl(mode, start, given.pages, place)
            for mode in given.modes.split(",")
        }
    tell(results)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"\n{start}, pages={given.pages}; load at the end: {load}")


if __name__ == "__main__":
    main()
