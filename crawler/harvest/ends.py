"""Which text boxes are the ends of a range."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from crawler.harvest import typed
from crawler.harvest.factors import words
from crawler.harvest.quantities import WHOLE, quantity, written
from crawler.harvest.ranges import HIGH, LOW

if TYPE_CHECKING:
    from crawler.harvest.factors import Space, TextBox

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Span(NamedTuple):
    """One or two boxes, by their place among the boxes of the form."""

    low: int | None
    high: int | None
    kind: str
    stem: frozenset[str]
    """Words of their names, the ends apart."""


class Interval(NamedTuple):
    """From, to; None where no end is set."""

    low: float | None
    high: float | None

    def holds(self, value: float) -> bool:
        """Whether a value is within."""
        return (self.low is None or self.low <= value) and (
            self.high is None or value <= self.high
        )


def span_of(space: Space) -> Span | None:
    """The first pair of ends of one range, else a single end.

    >>> from crawler.harvest import Space, TextBox
    >>> span_of(Space((), (TextBox("q"), TextBox("size_max"), TextBox("size_min"))))
    Span(low=2, high=1, kind='number', stem=frozenset({'size'}))
    >>> span_of(Space((), (TextBox("q"),))), span_of(Space((), (TextBox("to"),)))
    (None, None)
    """
    lows = [_end(i, box, LOW) for i, box in enumerate(space.boxes)]
    highs = [_end(i, box, HIGH) for i, box in enumerate(space.boxes)]
    ends = [(end, other) for end in lows if end for other in highs if other]
    for (i, kind, stem), (j, other, rest) in ends:
        if i != j and stem == rest and kind == other:
            return Span(i, j, kind, stem)
    for end in lows:
        if end and end[2]:
            return Span(end[0], None, end[1], end[2])
    for end in highs:
        if end and end[2]:
            return Span(None, end[0], end[1], end[2])
    return None


def _end(
    place: int, box: TextBox, ends: frozenset[str]
) -> tuple[int, str, frozenset[str]] | None:
    """Place, kind and stem of a box that is an end; by its name, else its label."""
    kind = typed.type_of(box)
    for name in (box.name, box.label):
        own = words(_CAMEL.sub(" ", name[:200]))
        rest = [word for word in own if word not in ends]
        if len(rest) == len(own) - 1:
            told = [typed.type_of_word(word) for word in rest]
            if kind in {"text", "number"}:
                kind = next(filter(None, told), kind)
            return (place, kind, frozenset(rest)) if kind in WHOLE else None
    return None


def write(span: Span, texts: tuple[str, ...], interval: Interval) -> tuple[str, ...]:
    """The texts of all boxes, with the ends of an interval put in.

    >>> write(Span(2, 1, "number", frozenset()), ("tea", "", ""), Interval(5, None))
    ('tea', '', '5')
    """
    found = list(texts)
    for place, value in zip((span.low, span.high), interval, strict=True):
        if place is not None and value is not None:
            found[place] = written(span.kind, value)
    return tuple(found)


def read(
    span: Span, space: Space, texts: tuple[str, ...]
) -> tuple[tuple[str, ...], Interval] | None:
    """The texts without ends, and the interval; None when these are no quantities.

    >>> from crawler.harvest import Space, TextBox
    >>> space = Space((), (TextBox("q"), TextBox("min"), TextBox("max")))
    >>> read(Span(1, 2, "number", frozenset()), space, ("tea", "", "9"))
    (('tea', '', ''), Interval(low=None, high=9.0))
    """
    if len(texts) != len(space.boxes):
        return None
    plain, ends = list(texts), list[float | None]()
    for place in (span.low, span.high):
        value = None
        if place is not None and texts[place] not in {"", space.boxes[place].default}:
            value = quantity(span.kind, texts[place])
            if value is None:
                return None
        if place is not None:
            plain[place] = space.boxes[place].default
        ends.append(value)
    return tuple(plain), Interval(*ends)
