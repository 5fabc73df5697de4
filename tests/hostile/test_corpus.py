"""A slice of the corpus of chance; ``python -m bench.fuzz`` runs any number."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.fuzz import DEAR, MORE, run
from tests.hostile.corpus import MAX_SIZE, Corpus, spoiled
from tests.hostile.everything import Everything
from tests.hostile.files import HTML

if TYPE_CHECKING:
    from pathlib import Path

PAGE = b"<title>T</title><form action=/f><input name=q></form><a href=/x>x</a>" * 20
SEED = 7


@pytest.mark.parametrize("pages", [(), (PAGE,)])
def test_nothing_raises_from_the_response_to_the_reports(
    tmp_path: Path, pages: tuple[bytes, ...]
) -> None:
    result = run(Corpus(SEED, pages), 0, 60, tmp_path)
    assert result.failed == []
    assert result.dear == []
    # Else nothing was looked at.
    assert {"html", "json", "xml"} <= {*result.kinds} or pages
    assert result.found["links"] > 100
    assert result.reports > 100_000
    assert not list(tmp_path.iterdir())


def test_a_fault_is_told_with_its_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise RecursionError("so deep")

    monkeypatch.setattr(Everything, "__call__", fails)
    result = run(Corpus(SEED), 5, 2, tmp_path)
    assert [told.partition(" ")[0] for told in result.failed] == ["5", "6"]
    assert "so deep" in result.failed[0]


def test_each_document_can_be_made_again() -> None:
    corpus = Corpus(SEED, [PAGE])
    made = [corpus(number) for number in range(40)]
    assert [Corpus(SEED, [PAGE])(number) for number in range(40)] == made
    assert [Corpus(SEED + 1, [PAGE])(number) for number in range(40)] != made
    assert len({body for body, _ in made}) > 35
    assert all(len(body) <= 2 * MAX_SIZE + 8 for body, _ in made)


def test_an_empty_page_can_be_spoiled() -> None:
    assert all(isinstance(spoiled(Random(n), b""), bytes) for n in range(50))


@pytest.mark.parametrize(
    "unit", ["<a><div></a>x", "<div class=a>x", "<ul><li><b>x</b>", "<table><td>x"]
)
def test_records_of_a_deep_page_cost_what_its_size_does(unit: str) -> None:
    """Of each element all those around it were asked for their names."""
    everything = Everything()
    body = (unit * 2_500)[:30_000].encode()
    for _ in range(3):
        everything(body, HTML)
        if everything.spent["records"] < DEAR * (len(body) + MORE):
            break
    assert everything.spent["records"] < DEAR * (len(body) + MORE)
