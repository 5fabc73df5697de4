"""What is said at the end of URLs that were set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.addon import Leadline
    from crawler.frontier import Backend, Entry
    from crawler.saturation import Closing
    from crawler.stored import Shelf


def predict(addon: Leadline, backend: Backend, shelf: Shelf) -> int:
    """Say of each URL what it would have been; how many there are.

    They stay where they are: another run may want them.

    :raises FrontierError: as the backend does.
    """
    count = 0
    for shape, host, closing in addon.saturation.closed():
        for entry in backend.parked(host, shape):
            count += _predict(addon, entry, closing, shelf)
    return count


def _predict(addon: Leadline, entry: Entry, closing: Closing, shelf: Shelf) -> bool:
    try:
        request = shelf.take(entry.payload)
    except ValueError:
        return False
    if request is None:
        return False
    detail = f"like {closing.example}; {closing.detail}"
    if closing.rule == "trap":
        addon.decide(request.url, "trap", detail)
    else:
        addon.decide(request.url, "predicted", detail)
    return True
