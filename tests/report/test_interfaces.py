"""Query interfaces in the report and in the difference of two surveys."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from crawler.commands.export import Command
from crawler.harvesting.interface import find_interface
from crawler.report.diff_interfaces import interface_changes
from crawler.report.diff_side import read_side
from crawler.report.diff_sight import Sight
from crawler.report.html_interfaces import interface_data
from crawler.store import Survey, SurveyError
from crawler.store.interfaces import (
    MAX_PATH,
    InterfaceRow,
    read_interfaces,
    way_to,
    write_interface,
    yield_of,
)
from tests.commands.surveys import run
from tests.report.html_reader import written
from tests.report.html_surveys import ATTACKS, HTTP, site_pages, survey_with

if TYPE_CHECKING:
    from pathlib import Path


def row(**changes: Any) -> dict[str, Any]:
    known: dict[str, Any] = {
        "site": "h.test",
        "signature": "GET /find",
        "page_key": HTTP,
        "page": HTTP,
        "action": f"{HTTP}find",
        "method": "GET",
        "name": "",
        "attributes": [
            {
                "label": "Author",
                "controls": [{"name": "a", "type": "text", "options": []}],
            }
        ],
        "kind": "search",
        "score": 0.9,
        "domain": "book",
        "domain_score": 0.8,
        "relevance": 0.75,
    }
    return known | changes


def survey_of(path: Path, *rows: dict[str, Any]) -> Path:
    """The pages of a small site, and these interfaces."""
    survey_with(path, site_pages())
    with Survey.open(path) as survey, survey.writing() as connection:
        for one in rows:
            write_interface(connection, 1, one, lambda url: url)
    return path


def test_the_page_with_the_smallest_key_tells_what_it_is(tmp_path: Path) -> None:
    path = survey_of(
        tmp_path / "s.sqlite",
        row(page_key="b", page="b", domain="job"),
        row(page_key="a", page="a", domain="book"),
        row(page_key="c", page="c", domain="car"),
        row(site="other.test", page_key="c"),
    )
    with Survey.open(path) as survey:
        found = list(survey.read(read_interfaces))
    assert [(one.site, one.page, one.domain) for one in found] == [
        ("h.test", "a", "book"),
        ("other.test", HTTP, "book"),
    ]


def test_the_way_ends_where_it_turns_round(tmp_path: Path) -> None:
    path = survey_of(tmp_path / "s.sqlite")
    with Survey.open(path) as survey, survey.writing() as connection:
        keys = [
            key
            for (key,) in connection.exec_driver_sql(
                "SELECT key FROM pages ORDER BY key LIMIT 3"
            )
        ]
        # Each is met on the one before, and the first on the last.
        for number, key in enumerate(keys):
            connection.exec_driver_sql(
                "UPDATE pages SET referrer = ?, url = key WHERE key = ?",
                (keys[number - 1], key),
            )
        assert way_to(connection, keys[2], lambda url: url) == keys[:2]
        assert way_to(connection, "nothing", lambda url: url) == []
    assert MAX_PATH >= 10


def test_what_a_crawl_came_to(tmp_path: Path) -> None:
    path = survey_of(
        tmp_path / "s.sqlite",
        row(),
        row(signature="2", relevance=0.2),
        row(site="x.test", domain="job", relevance=None),
    )
    with Survey.open(path) as survey, survey.writing() as connection:
        connection.exec_driver_sql("UPDATE pages SET relevance = 0.75 WHERE id <= 2")
        connection.exec_driver_sql("UPDATE pages SET relevance = 0.25 WHERE id = 3")
        found = yield_of(connection, 0.5)
    assert (found.interfaces, found.on_topic, found.sites) == (3, 1, 2)
    assert (found.judged, found.relevant) == (3, 2)
    assert dict(found.domains) == {"book": 2, "job": 1}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_report_shows_what_a_site_wrote_as_text(tmp_path: Path, attack: str) -> None:
    control = {"name": attack, "type": attack, "options": [attack] * 20}
    path = survey_of(
        tmp_path / "s.sqlite",
        row(
            name=attack,
            action=attack,
            page=attack,
            attributes=[{"label": attack, "controls": [control]}] * 99,
        ),
    )
    with Survey.open(path) as survey, survey.reading() as connection:
        (found,) = interface_data(connection)
    assert found["more"] == 39
    assert len(found["attributes"]) == 60
    assert "20 in all" in found["attributes"][0][2]
    text = json.dumps(found, ensure_ascii=False)
    assert not any(mark in text for mark in "\u202e\u2066\x00\x1b")


def test_what_came_went_and_changed(tmp_path: Path) -> None:
    other = [{"label": "Title", "controls": []}]
    old = survey_of(tmp_path / "a.sqlite", row(), row(signature="gone"))
    new = survey_of(
        tmp_path / "b.sqlite",
        row(domain="job", attributes=other),
        row(site="new.test"),
        row(signature="unseen", page="http://elsewhere.test/"),
    )
    with Survey.open(old) as first, Survey.open(new) as second:
        before, after = read_side(first), read_side(second)
    found = interface_changes(Sight(after, before), Sight(before, after))
    assert [one["site"] for one in found.came] == ["new.test"]
    assert [one["signature"] for one in found.went] == ["gone"]
    (changed,) = found.changed
    assert changed["domain_before"] == "book"
    assert changed["attributes"] == {"came": ["Title"], "went": ["Author"]}
    same = interface_changes(Sight(before, before), Sight(before, before))
    assert not same


def test_a_tile_leads_to_the_interfaces(tmp_path: Path) -> None:
    """The report says at a glance what such a crawl was for; others say nothing."""
    rows = [row(), row(signature="GET /other"), row(site="other.test")]
    tiles = []
    for number, some in enumerate((rows, [])):
        path = written(survey_of(tmp_path / f"{number}.sqlite", *some))
        tree = LexborHTMLParser(path.read_text("utf-8"))
        tiles.append([node.text(separator=" ") for node in tree.css(".tiles a")])
        linked = tree.css('.tiles a[href="#interfaces"]')
        assert bool(linked) == bool(tree.css("section#interfaces")) == bool(some)
    assert tiles[0] == ["3 query interfaces", *tiles[1]]


def test_a_site_with_several_is_asked_which(tmp_path: Path) -> None:
    rows = row(), row(signature="GET /other"), row(site="other.test")
    path = survey_of(tmp_path / "s.sqlite", *rows)
    with pytest.raises(SurveyError, match="2 query interfaces of this site: name one"):
        find_interface(str(path), "h.test")
    assert find_interface(str(path), "GET /other").page == HTTP
    assert find_interface(str(path), "other.test").signature == "GET /find"


def test_interfaces_as_parquet(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    unsure: dict[str, Any] = {"name": "Bücher", "attributes": [], "relevance": None}
    other = row(site="other.test", domain_score=None, **unsure)
    path = survey_of(tmp_path / "s.sqlite", row(), other)
    target = tmp_path / "i.parquet"
    what = ("--what", "interfaces", "--as", "parquet", "-o", str(target))
    result = run(Command(), capsysbinary, str(path), *what)
    assert result.status == 0, result.err
    table = parquet.read_table(target)
    assert table.column_names == [field.name for field in fields(InterfaceRow)]
    told = {str(table.schema.field(name).type) for name in ("score", "relevance")}
    assert told == {"double"}
    first, second = table.to_pylist()
    assert first["site"] == "h.test"
    assert (first["score"], first["domain_score"], first["run"]) == (0.9, 0.8, 1)
    assert json.loads(first["attributes"]) == row()["attributes"]
    assert isinstance(json.loads(first["path"]), list)
    assert (second["site"], second["name"]) == ("other.test", "Bücher")
    assert second["relevance"] is second["domain_score"] is None
    assert json.loads(second["attributes"]) == []
