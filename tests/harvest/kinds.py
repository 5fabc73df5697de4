"""Kinds of databases behind forms: what real ones do, one trait after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.items import Field
from tests.harvest import kinds_odd as odd
from tests.harvest.database import Control, Database
from tests.harvest.draw import Draw, masks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.harvest.factors import Combination


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
    odd.placeholders,
    odd.hidden,
    odd.nulls,
    odd.ranges,
    odd.unnamed,
    odd.groups,
    odd.failing,
    odd.keyword,
)


def make(seed: int) -> Database:
    """Database number *seed*: the kinds in turn."""
    kind = KINDS[seed % len(KINDS)]
    return kind(Draw(kind.__name__, seed))
