"""Runs a harvest against a database, in whatever order the answers come."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from crawler.harvest import Harvest, HarvestOptions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.harvest import Outcome, Query
    from crawler.harvest.queries import Key
    from tests.harvest.database import Database

MOST = 20_000


def ask(harvest: Harvest, db: Database, query: Query) -> int:
    """Answer one query."""
    text = query.texts[0] if query.texts else ""
    return harvest.settle(query, db.answer(query.values, text, query.page))


def run(
    db: Database, options: HarvestOptions | None = None, shuffle: int | None = None
) -> tuple[Harvest, list[Query]]:
    """Harvest all of *db*; *shuffle* answers each round in another order."""
    rng = random.Random(db.seed)
    options = options or HarvestOptions()
    harvest = Harvest(db.form, options, rng, words=db.seeds)
    order = None if shuffle is None else random.Random(shuffle)
    asked: list[Query] = []
    while len(asked) < MOST:
        round_ = []
        while (query := harvest.next()) is not None:
            round_.append(query)
            if order is None:
                ask(harvest, db, query)
        asked += round_
        if not round_:
            break
        if order is not None:
            for query in order.sample(round_, len(round_)):
                ask(harvest, db, query)
    return harvest, asked


def asked_of(harvest: Harvest, db: Database) -> dict[tuple[Key, int], Outcome]:
    """Every answer of a harvest to its end, by query and page."""
    found: dict[tuple[Key, int], Outcome] = {}
    while len(found) < MOST and (query := harvest.next()) is not None:
        text = query.texts[0] if query.texts else ""
        outcome = db.answer(query.values, text, query.page)
        found[query.key, query.page] = outcome
        harvest.settle(query, outcome)
    return found


def version(db: Database, without: Iterable[int]) -> Database:
    """The same database without some of its records."""
    kept = ((1 << db.number) - 1) & ~sum(1 << record for record in set(without))
    controls = tuple(
        replace(control, masks=tuple(mask & kept for mask in control.masks))
        for control in db.controls
    )
    words = {word: mask & kept for word, mask in db.words.items()}
    return replace(db, controls=controls, words=words, _shown={})
