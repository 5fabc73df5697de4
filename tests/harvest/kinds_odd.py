"""Kinds of databases whose forms are misleading, strict or incomplete."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crawler.items import Field
from tests.harvest.database import Control, Database
from tests.harvest.draw import Draw, masks_of

if TYPE_CHECKING:
    from crawler.harvest.factors import Combination


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
