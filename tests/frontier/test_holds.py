"""Case C49: hosts that ask for patience are left alone, while others go on."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import links, page
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

SLOW, FAST = "http://slow.test", "http://fast.test"
FAST_PAGES = 30


class Hosts(dict[str, Any]):
    """A host that refuses its first answers, and one that is fast; as a proxy."""

    def __init__(self, refusals: list[Reply]) -> None:
        super().__init__()
        self.refusals = refusals
        self.times: dict[str, list[float]] = {SLOW: [], FAST: []}

    def get(self, key: str, default: Any = None) -> Any:
        host, path = key[:16], key[16:]
        if path in {"/robots.txt", "/sitemap.xml"} or "no-such" in path:
            return Reply("", 404)
        self.times[host].append(time.monotonic())
        if host == SLOW and len(self.times[SLOW]) > 1 and self.refusals:
            return self.refusals.pop(0)
        number = len(self.times[host])
        more = 10 if host == SLOW else FAST_PAGES
        inside = links(*(f"{host}/{at}" for at in range(more))) if path == "/" else ""
        return page(f"{host}{path}", inside, f"<i>{number}</i>")


def refusal(status: int, *after: str) -> Reply:
    headers = tuple(("Retry-After", value) for value in after)
    return Reply("busy", status, headers=headers)


def crawl(tmp_path: Path, hosts: Hosts, **settings: Any) -> Inspected:
    with web(hosts) as site:
        given = {"CONCURRENT_REQUESTS_PER_DOMAIN": 2, **settings}
        return inspect(
            tmp_path / "s.sqlite",
            settings=given,
            start=f"{SLOW}/,{FAST}/",
            proxy=site.url,
        )


@pytest.mark.parametrize(
    ("refused", "least"),
    [
        ([refusal(429, "3")], 3.0),
        ([refusal(503, "3")], 3.0),
        ([refusal(429)], 1.0),
        ([refusal(429, "abc"), refusal(429, "0")], 1.0),
    ],
    ids=["429", "503", "no time", "no time that counts"],
)
def test_the_whole_host_waits_and_no_other(
    tmp_path: Path, refused: list[Reply], least: float
) -> None:
    hosts = Hosts(list(refused))
    done = crawl(tmp_path, hosts)
    slow, fast = hosts.times[SLOW], hosts.times[FAST]
    # What was under way when the refusal came is 2 requests at most.
    gaps = [after - before for before, after in itertools.pairwise(slow)]
    assert max(gaps) >= least - 0.05
    waited = slow[gaps.index(max(gaps))]
    assert sum(each <= waited for each in slow) <= 1 + 2 + len(refused)
    # The other host was asked meanwhile, or was done already.
    assert len(fast) == FAST_PAGES + 1
    during = sum(waited < each < waited + max(gaps) for each in fast)
    assert during >= 5 or max(fast) < waited + max(gaps)
    # The request was not lost, and not counted twice.
    assert {f"{SLOW}/{number}" for number in range(10)} < done.pages.keys()
    assert {row.status for row in done.pages.values()} == {200}
    assert done.stats["frontier/retry_after"] == len(refused)
    assert not done.faults()


def test_a_200_is_no_refusal(tmp_path: Path) -> None:
    hosts = Hosts([Reply("<h1>Fine</h1>", headers=(("Retry-After", "60"),))])
    began = time.monotonic()
    done = crawl(tmp_path, hosts)
    assert time.monotonic() - began < 60
    assert "frontier/retry_after" not in done.stats


def test_a_host_that_asks_for_too_much_is_left_alone(tmp_path: Path) -> None:
    hosts = Hosts([refusal(429, "99999999") for _ in range(50)])
    done = crawl(tmp_path, hosts)
    assert len(hosts.times[SLOW]) <= 1 + 3
    assert len(hosts.times[FAST]) == FAST_PAGES + 1
    assert done.stats["frontier/hosts_given_up"] == 1
    slow = {url: row for url, row in done.decisions.items() if url.startswith(SLOW)}
    assert {f"{SLOW}/{number}" for number in range(10)} <= slow.keys()
    assert {row.rule for row in slow.values()} <= {"failed", "guess-failed"}
    assert any("Retry-After: 99999999 seconds" in row.detail for row in slow.values())
    assert not done.faults()


def test_a_host_that_only_refuses_ends(tmp_path: Path) -> None:
    """The waits grow to the longest that is waited for."""
    hosts = Hosts([refusal(429) for _ in range(500)])
    done = crawl(tmp_path, hosts, FRONTIER_MAX_WAIT=2)
    assert len(hosts.times[SLOW]) < 12
    assert done.stats["frontier/hosts_given_up"] == 1
    assert done.stats["finish_reason"] == "finished"


def test_stopped_while_a_host_waits_it_ends_at_once(tmp_path: Path) -> None:
    """And what waited is for the next run."""
    hosts = Hosts([refusal(429, "100")])
    began = time.monotonic()
    job = {"JOBDIR": str(tmp_path / "job"), "CLOSESPIDER_TIMEOUT": 4}
    done = crawl(tmp_path, hosts, **job)
    assert time.monotonic() - began < 60
    assert done.stats["frontier/left"] >= 8
    assert not done.faults()
    done = crawl(tmp_path, Hosts([]), **{**job, "CLOSESPIDER_TIMEOUT": 0})
    assert {f"{SLOW}/{number}" for number in range(10)} < done.pages.keys()


def test_pages_of_a_site(tmp_path: Path) -> None:
    """Exactly so many of each, over all runs, and the rest has its rule."""
    job = {"JOBDIR": str(tmp_path / "job"), "FRONTIER_SITE_PAGES": 5}
    hosts = Hosts([])
    for _ in range(2):
        done = crawl(tmp_path, hosts, **job)
        for host, more in ((SLOW, 10), (FAST, FAST_PAGES)):
            assert sum(url.startswith(host) for url in done.pages) == 5
            rest = [url for url in done.decisions if url.startswith(f"{host}/")]
            rules = {done.rules[url] for url in rest}
            assert "budget" in rules <= {"budget", "guess-failed"}
            assert sum(done.rules[url] == "budget" for url in rest) >= more - 4
            assert len(hosts.times[host]) <= 6
    assert done.decisions[f"{FAST}/29"].detail == "FRONTIER_SITE_PAGES=5"
