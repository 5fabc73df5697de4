"""The order of the pending rows of a shared queue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crawler.frontier.redis_rows import priority_of, unpack_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_STRETCH: Final = 2_000
"""Numbers that a script looks at in one go: 10 ms."""


class RedisOrder:
    """See :class:`crawler.frontier.backend.Order`."""

    def __init__(self, ask: Callable[..., Any]) -> None:
        self._ask = ask

    def rows(self, below: int | None, limit: int) -> list[tuple[int, int, bytes]]:
        """Number, priority and payload of pending rows, the newest first."""
        found: list[tuple[int, int, bytes]] = []
        place: Any = b"" if below is None else below
        while len(found) < limit and (place == b"" or int(place) > 1):
            left = limit - len(found)
            place, more = self._ask("order", "rows", place, _STRETCH, left)
            found += [
                (int(number), int(priority), unpack_row(row).payload)
                for number, priority, row in more
            ]
        return found

    def change(self, priorities: Iterable[tuple[int, int]]) -> None:
        """New priorities of rows, by number; of those that wait no more, nothing."""
        flat = [
            part
            for number, level in priorities
            for part in (number, priority_of(level))
        ]
        if flat:
            self._ask("order", "change", *flat)
