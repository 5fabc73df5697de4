"""``hidden`` from the command line: the records behind forms of simulated databases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crawler.store import Survey, harvests
from tests.harvest import kinds, kinds_odd
from tests.harvest.draw import Draw
from tests.harvest.served import Look, Site, served
from tests.spiders.crawling import Ran, crawl

if TYPE_CHECKING:
    from pathlib import Path

    from crawler.store.rows_harvest import HarvestRow, RecordRow


def database(kind: Any, seed: int, **changes: Any) -> Any:
    """A simulated database of a kind, small enough for a real crawl."""
    db = kind(Draw(kind.__name__, seed))
    for name, value in changes.items():
        setattr(db, name, value)
    return db


def records(survey: Path) -> list[RecordRow]:
    with Survey.open(survey) as opened:
        return list(opened.read(harvests.read_records))


def harvested(survey: Path) -> list[HarvestRow]:
    with Survey.open(survey) as opened:
        return list(opened.read(harvests.read_harvests))


def titles(survey: Path) -> list[str]:
    """The title of each record, whatever the layout calls it."""
    found = []
    for row in records(survey):
        values = [*row.fields.values()]
        found.append(next((v for v in values if " No " in v), str(row.fields)))
    return found


def hidden(site: Site, survey: Path, *options: str, **arguments: Any) -> Ran:
    given = {"start": site.url, "form": 1, **arguments}
    given = {name: value for name, value in given.items() if value is not None}
    return crawl("hidden", survey, *options, **given)


CASES = [
    pytest.param((kinds.whole, 90, {}), Look("table"), {}, id="whole"),
    pytest.param((kinds.paged, 19, {}), Look("cards", "numbers"), {}, id="paged"),
    pytest.param((kinds.top, 20, {"totals": True}), Look("list"), {}, id="top"),
    pytest.param((kinds.dependent, 80, {}), Look("table"), {}, id="dependent"),
    pytest.param((kinds_odd.failing, 16, {}), Look("table"), {"post": 1}, id="post"),
    pytest.param((kinds_odd.keyword, 71, {}), Look("cards", "rel"), {}, id="keyword"),
    pytest.param(
        (kinds.mixed, 24, {"method": "POST"}), Look("list", token=True), {"post": 1},
        id="token",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("drawn", "look", "arguments"), CASES)
def test_what_the_form_can_show_is_found(
    tmp_path: Path, drawn: tuple[Any, ...], look: Look, arguments: dict[str, Any]
) -> None:
    survey = tmp_path / "s.sqlite"
    kind, seed, changes = drawn
    with served(database(kind, seed, **changes), look) as site:
        done = hidden(site, survey, **arguments)
        wanted = site.titles
    assert done.status == 0, done.err
    found = titles(survey)
    assert len(found) == len(set(found))
    assert len(wanted & set(found)) >= 0.99 * len(wanted)
    assert set(found) <= wanted
    (row,) = harvested(survey)
    assert row.verdict in {"done", "saturated"}
    assert row.records == len(found)
    assert "Traceback" not in done.err
