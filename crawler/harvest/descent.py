"""The intervals of a range with two ends, under one setting of all other controls.

Rank-shrink of Sheng, Zhang, Tao and Jin (2012): an answer that is cut off is split
where half of what it shows lies. Both parts hold the number in the middle, since an
end may be part of its range or not. Where answers come sorted by the quantity, the
part that was shown need not be asked again: the next begins where the answer ended.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from crawler.harvest.ends import Interval
from crawler.harvest.quantities import BEYOND, WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crawler.harvest.ledger import Answer
    from crawler.harvest.scale import Scale

IDLE: Final = 30
"""Questions in a row without news, after which a range is split no more."""
TELLING: Final = 8
"""Records of an answer that show in which order they come."""
_WIDE: Final = 8.0
"""Times that one end is the other, from which a range is split by its ratio."""


class Part(NamedTuple):
    """An interval to ask for."""

    interval: Interval
    expected: float
    """Records."""


class Descent:
    """Splits what is cut off, until each part is answered in full."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._held: dict[Interval, list[float]] = {}
        """What is known to lie within those that are not answered yet."""
        self._unusual: set[Interval] = set()
        self._proof: Interval | None = None
        """Asked only to see whether answers are sorted."""
        self._skipped: list[Interval] = []
        """Not asked, as long as it seems so."""
        self.open: set[Interval] = set()
        """Asked, and not answered to the end."""
        self.idle = 0
        self.left = False
        """Parts were given up, after many questions without news."""
        self.stuck = False
        """Some part stays cut off, or without its records, however narrow it is."""
        self.shown = False
        """Some part has shown records."""

    def begin(self, *, silent: bool) -> list[Part]:
        """The whole range; *silent*: without ends the form shows nothing."""
        if not silent:
            return [Part(Interval(None, None), 1.0)]
        kind = self._scale.span.kind
        parts = [Part(Interval(*WHOLE[kind]), 1.0)]
        for low, high in BEYOND.get(kind, ()):
            self._unusual.add(Interval(low, high))
            parts.append(Part(Interval(low, high), 0.01))
        return parts

    def needless(self, interval: Interval) -> bool:  # noqa: ARG002 - as the other's
        """Whether its answer is known by now."""
        return False

    def said(self, interval: Interval, fields: dict[str, list[float]]) -> None:
        """Nothing of an answer is needed later."""

    def believe(self, interval: Interval) -> None:
        """An answer that was looked at was whole: nothing follows."""

    def judged(
        self, interval: Interval, values: Sequence[float], answer: Answer, *, cut: bool
    ) -> list[Part]:
        """What follows from an answer that was read to its end."""
        self.shown = self.shown or bool(answer.records)
        number, found = len(answer.records), list[Part]()
        if interval == self._proof:
            proved = not answer.news and not answer.error
            self._proof, self._scale.sorted = None, proved
            if not proved:
                found += [Part(part, 1.0) for part in self._skipped]
            self._skipped = []
        held = self._held.pop(interval, [])
        self._scale.ends(interval, values)
        if answer.error:
            # One record may be to blame, or a limit on what can be asked for.
            if interval not in self._unusual:
                found += self.narrow(interval, held, 1)
        elif cut:
            found += self.narrow(interval, values, number)
        elif self._scale.lacks(interval, held, number):
            # It lacks what an answer before has shown: it is none.
            found += self.narrow(interval, held, 1)
        return found

    def narrow(
        self, interval: Interval, values: Sequence[float], number: int
    ) -> list[Part]:
        """The parts of an interval, of which *number* records were shown."""
        parts = list(self._split(interval, values))
        self.stuck = self.stuck or not parts
        for part in parts:
            self._held[part] = [v for v in values if part.holds(v)]
        return [Part(part, float(max(1, number))) for part in parts]

    def _split(self, interval: Interval, values: Sequence[float]) -> Iterator[Interval]:
        low, high = interval
        scale = self._scale
        inner = sorted(v for v in values if interval.holds(v))
        if len(inner) >= TELLING and inner == list(values) and inner[0] < inner[-1]:
            if scale.sorted is None:
                scale.sorted = True
                self._proof = Interval(low, inner[len(inner) // 2])
                yield self._proof
            if scale.sorted:
                if self._proof is not None:
                    self._skipped.append(Interval(low, inner[-1]))
                yield Interval(inner[-1], high)
                return
        if inner and inner[0] == inner[-1] == low != high:
            yield Interval(low, low)
            yield Interval(inner[0] + scale.step, high)
            return
        middle = self._middle(interval, inner)
        if middle is None:
            return
        yield Interval(low, middle if middle != high else low)
        yield Interval(middle if middle != low else high, high)

    def _middle(self, interval: Interval, inner: list[float]) -> float | None:
        """Where to split: strictly within, but for an interval of one step."""
        low, high = interval
        step = self._scale.step
        if low is not None and high is not None and high - low <= step:
            return None if low == high else high
        within = [
            v for v in inner if (low is None or v > low) and (high is None or v < high)
        ]
        if within:
            return within[len(within) // 2]
        if low is None or high is None:
            # All that was shown lies at the one end that is known.
            end = inner[0] if inner else (0.0 if low is None else low)
            wide = max(step, abs(end))
            middle = end - wide if high is not None else end + wide
            return None if abs(middle) > 1e12 else middle
        middle = (low + high) / 2
        if low >= 0 and high > _WIDE * (low + 1):
            middle = sqrt((low + 1) * high)  # small quantities are frequent
        return middle if step < 1 else float(int(middle))

    @property
    def whole(self) -> bool:
        """Everything in the range was shown, but for what is still queued."""
        return not (self.open or self.stuck or self.left)
