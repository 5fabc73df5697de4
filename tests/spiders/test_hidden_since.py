"""``hidden since=SURVEY``: what has changed behind a form, for fewer queries."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import pytest
from scrapy.settings import Settings

from crawler.harvest.changes import compare
from crawler.report import VIEWS, lines
from crawler.report.diff_records import record_changes
from crawler.report.diff_side import read_side
from crawler.store import Survey
from crawler.store.changes import read_changes
from spiders.arguments import ArgumentError
from spiders.harvest_arguments import HarvestArguments
from tests.harvest import kinds
from tests.harvest.running import version
from tests.harvest.served import Look, served, title
from tests.spiders.harvested import database, harvested, hidden, records

if TYPE_CHECKING:
    from pathlib import Path


def name_of(fields: dict[str, str]) -> str:
    return next(value for value in fields.values() if " No " in value)


def test_new_changed_and_gone_records(tmp_path: Path) -> None:
    old, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    whole = database(kinds.mixed, 34)
    drawn = sorted(whole.reachable)
    came, went, dear = drawn[:4], drawn[4:9], drawn[10]
    with served(version(whole, came), Look("cards")) as site:
        assert hidden(site, old).status == 0
        first = len(site.queries())
        site.db = version(whole, went)
        site.db.prices[dear] = "4711.00"
        site.asked.clear()
        done = hidden(site, new, since=old)
        again = len(site.queries())
    assert done.status == 0, done.err
    assert again < first
    with Survey.open(new) as survey:
        changes = list(survey.read(read_changes))
    told: dict[str, set[str]] = {}
    for row in changes:
        told.setdefault(row.change, set()).add(name_of(row.fields))
    assert told == {
        "new": set(map(title, came)),
        "changed": {title(dear)},
        "gone": set(map(title, went)),
    }
    (changed,) = (row for row in changes if row.change == "changed")
    assert changed.fields["Price"] == "4711.00"
    assert changed.before is not None
    assert changed.before["Price"] != "4711.00"
    names = {name_of(row.fields) for row in records(new)}
    assert names == {title(r) for r in version(whole, went).reachable}
    (harvest,) = harvested(new)
    assert harvest.verdict in {"done", "saturated"}
    assert "4 new, 1 changed, 5 gone since" in done.err
    _exports(new)
    _differ(old, new)


def _exports(target: Path) -> None:
    with Survey.open(target) as survey, survey.reading() as connection:
        view = VIEWS["changes"].fitted(connection)
        rows = list(view.read(connection))
    table = csv.DictReader(lines(view, rows, "csv"))
    told = [row for row in table if row["change"] == "changed"]
    assert [row["Price"] for row in told] == ["4711.00"]
    assert told[0]["before.Price"] not in {"", "4711.00"}
    assert view.formats == ("jsonl", "csv", "parquet")


def _differ(old: Path, new: Path) -> None:
    with Survey.open(old) as before, Survey.open(new) as after:
        sides = read_side(before), read_side(after)
        found = record_changes(*sides, before, after, compare).changes
    assert [len(found.came), len(found.went), len(found.changed)] == [4, 5, 1]


@pytest.mark.parametrize(
    ("prepare", "told"),
    [
        (lambda path: path.write_text("no survey"), "since={}: "),
        (lambda path: Survey.open(path, create=True).close(), "{} has no harvest"),
    ],
    ids=["foreign", "empty"],
)
def test_an_earlier_survey_of_no_use(tmp_path: Path, prepare: Any, told: str) -> None:
    target = tmp_path / "old.sqlite"
    prepare(target)
    with pytest.raises(ArgumentError) as caught:
        HarvestArguments.read({"start": "http://h.test/", "since": str(target)})
    assert told.format(target) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["survey", "STORE_URL"])
def test_a_survey_is_not_compared_with_itself(tmp_path: Path, name: str) -> None:
    target = tmp_path / "old.sqlite"
    given = {"since": str(target), name: f"{tmp_path}/./old.sqlite"}
    with pytest.raises(ArgumentError, match=f"{name} is the same survey"):
        HarvestArguments.check(given, Settings(given))
