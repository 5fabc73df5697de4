"""A Chromium that does not start, and one that dies on the way."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from scrapy import Request

from crawler.middlewares.render import no_browser
from tests.adapters.chromium_site import options
from tests.adapters.crawling import crawl
from tests.adapters.splash_site import page, script
from tests.servers.running import missing
from tests.servers.web import Reply, web

REPLIES = {"/": Reply(script("document.title = 'shown'"))}


@pytest.fixture(autouse=True)
def _browser() -> None:
    if told := no_browser(""):
        missing(told)


def browsers() -> list[int]:
    """Processes of a Chromium that this one has started, by way of whatever else."""
    parents: dict[int, int] = {}
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            after = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2]
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        number = int(folder.name)
        parents[number] = int(after.split()[1])
        # Its helpers have a type.
        if any(b"host-resolver-rules" in word for word in words) and not any(
            word.startswith(b"--type=") for word in words
        ):
            found.append(number)
    return [number for number in found if os.getpid() in chain(number, parents)]


def chain(number: int, parents: dict[int, int]) -> list[int]:
    """The processes above one."""
    above = []
    while number := parents.get(number, 0):
        above.append(number)
    return above


def kill() -> None:
    """End the browser, as a lack of memory would."""
    for number in browsers():
        os.kill(number, signal.SIGKILL)


def test_a_browser_that_dies_comes_back() -> None:
    with web(REPLIES) as site:
        requests = [
            Request(f"{site.url}/?1", priority=2, meta={"then": kill}),
            Request(f"{site.url}/?2", priority=1),
        ]
        found = crawl(requests, options(CONCURRENT_REQUESTS=1))
        for path in ("/?1", "/?2"):
            assert page(found, site, path).css("title::text").get() == "shown"
        # Asked for once: only the rendering was done again.
        assert site.count("/?2") == 1
    assert found.stats["render/pages"] == 2
    assert browsers() == []


def test_a_browser_that_does_not_start_is_one_line() -> None:
    with web(REPLIES) as site:
        found = crawl([Request(site.url)], options(RENDER_BROWSER="true"))
    (failure,) = found.failures.values()
    (line,) = str(failure).splitlines()
    assert "true does not start" in line
    assert "RENDER_BROWSER" in line
