"""Ways to choose queries, on simulated databases behind forms.

    python -m bench.harvest [--databases N] [--first N] [--kind NAME]
    python -m bench.harvest --conflicts | --knowledge

Every way is run to its end on every database; coverage is of the records that some
query of the form shows. A query is a request: a further page counts as one.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING, Any

from bench.harvest_informed import informed
from bench.harvest_report import (
    LIMIT,
    Run,
    print_harvest_checks,
    print_kinds,
    print_table,
)
from bench.harvest_rivals import RIVALS
from crawler.harvest import Harvest, HarvestOptions, Knowledge
from tests.harvest.kinds import KINDS, make

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.harvest.database import Database


def rival(db: Database, way: Any) -> Run:
    """Run one of the other ways."""
    run = Run(reachable=len(db.reachable), number=db.number)
    known: set[str] = set()
    steps = way(db)
    ask = next(steps, None)
    while ask is not None and len(run.curve) < LIMIT:
        outcome = db.answer(ask.values, ask.text, ask.page)
        known.update(outcome.records)
        run.curve.append(len(known))
        run.fruitless += ask.page == 1 and not outcome.records
        try:
            ask = steps.send(outcome)
        except StopIteration:
            break
    return run


def harvest(
    db: Database, options: HarvestOptions, knowledge: Knowledge | None = None
) -> Run:
    """Run ours; what it learns is added to *knowledge*."""
    run = Run(reachable=len(db.reachable), number=db.number)
    rng = random.Random(db.seed)
    planner = Harvest(db.form, options, rng, words=db.seeds, knowledge=knowledge)
    marks = {10, 30, 100}
    while len(run.curve) < LIMIT and (query := planner.next()) is not None:
        text = query.texts[0] if query.texts else ""
        outcome = db.answer(query.values, text, query.page)
        planner.settle(query, outcome)
        run.curve.append(len(planner.records))
        run.fruitless += query.page == 1 and not outcome.records
        run.submitted += query.page == 1
        if len(run.curve) in marks:
            run.sizes.append(planner.size())
    run.verdict, run.size = planner.verdict, planner.size()
    run.chance = chance_of_news(db, {int(r[1:]) for r in planner.records})
    return run


def chance_of_news(db: Database, known: set[int]) -> float:
    """Share of all queries that show a record that is not known."""
    if known >= db.reachable:
        return 0.0
    number = news = 0
    for values, text in db.all_queries():
        number += 1
        news += not known.issuperset(db.shown(values, text))
    return news / number


WAYS: dict[str, Callable[[Database], Run]] = {
    **{
        name: (lambda db, way=way: rival(db, way))  # type: ignore[misc]
        for name, way in (RIVALS | {"knows frequencies": informed}).items()
    },
    "published": lambda db: harvest(db, HarvestOptions(mode="paper")),
    "Leadline": lambda db: harvest(db, HarvestOptions()),
}


def main(argv: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--databases", type=int, default=len(KINDS) * 2)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--kind", choices=[kind.__name__ for kind in KINDS])
    parser.add_argument("--way", choices=list(WAYS), action="append")
    parser.add_argument("--conflicts", action="store_true")
    parser.add_argument("--knowledge", action="store_true")
    given = parser.parse_args(argv)
    seeds = [
        seed
        for seed in range(given.first, given.first + given.databases)
        if given.kind in (None, KINDS[seed % len(KINDS)].__name__)
    ]
    if given.conflicts:
        conflicts(seeds)
        return
    if given.knowledge:
        knowledge(seeds)
        return
    names = given.way or list(WAYS)
    runs: dict[str, list[Run]] = {name: [] for name in names}
    kinds, cartesians = [], []
    for seed in seeds:
        db = make(seed)
        kinds.append(db.kind)
        cartesians.append(sum(db.requests(v, t) for v, t in db.all_queries()))
        for name in names:
            runs[name].append(WAYS[name](db))
    print_table(runs)
    if "Leadline" in runs and "greedy oracle" in runs:
        print_kinds(runs, kinds)
        print_harvest_checks(runs, kinds, cartesians)


def conflicts(seeds: Sequence[int]) -> None:
    """Queries that brought nothing or an error, with conflicts learned and without."""
    print("| kind | databases | | requests | of them fruitless | to 95 % |")
    print("|---" * 6 + "|")
    for kind in ("dependent", "ranges", "sparse", "placeholders"):
        chosen = [s for s in seeds if KINDS[s % len(KINDS)].__name__ == kind]
        for learned in (False, True):
            options = HarvestOptions(conflicts=learned)
            runs = [harvest(make(seed), options) for seed in chosen]
            if not runs:
                continue
            cells = [
                kind,
                str(len(runs)),
                "learned" if learned else "not",
                f"{sum(len(run.curve) for run in runs):,}",
                f"{sum(run.fruitless for run in runs):,}",
                f"{sum(run.queries_to(0.95) or LIMIT for run in runs):,}",
            ]
            print("| " + " | ".join(cells) + " |")


def knowledge(seeds: Sequence[int]) -> None:
    """Search boxes with values kept from the forms before, and without."""
    chosen = [s for s in seeds if KINDS[s % len(KINDS)].__name__ == "keyword"]
    print("| keyword databases | | submissions | of them with records | to 95 % |")
    print("|---" * 5 + "|")
    for kept in (False, True):
        table = Knowledge()
        runs = []
        for seed in chosen:
            own = table if kept else Knowledge()
            runs.append(harvest(make(seed), HarvestOptions(), own))
        submitted = sum(run.submitted for run in runs)
        good = 1 - sum(run.fruitless for run in runs) / max(1, submitted)
        to = sum(run.queries_to(0.95) or LIMIT for run in runs)
        name = "kept" if kept else "not"
        print(f"| {len(runs)} | {name} | {submitted:,} | {good:.1%} | {to:,} |")


if __name__ == "__main__":
    main()
