"""Case C40 in each database: records with a key, from several workers, and again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from crawler.harvest.identity import keyed
from crawler.store import harvests
from tests.cases import case
from tests.store.examples import start, survey_at, writer_of

if TYPE_CHECKING:
    from crawler.store import SurveyWriter

ANSWER: dict[str, Any] = {
    "phase": "keyword",
    "url": "http://a.test/",
    "kind": "data",
    "reason": "",
    "total": None,
    "more": False,
    "next": "",
    "error": "",
    "bytes": 1,
    "seconds": 0.1,
    "number": 0,
}


def insert(writer: SurveyWriter, harvest: int, rows: list[Any], worker: str) -> None:
    """Each row as an answer of its own, in the order of the list."""
    key = case("C40")[0]["key_field"]
    for number, row in enumerate(rows):
        fields = {n: v for n, v in row.items() if n != "page" and v is not None}
        identity = keyed(fields, [key])
        answer = ANSWER | {
            "harvest_id": harvest,
            "query": f"{worker} {number}",
            "page": row["page"],
            "records": [identity],
        }
        found = {
            "harvest_id": harvest,
            "identity": identity,
            "number": number,
            "fields": fields,
            "links": {},
            "section": "",
            "url": "",
            "query": "",
        }
        write = partial(harvests.write_answer, answer=answer, found=[found])
        writer.submit_work(write).result()


def test_c40_four_workers_and_a_restart(target: str) -> None:
    given, expected = case("C40")
    rows = given["records"]
    with survey_at(target) as survey:
        run = start(survey)
        with survey.writing() as connection:
            values = {"page": "", "action": "", "method": "GET", "begun": {}}
            harvest = harvests.begin_harvest(connection, run, signature="f", **values)
    for _ in range(2):
        with survey_at(target) as survey:
            with writer_of(survey) as writer, ThreadPoolExecutor(4) as pool:
                jobs = [
                    pool.submit(insert, writer, harvest, rows, worker)
                    for worker in "abcd"
                ]
                for job in jobs:
                    job.result()
            found = list(survey.read(harvests.read_records))
        assert len(found) == expected["rows"]
        (priced,) = (row for row in found if row.fields.get("sku") == "A-1")
        assert priced.fields["price"] == "3.50"
        # Four workers show each once: an answer that is there already counts once.
        assert sum(row.seen for row in found) == 4 * len(rows)
