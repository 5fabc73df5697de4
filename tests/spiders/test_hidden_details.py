"""``hidden`` on a search that quotes what matches, with the page of each record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.harvest import library
from tests.spiders.crawling import Ran, crawl
from tests.spiders.harvested import harvested, plan, records

if TYPE_CHECKING:
    from pathlib import Path

    from crawler.store.rows_harvest import HarvestRow, RecordRow


@dataclass
class Done:
    """A harvest that was cut short by its limit, and gone on with."""

    ran: list[Ran]
    asked: list[list[str]]
    first: list[RecordRow]
    records: list[RecordRow]
    harvest: HarvestRow
    plan: list[tuple[str, int]]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    survey: Path = tmp_path_factory.mktemp("library") / "s.sqlite"
    ran, asked = [], []
    with library.served() as site:
        for options in ({"queries": 5}, {"details": 1}):
            ran.append(crawl("hidden", survey, start=site.url, form=1, **options))
            asked.append(list(site.asked))
            site.asked.clear()
            if len(ran) == 1:
                first = records(survey)
    (row,) = harvested(survey)
    return Done(ran, asked, first, records(survey), row, plan(survey))


def number_of(row: RecordRow) -> int:
    return int(next(v for v in row.fields.values() if " No " in v)[-3:])


def test_each_book_is_one_record_also_after_a_resume(done: Done) -> None:
    assert [ran.status for ran in done.ran] == [0, 0], done.ran[-1].err
    assert 0 < len(done.first) < library.BOOKS
    assert sorted(map(number_of, done.records)) == list(range(library.BOOKS))
    assert done.harvest.records == library.BOOKS
    assert [row.number for row in done.records] == list(range(library.BOOKS))
    # A book is found by many words: all answers that show it are counted.
    assert sum(row.seen for row in done.records) > 3 * library.BOOKS


def test_nothing_is_asked_twice(done: Done) -> None:
    first, second = (
        {line for line in lines if line.startswith("/find")} for lines in done.asked
    )
    lessons = 8  # nothing, twice; nonsense; some words
    assert len(first & second) <= lessons
    assert len(done.plan) == len(set(done.plan))


def test_another_form_is_filled_and_its_pages_are_read(done: Done) -> None:
    shelf = [line for run in done.asked for line in run if line.startswith("/shelf")]
    assert f"/shelf?q={library.SHELVED}&shelf=all" in shelf
    assert f"/shelf?q={library.SHELVED}&shelf=all&page=2" in shelf
    assert not any("shelf=&" in line or line.endswith("shelf=") for line in shelf)


def test_the_page_of_a_record_is_merged(done: Done) -> None:
    bad = {library.GONE, library.FAILING, library.SORRY, library.BARE}
    for row in done.records:
        number = number_of(row)
        told = {name: row.fields.get(name) for name in ("Author", "Year")}
        if number in bad:
            assert set(told.values()) == {None}
        else:
            assert told == library.details(number)
            assert row.details.partition("?")[0].endswith(f"/book/{number}")
        assert "Telephone" not in row.fields


def test_pages_that_are_gone_fail_or_only_say_so(done: Done) -> None:
    by_number = {number_of(row): row.details for row in done.records}
    for number in (library.GONE, library.FAILING, library.SORRY):
        assert by_number[number] == "failed"
    assert by_number[library.BARE] == ""


def test_each_page_is_fetched_once(done: Done) -> None:
    pages = [
        line.partition("?")[0] for line in done.asked[1] if line.startswith("/book/")
    ]
    once = [page for page in pages if page != f"/book/{library.FAILING}"]
    assert len(once) == len(set(once))
    assert not any(line.startswith("/book/") for line in done.asked[0])
