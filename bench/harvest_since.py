"""Second harvests of databases that have changed, against whole harvests of them.

    python -m bench.harvest_since [--databases N] [--first N] [--changes SHARE]

Of each simulated database a share of the records is new, as many are gone, and as many
have moved to another value of one menu. Precision and recall are of the records that
the form can show.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from dataclasses import astuple, dataclass, fields, replace
from typing import TYPE_CHECKING

from crawler.harvest import Earlier, Harvest, HarvestOptions
from tests.harvest.kinds import KINDS, make
from tests.harvest.running import asked_of, version

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.harvest.database import Control, Database


@dataclass
class Counts:
    """Of one database, or of several together."""

    databases: int = 0
    whole: int = 0
    """Requests of a whole harvest."""
    again: int = 0
    """Requests of a second one."""
    new: int = 0
    new_told: int = 0
    new_right: int = 0
    gone: int = 0
    gone_told: int = 0
    gone_right: int = 0
    moved: int = 0
    """Records that are there, with another value."""
    moved_met: int = 0
    moved_gone: int = 0
    """Of them, told to be gone."""
    unsure: int = 0

    def __add__(self, other: Counts) -> Counts:
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Counts(*(one + two for one, two in pairs))


def moved(db: Database, records: Iterable[int], rng: random.Random) -> Database:
    """The database with each of *records* at another value of one menu."""
    controls = list(db.controls)
    menus = [
        k
        for k, control in enumerate(controls)
        if len(control.masks) > 2 and control.field.type == "select-one"
    ]
    if not menus:
        return db
    for record in records:
        k = rng.choice(menus)
        controls[k] = _move(controls[k], record, rng, db.number)
    return replace(db, controls=tuple(controls), _shown={})


def _move(control: Control, record: int, rng: random.Random, number: int) -> Control:
    bit, everything = 1 << record, (1 << number) - 1
    own = [v for v, mask in enumerate(control.masks) if mask & bit]
    narrow = [v for v in own if control.masks[v].bit_count() < everything.bit_count()]
    if len(narrow) != 1:
        return control  # of a range, or of no value
    others = [v for v in range(len(control.masks)) if v not in own]
    masks = list(control.masks)
    masks[narrow[0]] &= ~bit
    masks[rng.choice(others)] |= bit
    return replace(control, masks=tuple(masks))


def harvest(db: Database, earlier: Earlier | None = None) -> tuple[Harvest, Earlier]:
    """A harvest to its end, and what it leaves for the next one."""
    planner = Harvest(db.form, HarvestOptions(), random.Random(db.seed), words=db.seeds)
    if earlier is not None:
        planner.since(earlier)
    outcomes = asked_of(planner, db)
    verdict = planner.verdict
    assert verdict is not None
    idle = verdict.reason.startswith("HARVEST_IDLE")
    finished = verdict.word != "limited" or idle
    return planner, Earlier(outcomes, finished=finished, lower=verdict.lower)


def counts(seed: int, share: float) -> Counts:
    """One database, before and after."""
    db = make(seed)
    rng = random.Random(f"since {seed}")
    number = max(1, round(db.number * share))
    drawn = rng.sample(range(db.number), 3 * number)
    came, went, other = (drawn[i * number : (i + 1) * number] for i in range(3))
    first, earlier = harvest(version(db, came))
    now = version(moved(db, other, rng), went)
    whole, _ = harvest(now)
    second, _ = harvest(now, earlier)
    was, there = _numbers(first.records), now.reachable
    seen, lost = _numbers(second.records), second.lost()
    gone = _numbers(record for record, sure in lost.items() if sure)
    apart = set(other) & was & there
    return Counts(
        databases=1,
        whole=whole.spent.queries,
        again=second.spent.queries,
        new=len(there - was),
        new_told=len(seen - was),
        new_right=len((seen - was) & there),
        gone=len(was - there),
        gone_told=len(gone),
        gone_right=len(gone - there),
        moved=len(apart),
        moved_met=len(apart & seen),
        moved_gone=len(apart & gone),
        unsure=len(lost) - len(gone),
    )


def _numbers(records: Iterable[str]) -> set[int]:
    return {int(record[1:]) for record in records}


def main(argv: Sequence[str] | None = None) -> None:
    """Print one row for each kind of database, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--databases", type=int, default=len(KINDS) * 2)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--changes", type=float, default=0.02)
    given = parser.parse_args(argv)
    found: dict[str, Counts] = defaultdict(Counts)
    for seed in range(given.first, given.first + given.databases):
        kind = KINDS[seed % len(KINDS)].__name__
        found[kind] += counts(seed, given.changes)
    found["all"] = sum(found.values(), Counts())
    print("| kind | databases | whole | again | share | new: P | R ", end="")
    print("| gone: P | R | moved: met | of them told gone | unsure |")
    print("|---" * 12 + "|")
    for kind, told in found.items():
        print(f"| {kind} | {' | '.join(_cells(told))} |")


def _cells(told: Counts) -> list[str]:
    assert all(getattr(told, field.name) >= 0 for field in fields(told))
    return [
        str(told.databases),
        f"{told.whole:,}",
        f"{told.again:,}",
        f"{told.again / max(1, told.whole):.2f}",
        _share(told.new_right, told.new_told),
        _share(told.new_right, told.new),
        _share(told.gone_right, told.gone_told),
        _share(told.gone_right, told.gone),
        _share(told.moved_met, told.moved),
        str(told.moved_gone),
        str(told.unsure),
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    main()
