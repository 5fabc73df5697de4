"""Limits: which is reached, which will be, and what is expected then."""

from __future__ import annotations

from typing import Any

import pytest

from crawler.harvest import HarvestOptions, Outcome, Size, Spent
from crawler.harvest.limits import forecast, reached
from crawler.options import read_options

SIZE = Size(100.0, 90.0, 130.0, "chao2")


@pytest.mark.parametrize(
    ("limit", "name"),
    [
        ({"queries": 10}, "HARVEST_QUERIES"),
        ({"records": 50}, "HARVEST_RECORDS"),
        ({"bytes": 1_000}, "HARVEST_BYTES"),
        ({"seconds": 5.0}, "HARVEST_SECONDS"),
        ({"idle": 3}, "HARVEST_IDLE"),
        ({"share": 0.5}, "HARVEST_SHARE"),
        ({"share": 0.51}, ""),
        ({"queries": 11}, ""),
    ],
)
def test_reached(limit: dict[str, Any], name: str) -> None:
    spent = Spent(queries=10, records=50, bytes=1_000, seconds=5.0, idle=3)
    assert reached(spent, HarvestOptions(**limit), SIZE) == name


def test_forecast() -> None:
    spent = Spent(queries=10, records=40, bytes=1_000, seconds=5.0)
    free = forecast(spent, 30, SIZE, HarvestOptions())
    assert (free.space, free.time, free.binds, free.at) == (4_000, 15.0, "", 40)
    assert free.coverage == pytest.approx(1.0)
    bound = forecast(spent, 30, SIZE, HarvestOptions(queries=25, bytes=3_000))
    assert (bound.binds, bound.at) == ("HARVEST_QUERIES", 25)
    assert bound.coverage == pytest.approx(0.7)  # 40 + half of the other 60
    share = forecast(spent, 30, SIZE, HarvestOptions(share=0.6))
    assert (share.binds, share.at) == ("HARVEST_SHARE", 20)


def test_spent_counts_idle_queries() -> None:
    spent = Spent()
    for new in (2, 0, 0):
        spent.add(Outcome(bytes=5, seconds=0.5), new)
    assert spent == Spent(queries=3, records=2, bytes=15, seconds=1.5, idle=2)


def test_options_from_settings() -> None:
    read = read_options(HarvestOptions, "HARVEST", {"HARVEST_SHARE": "0.9"})
    assert read == HarvestOptions(share=0.9)
    with pytest.raises(ValueError, match="HARVEST_SHARE='2'"):
        read_options(HarvestOptions, "HARVEST", {"HARVEST_SHARE": "2"})
    with pytest.raises(ValueError, match="HARVEST_PATTERN"):
        read_options(HarvestOptions, "HARVEST", {"HARVEST_PATTERN": "zigzag"})
