"""A queue as the contract of the frontier has it, in plain Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crawler.frontier.backend import Counts

if TYPE_CHECKING:
    from crawler.frontier.backend import Entry


@dataclass
class Row:
    """What is known of one row."""

    order: int
    entry: Entry
    state: str = "pending"
    owner: int = -1
    number: int = 0
    fails: int = 0
    tried: bool = False


@dataclass
class Model:
    """A queue as the contract has it."""

    rows: dict[bytes, Row] = field(default_factory=dict)
    seen: set[bytes] = field(default_factory=set)
    pushed: int = 0

    def push(self, entry: Entry) -> bool:
        if entry.key in self.seen and not entry.repeat:
            return False
        if not entry.repeat or entry.spelling:
            self.seen.add(entry.key)
        self.rows[entry.payload] = Row(self.pushed, entry)
        self.pushed += 1
        return True

    def of(self, state: str, **wanted: Any) -> list[Row]:
        found = [row for row in self.rows.values() if row.state == state]
        for name, value in wanted.items():
            found = [
                row for row in found if value == getattr(row.entry, name, row.owner)
            ]
        return sorted(found, key=lambda row: (-row.entry.priority, row.order))

    def counts(self) -> Counts:
        numbers = {
            s: len(self.of(s)) for s in ("pending", "leased", "parked", "failed")
        }
        return Counts(seen=len(self.seen), **numbers)
