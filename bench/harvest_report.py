"""What runs of ways to choose queries have come to, as tables."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from statistics import mean, median
from typing import TYPE_CHECKING

from bench.report import Check, print_checks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest import Size, Verdict

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
    submitted: int = 0
    """First pages."""
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


def print_table(runs: dict[str, list[Run]]) -> None:
    """One row for each way."""
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


def print_kinds(runs: dict[str, list[Run]], kinds: list[str]) -> None:
    """One row for each kind of database."""
    ours, oracle = runs["Leadline"], runs["greedy oracle"]
    knowing = runs.get("knows frequencies", oracle)
    groups: dict[str, list[int]] = defaultdict(list)
    for i, kind in enumerate(kinds):
        groups[kind].append(i)
    print(
        "\n| kind | databases | >= 99 % on | requests | to 95 %: oracle | ours ", end=""
    )
    print("| ratio: median | mean | of who knows frequencies ", end="")
    print('| false "done" |')
    print("|---" * 10 + "|")
    for kind, places in groups.items():
        mine, best = [ours[i] for i in places], [oracle[i] for i in places]
        ratios = [ratio(a, b) for a, b in zip(mine, best, strict=True)]
        known = [ratio(knowing[i], oracle[i]) for i in places]
        cells = [
            kind,
            str(len(places)),
            f"{mean(run.coverage >= 0.99 for run in mine):.0%}",
            f"{mean(len(run.curve) for run in mine):.0f}",
            f"{mean(run.queries_to(0.95) or LIMIT for run in best):.1f}",
            f"{mean(run.queries_to(0.95) or LIMIT for run in mine):.1f}",
            f"{median(ratios):.2f}",
            f"{mean(ratios):.2f}",
            f"{mean(known):.2f}",
            f"{false_done(mine):.0%}",
        ]
        print("| " + " | ".join(cells) + " |")


def _together(ours: list[Run], oracle: list[Run]) -> float:
    mine = sum(run.queries_to(0.95) or LIMIT for run in ours)
    return mine / sum(run.queries_to(0.95) or 1 for run in oracle)


def _knowing(runs: dict[str, list[Run]]) -> list[Check]:
    """The same of the way that knows how frequent each value is."""
    if "knows frequencies" not in runs:
        return []
    oracle = runs["greedy oracle"]
    known = [
        ratio(a, b) for a, b in zip(runs["knows frequencies"], oracle, strict=True)
    ]
    ours = [ratio(a, b) for a, b in zip(runs["Leadline"], oracle, strict=True)]
    return [
        Check("... mean of who knows the frequencies", mean(known), "", 0),
        Check("... mean of the better of both", mean(map(min, known, ours)), "", 0),
    ]


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


def print_harvest_checks(
    runs: dict[str, list[Run]], kinds: list[str], cartesians: list[int]
) -> None:
    """What was to be reached."""
    ours, oracle = runs["Leadline"], runs["greedy oracle"]
    ratios = [ratio(a, b) for a, b in zip(ours, oracle, strict=True)]
    finite = [i for i, kind in enumerate(kinds) if kind != "keyword"]
    more = [len(ours[i].curve) > cartesians[i] for i in finite]
    checks = [
        Check("databases", len(ours), "", 0),
        Check("of them with >= 99 %", mean(r.coverage >= 0.99 for r in ours), ">=", 1),
        Check("queries to 95 %, of the oracle's: median", median(ratios), "<=", 1.5),
        Check("... mean", mean(ratios), "<=", 1.5),
        *_knowing(runs),
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
