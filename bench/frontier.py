"""The queue: speed, bytes a URL, and memory at growing numbers of seen URLs.

python -m bench.frontier [--urls 20000] [--seen 10000000] [--peer PYTHON]

Every contestant queues the same requests, each looked up and marked as seen first, and
hands all of them out again, in seconds of CPU, those of a Redis server included. Ours
commits every 20 requests queued and every 16 handed out, as a crawl does; Scrapy's disk
queues commit nothing, and keep nothing after a kill; scrapy-redis acknowledges nothing,
and loses what a killed worker had popped. It runs in an environment of its own, made in
a folder that is removed, or in that of the interpreter named by --peer.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import venv
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench.frontier_memory import memory
from bench.frontier_queues import (
    Cost,
    file,
    in_redis,
    of_one_run,
    scrapy_redis,
    scrapys,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMMAND = (sys.executable, "-m", "bench.frontier")
NEEDS = ("scrapy==2.19.0", "scrapy-redis==0.9.1", "redis", "hiredis")
PEER = "scrapy-redis 0.9.1"

CONTESTANTS: dict[str, Callable[[Path, int], Cost]] = {
    "Scrapy, PickleLifoDiskQueue (default)": scrapys,
    "Scrapy, PickleFifoSQLiteQueue": partial(scrapys, queue="PickleFifoSQLiteQueue"),
    "Leadline, file": file,
    "Leadline, of one run": of_one_run,
    "Leadline, Redis": in_redis,
}


@contextmanager
def peer(python: str | None) -> Iterator[Path]:
    """The interpreter of an environment with scrapy-redis."""
    if python is not None:
        yield Path(python)
        return
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        made = Path(folder, "bin", "python")
        install = [made, "-m", "pip", "install", "-q", *NEEDS]
        subprocess.run(install, check=True)  # noqa: S603 - constants
        yield made


def speed(number: int, rounds: int, python: Path) -> None:
    """Every contestant in a process of its own, in turns."""
    print("| queue | queued/s | handed out/s | CPU us a URL, both | bytes a URL |")
    print("|---|---|---|---|---|")
    found: dict[str, list[Cost]] = {name: [] for name in (*CONTESTANTS, PEER)}
    for _ in range(rounds):
        for name, costs in found.items():
            done = subprocess.run(  # noqa: S603 - ourselves
                [*COMMAND, "--one", name, "--urls", str(number), "--peer", python],
                capture_output=True,
                text=True,
                check=True,
            )
            queued, handed, size = done.stdout.split()[-3:]
            costs.append((float(queued), float(handed), int(size)))
    for name, costs in found.items():
        queued_in, handed_in, bytes_ = min(costs, key=lambda one: one[0] + one[1])
        rates = f"{number / queued_in:,.0f} | {number / handed_in:,.0f}"
        both = f"{(queued_in + handed_in) / number * 1e6:.0f}"
        print(f"| {name} | {rates} | {both} | {bytes_ / number:.0f} |")


def one(name: str, number: int, python: str) -> None:
    """Print what one contestant costs."""
    folder = Path(tempfile.mkdtemp())
    run = CONTESTANTS.get(name) or partial(scrapy_redis, python=Path(python))
    print(*run(folder, number))
    shutil.rmtree(folder)


def main() -> None:
    """Run both parts, or one contestant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=20_000)
    parser.add_argument("--seen", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", choices=[*CONTESTANTS, PEER])
    parser.add_argument("--peer", help="an interpreter that has scrapy-redis")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    if given.one:
        one(given.one, given.urls, given.peer)
        return
    with peer(given.peer) as python:
        print(f"{given.urls:,} requests, best of {given.rounds} rounds,", end=" ")
        print(f"load {os.getloadavg()[0]:.0f}\n")
        speed(given.urls, given.rounds, python)
    if given.seen:
        memory(given.seen)


if __name__ == "__main__":
    main()
