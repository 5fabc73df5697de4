"""What is said at the end of URLs that were set aside."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.addon import Leadline
    from crawler.frontier import Backend, Entry
    from crawler.saturation import Closing
    from crawler.stored import Shelf


@dataclass(slots=True)
class Predicted:
    """What was left, of all workers together."""

    urls: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    """Shapes that are closed, by rule."""


def predict(addon: Leadline, backend: Backend, shelf: Shelf) -> Predicted:
    """Say of each URL what it would have been.

    They stay where they are: another run may want them.

    :raises FrontierError: as the backend does.
    """
    told = Predicted()
    for shape, host, closing in addon.saturation.closed():
        told.shapes[closing.rule] += 1
        for entry in backend.parked(host, shape):
            told.urls += _predict(addon, entry, closing, shelf)
    return told


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
