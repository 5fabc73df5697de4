"""What URLs taught about the words in them: values, last segments, how often."""

from __future__ import annotations

from dataclasses import dataclass, field

FEW = 24
"""Values of a parameter that may choose the template."""
OFTEN = 4
"""URLs for each of them."""
RECURS = 3
"""URLs of one last segment, or folders that have it, from which it has a name."""
SLOTS = 20_000


@dataclass(slots=True)
class Words:
    """Tables that add up; none has more than :data:`SLOTS` entries."""

    values: dict[str, dict[str, None]] = field(default_factory=dict)
    """Of a place in a query: its values, one more than :data:`FEW` at most."""
    times: dict[str, int] = field(default_factory=dict)
    """URLs with such a place."""
    leaves: dict[str, int] = field(default_factory=dict)
    """URLs by path as it is typed."""
    folders: dict[str, dict[str, None]] = field(default_factory=dict)
    """Of a last segment: folders that have it."""

    def path(self, place: str, times: int = 1) -> None:
        """A path was met."""
        if place in self.leaves or len(self.leaves) < SLOTS:
            self.leaves[place] = self.leaves.get(place, 0) + times

    def leaf(self, name: str, folder: str) -> None:
        """A last segment was met in a folder."""
        if name not in self.folders and len(self.folders) >= SLOTS:
            return
        seen = self.folders.setdefault(name, {})
        if len(seen) < RECURS:
            seen.setdefault(folder)

    def value(self, slot: str, token: str) -> None:
        """A place in a query had a value."""
        if slot in self.values or len(self.values) < SLOTS:
            values = self.values.setdefault(slot, {})
            if len(values) <= FEW:
                values.setdefault(token)

    def time(self, slot: str, times: int = 1) -> None:
        """A place in a query was met."""
        if slot in self.values:
            self.times[slot] = self.times.get(slot, 0) + times

    def recurs(self, place: str, name: str) -> bool:
        """Whether a last segment is met again and again, here or in other folders."""
        return (
            self.leaves.get(place, 0) >= RECURS
            or len(self.folders.get(name, ())) >= RECURS
        )

    def chooses(self, slot: str) -> bool:
        """Whether the values of a place are few among many URLs."""
        few = len(self.values.get(slot, ()))
        return 0 < few <= FEW and self.times.get(slot, 0) >= OFTEN * few

    def join(self, told: Words) -> None:
        """Add what was learned elsewhere."""
        for place, count in told.leaves.items():
            self.path(place, count)
        for name, folders in told.folders.items():
            for folder in folders:
                self.leaf(name, folder)
        for slot, values in told.values.items():
            for token in values:
                self.value(slot, token)
        for slot, count in told.times.items():
            self.time(slot, count)
