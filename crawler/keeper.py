"""What the queue keeps for those who learn while they crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Keeper(Protocol):
    """Has something to keep with the queue, by names."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What names begin with that other workers change too."""
        ...

    def news(self) -> dict[str, bytes]:
        """What is new since the last call."""
        ...

    def counts(self) -> dict[str, int]:
        """What is to be added to counters since the last call."""
        ...

    def restore(self, kept: Mapping[str, bytes]) -> None:
        """Take what an earlier run, or another worker, kept; again is harmless."""
        ...
