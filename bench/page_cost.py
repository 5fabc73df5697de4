"""What a page costs, stage by stage: CPU time and peak memory, with the tail.

    python -m bench.page_cost --docs FOLDER [--pages N] [--largest N]
    python -m bench.page_cost --hostile [--size BYTES] [--only WORD]

``FOLDER`` holds documentation as HTML files: a sample of them, and the largest. The
hostile bodies are those of ``tests/hostile``, each of about the same size.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.hostile.families import FAMILIES, body_of
from tests.hostile.files import Kind
from tests.hostile.stages import measured

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_STATUS: Final = Path("/proc/self/status")
_CLEAR: Final = Path("/proc/self/clear_refs")
_LABELLED: Final = Kind("text/html")
"""Files carry no charset of a header; most declare one of their own."""


class Cost(NamedTuple):
    """One body: its name, bytes, CPU ms by stage, peak memory in MB, notes."""

    name: str
    size: int
    spent: dict[str, float]
    peak: float
    notes: tuple[str, ...]

    @property
    def all(self) -> float:
        """CPU ms of all stages."""
        return sum(self.spent.values())


def cost(name: str, body: bytes, kind: Kind) -> Cost:
    """Measure one body; its peak counts from what the process held before."""
    before = _memory(reset=True)
    found = measured(body, kind)
    peak = _memory() - before
    spent = {stage: 1000 * seconds for stage, seconds in found.spent.items()}
    return Cost(name, len(body), spent, peak, found.page.notes)


def _memory(*, reset: bool = False) -> float:
    """The most MB that the process has held, since it was last reset."""
    if reset:
        _CLEAR.write_text("5", encoding="ascii")
    for line in _STATUS.read_text("ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmHWM in /proc/self/status: Linux is needed")


def docs(folder: Path, pages: int, largest: int, seed: int = 1) -> Iterator[Cost]:
    """A sample of a folder's files, then the largest of them."""
    paths = sorted(folder.rglob("*.html"))
    for path in random.Random(seed).sample(paths, min(pages, len(paths))):
        yield _file(path)
    paths.sort(key=lambda path: -path.stat().st_size)
    for path in paths[:largest]:
        yield _file(path)


def _file(path: Path) -> Cost:
    return cost(str(path), path.read_bytes(), _LABELLED)


def hostile(size: int, only: str) -> Iterator[Cost]:
    """Every family of hostile bodies."""
    for name in FAMILIES:
        if only in name:
            yield cost(name, *body_of(name, size))


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that so great a share of all does not exceed.

    >>> quantile([3, 1, 2, 4], 0.5), quantile([1], 0.999)
    (2, 1)
    """
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def print_table(title: str, costs: Sequence[Cost]) -> None:
    """One row a stage, with the body that costs it most."""
    megabytes = sum(one.size for one in costs) / 1e6
    print(f"\n{title}: {len(costs)} bodies, {megabytes:.0f} MB\n")
    print("| | mean | p50 | p99 | p99.9 | max | the dearest |")
    print("|---|---|---|---|---|---|---|")
    rows = {stage: [c.spent[stage] for c in costs] for stage in costs[0].spent}
    rows["all, ms"] = [c.all for c in costs]
    rows["peak, MB"] = [c.peak for c in costs]
    rows["size, KB"] = [c.size / 1000 for c in costs]
    for name, values in rows.items():
        figures = [sum(values) / len(values)]
        figures += [quantile(values, share) for share in (0.5, 0.99, 0.999, 1)]
        dearest = costs[values.index(figures[-1])].name.rpartition("/")[2]
        cells = " | ".join(f"{figure:,.2f}" for figure in figures)
        print(f"| {name} | {cells} | {dearest} |")


def print_dearest(costs: Sequence[Cost], count: int = 12) -> None:
    """The bodies that cost most for their size, of those that are not small."""
    print("\n| dearest | KB | CPU ms | µs a byte | peak MB | notes |")
    print("|---|---|---|---|---|---|")
    for one in sorted(costs, key=lambda c: -c.all / (c.size + 50_000))[:count]:
        name, notes = one.name.rpartition("/")[2], ", ".join(one.notes)
        each = 1000 * one.all / (one.size + 1)
        print(
            f"| {name} | {one.size / 1000:,.0f} | {one.all:,.0f} | {each:.2f}"
            f" | {one.peak:,.0f} | {notes} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--largest", type=int, default=100)
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("--size", type=int, default=250_000)
    parser.add_argument("--only", default="", metavar="WORD")
    given = parser.parse_args()
    if not (given.docs or given.hostile):
        parser.error("give --docs FOLDER or --hostile")
    # What is loaded on first use is no page's cost.
    cost("first", *body_of("width: links", 20_000))
    if given.docs:
        found = list(docs(given.docs, given.pages, given.largest))
        sample = found[: len(found) - given.largest] or found
        print_table("sample", sample)
        print_table("largest", found[len(sample) :] or found)
        noted = [one for one in sample if one.notes]
        print(f"\nwith a note: {len(noted)} of the sample")
        print_dearest(found)
    if given.hostile:
        found = list(hostile(given.size, given.only))
        print_table("hostile", found)
        print_dearest(found)


if __name__ == "__main__":
    main()
