"""``kill -9`` at random moments, then go on: what is lost, what is fetched twice.

python -m bench.frontier_kill [--pages 3000] [--kills 20] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.frontier.processes import Job, repeats
from tests.site.process import SiteOptions, SiteProcess

if TYPE_CHECKING:
    from collections.abc import Iterable


def main() -> None:
    """Run the whole, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        SiteProcess(SiteOptions(pages=options.pages, traps=False)) as site,
    ):
        whole = Job(Path(folder) / "whole", site.url)
        began = time.monotonic()
        status = whole.run(3600)
        seconds = time.monotonic() - began
        expected = asked_of(site)
        print(f"without a kill: {len(whole.pages())} pages, {seconds:.0f} s, {status}")
        site.reset()
        killed(Job(Path(folder) / "killed", site.url), site, whole, options, expected)


def asked_of(site: SiteProcess) -> list[str]:
    """What the site was asked for so far."""
    return [f"{method} {target}" for method, target in site.log()]


def killed(
    job: Job,
    site: SiteProcess,
    whole: Job,
    options: argparse.Namespace,
    expected: list[str],
) -> None:
    """Kill and go on, and compare with the crawl that nobody killed."""
    source = random.Random(options.seed)
    once = repeats(expected)
    share = len(expected) // (options.kills + 1)
    rows: list[list[object]] = []
    before = 0
    for number in range(1, options.kills + 1):
        # So many requests after it went on, and then some time.
        until = len(site.log()) + source.randint(1, 2 * share - 1)
        pause = source.random() * 0.3

        def reached(until: int = until, pause: float = pause) -> bool:
            time.sleep(0.1)
            if len(site.log()) < until:
                return False
            time.sleep(pause)
            return True

        if not job.run_until(reached, 3600):
            break
        time.sleep(0.5)
        asked = asked_of(site)
        again = repeats(asked)
        rows.append([number, len(asked), len(job.pages()), again - before])
        before = again
    status = job.run(3600)
    asked = asked_of(site)
    rows.append(["end", len(asked), len(job.pages()), repeats(asked) - before])
    print("| kill | requests | pages stored | fetched again |\n|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    kills = len(rows) - 1
    again = repeats(asked) - once
    lost = named(whole.pages()) - named(job.pages())
    print(f"\nstatus {status}; {kills} kills; lost {len(lost)}; ", end="")
    print(f"more {len(named(job.pages()) - named(whole.pages()))}; ", end="")
    print(f"fetched again {again}, {again / max(kills, 1):.1f} a kill")
    print(f"decisions that differ: {len(named(whole.rules()) ^ named(job.rules()))}")


def named(urls: Iterable[str]) -> set[str]:
    """URLs without what the site makes up anew: session ids, advertisements."""
    return {re.sub(";jsessionid=.*", "", url) for url in urls if "//ads." not in url}


if __name__ == "__main__":
    main()
