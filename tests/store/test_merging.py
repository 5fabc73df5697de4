"""Records that turn out to be one, in each database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crawler.store import harvests, merging
from tests.store.examples import start, survey_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from crawler.store import Survey


def keep(
    connection: Connection,
    run: int,
    harvest: int,
    number: int,
    shown: Mapping[str, str],
) -> None:
    """An answer with records: identity -> title."""
    answer: dict[str, Any] = {
        "harvest_id": harvest,
        "query": f'[["q", "{number}"]]',
        "page": 1,
        "number": number,
        "phase": "keyword",
        "url": "http://a.test/",
        "kind": "data",
        "reason": "",
        "records": list(shown),
        "total": None,
        "more": False,
        "next": "",
        "error": "",
        "bytes": 1,
        "seconds": 0.1,
    }
    first = merging.next_number(connection, harvest)
    found = [
        {
            "harvest_id": harvest,
            "identity": identity,
            "number": first + place,
            "fields": {"title": name, "text": identity},
            "section": "",
            "links": {"title": f"http://a.test/{name}"},
            "url": "",
            "query": "",
        }
        for place, (identity, name) in enumerate(shown.items())
    ]
    harvests.write_answer(connection, run, answer, found)


def begun(survey: Survey) -> tuple[int, int]:
    run = start(survey)
    with survey.writing() as connection:
        values = {"page": "", "action": "", "method": "GET", "begun": {}}
        made = [
            harvests.begin_harvest(connection, run, signature=name, **values)
            for name in ("other", "mine")
        ]
        keep(connection, run, made[0], 0, {"a1": "A"})
        keep(connection, run, made[1], 0, {"a1": "A", "b1": "B"})
        keep(connection, run, made[1], 1, {"a2": "A", "c1": "C"})
        keep(connection, run, made[1], 2, {"c2": "C", "a3": "A", "a1": "A"})
    return made[0], made[1]


def by_title(_identity: str, fields: Mapping[str, str], _: Mapping[str, str]) -> str:
    return fields["title"]


def test_records_that_are_one_are_put_together(target: str) -> None:
    with survey_at(target) as survey:
        other, mine = begun(survey)
        for _ in range(2):  # again, it changes nothing
            with survey.writing() as connection:
                kept = merging.regroup_records(connection, mine, by_title)
            assert kept == {"A", "B", "C"}
            with survey.reading() as connection:
                found = harvests.records_after(connection, mine, -1, 10)
                answers = [
                    row.records
                    for row in harvests.read_answers(connection)
                    if row.harvest == mine
                ]
                rows = {
                    row.identity: (row.number, row.seen)
                    for row in harvests.read_records(connection)
                    if row.form == "mine"
                }
                untouched = harvests.records_after(connection, other, -1, 10)
                following = merging.next_number(connection, mine)
            # What was found first stands, in the order found; each showing is counted.
            assert [row.fields["text"] for row in found] == ["a1", "b1", "c1"]
            assert rows == {"A": (0, 4), "B": (1, 1), "C": (2, 2)}
            assert answers == [["A", "B"], ["A", "C"], ["C", "A"]]
            assert [row.identity for row in untouched] == ["a1"]
            assert following == 3


def test_a_harvest_without_records(target: str) -> None:
    with survey_at(target) as survey, survey.writing() as connection:
        assert merging.next_number(connection, 1) == 0
        assert merging.regroup_records(connection, 1, by_title) == set()
