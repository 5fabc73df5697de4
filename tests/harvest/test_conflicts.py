"""Conflicts: only what is to blame is ruled out."""

from __future__ import annotations

from crawler.harvest import Factor, Space
from crawler.harvest.conflicts import Conflicts

MENU = tuple("abcd")
THREE = Space((Factor("x", MENU), Factor("y", MENU), Factor("z", MENU)))


def test_errors_are_blamed_when_the_other_pairs_are_good() -> None:
    conflicts = Conflicts(THREE)
    for z in (0, 1, 2):  # x=0 and y=0 go with each z, but not together
        conflicts.add((0, 1, z), 5, error=False)
        conflicts.add((1, 0, z), 5, error=False)
    assert not conflicts.ruled_out((0, 0, 3))
    for z in (0, 1):
        conflicts.add((0, 0, z), 0, error=True)
    assert conflicts.ruled_out((0, 0, 3))
    assert not conflicts.ruled_out((0, 1, 3))
    assert not conflicts.ruled_out((1, 0, 0))


def test_errors_that_several_pairs_may_explain_rule_nothing_out() -> None:
    conflicts = Conflicts(THREE)
    for x in range(4):  # y=0 was only tried with wrong x: z=0 is not to blame
        conflicts.add((x, 1, 0), 5, error=False)
        conflicts.add((x, 0, 0), 0, error=True)
    assert not conflicts.ruled_out((1, 0, 0)) or not conflicts.ruled_out((0, 2, 0))
    assert not any(conflicts.ruled_out((x, 0, 1)) for x in range(4))


def test_one_record_ends_a_conflict() -> None:
    conflicts = Conflicts(Space((Factor("x", MENU), Factor("y", MENU))))
    for _ in range(5):
        conflicts.add((0, 0), 0, error=True)
    assert conflicts.ruled_out((0, 0))
    conflicts.add((0, 0), 1, error=False)
    assert not conflicts.ruled_out((0, 0))


def test_what_brought_nothing_is_only_put_last() -> None:
    conflicts = Conflicts(Space((Factor("x", MENU), Factor("y", MENU))))
    conflicts.add((0, 1), 4, error=False)
    for _ in range(9):
        conflicts.add((0, 0), 0, error=False)
    assert not conflicts.ruled_out((0, 0))
    assert conflicts.chance((0, 0)) < conflicts.chance((1, 1))


def test_a_model_belongs_to_one_make() -> None:
    conflicts = Conflicts(Space((Factor("make", MENU), Factor("model", MENU))))
    for model in range(4):
        conflicts.add((model % 2, model), 3, error=False)
    assert conflicts.chance((1, 0)) < 0.1
    assert conflicts.chance((0, 0)) == 1.0


def test_a_value_that_is_an_error_with_all_others_comes_last() -> None:
    """ "Choose one": others have brought nothing as well, but no error."""
    conflicts = Conflicts(Space((Factor("x", MENU), Factor("y", MENU))))
    for y in range(3):
        conflicts.add((0, y), 0, error=True)
        conflicts.add((1, y), 0, error=False)
    assert conflicts.fails(0, 0)
    assert not conflicts.fails(0, 1)
    assert conflicts.chance((0, 3)) < 0.01 < conflicts.chance((2, 3))


def test_errors_that_are_the_rule_say_little_of_a_value() -> None:
    """Most pairs of a make and a model are an error."""
    conflicts = Conflicts(Space((Factor("x", MENU), Factor("y", MENU))))
    for x in range(3):
        for y in range(3):
            conflicts.add((x, y), 0, error=True)
    assert conflicts.chance((0, 3)) > 0.01
