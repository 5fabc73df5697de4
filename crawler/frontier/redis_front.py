"""What was seen before a worker came, for its front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.frontier.backend import Front

_BUCKETS: Final = 32_768  # as seen_of() of redis_common.lua makes
_KEYS_AT_ONCE: Final = 5_000
# Beyond so many keys, 15 seconds, a worker begins without knowing them; it asks.
_MOST: Final = 1_000_000


def fill(front: Front, seen: int, ask: Callable[..., Any]) -> None:
    """Add the *seen* keys to a front, as the script ``seen`` tells them."""
    if not 0 < seen <= _MOST:
        return
    step = max(1, min(_BUCKETS // 8, _BUCKETS * _KEYS_AT_ONCE // seen))
    for first in range(0, _BUCKETS, step):
        told = ask("seen", first, first + step - 1)
        for key, spelling in zip(told[::2], told[1::2], strict=True):
            front.seen.add(key)
            if spelling:
                front.spelled.add(spelling)
