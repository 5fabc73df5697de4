"""Label -> values: what is learned, what is suggested, what a fill file may hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crawler.harvest import Knowledge, read_fill
from crawler.harvest.knowledge import FOUND, GIVEN, LISTED


def test_learned_values_survive_as_plain_data() -> None:
    table = Knowledge()
    table.learn("City:", ["Bonn", "Ulm", ""], LISTED)
    table.learn("city", ["Ulm"], GIVEN)
    table.learn("city", ["Ulm"], FOUND)  # a weight is not lowered by less evidence
    again = Knowledge(json.loads(json.dumps(table.data())))
    assert again.suggest("Cities") == []
    assert again.suggest("CITY") == [("Ulm", GIVEN), ("Bonn", LISTED)]


def test_the_likest_label_is_taken() -> None:
    table = Knowledge({"author": {"Ada": 1}, "authors name": {"Bob": 1}})
    assert table.suggest("Author's name") == [("Bob", 1.0)]
    assert table.suggest("autor") == [("Ada", 1.0)]
    assert table.suggest("publisher") == []


def test_outcomes_move_weights() -> None:
    table = Knowledge({"city": {"Bonn": 0.5, "Ulm": 0.5}})
    for _ in range(3):
        table.outcome("city", "Bonn", found=True)
        table.outcome("city", "Ulm", found=False)
    values = dict(table.suggest("city"))
    assert values["Bonn"] == pytest.approx(1 - 0.5 * 0.8**3)
    assert values["Ulm"] == pytest.approx(0.5 * 0.8**3)


@pytest.mark.parametrize("data", [[], "x", {"City": {"Bonn": 2}}, {"City": {"B": "x"}}])
def test_a_wrong_fill_file_is_told_in_one_line(data: Any) -> None:
    with pytest.raises(ValueError, match=r"^fill: [^\n]+$"):
        read_fill(data)
