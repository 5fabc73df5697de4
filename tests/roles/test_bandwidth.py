"""The cap on what is downloaded: an average that holds for all sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.roles.bucket import BURST, Bucket
from tests.adapters.inspecting import inspect
from tests.adapters.pages import SITE, links
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path


@settings(deadline=None, max_examples=200)
@given(
    st.integers(1, 10**9),
    st.lists(st.tuples(st.integers(0, 10**9), st.floats(0, 100)), max_size=30),
)
def test_no_more_comes_than_the_rate_and_one_burst(
    rate: int, downloads: list[tuple[int, float]]
) -> None:
    bucket, now, came = Bucket(rate), 0.0, 0
    for size, pause in downloads:
        now += pause
        seconds = bucket.wait(now)
        assert seconds >= 0
        now += seconds
        # What came before this one: it is asked for only when that was paid.
        assert came <= rate * (now + BURST) * (1 + 1e-9) + 1
        bucket.take(size, now)
        came += size


def test_who_waited_waits_no_more() -> None:
    bucket = Bucket(10)
    bucket.take(100, 0.0)
    assert bucket.wait(0.0) == pytest.approx(9.0)
    assert bucket.wait(9.0) == pytest.approx(0.0)


def test_a_long_pause_is_no_credit() -> None:
    bucket = Bucket(10)
    assert bucket.wait(1e6) == 0
    bucket.take(30, 1e6)
    assert bucket.wait(1e6) == pytest.approx(2.0)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(10)
    bucket.take(30, 100.0)
    assert bucket.wait(0.0) == pytest.approx(2.0)


@pytest.mark.parametrize("cap", [0, 40_000])
def test_a_crawl_waits_for_its_share(tmp_path: Path, cap: int) -> None:
    page = "<p>" + "x" * 20_000
    replies = {
        f"{SITE}/": Reply(links("/a", "/b", "/c", "/d")),
        **{f"{SITE}/{name}": Reply(page + name) for name in "abcd"},
    }
    with web(replies) as site:
        done = inspect(
            tmp_path / "s",
            settings={"FOCUS_BANDWIDTH": cap, "CONCURRENT_REQUESTS": 1},
            start=f"{SITE}/",
            proxy=site.url,
        )
    assert len(done.pages) == 5
    waited = done.stats.get("focus/bandwidth_waited", 0)
    # 80,000 bytes, of which 40,000 may come at once, and the last is not waited for.
    assert bool(waited) == bool(cap)
