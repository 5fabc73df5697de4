"""A database behind a form whose text boxes are the ends of a range."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawler.harvest import Outcome
from crawler.harvest.quantities import quantity
from crawler.items import Field, Form

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WORDS = ("lamp", "chair", "kettle", "basket")


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
    drawers: int = 1
    """Values of a menu, each with its share of the records."""
    wide: bool = False
    """The menu has an "any"."""
    worded: bool = False
    """There is a box for words, without one of which nothing is shown."""
    featured: int = 0
    """There is one without which only every so many-th record is shown."""

    @property
    def form(self) -> Form:
        fields = [Field(name, "text") for name in (self.low, self.high) if name]
        if self.worded or self.featured:
            fields.append(Field("q", "text"))
        if self.drawers > 1:
            values = tuple(f"d{n}" for n in range(self.drawers))
            values = ("any", *values) if self.wide else values
            fields.append(Field("drawer", "select-one", values[0], values))
        return Form("http://db.test/search", fields=tuple(fields))

    def matching(self, texts: Mapping[str, str]) -> list[int]:
        """Numbers of the records between the ends, in the order of an answer."""
        ends = [
            quantity(self.kind, texts.get(name, "")) for name in (self.low, self.high)
        ]
        if self.needed and None in ends:
            return []
        word = texts.get("q", "")
        if self.worded and not word:
            return []
        low = float("-inf") if ends[0] is None else ends[0]
        high = float("inf") if ends[1] is None else ends[1]
        found = [
            i
            for i, value in enumerate(self.values)
            if (low < value < high if self.strict else low <= value <= high)
            and (word or not self.featured or i % self.featured == 0)
            and (not word or word.casefold() in WORDS[i % len(WORDS)])
            and texts.get("drawer", "any") in {"any", f"d{i % self.drawers}"}
        ]
        key = (lambda i: self.values[i]) if self.ranked else (lambda i: i * 7919 % 1009)
        return sorted(found, key=key)

    def fields(self, record: int) -> dict[str, str]:
        """What a record says; its number is no quantity of it."""
        value = self.values[record]
        told = self.texts.get(value) or f"{value:g}"
        name = f"{WORDS[record % len(WORDS)]} No {record:04d}"
        return {"no": f"{record}", "name": name, "size": told}

    @property
    def reachable(self) -> set[str]:
        """What can be shown by whatever single end; of two ends, all but ties."""
        name = self.low or self.high
        queries = [{}, *({name: f"{value:g}"} for value in set(self.values))]
        found = (self.matching(query)[: self.top] for query in queries)
        return {f"r{record}" for shown in found for record in shown}

    def answer(self, texts: Sequence[str], drawer: str = "any") -> Outcome:
        """The one page of an answer."""
        names = [name for name in (self.low, self.high) if name]
        names += ["q"] if self.worded or self.featured else []
        sent = dict(zip(names, texts, strict=True)) | {"drawer": drawer}
        found = self.matching(sent)
        shown = found[: self.top]
        fields = tuple(map(self.fields, shown))
        return Outcome(
            records=tuple(f"r{record}" for record in shown),
            more=len(found) > len(shown) and not self.silent,
            texts=tuple(" ".join(said.values()) for said in fields),
            fields=fields,
        )
