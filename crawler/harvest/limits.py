"""What a harvest has cost, what it will cost, and which limit will end it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.harvest.options import HarvestOptions
    from crawler.harvest.queries import Outcome
    from crawler.harvest.size import Size


@dataclass(slots=True)
class Spent:
    """What has been spent and got so far."""

    queries: int = 0
    records: int = 0
    bytes: int = 0
    seconds: float = 0.0
    idle: int = 0
    """Queries in a row without news."""

    def add(self, outcome: Outcome, new: int) -> None:
        """Count one settled query."""
        self.queries += 1
        self.records += new
        self.bytes += outcome.bytes
        self.seconds += outcome.seconds
        self.idle = 0 if new else self.idle + 1


@dataclass(frozen=True, slots=True)
class Forecast:
    """What going on to the end would take: S and T of the published method."""

    left: int
    """Queries still to ask."""
    space: float
    """S: bytes of all answers together, those received included."""
    time: float
    """T: seconds still to wait, one answer after the other."""
    size: Size
    binds: str
    """The setting of the limit that is reached first; empty when none is."""
    at: int
    """Queries, of all, at which it is."""
    coverage: float
    """Share of the estimated records that is expected then."""


def reached(spent: Spent, options: HarvestOptions, size: Size | None = None) -> str:
    """The setting of a limit that has been reached, or nothing.

    >>> from crawler.harvest.options import HarvestOptions
    >>> reached(Spent(queries=5), HarvestOptions(queries=5))
    'HARVEST_QUERIES'
    """
    for name, value, limit in _measures(spent, options):
        if value >= limit:
            return name
    if size and options.share < 1 and spent.records >= options.share * size.value > 0:
        return "HARVEST_SHARE"
    return ""


def forecast(spent: Spent, left: int, size: Size, options: HarvestOptions) -> Forecast:
    """Project the means so far on the queries that are *left*.

    The coverage grows from the present to 1 as the share of them that is asked,
    which is right for queries in random order and too low when good ones go first.
    """
    each = max(spent.queries, 1)
    rate = max(size.value - spent.records, 0.0) / left if left else 0.0
    per_query = {
        "HARVEST_QUERIES": 1.0,
        "HARVEST_RECORDS": rate,
        "HARVEST_BYTES": spent.bytes / each,
        "HARVEST_SECONDS": spent.seconds / each,
    }
    ends = {
        name: (limit - value) / per_query[name]
        for name, value, limit in _measures(spent, options)
        if per_query.get(name)
    }
    if options.share < 1 and rate:
        ends["HARVEST_SHARE"] = (options.share * size.value - spent.records) / rate
    binds = min(ends, key=ends.__getitem__, default="")
    more = max(0.0, min(ends.get(binds, left), left))
    if more >= left:
        binds = ""
    found = spent.records + rate * more
    return Forecast(
        left=left,
        space=spent.bytes / each * (spent.queries + left),
        time=spent.seconds / each * left,
        size=size,
        binds=binds,
        at=spent.queries + int(more),
        coverage=min(1.0, found / size.value) if size.value else 1.0,
    )


def _measures(
    spent: Spent, options: HarvestOptions
) -> tuple[tuple[str, float, float], ...]:
    return (
        ("HARVEST_QUERIES", spent.queries, options.queries),
        ("HARVEST_RECORDS", spent.records, options.records),
        ("HARVEST_BYTES", spent.bytes, options.bytes),
        ("HARVEST_SECONDS", spent.seconds, options.seconds),
        ("HARVEST_IDLE", spent.idle, options.idle),
    )
