"""Case C49: what a Retry-After asks for, and hosts that keep refusing."""

from __future__ import annotations

from typing import Any

import pytest

from crawler.frontier import Refusals
from crawler.frontier.retry_after import seconds
from tests.cases import case

ROWS, EXPECTED = case("C49")
NOW = 1_790_000_000.0  # between the dates of the case


def answer(row: dict[str, Any]) -> tuple[str | None, str | None]:
    """The headers Retry-After and Date of a row."""
    value = row["retry_after"]
    if value is None:
        return None, None
    asked, _, date = value.partition(" with Date: ")
    return asked, date or None


@pytest.mark.parametrize("row", range(9))
def test_the_case(row: int) -> None:
    expected = EXPECTED["wait_before_next_request_to_slow_host"][row]
    asked = seconds(*answer(ROWS["answers"][row]), NOW)
    refusals = Refusals(300)
    wait = refusals.refused("slow.test", asked, NOW)
    if expected.startswith("wait >="):
        assert wait >= float(expected.split()[2])
    elif expected.startswith("capped"):
        assert refusals.given_up == {"slow.test": "Retry-After: 99999999 seconds"}
        assert refusals.held(NOW) == {}
    else:
        assert asked is None
        assert wait == 1.0
        assert refusals.held(NOW + 0.5) == {"slow.test": NOW + 1}
        assert refusals.held(NOW + 1.5) == {}


@pytest.mark.parametrize(
    ("value", "date", "wait"),
    [
        ("120", None, 120.0),
        (" 120 ", None, 120.0),
        ("1e3", None, None),
        ("٣", None, None),
        ("9" * 400, None, None),
        ("", None, None),
        (None, "Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", "broken", 1_792_567_680 - NOW),
        ("Wednesday, 21-Oct-26 07:28:00 GMT", None, 1_792_567_680 - NOW),
        ("Wed, 99 Oct 2026 07:28:00 GMT", None, None),
        ("Wed, 21 Oct 99999 07:28:00 GMT", None, None),
        ("\x00", None, None),
    ],
)
def test_forms(value: str | None, date: str | None, wait: float | None) -> None:
    assert seconds(value, date, NOW) == wait


def test_waits_grow_until_the_host_is_given_up() -> None:
    refusals = Refusals(10)
    now, waits = NOW, []
    while not refusals.given_up:
        waits.append(refusals.refused("h", None, now))
        now += waits[-1]
    assert waits == [1, 2, 4, 8, 0]
    assert refusals.given_up == {"h": "refused 5 times in a row"}


def test_an_answer_in_between_begins_anew() -> None:
    refusals = Refusals(10)
    assert refusals.refused("h", None, NOW) == 1
    assert refusals.refused("h", None, NOW + 2) == 2
    refusals.answered("h")
    assert refusals.refused("h", None, NOW + 9) == 1
    assert refusals.refused("other", None, NOW + 9) == 1


def test_requests_that_were_under_way_count_as_one() -> None:
    refusals = Refusals(10)
    for _ in range(16):
        refusals.refused("h", None, NOW + 0.1)
    assert refusals.held(NOW + 0.2) == {"h": NOW + 1.1}
    assert refusals.refused("h", 7.0, NOW + 0.2) == pytest.approx(7)
    assert refusals.refused("h", 3.0, NOW + 0.3) == pytest.approx(6.9)
