"""What lies behind a form: which queries to ask, and how much is still missing.

``Harvest(form, options)`` plans the queries and judges what comes of them, without
any input or output of its own. The methods are described in
``docs/methods/harvest.md``.
"""

from __future__ import annotations

from crawler.harvest.earlier import Earlier
from crawler.harvest.factors import Factor, Space, TextBox, space_of
from crawler.harvest.knowledge import Knowledge, read_fill
from crawler.harvest.limits import Forecast, Spent
from crawler.harvest.options import HarvestOptions
from crawler.harvest.planner import Harvest
from crawler.harvest.queries import FAILED, Outcome, Query
from crawler.harvest.sampling import combinations, sample_size
from crawler.harvest.size import Size, estimate
from crawler.harvest.verdict import Verdict, bound

__all__ = [
    "FAILED",
    "Earlier",
    "Factor",
    "Forecast",
    "Harvest",
    "HarvestOptions",
    "Knowledge",
    "Outcome",
    "Query",
    "Size",
    "Space",
    "Spent",
    "TextBox",
    "Verdict",
    "bound",
    "combinations",
    "estimate",
    "read_fill",
    "sample_size",
    "space_of",
]
