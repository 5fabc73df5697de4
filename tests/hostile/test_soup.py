"""Documents that hypothesis makes: nothing raises, nothing is without bound."""

from __future__ import annotations

from hypothesis import given, settings

from tests.hostile.files import HTML, Kind
from tests.hostile.soup import bodies, units
from tests.hostile.stages import measured, timed
from tests.hostile.test_families import check

UNIT_SIZE = 40_000
DEAR = 20e-6
"""Seconds a byte of one stage: ten times what the dearest families take."""


@settings(deadline=None, max_examples=200)
@given(bodies())
def test_any_document_is_measured_and_always_the_same(
    drawn: tuple[bytes, Kind],
) -> None:
    body, kind = drawn
    found = measured(body, kind)
    check(found)
    assert measured(body, kind).page == found.page


@settings(deadline=None, max_examples=40)
@given(units())
def test_whatever_is_repeated_costs_what_its_size_does(unit: str) -> None:
    body = (unit * (UNIT_SIZE // len(unit) if unit else 0)).encode("utf-8", "replace")
    found = measured(body, HTML)
    check(found)
    limit = DEAR * (len(body) + UNIT_SIZE)
    if max(found.spent.values()) > limit:
        found = timed(body, HTML)
    assert max(found.spent.values()) < limit
