"""A database behind a form, of which everything is known.

Records are bits of integers; a value of a control is the mask of the records that it
lets through. Answers are cut off, ranked and paged as real ones are. Nothing here is
random: what a seed has drawn is fixed when the database is built.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from crawler.harvest import Outcome, Space, space_of
from crawler.items import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.harvest.factors import Combination
    from crawler.items import Field


@dataclass(frozen=True)
class Control:
    """A control with finitely many values, and what each of them does."""

    field: Field
    masks: tuple[int, ...] = ()
    """Per value, the records that it lets through; empty when it only arranges."""
    orders: tuple[tuple[int, ...], ...] = ()
    """Per value, the order of all records."""
    pages: tuple[int, ...] = ()
    """Per value, the records of a page."""


@dataclass
class Database:
    """What a site knows, and how it answers."""

    kind: str
    seed: int
    number: int
    """Records."""
    controls: tuple[Control, ...]
    box: Field | None = None
    words: dict[str, int] = field(default_factory=dict)
    """Word -> mask of the records that contain it."""
    seeds: tuple[str, ...] = ()
    """Words of the form's page."""
    texts: tuple[str, ...] = ()
    """Per record."""
    top: int | None = None
    """Records that an answer shows at most, over all its pages."""
    page: int | None = None
    """Records of a page."""
    totals: bool = False
    """Answers say how many records match."""
    tells: bool = True
    """An answer that is cut off says so."""
    refuses: Callable[[Combination], str] = lambda _: ""
    """Why there is no answer to these values; empty when there is one."""
    method: str = "GET"
    prices: dict[int, str] = field(default_factory=dict)
    """Of records that do not cost what they usually do."""
    _shown: dict[tuple[Combination, str], list[int]] = field(
        default_factory=dict, repr=False
    )

    @cached_property
    def form(self) -> Form:
        """The form in front of it."""
        fields = [control.field for control in self.controls]
        if self.box is not None:
            fields.append(self.box)
        return Form("http://db.test/search", self.method, fields=tuple(fields))

    @cached_property
    def space(self) -> Space:
        """The form as a space; its factors are the controls, value by value."""
        space = space_of(self.form)
        for factor, control in zip(space.factors, self.controls, strict=True):
            assert len(factor) == max(
                map(len, (control.masks, control.orders, control.pages))
            )
        return space

    def matching(self, values: Combination, text: str = "") -> int:
        """Mask of the records that match."""
        found = (1 << self.number) - 1
        for control, value in zip(self.controls, values, strict=True):
            if control.masks:
                found &= control.masks[value]
        for word in text.casefold().split():
            found &= self.words.get(word, 0)
        return found

    def shown(self, values: Combination, text: str = "") -> list[int]:
        """Records of all pages together."""
        key = (values, text)
        if key not in self._shown:
            self._shown[key] = self._show(values, text)
        return self._shown[key]

    def _show(self, values: Combination, text: str) -> list[int]:
        if self.box is not None and self.box.required and not text.strip():
            return []
        if self.refuses(values):
            return []
        mask = self.matching(values, text)
        order = self._order(values)
        if order is not None:
            return [record for record in order if mask >> record & 1][: self.top]
        found: list[int] = []
        while mask and (self.top is None or len(found) < self.top):
            lowest = mask & -mask
            found.append(lowest.bit_length() - 1)
            mask ^= lowest
        return found

    def answer(self, values: Combination, text: str = "", page: int = 1) -> Outcome:
        """One page."""
        if self.box is not None and self.box.required and not text.strip():
            return Outcome(error="missing field", bytes=700, seconds=0.1)
        refused = self.refuses(values)
        if refused:
            return Outcome(error=refused, bytes=700, seconds=0.1)
        total = self.matching(values, text).bit_count()
        found = self.shown(values, text)
        size = self.page_size(values) or max(1, len(found))
        part = found[(page - 1) * size : page * size]
        last = page * size >= len(found)
        return Outcome(
            records=tuple(f"r{record}" for record in part),
            total=total if self.totals else None,
            more=self.tells and last and total > len(found),
            next=not last,
            bytes=700 + 120 * len(part),
            seconds=0.2,
            texts=tuple(self.texts[record] for record in part) if self.texts else (),
        )

    def requests(self, values: Combination, text: str = "") -> int:
        """Pages of an answer."""
        size = self.page_size(values)
        return max(1, -(-len(self.shown(values, text)) // size)) if size else 1

    def all_queries(self) -> Iterator[tuple[Combination, str]]:
        """Every combination, with every word where there is a box."""
        words = ["", *self.words] if self.box is not None else [""]
        for values in product(*map(range, self.space.cards)):
            for word in words:
                yield values, word

    @cached_property
    def reachable(self) -> frozenset[int]:
        """Records that some query shows."""
        found: set[int] = set()
        for values, text in self.all_queries():
            found.update(self.shown(values, text))
            if len(found) == self.number:
                break
        return frozenset(found)

    def _order(self, values: Combination) -> tuple[int, ...] | None:
        for control, value in zip(self.controls, values, strict=True):
            if control.orders:
                return control.orders[value]
        return None

    def page_size(self, values: Combination) -> int | None:
        """Records of a page; None for all."""
        for control, value in zip(self.controls, values, strict=True):
            if control.pages:
                return control.pages[value]
        return self.page
