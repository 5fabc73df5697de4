"""Kinds of databases behind forms: what real ones do, one trait after the other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crawler.items import Field
from tests.harvest.database import Control, Database

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.harvest.factors import Combination

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


def whole(draw: Draw) -> Database:
    """Every menu has an "any"; answers are shown whole."""
    draw.records(20, 1_000)
    return draw.build(draw.menus(draw.rng.randint(1, 5), 1_200))


def paged(draw: Draw) -> Database:
    """The same, in pages."""
    draw.records(40, 1_500)
    controls = draw.menus(draw.rng.randint(1, 4), 800)
    page, totals = draw.rng.choice((10, 20, 50)), draw.rng.random() < 0.5
    return draw.build(controls, page=page, totals=totals)


def top(draw: Draw) -> Database:
    """Ranked, and cut off after the first k."""
    draw.records(60, 1_500)
    controls = draw.menus(draw.rng.randint(1, 5), 1_500)
    k, totals = draw.rng.choice((10, 25, 50, 100)), draw.rng.random() < 0.5
    return draw.build(controls, top=k, totals=totals)


def top_paged(draw: Draw) -> Database:
    """In pages, and cut off after some of them."""
    draw.records(100, 1_500)
    controls = draw.menus(draw.rng.randint(2, 4), 800)
    totals = draw.rng.random() < 0.5
    return draw.build(controls, page=10, top=draw.rng.choice((30, 50)), totals=totals)


def rigid(draw: Draw) -> Database:
    """No menu has an "any": each combination is a drawer of its own."""
    draw.records(50, 1_500)
    count = draw.rng.randint(1, 3)
    return draw.build(draw.menus(count, 400, rigid=count))


def sparse(draw: Draw) -> Database:
    """Many drawers, few records."""
    draw.records(30, 150)
    return draw.build(draw.menus(3, 1_000, rigid=3))


def mixed(draw: Draw) -> Database:
    """Some menus have an "any"."""
    draw.records(50, 1_500)
    count = draw.rng.randint(2, 4)
    controls = draw.menus(count, 1_000, rigid=draw.rng.randint(1, count - 1))
    return draw.build(controls, page=draw.rng.choice((None, 20)))


def arranged(draw: Draw) -> Database:
    """Menus that only sort and lay out, under telling names or others."""
    draw.records(50, 800)
    count = draw.rng.randint(1, 3)
    controls = list(draw.menus(count, 120, rigid=draw.rng.randint(0, count)))
    told = draw.rng.random() < 0.5
    orders = tuple(
        tuple(draw.rng.sample(range(draw.number), draw.number)) for _ in range(3)
    )
    sort, view = ("sort", "view") if told else ("x7", "x8")
    names = ("one", "two", "three")
    controls.append(Control(Field(sort, "select-one", "one", names), orders=orders))
    look = Field(view, "radio", "one", names[:2], checked=True)
    controls.append(Control(look, masks=((1 << draw.number) - 1,) * 2))
    limit = draw.rng.choice((None, None, 40))
    if told:
        sizes = Field("per_page", "select-one", "10", ("10", "20", "50"))
        controls.append(Control(sizes, pages=(10, 20, 50)))
    return draw.build(tuple(controls), top=limit)


def dependent(draw: Draw) -> Database:
    """A model belongs to one make; any other pair is an error or nothing."""
    draw.records(60, 800)
    makes = draw.rng.randint(3, 8)
    models = makes * draw.rng.randint(2, 4)
    owner = [i % makes for i in range(models)]
    model = draw.column(models)
    wide = draw.wide() if draw.rng.random() < 0.6 else None
    controls = (
        draw.menu("make", [owner[m] for m in model], makes, wide),
        draw.menu("model", model, models, wide),
        draw.menu("colour", draw.column(3), 3, draw.wide()),
    )
    first = int(wide is not None)

    def refuses(values: Combination) -> str:
        make, own = values[0] - first, values[1] - first
        wrong = make >= 0 and own >= 0 and owner[own] != make
        return "no such model" if wrong else ""

    strict = draw.rng.random() < 0.5
    limit = draw.rng.choice((None, 20))
    if strict:
        return draw.build(controls, top=limit, refuses=refuses)
    return draw.build(controls, top=limit)


def boxes(draw: Draw) -> Database:
    """Check boxes, each of which sets a condition."""
    draw.records(30, 800)
    controls = []
    for i in range(draw.rng.randint(3, 8)):
        share = draw.rng.uniform(0.1, 0.7)
        has = [0 if draw.rng.random() < share else -1 for _ in range(draw.number)]
        masks = ((1 << draw.number) - 1, masks_of(has, 1)[0])
        controls.append(Control(Field(f"has{i}", "checkbox", "1"), masks))
    limit = draw.rng.choice((None, 20, 50))
    return draw.build(tuple(controls), top=limit)


def placeholders(draw: Draw) -> Database:
    """The first option of each menu is "choose", which is an error."""
    draw.records(50, 800)
    count = draw.rng.randint(1, 3)
    controls = tuple(
        draw.menu(f"f{i}", draw.column(card), card, "")
        for i in range(count)
        for card in [draw.rng.randint(3, (40, 14, 6)[count - 1])]
    )
    return draw.build(controls, refuses=lambda v: "choose" if 0 in v else "")


def hidden(draw: Draw) -> Database:
    """One value of a menu is not part of its "any" ("archived")."""
    draw.records(60, 800)
    card = draw.rng.randint(3, 8)
    lost = draw.rng.randrange(card)
    status = draw.menu("state", draw.column(card), card, draw.wide(), hidden=lost)
    controls = (status, *draw.menus(draw.rng.randint(0, 2), 60))
    return draw.build(controls, page=draw.rng.choice((None, 20)))


def nulls(draw: Draw) -> Database:
    """Some records have no value in a menu: only its "any" shows them."""
    draw.records(60, 800)
    controls = tuple(
        draw.menu(f"f{i}", draw.column(card, 0.1), card, draw.wide())
        for i in range(draw.rng.randint(2, 3))
        for card in [draw.rng.randint(3, 9)]
    )
    limit = draw.rng.choice((20, 50))
    return draw.build(controls, top=limit, totals=draw.rng.random() < 0.5)


def ranges(draw: Draw) -> Database:
    """A least and a greatest price; the wrong way round there is nothing."""
    draw.records(60, 1_000)
    steps = draw.rng.randint(4, 12)
    price = draw.column(steps)
    low = [sum(1 << r for r, p in enumerate(price) if p >= s) for s in range(steps)]
    high = [sum(1 << r for r, p in enumerate(price) if p <= s) for s in range(steps)]
    options = tuple(str(100 * s) for s in range(steps))
    controls = (
        Control(Field("price_min", "select-one", "0", options), tuple(low)),
        Control(Field("price_max", "select-one", options[-1], options), tuple(high)),
        *draw.menus(1, 10),
    )
    return draw.build(controls, top=draw.rng.choice((None, 25)))


def unnamed(draw: Draw) -> Database:
    """The menus have an "any" that no word list knows."""
    draw.records(50, 1_000)
    count = draw.rng.randint(1, 3)
    controls = tuple(
        draw.menu(f"f{i}", draw.column(card), card, "xx")
        for i in range(count)
        for card in [draw.rng.randint(3, (20, 12, 6)[count - 1])]
    )
    page = draw.rng.choice((None, 25))
    return draw.build(controls, page=page, totals=draw.rng.random() < 0.5)


def groups(draw: Draw) -> Database:
    """A multiple select: nothing chosen is everything, or nothing at all."""
    draw.records(40, 800)
    card = draw.rng.randint(3, 10)
    masks = masks_of(draw.column(card), card)
    none = (1 << draw.number) - 1 if draw.rng.random() < 0.5 else 0
    options = tuple(f"g{i}" for i in range(card))
    field = Field("topic", "select-multiple", "", options)
    controls = (Control(field, (none, *masks)), *draw.menus(2, 60))
    return draw.build(controls)


def failing(draw: Draw) -> Database:
    """Sent by POST; some combinations end in an error page."""
    draw.records(60, 800)
    controls = draw.menus(2, 250, rigid=draw.rng.randint(0, 2))
    salt = draw.rng.randrange(1 << 30)

    def refuses(values: Combination) -> str:
        drawn = random.Random(f"{salt} {values}").random()
        return "status 500" if drawn < 0.04 and any(values) else ""

    return draw.build(controls, refuses=refuses, method="POST")


def _texts(draw: Draw, vocabulary: int) -> tuple[tuple[str, ...], dict[str, int]]:
    names = [f"w{i:03d}" for i in range(vocabulary)]
    weights = [1 / (i + 1) for i in range(vocabulary)]
    texts, masks = [], dict.fromkeys(names, 0)
    for record in range(draw.number):
        drawn = set(draw.rng.choices(names, weights, k=draw.rng.randint(6, 15)))
        texts.append(" ".join(sorted(drawn)))
        for word in drawn:
            masks[word] |= 1 << record
    return tuple(texts), masks


def keyword(draw: Draw) -> Database:
    """A search box that has to be filled."""
    draw.records(80, 1_200)
    texts, words = _texts(draw, 200)
    seeds = (*draw.rng.sample(sorted(words)[:60], 5), "nonsense", "search")
    field = Field("q", "search", required=True)
    controls = draw.menus(draw.rng.randint(0, 1), 6)
    return draw.build(
        controls,
        box=field,
        words=words,
        seeds=seeds,
        texts=texts,
        page=20,
        top=draw.rng.choice((None, 60)),
    )


KINDS: tuple[Callable[[Draw], Database], ...] = (
    whole,
    paged,
    top,
    top_paged,
    rigid,
    sparse,
    mixed,
    arranged,
    dependent,
    boxes,
    placeholders,
    hidden,
    nulls,
    ranges,
    unnamed,
    groups,
    failing,
    keyword,
)


def make(seed: int) -> Database:
    """Database number *seed*: the kinds in turn."""
    kind = KINDS[seed % len(KINDS)]
    return kind(Draw(kind.__name__, seed))
