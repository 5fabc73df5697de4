"""Two menus that are the ends of a range: "price from", "price to"."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from crawler.harvest.factors import words

if TYPE_CHECKING:
    from crawler.harvest.factors import Combination, Space

LOW = frozenset(
    {"min", "minimum", "from", "low", "start", "after", "since", "von", "de", "ab"}
)
HIGH = frozenset({"max", "maximum", "to", "high", "end", "before", "until", "bis", "a"})


@dataclass(frozen=True, slots=True)
class Range:
    """Two factors, and the numbers that their values stand for."""

    low: int
    high: int
    lows: tuple[float, ...]
    """Number of each value; minus infinity where it sets no limit."""
    highs: tuple[float, ...]

    def empty(self, values: Combination) -> bool:
        """Whether the least is greater than the greatest."""
        return self.lows[values[self.low]] > self.highs[values[self.high]]

    def wider(self, k: int, value: int) -> tuple[int, ...]:
        """Values of factor *k*, one of the two, that let more through, widest first."""
        numbers = self.lows if k == self.low else tuple(-n for n in self.highs)
        own = numbers[value]
        above = (v for v, number in enumerate(numbers) if number < own)
        return tuple(sorted(above, key=lambda v: numbers[v]))

    def steps(self, values: Combination) -> int:
        """Parts that the range of *values* can be split into, at least one.

        >>> Range(0, 1, (0, 5, 9), (0, 5, 9)).steps((0, 2))
        3
        """
        least, most = self.lows[values[self.low]], self.highs[values[self.high]]
        inside = {n for n in (*self.lows, *self.highs) if least <= n <= most}
        return max(1, sum(abs(number) != inf for number in inside))

    def halves(self, values: Combination) -> list[Combination]:
        """Two queries that share the range of *values*; none when it is one step.

        Both contain the number in the middle, since what lies between two options
        must not be lost. This is the splitting of rank-shrink (Sheng et al. 2012).

        >>> price = Range(0, 1, (0, 5, 9), (0, 5, 9))
        >>> price.halves((0, 2)), price.halves((0, 1)), price.halves((1, 1))
        ([(0, 1), (1, 2)], [(0, 0), (1, 1)], [])
        """
        least, most = self.lows[values[self.low]], self.highs[values[self.high]]
        inside = sorted({n for n in (*self.lows, *self.highs) if least <= n <= most})
        steps = [number for number in inside if abs(number) != inf]
        if len(steps) < 2:
            return []
        middle = steps[len(steps) // 2] if len(steps) > 2 else None
        upper = steps[0] if middle is None else middle
        lower = steps[-1] if middle is None else middle
        found = []
        for k, numbers, number in (
            (self.high, self.highs, upper),
            (self.low, self.lows, lower),
        ):
            place = _nearest(numbers, number, up=k == self.high)
            half = (*values[:k], place, *values[k + 1 :])
            if place < 0 or half == values:
                return []
            found.append(half)
        return found


def ranges(space: Space) -> tuple[Range, ...]:
    """Pairs of factors whose names differ in one word, of an end each.

    >>> from crawler.harvest.factors import Factor, Space
    >>> ranges(Space((Factor("price_min", ("any", "5"), wide=0),
    ...     Factor("price_max", ("5", "9")))))
    (Range(low=0, high=1, lows=(-inf, 5.0), highs=(5.0, 9.0)),)
    """
    named = [(k, words(factor.name)) for k, factor in enumerate(space.factors)]
    named = [(k, [w for part in own for w in part.split("_")]) for k, own in named]
    found = []
    for low, left in named:
        rest = [word for word in left if word not in LOW]
        if len(rest) != len(left) - 1:
            continue
        for high, right in named:
            if low == high or rest != [word for word in right if word not in HIGH]:
                continue
            lows, highs = _numbers(space, low, -inf), _numbers(space, high, inf)
            if lows and highs and len(right) == len(left):
                found.append(Range(low, high, lows, highs))
    return tuple(found)


def _numbers(space: Space, k: int, none: float) -> tuple[float, ...]:
    """The numbers of a factor; nothing when another value than "any" is none."""
    factor = space.factors[k]
    found = []
    for place, value in enumerate(factor.values):
        number = none if place == factor.wide else _number(value)
        if number is None:
            return ()
        found.append(number)
    return tuple(found)


def _number(value: str | None) -> float | None:
    """The number that a value is; None where it is none.

    >>> _number("1,500"), _number("any"), _number(None)
    (1500.0, None, None)
    """
    plain = (value or "").strip().replace(",", "").replace(" ", "")
    if not (plain.isascii() and plain.replace(".", "", 1).isdecimal()):
        return None
    return float(plain) if len(plain) <= 18 else None


def _nearest(numbers: tuple[float, ...], number: float, *, up: bool) -> int:
    """Place of the number itself, else of the next one that includes it; or -1."""
    fit = [n for n in numbers if (n >= number if up else n <= number)]
    return numbers.index(min(fit) if up else max(fit)) if fit else -1
