"""Ways to choose queries, on simulated databases behind forms.

    python -m bench.harvest [--databases N] [--first N] [--kind NAME] [--conflicts]

Every way is run to its end on every database; coverage is of the records that some
query of the form shows. A query is a request: a further page counts as one.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from bench.harvest_rivals import RIVALS
from bench.report import Check, print_checks
from crawler.harvest import Harvest, HarvestOptions
from tests.harvest.kinds import KINDS, make

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crawler.harvest import Size, Verdict
    from tests.harvest.database import Database

BUDGETS = (10, 30, 100, 300)
LIMIT = 20_000
"""Requests after which a way is stopped."""


@dataclass
class Run:
    """One way on one database."""

    curve: list[int] = field(default_factory=list)
    """Records known after each request."""
    reachable: int = 0
    number: int = 0
    """Records of the database, shown or not."""
    fruitless: int = 0
    """First pages that brought an error or no record."""
    verdict: Verdict | None = None
    size: Size | None = None
    chance: float = 0.0
    """Where it ended: share of the queries left that would show a new record."""
    sizes: list[Size] = field(default_factory=list)
    """Estimates under way."""

    @property
    def coverage(self) -> float:
        """Share of what can be shown."""
        return self.at(len(self.curve))

    def at(self, queries: int) -> float:
        """Coverage after so many requests."""
        if not self.reachable or not self.curve:
            return float(not self.reachable)
        return self.curve[min(queries, len(self.curve)) - 1] / self.reachable

    def queries_to(self, share: float) -> int | None:
        """Requests to a share of what can be shown."""
        wanted = share * self.reachable
        found = (i for i, known in enumerate(self.curve, 1) if known >= wanted)
        return next(found, None)


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


def harvest(db: Database, options: HarvestOptions) -> Run:
    """Run ours."""
    run = Run(reachable=len(db.reachable), number=db.number)
    rng = random.Random(db.seed)
    planner = Harvest(db.form, options, rng, words=db.seeds)
    marks = {10, 30, 100}
    while len(run.curve) < LIMIT and (query := planner.next()) is not None:
        text = query.texts[0] if query.texts else ""
        outcome = db.answer(query.values, text, query.page)
        planner.settle(query, outcome)
        run.curve.append(len(planner.records))
        run.fruitless += query.page == 1 and not outcome.records
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
        for name, way in RIVALS.items()
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
    given = parser.parse_args(argv)
    seeds = [
        seed
        for seed in range(given.first, given.first + given.databases)
        if given.kind in (None, KINDS[seed % len(KINDS)].__name__)
    ]
    if given.conflicts:
        conflicts(seeds)
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
    _table(runs)
    if "Leadline" in runs and "greedy oracle" in runs:
        _by_kind(runs["Leadline"], runs["greedy oracle"], kinds)
        _checks(runs, kinds, cartesians)


def _table(runs: dict[str, list[Run]]) -> None:
    print("| way | coverage at the end | >= 99 % of it on | requests ", end="")
    print("".join(f"| after {budget} " for budget in BUDGETS), end="")
    print('| 95 % reached on | false "done" |')
    print("|---" * (6 + len(BUDGETS)) + "|")
    for name, found in runs.items():
        full = mean(run.coverage >= 0.99 for run in found)
        cells = [f"{mean(run.coverage for run in found):.3f}", f"{full:.1%}"]
        cells.append(f"{sum(len(run.curve) for run in found):,}")
        cells += [f"{mean(run.at(budget) for run in found):.3f}" for budget in BUDGETS]
        cells.append(f"{mean(run.queries_to(0.95) is not None for run in found):.1%}")
        cells.append(_false_done(found))
        print(f"| {name} | " + " | ".join(cells) + " |")


def false_done(runs: Sequence[Run]) -> float:
    """Share of the runs that end with "done" while a record could be shown."""
    done = [run for run in runs if run.verdict and run.verdict.word == "done"]
    return mean(run.coverage < 1 for run in done) if done else 0.0


def _false_done(runs: Sequence[Run]) -> str:
    return f"{false_done(runs):.1%}" if runs[0].verdict else "-"


def ratio(ours: Run, oracle: Run) -> float:
    """Requests to 95 %, of those of the oracle."""
    mine, best = ours.queries_to(0.95), oracle.queries_to(0.95)
    if best is None:
        return 1.0
    return (mine or LIMIT) / best


def _by_kind(ours: list[Run], oracle: list[Run], kinds: list[str]) -> None:
    groups: dict[str, list[int]] = defaultdict(list)
    for i, kind in enumerate(kinds):
        groups[kind].append(i)
    print(
        "\n| kind | databases | >= 99 % on | requests | to 95 %: oracle | ours ", end=""
    )
    print('| median ratio | false "done" |')
    print("|---" * 8 + "|")
    for kind, places in groups.items():
        mine, best = [ours[i] for i in places], [oracle[i] for i in places]
        ratios = [ratio(a, b) for a, b in zip(mine, best, strict=True)]
        cells = [
            kind,
            str(len(places)),
            f"{mean(run.coverage >= 0.99 for run in mine):.0%}",
            f"{mean(len(run.curve) for run in mine):.0f}",
            f"{mean(run.queries_to(0.95) or LIMIT for run in best):.1f}",
            f"{mean(run.queries_to(0.95) or LIMIT for run in mine):.1f}",
            f"{median(ratios):.2f}",
            f"{false_done(mine):.0%}",
        ]
        print("| " + " | ".join(cells) + " |")


def _together(ours: list[Run], oracle: list[Run]) -> float:
    mine = sum(run.queries_to(0.95) or LIMIT for run in ours)
    return mine / sum(run.queries_to(0.95) or 1 for run in oracle)


def _bounded(runs: Sequence[Run]) -> float:
    """How often the chance of news, where it ended, was within the bound told."""
    told = [run for run in runs if run.verdict and run.verdict.word != "limited"]
    return mean(run.chance <= run.verdict.bound for run in told if run.verdict)


def _sizes(runs: Sequence[Run]) -> list[Check]:
    """How often the interval told under way has held what can be shown."""
    # A form that says how many there are counts those that it never shows, too.
    found = [
        (size, run.number if size.method == "claimed" else run.reachable)
        for run in runs
        for size in run.sizes
    ]
    groups = {
        "claimed by the form": [f for f in found if f[0].method == "claimed"],
        "sampled, unranked": [
            f for f in found if f[0].method != "claimed" and not f[0].lower
        ],
    }
    checks = [
        Check(
            f"the size interval holds, {name} ({len(group)} estimates)",
            mean(size.covers(true) for size, true in group),
            ">=",
            0.9,
        )
        for name, group in groups.items()
        if group
    ]
    lower = [f for f in found if f[0].lower]
    if lower:
        name = f"the lower bound is one, ranked ({len(lower)} estimates)"
        checks.append(Check(name, mean(s.value <= true for s, true in lower), "", 0))
    return checks


def _checks(
    runs: dict[str, list[Run]], kinds: list[str], cartesians: list[int]
) -> None:
    ours, oracle = runs["Leadline"], runs["greedy oracle"]
    ratios = [ratio(a, b) for a, b in zip(ours, oracle, strict=True)]
    finite = [i for i, kind in enumerate(kinds) if kind != "keyword"]
    more = [len(ours[i].curve) > cartesians[i] for i in finite]
    checks = [
        Check("databases", len(ours), "", 0),
        Check("of them with >= 99 %", mean(r.coverage >= 0.99 for r in ours), ">=", 1),
        Check("queries to 95 %, of the oracle's: median", median(ratios), "<=", 1.5),
        Check("... mean", mean(ratios), "<=", 1.5),
        Check("... of all databases together", _together(ours, oracle), "<=", 1.5),
        Check("... share of databases <= 1.5", mean(r <= 1.5 for r in ratios), "", 0),
        Check("more queries than Cartesian", mean(more), "<=", 0),
        Check('false "done"', false_done(ours), "<=", 0.05),
        *_sizes(ours),
    ]
    if "published" in runs:
        published = [runs["published"][i] for i in finite]
        checks += [
            Check('false "done", published', false_done(published), "", 0),
            Check("the bound holds, published", _bounded(published), ">=", 0.9),
        ]
    checks.append(Check("the bound holds", _bounded(ours), ">=", 0.9))
    print_checks(checks)


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


if __name__ == "__main__":
    main()
