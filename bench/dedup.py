"""Memories of URLs side by side: speed, memory, and what they lose.

    python -m bench.dedup [--urls 10_000_000] [--quick] [--rows file,scrapy,...]

Each row is measured in a process of its own, in CPU time. The URLs are all
different; a new one that is taken for known is lost. Scrapy's is measured first and
(but for ``--quick``) last, and the ratios are to the mean. Memory is what the process
occupies more than before, or the size of the file.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.many_urls import ManyUrls
from bench.url_memories import ROWS, Contender, available

_CHUNK = 50_000
# At most: half of them known URLs, half new ones.
_LOOKUPS = 1_000_000
_QUICK = 200_000
_SCRAPY = "scrapy"

Ask = Callable[[str], bool]


def resident() -> int:
    """Bytes of memory that this process occupies now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def peak() -> int:
    """Bytes of memory that it has occupied at the most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def run(ask: Ask, urls: ManyUrls, start: int, stop: int) -> tuple[int, float]:
    """How often the answer is true, and the CPU seconds without making the URLs."""
    true, seconds = 0, 0.0
    for at in range(start, stop, _CHUNK):
        some = urls(at, min(at + _CHUNK, stop))
        began = time.process_time()
        true += sum(map(ask, some))
        seconds += time.process_time() - began
    return true, seconds


def measure(name: str, number: int, folder: Path) -> dict[str, Any]:
    """One row, of this process."""
    urls = ManyUrls()
    # What is loaded at the first use is not what a URL costs.
    warm = ROWS[name].make(_CHUNK, folder / "warm")
    run(warm.add, urls, 0, _CHUNK)
    del warm
    gc.collect()
    before, peak_before = resident(), peak()
    contender = ROWS[name].make(number, folder / "seen")
    taken, inserting = run(contender.add, urls, 0, number)
    gc.collect()
    file = contender.file
    size = file.stat().st_size if file else resident() - before
    row = {
        "urls": number,
        "inserts": number / inserting,
        "bytes": size / number,
        "peak": max(0, peak() - max(before, peak_before)) / number,
        "lost": number - taken,
    }
    row |= look_up(contender, urls, number)
    if contender.close is not None:
        contender.close()
    return row


def look_up(contender: Contender, urls: ManyUrls, number: int) -> dict[str, Any]:
    """Ask for known and for new URLs."""
    half = min(_LOOKUPS, number // 4) // 2
    start = number - half
    known, first = run(contender.has, urls, start, number)
    fresh, second = run(contender.has, urls, number, number + half)
    if known != half:
        raise SystemExit(f"{half - known} known URLs were taken for new")
    return {"lookups": 2 * half / (first + second), "lost at the end": fresh / half}


def spawn(name: str, number: int) -> dict[str, Any]:
    """One row, of a process of its own."""
    number = min(number, ROWS[name].most)
    with tempfile.TemporaryDirectory(prefix="dedup-") as folder:
        child = subprocess.run(  # noqa: S603 - this module
            [
                *(sys.executable, "-m", "bench.dedup", "--child", name),
                *("--urls", str(number), "--folder", folder),
            ],
            check=True,
            stdout=subprocess.PIPE,
        )
    row: dict[str, Any] = json.loads(child.stdout)
    return row


def show(name: str, row: dict[str, Any], base: float) -> str:
    """A line of the table."""
    lost = f"{row['lost']:,}"
    if row["lost"]:
        lost += f" ({row['lost'] / row['urls']:.2g}, {row['lost at the end']:.2g})"
    cells = (
        ROWS[name].title,
        f"{row['urls'] / 1e6:g} M",
        f"{row['inserts']:,.0f}",
        f"{row['inserts'] / base:.1f}",
        f"{row['lookups']:,.0f}",
        f"{row['bytes']:.1f}",
        f"{row['peak']:.0f}",
        lost,
        ROWS[name].persistent,
    )
    return line(cells)


HEAD = (
    *("", "URLs", "inserts/s", "ratio", "lookups/s", "bytes a URL", "peak"),
    *("lost (of all, at the end)", "persistent"),
)


def line(cells: Sequence[str]) -> str:
    """A row of a Markdown table."""
    return "| " + " | ".join(cells) + " |"


def compare(names: list[str], number: int) -> None:
    """Measure the rows and print them."""
    began = time.perf_counter()
    first = spawn(_SCRAPY, number)
    rows = {name: spawn(name, number) for name in names if name != _SCRAPY}
    last = spawn(_SCRAPY, number) if number > _QUICK else first
    base = (first["inserts"] + last["inserts"]) / 2
    print(line(HEAD))
    print("|" + "---|" * len(HEAD))
    print(show(_SCRAPY, first, base))
    for name, row in rows.items():
        print(show(name, row, base))
    again = f"Scrapy's at the end: {last['inserts']:,.0f} inserts/s"
    print(f"\n{again}; {time.perf_counter() - began:.0f} s in all")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=10_000_000)
    parser.add_argument("--quick", action="store_true", help="200,000 URLs")
    parser.add_argument("--rows", default=",".join(available()))
    parser.add_argument("--child", choices=ROWS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    number = _QUICK if given.quick else given.urls
    if given.child:
        print(json.dumps(measure(given.child, number, given.folder)))
    else:
        compare(given.rows.split(","), number)


if __name__ == "__main__":
    main()
