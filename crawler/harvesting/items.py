"""What a harvest yields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class HarvestedRecord:
    """A record, as pipelines and feeds see it; the survey has it by then."""

    form: str
    """Signature."""
    identity: str
    fields: dict[str, str]
    links: dict[str, str]
    section: str
    url: str
    """Of the answer that showed it first."""
    query: list[Any]
    """Name and value of each control that was varied."""
