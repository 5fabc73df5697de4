"""What came, went and changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

Entry: TypeAlias = dict[str, Any]
"""One finding, as plain data."""


@dataclass
class Changes:
    """Of one kind of finding."""

    came: list[Entry] = field(default_factory=list)
    went: list[Entry] = field(default_factory=list)
    changed: list[Entry] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.came or self.went or self.changed)
