"""Values that belong to one value of another factor."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crawler.harvest import Factor, Harvest, HarvestOptions, Outcome, Space
from crawler.harvest.ledger import Ledger
from crawler.harvest.state import State

if TYPE_CHECKING:
    from crawler.harvest.owners import Owners

MAKES, MODELS = tuple("abcdef"), tuple(f"m{i}" for i in range(18))
SPACE = Space((Factor("make", MAKES), Factor("model", MODELS)))


def owners(space: Space = SPACE) -> Owners:
    """Nothing known yet."""
    state = State(space, HarvestOptions(), random.Random(0), Ledger())
    return state.owners


def test_a_value_that_has_its_owner_shows_nothing_with_others() -> None:
    known = owners()
    known.add((0, 0), 5, 5.0)
    before = known.find((1, 0)).belief
    for make in range(1, 6):
        known.add((make, 0), 0, 5.0)
    assert before < 0.1
    assert known.find((1, 0)).belief > 0.8
    assert known.find((1, 0)).chance == 0.0
    assert known.find((0, 0)).chance == 1.0
    assert known.worth((1, 0)) < 0.2


def test_the_chance_grows_with_every_owner_that_fails() -> None:
    known = owners()
    for model in range(3):
        known.add((0, model), 5, 5.0)
        for make in range(1, 6):
            known.add((make, model), 0, 5.0)
    chances = []
    for make in range(1, 6):
        chances.append(known.find((make, 9)).chance)
        known.add((make, 9), 0, 5.0)
    assert chances == [1 / 6, 1 / 5, 1 / 4, 1 / 3, 1 / 2]
    assert known.find((5, 9)).chance == 0.0


def test_several_owners_end_the_belief() -> None:
    known = owners()
    for model in range(4):
        known.add((0, model), 5, 5.0)
        known.add((1, model), 0, 5.0)
    assert known.find((1, 0)).belief > 0.5
    known.add((2, 0), 1, 5.0)
    assert known.find((1, 1)).belief == 0.0
    assert known.worth((1, 1)) == 1.0


def test_little_expected_proves_little() -> None:
    """Most drawers of a sparse database are empty by chance."""
    known = owners()
    known.add((0, 0), 1, 0.1)
    for make in range(1, 6):
        known.add((make, 0), 0, 0.1)
    assert known.find((1, 0)).belief < 0.1


def test_a_model_is_asked_for_until_its_make_is_found() -> None:
    """Half of all pairs would have to be asked by one who takes them in any order."""
    harvest = Harvest(SPACE, HarvestOptions(window=1))
    needed = 0
    while (query := harvest.next()) is not None:
        make, model = query.values
        found = make == model % len(MAKES)
        shown = tuple(f"{model} {i}" for i in range(9)) if found else ()
        harvest.settle(query, Outcome(shown, error="" if found else "no such model"))
        needed += len(harvest.records) < 0.95 * 9 * len(MODELS)
    assert len(harvest.records) == 9 * len(MODELS)
    assert needed < 0.75 * SPACE.size
