"""Runs ``hidden`` against simulated databases, and reads what it left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crawler.store import Survey, harvests
from tests.harvest.draw import Draw
from tests.spiders.crawling import Ran, crawl

if TYPE_CHECKING:
    from pathlib import Path

    from crawler.store.rows_harvest import HarvestRow, RecordRow
    from tests.harvest.served import Site


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


def plan(survey: Path) -> list[tuple[str, int]]:
    """What was asked, in the order of the plan."""
    with Survey.open(survey) as opened:
        return [(a.query, a.page) for a in opened.read(harvests.read_answers)]
