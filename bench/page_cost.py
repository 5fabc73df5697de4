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
from tests.hostile.memory import peak
from tests.hostile.stages import timed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_LABELLED: Final = Kind("text/html")
"""Files carry no charset of a header; most declare one of their own."""


class Cost(NamedTuple):
    """One body: its name, bytes, CPU ms by stage, notes."""

    name: str
    size: int
    spent: dict[str, float]
    notes: tuple[str, ...]

    @property
    def all(self) -> float:
        """CPU ms of all stages."""
        return sum(self.spent.values())

    @property
    def each(self) -> float:
        """CPU µs a byte; that of a small body counts for little."""
        return 1000 * self.all / max(self.size, 50_000)


def cost(name: str, body: bytes, kind: Kind) -> Cost:
    """Measure one body."""
    found = timed(body, kind)
    spent = {stage: 1000 * seconds for stage, seconds in found.spent.items()}
    return Cost(name, len(body), spent, found.page.notes)


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
    rows["size, KB"] = [c.size / 1000 for c in costs]
    for name, values in rows.items():
        figures = [sum(values) / len(values)]
        figures += [quantile(values, share) for share in (0.5, 0.99, 0.999, 1)]
        dearest = costs[values.index(figures[-1])].name.rpartition("/")[2]
        cells = " | ".join(f"{figure:,.2f}" for figure in figures)
        print(f"| {name} | {cells} | {dearest} |")


def print_dearest(
    costs: Sequence[Cost], body: Callable[[str], tuple[bytes, Kind]], count: int = 12
) -> None:
    """The bodies in order of their cost, with the peak of memory of a new process."""
    print("\n| the dearest | KB | CPU ms | µs a byte | peak MB | notes |")
    print("|---|---|---|---|---|---|")
    for one in costs[:count]:
        name, notes = one.name.rpartition("/")[2], ", ".join(one.notes)
        print(
            f"| {name} | {one.size / 1000:,.0f} | {one.all:,.0f} | {one.each:.2f}"
            f" | {peak(*body(one.name)):,.0f} | {notes} |"
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
        found.sort(key=lambda one: -one.all)
        print_dearest(found, lambda name: (Path(name).read_bytes(), _LABELLED))
    if given.hostile:
        found = list(hostile(given.size, given.only))
        print_table("hostile", found)
        found.sort(key=lambda one: -one.each)
        print_dearest(found, lambda name: body_of(name, given.size))


if __name__ == "__main__":
    main()
