"""The frontier: a durable queue and the set of seen keys, changed together."""

from __future__ import annotations

from crawler.frontier.backend import (
    Backend,
    Batch,
    Counts,
    Entry,
    Front,
    Lease,
    Pace,
)
from crawler.frontier.budget import Share, SiteBudget
from crawler.frontier.codec import UnstorableError, pack, unpack
from crawler.frontier.errors import FrontierError
from crawler.frontier.ledger import Ledger, Outcome, Settled
from crawler.frontier.options import FrontierOptions
from crawler.frontier.retry_after import Refusals
from crawler.frontier.sqlite_open import open_sqlite

__all__ = [
    "Backend",
    "Batch",
    "Counts",
    "Entry",
    "Front",
    "FrontierError",
    "FrontierOptions",
    "Lease",
    "Ledger",
    "Outcome",
    "Pace",
    "Refusals",
    "Settled",
    "Share",
    "SiteBudget",
    "UnstorableError",
    "open_sqlite",
    "pack",
    "unpack",
]
