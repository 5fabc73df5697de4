"""The pages of a population with the smallest hashes: a sample drawn at random.

Whatever order URLs are found and fetched in, those with the k smallest hashes are a
uniform sample of all that are known (bottom-k sampling; Cohen and Kaplan, 2007).
"""

from __future__ import annotations

import struct
from bisect import bisect_left, insort
from typing import Self

PENDING, QUIET, NEWS = 0, 1, 2


class Sketch:
    """Up to *size* pages of a population by hash, and what came of each."""

    __slots__ = ("_hashes", "_states", "_whole", "floor", "sample", "size")

    def __init__(self, size: int = 1024) -> None:
        self.size = size
        self.floor = -1
        """What was drawn up to here does not count: a surprise came after it."""
        self.sample = 0
        """Pages drawn when the population was closed."""
        self._hashes: list[int] = []
        self._states: dict[int, int] = {}
        # How many of the first are known to be fetched.
        self._whole = 0

    def add(self, number: int) -> None:
        """A URL was found."""
        if number in self._states:
            return
        if len(self._hashes) >= self.size:
            if number > self._hashes[-1]:
                return
            del self._states[self._hashes.pop()]
            self._whole = min(self._whole, len(self._hashes))
        place = bisect_left(self._hashes, number)
        insort(self._hashes, number)
        self._states[number] = PENDING
        self._whole = min(self._whole, place)

    def end(self, number: int, *, news: bool) -> None:
        """Its page was fetched; *news* once said is not taken back."""
        if number in self._states and self._states[number] != NEWS:
            self._states[number] = NEWS if news else QUIET

    def drawn(self) -> int:
        """Pages drawn: fetched, and with no smaller hash that is not."""
        while (
            self._whole < len(self._hashes)
            and self._states[self._hashes[self._whole]] != PENDING
        ):
            self._whole += 1
        return self._whole

    def quiet(self) -> int:
        """Pages drawn since the last that brought news, or since the floor."""
        count = 0
        for place in range(self.drawn() - 1, -1, -1):
            number = self._hashes[place]
            if self._states[number] == NEWS or number <= self.floor:
                break
            count += 1
        return count

    def begin_anew(self) -> None:
        """Count from the next draw on.

        Of URLs that came later some may have to be drawn before the sample is complete
        again; what it was when the population was closed counts no more either.
        """
        last = min(max(self.drawn(), self.sample), len(self._hashes))
        if last:
            self.floor = max(self.floor, self._hashes[last - 1])

    def close(self) -> None:
        """What is drawn now is the sample that the rest was judged by."""
        self.sample = self.drawn()

    def is_sampled(self, number: int) -> bool:
        """Whether a URL is, by its hash, one of those that had to be drawn.

        The sample would be no random one of all URLs without those that came later.
        """
        count = min(self.sample, len(self._hashes))
        return count > 0 and number <= self._hashes[count - 1]

    def join(self, told: Sketch) -> None:
        """Unite the samples; what brought news to anybody did."""
        for number, state in told._states.items():
            self.add(number)
            if number in self._states:
                self._states[number] = max(state, self._states[number])
        self.floor = max(self.floor, told.floor)
        self.sample = told.sample or self.sample

    def data(self) -> tuple[int, int, int, bytes, bytes]:
        """As plain data."""
        hashes = struct.pack(f"<{len(self._hashes)}Q", *self._hashes)
        states = bytes(self._states[number] for number in self._hashes)
        return self.size, self.floor, self.sample, hashes, states

    @classmethod
    def of(
        cls, size: int, floor: int, sample: int, hashes: bytes, states: bytes
    ) -> Self:
        """What :meth:`data` gave.

        :raises ValueError: of what it did not give.
        """
        sketch = cls(size)
        sketch.floor, sketch.sample = floor, sample
        if len(hashes) != 8 * len(states) or set(states) - {PENDING, QUIET, NEWS}:
            raise ValueError("no sample of pages")
        numbers = struct.unpack(f"<{len(states)}Q", hashes)
        sketch._states = dict(zip(numbers, states, strict=True))
        sketch._hashes = sorted(sketch._states)
        return sketch
