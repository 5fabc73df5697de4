"""``hidden`` behind text boxes that are the ends of a range."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.harvest.served import frame
from tests.harvest.spanned import Spanned
from tests.servers.answering import answering
from tests.spiders.crawling import crawl
from tests.spiders.harvested import harvested, plan, titles

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def pages(db: Spanned) -> Callable[[str, dict[str, str]], tuple[int, str]]:
    """What a site of *db* answers."""

    def answer(path: str, query: dict[str, str]) -> tuple[int, str]:
        inner = _answer(db, query) if query else ""
        return 404 if path == "/robots.txt" else 200, frame(_form(db) + inner)

    return answer


def _form(db: Spanned) -> str:
    boxes = "".join(
        f'<label>{name} <input type="text" name="{name}"></label>'
        for name in (db.low, db.high)
    )
    return f'<form action="/">{boxes}<button>Search</button></form>'


def _answer(db: Spanned, sent: dict[str, str]) -> str:
    found = db.matching(sent)[: db.top]
    if not found:
        return "<p>Sorry, nothing was found.</p>"
    rows = "".join(
        "<tr>"
        + "".join(f"<td>{escape(text)}</td>" for text in db.fields(record).values())
        + "</tr>"
        for record in found
    )
    head = "".join(f"<th>{escape(name)}</th>" for name in db.fields(found[0]))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def test_all_records_between_two_ends(tmp_path: Path) -> None:
    """Nothing is shown without both ends, and no answer says that it is cut off.

    A run that goes on asks for the same intervals, and none of them twice.
    """
    survey = tmp_path / "s.sqlite"
    values = [float(10 + i * i % 9973) for i in range(150)]
    db = Spanned(values, "min", "max", needed=True)
    with answering(pages(db)) as url:
        done = crawl("hidden", survey, start=url, form=1, queries=12)
        assert done.status == 0, done.err
        (row,) = harvested(survey)
        assert (row.verdict, row.queries, row.lower) == ("limited", 12, True)
        first = plan(survey)
        done = crawl("hidden", survey, start=url, form=1)
    assert done.status == 0, done.err
    asked = plan(survey)
    assert asked[: len(first)] == first
    assert len(asked) == len(set(asked))
    found = titles(survey)
    assert len(found) == len(set(found)) == len(values)
    (row,) = harvested(survey)
    assert row.verdict == "done"
    assert row.queries < 60


def test_a_plan_behind_boxes_is_honest_and_what_fits_nothing_is_told(
    tmp_path: Path,
) -> None:
    survey, fill = tmp_path / "s.sqlite", tmp_path / "fill.json"
    fill.write_text('{"City": "Bonn"}')
    db = Spanned([float(i * i) for i in range(1_000)], "min", "max", needed=True)
    given = {"plan": 1, "key": "sku", "fill": fill}
    with answering(pages(db)) as url:
        done = crawl("hidden", survey, start=url, form=1, **given)
    assert done.status == 0, done.err
    (row,) = harvested(survey)
    assert (row.verdict, row.lower) == ("planned", True)
    assert 12 <= row.queries < 40
    assert row.forecast is not None
    assert (row.forecast["left"], row.forecast["coverage"]) == (None, None)
    assert "how many more is not known, since a range is narrowed until" in done.err
    assert "fill: no text box is called 'city'; there is min, max" in done.err
    assert "key=sku: no record has sku, so all that it says counts" in done.err
