"""Runs a harvest against a database, in whatever order the answers come."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crawler.harvest import Harvest, HarvestOptions

if TYPE_CHECKING:
    from crawler.harvest import Query
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
