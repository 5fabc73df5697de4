"""What the planner of a harvest holds and takes by itself: no crawl, no survey.

    python -m bench.harvest_planner [--records N] [--page N] [--menus | --answers N]

The same forms as those of ``bench.harvest_memory``: page after page, all of it behind
each of so many values of a menu (``--answers``), or a page behind each of very many
(``--menus``). Twice: for the time, and for the bytes by tracemalloc (which does not
see the bitmaps) and as the process holds them.
"""

from __future__ import annotations

import argparse
import gc
import time
import tracemalloc
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crawler.harvest import Harvest, HarvestOptions, Outcome, Space
from crawler.harvest.factors import Factor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest import Query

_PAGE_SIZE = 4096


class Table(NamedTuple):
    """A database, and how it is shown."""

    records: int
    page: int
    menus: bool
    answers: int

    @property
    def pages(self) -> int:
        """In all."""
        return self.records // self.page

    def form(self) -> Space:
        """Its form: "any", and the values."""
        number = self.pages if self.menus else 2
        return Space((Factor("part", ("", *map(str, range(number))), wide=0),))

    def answer(self, query: Query) -> Outcome:
        """What a query shows."""
        part, page = query.values[0], query.page
        if self.menus:
            if not part:
                return Outcome(error="missing field")
            page = part
        shown = range((page - 1) * self.page, page * self.page)
        following = not self.menus and page < self.pages
        return Outcome(tuple(map(_identity, shown)), next=following, bytes=1)


def _identity(number: int) -> str:
    return blake2b(str(number).encode(), digest_size=16).hexdigest()


def _held() -> int:
    """Bytes of the process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_SIZE


def harvest(table: Table) -> tuple[Harvest, int, float]:
    """The harvest, its requests, and the seconds of CPU in the planner."""
    queries = table.answers * table.pages + 10
    options = HarvestOptions(queries=queries, records=10**9)
    planner = Harvest(table.form(), options)
    number, seconds = 0, 0.0
    while True:
        begun = time.process_time()
        query = planner.next()
        seconds += time.process_time() - begun
        if query is None:
            return planner, number, seconds
        outcome = table.answer(query)
        begun = time.process_time()
        planner.settle(query, outcome)
        seconds += time.process_time() - begun
        number += 1


def main(argv: Sequence[str] | None = None) -> None:
    """Print one row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--page", type=int, default=250, help="records a page")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--menus", action="store_true")
    way.add_argument("--answers", type=int, default=1)
    given = parser.parse_args(argv)
    table = Table(given.records, given.page, given.menus, given.answers)
    gc.collect()
    before = _held()
    planner, number, seconds = harvest(table)
    gc.collect()
    held, found = _held() - before, len(planner.records)
    del planner
    tracemalloc.start()
    planner, _, _ = harvest(table)
    gc.collect()
    traced = tracemalloc.get_traced_memory()[0]
    assert len(planner.records) == found
    kind = "menus" if given.menus else f"pager, {given.answers} answers"
    print(
        f"| {kind} | {found:,} | {number:,} | {1000 * seconds / number:.1f} ms"
        f" | {traced / found:.0f} | {held / found:.0f} | {held / 2**20:.1f} MB |"
    )


if __name__ == "__main__":
    main()
