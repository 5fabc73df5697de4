"""One run of a spider on its survey."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy.exceptions import DropItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.store import Survey, SurveyWriter


class NotStored(DropItem):
    """A page or item that was to be stored and is not: its URL is still to be done."""


@dataclass(frozen=True)
class Run:
    """The open survey, its writer, and what the survey held before."""

    id: int
    survey: Survey
    writer: SurveyWriter
    pages_before: int = 0


def default_target(spider: str, starts: Sequence[str], now: datetime) -> Path:
    """Where a survey goes when nobody says so.

    >>> default_target("inspect", ["https://app.example/x"],
    ...     datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)).as_posix()
    'surveys/inspect-app.example-20260504T030201Z.sqlite'
    """
    host = urlsplit(starts[0]).netloc if starts else "site"
    safe = re.sub(r"[^A-Za-z0-9.-]+", "_", host.rpartition("@")[2])[:80] or "site"
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    return Path("surveys") / f"{spider}-{safe}-{stamp}.sqlite"
