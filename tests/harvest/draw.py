"""Draws the controls and records of databases behind forms."""

from __future__ import annotations

import random

from crawler.items import Field
from tests.harvest.database import Control, Database

_ANY = ("", "any", "All", "alle", "-- all --")


class Draw:
    """Draws the parts of one database."""

    def __init__(self, kind: str, seed: int) -> None:
        self.kind, self.seed = kind, seed
        self.rng = random.Random(f"{kind} {seed}")
        self.number = 0

    def records(self, low: int, high: int) -> int:
        """The number of records, as many small ones as large."""
        self.number = int(low * (high / low) ** self.rng.random())
        return self.number

    def column(self, card: int, nulls: float = 0.0) -> list[int]:
        """The value of each record: Zipf's law, more or less steep; -1 is none."""
        steep = self.rng.choice((0.0, 0.5, 1.0, 1.4))
        weights = [1 / (i + 1) ** steep for i in range(card)]
        self.rng.shuffle(weights)
        drawn = self.rng.choices(range(card), weights, k=self.number)
        return [-1 if self.rng.random() < nulls else value for value in drawn]

    def menu(
        self,
        name: str,
        column: list[int],
        card: int,
        wide: str | None = "",
        hidden: int | None = None,
    ) -> Control:
        """A select; *wide* is its "any", which leaves value *hidden* out."""
        masks = masks_of(column, card)
        options = [f"{name}{i}" for i in range(card)]
        if wide is not None:
            everything = (1 << self.number) - 1
            if hidden is not None:
                everything &= ~masks[hidden]
            options, masks = [wide, *options], [everything, *masks]
        field = Field(name, "select-one", options[0], tuple(options))
        return Control(field, tuple(masks))

    def wide(self) -> str:
        """What "any" is called."""
        return self.rng.choice(_ANY)

    def menus(self, count: int, limit: int, rigid: int = 0) -> tuple[Control, ...]:
        """Menus of at most *limit* combinations, the first *rigid* without "any"."""
        controls = []
        for i in range(count):
            most = max(2, int(limit ** (1 / (count - i))))
            card = self.rng.randint(2, max(2, min(50, most - 1)))
            wide = self.wide() if i >= rigid else None
            limit //= max(1, card + (wide is not None))
            controls.append(self.menu(f"f{i}", self.column(card), card, wide))
        self.rng.shuffle(controls)
        return tuple(controls)

    def build(self, controls: tuple[Control, ...], **traits: object) -> Database:
        """The database of these controls."""
        return Database(self.kind, self.seed, self.number, controls, **traits)  # type: ignore[arg-type]


def masks_of(column: list[int], card: int) -> list[int]:
    """Per value, the records that have it."""
    masks = [0] * card
    for record, value in enumerate(column):
        if value >= 0:
            masks[value] |= 1 << record
    return masks
