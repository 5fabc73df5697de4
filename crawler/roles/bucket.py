"""A token bucket: so many bytes a second on average, whatever their sizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

BURST: Final = 1.0
"""Seconds' worth of bytes that may come at once after a pause."""


@dataclass(slots=True)
class Bucket:
    """Bytes are taken when they have come: how many there will be nobody knows.

    The bucket may so be in debt; until that is paid nothing more is asked for. On
    average no more than *rate* bytes a second come, and a burst beyond it.

    >>> bucket = Bucket(rate=100)
    >>> bucket.take(350, now=0.0)
    >>> bucket.wait(now=0.0), bucket.wait(now=1.5), bucket.wait(now=2.5)
    (2.5, 1.0, 0.0)
    """

    rate: float
    """Bytes a second."""
    _level: float = field(init=False)
    _at: float | None = None

    def __post_init__(self) -> None:
        self._level = self.rate * BURST

    def take(self, size: int, now: float) -> None:
        """So many bytes have come; *now* in seconds of any clock that goes forward."""
        self._fill(now)
        self._level -= size

    def wait(self, now: float) -> float:
        """Seconds until more may be asked for; 0 at once."""
        self._fill(now)
        return max(0.0, -self._level / self.rate)

    def _fill(self, now: float) -> None:
        if self._at is not None:
            gained = max(0.0, now - self._at) * self.rate
            self._level = min(self.rate * BURST, self._level + gained)
        self._at = now
