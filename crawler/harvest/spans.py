"""Text boxes that are the ends of a range: "price from", "price to", "year_min".

The whole range is asked first. An answer that is cut off is split where half of what
it shows lies, which is the rank-shrink of Sheng, Zhang, Tao and Jin (2012): each part
holds a share of what was shown, so that n records behind answers of k take about n/k
questions. Both parts hold the number in the middle, since an end may be part of its
range or not. Where answers come sorted by the quantity, the part that was shown need
not be asked again: the next question begins where the answer ended.
"""

from __future__ import annotations

import heapq
from math import sqrt
from typing import TYPE_CHECKING, Final

from crawler.harvest.ends import Interval, span_of
from crawler.harvest.factors import words
from crawler.harvest.quantities import BEYOND, WHOLE, quantity, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crawler.harvest.factors import Space
    from crawler.harvest.ledger import Answer

_IDLE: Final = 30
"""Questions in a row without news, after which no range is split any more."""
_FIT: Final = 0.9
"""Share of records within the range asked for, where a field is what it is about."""
_WIDE: Final = 8.0
"""Times that one end is the other, from which a range is split by its ratio."""
_TELLING: Final = 8
"""Records of an answer that show in which order they come."""


class Spans:
    """The intervals of one span that are still to be asked."""

    def __init__(self, space: Space) -> None:
        self.span = span_of(space)
        self._space = space
        self._heap: list[tuple[float, int, Interval]] = []
        self._number = 0
        self._asked: set[tuple[str, ...]] = set()
        self._fields: dict[tuple[str, ...], dict[str, list[float]]] = {}
        self._fit: dict[str, list[float]] = {}
        """Field -> records within the range that was asked for, and records."""
        self._step = 1.0
        self._sorted: bool | None = None
        """Answers come in the order of the quantity; None: not looked at yet."""
        self._proof: Interval | None = None
        """Asked only to see whether they do."""
        self._skipped: list[Interval] = []
        """Not asked, as long as it seems so."""
        self._unusual: set[Interval] = set()
        self._begun = False
        self._suspects: dict[int, list[tuple[Interval, list[float]]]] = {}
        """Whole answers by their number, when it is a round one: perhaps a limit."""
        self._caps: dict[int, bool] = {}
        """Whether answers of so many records are cut off without a word."""
        self._tested = 0
        """The number that is being looked at."""
        self._open: set[tuple[str, ...]] = set()
        """Asked, and not answered to the end."""
        self.idle = 0
        self.stuck = False
        """Some answer stays cut off, however it is narrowed."""

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def whole(self) -> bool:
        """Everything in the range was shown."""
        open_ = self._heap or self._open or self.stuck or self.idle >= _IDLE
        return self._begun and not open_

    def begin(self, *, silent: bool) -> None:
        """Ask for the whole range; *silent*: without ends the form shows nothing."""
        if self.span is None or self._begun:
            return
        self._begun = True
        low, high = WHOLE[self.span.kind]
        if not silent:
            self._push(Interval(None, None), 1.0)
            return
        self._push(Interval(low, high), 1.0)
        for part in BEYOND.get(self.span.kind, ()):
            self._unusual.add(Interval(*part))
            self._push(Interval(*part), 0.01)

    def best(self, other: float) -> tuple[tuple[str, ...], float] | None:
        """Texts of all boxes, and the records expected; the most first.

        None where something *other* promises more.
        """
        if self._begun and not self._heap and not self._open:
            self._suspect()
        while self._heap and self.idle < _IDLE and -self._heap[0][0] > other:
            expected, _, interval = heapq.heappop(self._heap)
            texts = self._texts(interval)
            if texts not in self._asked:
                self._asked.add(texts)
                self._open.add(texts)
                return texts, -expected
        return None

    def learn(self, texts: tuple[str, ...], said: Sequence[Mapping[str, str]]) -> None:
        """Take in the fields of the records of one page."""
        interval = self._read(texts)
        if self.span is None or interval is None:
            return
        own = self._fields.setdefault(texts, {})
        for fields in said:
            for name, text in fields.items():
                value = quantity(self.span.kind, text)
                if value is None:
                    continue
                own.setdefault(name, []).append(value)
                if value != int(value):
                    self._step = 0.01
                fit = self._fit.setdefault(name, [0.0, 0.0])
                fit[0] += interval.holds(value)
                fit[1] += 1

    def judged(self, answer: Answer, new: int) -> None:
        """Split what is cut off, once all its pages are read."""
        texts = answer.key[1]
        interval = self._read(texts)
        if interval is None or answer.next:
            return
        self._open.discard(texts)
        values = self._values(self._fields.pop(texts, {}))
        self.idle = 0 if new else self.idle + (not answer.presumed)
        if interval == self._proof:
            self._proof, self._sorted = None, not new
            for part in self._skipped if new else ():
                self._push(part, 1.0)
            self._skipped = []
        number = len(answer.records)
        if answer.error:
            # One record may be to blame, or a limit on what can be asked for.
            if interval not in self._unusual:
                self._narrow(interval, [], 1)
            return
        if self._tested and new:
            self._caps[self._tested] = True
            for other in self._suspects.pop(self._tested, ()):
                self._narrow(*other, self._tested)
        if answer.cut or self._is_cut(number, interval, values):
            self._narrow(interval, values, number)

    def _is_cut(self, number: int, interval: Interval, values: list[float]) -> bool:
        """Whether an answer that says nothing of it ends where answers are cut off."""
        if number not in self._caps and number >= _TELLING and number % 5 == 0:
            self._suspects.setdefault(number, []).append((interval, values))
        return self._caps.get(number, False)

    def _narrow(self, interval: Interval, values: list[float], number: int) -> None:
        parts = list(self._split(interval, values))
        self.stuck = self.stuck or not parts
        for part in parts:
            self._push(part, float(max(1, number)))

    def _suspect(self) -> None:
        """Split one whole answer of a round number, to see whether it is whole.

        What shows "200 rows" may have no more, or be cut off there.
        """
        if self._tested:
            self._caps.setdefault(self._tested, False)
        self._tested = max(self._suspects.keys() - self._caps.keys(), default=0)
        if self._tested:
            interval, values = self._suspects[self._tested].pop()
            self._narrow(interval, values, self._tested)

    def is_split(self, texts: tuple[str, ...]) -> bool:
        """Whether an answer to these texts is narrowed here."""
        return self._begun and self._read(texts) is not None

    def _split(self, interval: Interval, values: list[float]) -> Iterator[Interval]:
        low, high = interval
        inner = sorted(v for v in values if interval.holds(v))
        assert self.span is not None
        if len(inner) >= _TELLING and inner == values and inner[0] < inner[-1]:
            if self._sorted is None and self.span.high is not None:
                self._sorted = True
                self._proof = Interval(low, inner[len(inner) // 2])
                yield self._proof
            if self._sorted or self.span.high is None:
                if self._proof is not None:
                    self._skipped.append(Interval(low, inner[-1]))
                yield Interval(inner[-1], high)
                return
        if inner and inner[0] == inner[-1] == low != high:
            yield Interval(low, low)
            yield Interval(inner[0] + self._step, high)
            return
        middle = self._middle(interval, inner)
        if middle is None:
            return
        if self.span.high is not None:
            yield Interval(low, middle if middle != high else low)
        if self.span.low is not None:
            yield Interval(middle if middle != low else high, high)

    def _middle(self, interval: Interval, inner: list[float]) -> float | None:
        """Where to split: strictly within, but for an interval of one step."""
        low, high = interval
        if low is not None and high is not None and high - low <= self._step:
            return None if low == high else high
        within = [
            v for v in inner if (low is None or v > low) and (high is None or v < high)
        ]
        if within:
            return within[len(within) // 2]
        if low is None or high is None:
            # All that was shown lies at the one end that is known.
            end = inner[0] if inner else (0.0 if low is None else low)
            step = max(self._step, abs(end))
            middle = end - step if high is not None else end + step
            return None if abs(middle) > 1e12 else middle
        middle = (low + high) / 2
        if low >= 0 and high > _WIDE * (low + 1):
            middle = sqrt((low + 1) * high)  # small quantities are frequent
        return middle if self._step < 1 else float(int(middle))

    def _values(self, fields: dict[str, list[float]]) -> list[float]:
        """The quantities of the records, as far as it is known which they are."""
        assert self.span is not None
        stem = self.span.stem

        def rank(name: str) -> tuple[bool, bool, int]:
            within, number = self._fit[name]
            fits = within >= _FIT * number
            return fits, bool(stem & set(words(name))), len(set(fields[name]))

        best = max(fields, key=rank, default=None)
        return fields[best] if best is not None and rank(best)[0] else []

    def _push(self, interval: Interval, expected: float) -> None:
        heapq.heappush(self._heap, (-expected, self._number, interval))
        self._number += 1

    def _texts(self, interval: Interval) -> tuple[str, ...]:
        assert self.span is not None
        texts = [box.default for box in self._space.boxes]
        ends = (self.span.low, self.span.high)
        for place, value in zip(ends, interval, strict=True):
            if place is not None and value is not None:
                texts[place] = written(self.span.kind, value)
        return tuple(texts)

    def _read(self, texts: tuple[str, ...]) -> Interval | None:
        """The interval that texts ask for; None when they ask for something else."""
        if self.span is None or len(texts) != len(self._space.boxes):
            return None
        ends: list[float | None] = []
        for place in (self.span.low, self.span.high):
            text = texts[place] if place is not None else ""
            value = quantity(self.span.kind, text)
            if text and value is None:
                return None
            ends.append(value)
        others = (
            text == box.default
            for i, (text, box) in enumerate(zip(texts, self._space.boxes, strict=True))
            if i not in (self.span.low, self.span.high)
        )
        return Interval(*ends) if all(others) else None
