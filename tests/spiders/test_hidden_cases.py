"""``hidden`` on forms that are hard to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.items import Field
from tests.cases import case
from tests.harvest import kinds_odd
from tests.harvest.database import Control, Database
from tests.harvest.served import Look, served
from tests.spiders.harvested import database, harvested, hidden, plan, titles

if TYPE_CHECKING:
    from pathlib import Path


def test_a_search_box_whose_form_has_a_token(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    with served(database(kinds_odd.keyword, 71), Look("cards", token=True)) as site:
        done = hidden(site, survey)
        wanted = site.titles
    assert done.status == 0, done.err
    assert len(wanted & set(titles(survey))) >= 0.99 * len(wanted)
    assert set(titles(survey)) <= wanted


def test_a_result_cap_is_split_or_told(tmp_path: Path) -> None:
    """Case C37: what is cut off is asked for more narrowly, or the rest is told."""
    inp, expect = case("C37")
    sizes = inp["server"]["sizes"]
    regions, years = sizes["region"], sizes["year within R1"]
    places = [name for name, count in regions.items() for _ in range(count)]
    dates = [name for name, count in years.items() for _ in range(count)]
    dates += ["2023"] * (len(places) - len(dates))
    without = expect["variant_no_year_field"]["unique_records"]
    both = ["region", "year"]
    for fields, wanted in ((both, expect["unique_records"]), (["region"], without)):
        survey = tmp_path / f"{len(fields)}.sqlite"
        db = capped({"region": places, "year": dates}, fields)
        with served(db, Look("table")) as site:
            done = hidden(site, survey)
            asked = len(plan(survey))
        assert done.status == 0, done.err
        assert len(set(titles(survey))) == wanted
        (row,) = harvested(survey)
        assert row.lower
        missing = "10 of the 137 it says it has are not shown"
        assert (missing in row.reason) == (wanted == without)
        assert asked <= inp["budget"]


def capped(columns: dict[str, list[str]], fields: list[str]) -> Database:
    """A database of these columns that shows 50 records, and the total."""
    number = len(next(iter(columns.values())))
    controls = []
    for name in fields:
        values = sorted(set(columns[name]))
        masks = [
            sum(1 << at for at, held in enumerate(columns[name]) if held == value)
            for value in values
        ]
        field = Field(name, "select-one", "", ("", *values))
        controls.append(Control(field, ((1 << number) - 1, *masks)))
    return Database("capped", 0, number, tuple(controls), top=50, totals=True)
