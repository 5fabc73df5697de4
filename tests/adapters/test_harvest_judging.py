"""What an answer brings: how many records, and whether that is all."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse

from crawler.harvesting.asking import Reply
from crawler.harvesting.judging import Judged, Judging
from crawler.items import Field, Form

FORM = Form("http://h.test/find", fields=(Field("q", "text"),))


def judged(rows: list[int], said: str = "") -> Judged:
    """An answer of these rows; equal ones are one record."""
    cells = "".join(f"<tr><td>Lamp No {n}<td>{n * n}" for n in rows)
    table = f"<table><thead><tr><th>name<th>size</thead>{cells}</table>"
    url = "http://h.test/find?q=a"
    body = f"<html><body><p>{said}</p>{table}</body></html>"
    response = HtmlResponse(url, body=body, encoding="utf-8")
    return Judging(FORM).of(Reply(response), ["a"], first=True, seconds=0.1)


@pytest.mark.parametrize(
    ("rows", "said", "total", "more"),
    [
        ([*range(12), 3], "13 results", 12, False),  # all is shown, one of it twice
        ([*range(12)], "13 results", 13, False),
        ([*range(99), 3], "", None, True),  # 100 rows: cut off, whatever they are
        ([*range(99)], "", None, False),
    ],
)
def test_rows_that_are_one_record(
    rows: list[int], said: str, total: int | None, more: bool
) -> None:
    outcome = judged(rows, said).outcome
    assert len(outcome.records) == len(set(rows))
    assert (outcome.total, outcome.more) == (total, more)
