"""A database behind a form whose text boxes are the ends of a range."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawler.harvest import Outcome
from crawler.harvest.quantities import quantity
from crawler.items import Field, Form

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass
class Spanned:
    """Records of one quantity each, of which an answer shows the first *top*."""

    values: Sequence[float]
    low: str = "size_min"
    high: str = "size_max"
    """Names of the boxes; empty for none."""
    kind: str = "number"
    top: int = 20
    ranked: bool = False
    """Answers are sorted by the quantity; else in an order of their own."""
    strict: bool = False
    """An end is no part of the range."""
    needed: bool = False
    """Without both ends nothing is shown."""
    silent: bool = False
    """An answer that is cut off does not say so."""
    texts: Mapping[float, str] = field(default_factory=dict)
    """How a quantity is written, where it is not the plain number."""

    @property
    def form(self) -> Form:
        names = [name for name in (self.low, self.high) if name]
        fields = tuple(Field(name, "text") for name in names)
        return Form("http://db.test/search", fields=fields)

    def matching(self, texts: Mapping[str, str]) -> list[int]:
        """Numbers of the records between the ends, in the order of an answer."""
        ends = [
            quantity(self.kind, texts.get(name, "")) for name in (self.low, self.high)
        ]
        if self.needed and None in ends:
            return []
        low = float("-inf") if ends[0] is None else ends[0]
        high = float("inf") if ends[1] is None else ends[1]
        found = [
            i
            for i, value in enumerate(self.values)
            if (low < value < high if self.strict else low <= value <= high)
        ]
        key = (lambda i: self.values[i]) if self.ranked else (lambda i: i * 7919 % 1009)
        return sorted(found, key=key)

    def fields(self, record: int) -> dict[str, str]:
        """What a record says; its number is no quantity of it."""
        value = self.values[record]
        told = self.texts.get(value) or f"{value:g}"
        return {"no": f"{record}", "name": f"Lamp No {record:04d}", "size": told}

    def answer(self, texts: Sequence[str]) -> Outcome:
        """The one page of an answer."""
        names = [name for name in (self.low, self.high) if name]
        found = self.matching(dict(zip(names, texts, strict=True)))
        shown = found[: self.top]
        return Outcome(
            records=tuple(f"r{record}" for record in shown),
            more=len(found) > len(shown) and not self.silent,
            fields=tuple(map(self.fields, shown)),
        )
