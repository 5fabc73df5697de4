"""Options of harvesting: the settings ``HARVEST_*``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

Count = Annotated[int, Field(ge=1)]


@dataclass(frozen=True)
class HarvestOptions:
    """How the queries are chosen, and when there have been enough."""

    mode: Literal["default", "paper"] = "default"
    """``paper``: default query, samples, then all other combinations in the order of
    the pattern; a batch without news ends it. Only *sample*, *pattern*, the limits,
    *window* and *seed* then apply."""
    sample: Literal["mean_log2", "log2", "log2_plus_one", "max_log2", "sqrt"] = (
        "mean_log2"
    )
    """How many samples: see :func:`crawler.harvest.sampling.sample_size`."""
    pattern: Literal["random", "regular", "stratified"] = "stratified"
    """Which samples: see :mod:`crawler.harvest.sampling`."""
    size: Literal[
        "chao2", "chao1", "ice", "jackknife", "lincoln_petersen", "schnabel"
    ] = "chao2"
    """How the size of the database is estimated."""
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Stop at this share of the estimated database; 1 is no limit."""
    queries: Count = 10_000
    """Requests, the pages of an answer included."""
    records: Count = 1_000_000
    bytes: Count = 1 << 30
    seconds: Annotated[float, Field(gt=0)] = 3_600.0
    """Time that the answers took, one after the other."""
    idle: Count = 1_000
    """Queries in a row without news."""
    tau: Annotated[float, Field(ge=0, le=1)] = 0.25
    """A factor is left at its default when a change of its value changes the records
    in a smaller share of the cases than this."""
    verify: Annotated[int, Field(ge=0)] = 200
    """Queries spent on whether "any" really stands for each of the other values."""
    keywords: Annotated[int, Field(ge=0)] = 200
    """Queries with words in a free text box."""
    conflicts: bool = True
    """Ask last, or never, what combines values that have yielded nothing together."""
    window: Count = 4
    """Queries decided on at a time, which may then be in flight together."""
    seed: int = 0


DEFAULT = HarvestOptions()
