"""What the policy answers: where a URL goes, and what is changed in the queue."""

from __future__ import annotations

from dataclasses import dataclass, field

TRAP, QUIET, POOLED = "trap", "quiet", "pool"
"""Rules by which a shape is closed."""


@dataclass(slots=True, frozen=True)
class Closing:
    """Why a shape is closed."""

    rule: str
    """``quiet`` (its own pages), ``pool`` (those of shapes like it) or ``trap``."""
    detail: str
    example: str = ""
    """A page that the others are like."""


@dataclass(slots=True, frozen=True)
class Place:
    """Where a URL that was found goes."""

    shape: str
    kept: bool
    """Fetched whatever becomes of its shape: it is in the share that is explored."""
    level: int
    """0 first: how soon its shape needs it to be known."""


@dataclass(slots=True)
class Changes:
    """Shapes to set aside, and shapes whose URLs return."""

    close: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    """By others: what was queued here meanwhile is still to be set aside."""
    opened: list[str] = field(default_factory=list)
    """By others: what was set aside here meanwhile is still to return."""

    def __bool__(self) -> bool:
        return bool(self.close or self.open or self.closed or self.opened)
