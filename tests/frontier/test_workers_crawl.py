"""Crawls that share a queue in Redis: nothing lost, nothing twice, one end (C55)."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from crawler.store import Survey
from tests.cases import case
from tests.frontier.processes import Crew, wait_until
from tests.frontier.shops import Shop
from tests.servers.redis import redis_server
from tests.servers.running import free_port
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers.redis import RedisServer
    from tests.servers.web import Web

FAST = ("-a", "polite=0", "-a", "exhaustive=1", "-s", "CONCURRENT_REQUESTS=8")
DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


def asked(site: Web) -> list[str]:
    """Requests for pages, without those that look for soft 404."""
    return [each for each in site.asked if re.fullmatch(r"GET /p/\d+", each)]


def runs(survey: Path) -> list[tuple[str | None, str]]:
    """Reason and stats of each run."""
    with closing(sqlite3.connect(survey)) as database:
        return database.execute("SELECT reason, stats FROM runs").fetchall()


def test_three_workers_take_every_page_once(tmp_path: Path) -> None:
    """Also where a page is only for who brings the cookie of another."""
    shop = Shop(150, 0.03, session=True)
    with (
        redis_server(tmp_path / "redis") as server,
        web(shop) as site,
        ExitStack() as stack,
    ):
        crew = Crew(tmp_path / "crew", f"{site.url}/", FAST, queue=server.url)
        workers = [stack.enter_context(crew.worker()) for _ in range(3)]
        assert [worker.wait(240) for worker in workers] == [0, 0, 0], crew.logs
        assert sorted(asked(site)) == sorted(f"GET /p/{n}" for n in range(1, 151))
        assert crew.pages() == shop.urls(site.url)
    ((reason, stats),) = runs(crew.survey)
    assert reason == "finished"
    assert json.loads(stats)["store/pages"] == 151
    told = crew.logs
    assert sum("the last one makes the clusters" in log for log in told) == 2
    assert sum("clusters  " in log for log in told) == 1
    with Survey.open(crew.survey) as survey:
        assert survey.is_final()


class CaseSite(Shop):
    """The site of the case: 100 pages, and one that redirects."""

    def hidden(self, base: str) -> set[str]:
        """Linked from page 7 only, which is another one here."""
        return {f"{base}/p/{n}" for n in range(71, 81)}

    def _page(self, key: str, default: object) -> object:
        if key == "/r/1":
            return Reply(status=302, headers=(("Location", "/t/1"),))
        if key in {"/t/1", "/j"}:
            return Reply(f"<h1>{key}</h1>", seconds=0.05)
        reply = super()._page(key, default)
        if key == "/p/7":
            return Reply("<h1>7</h1><a href=/r/1>r</a>", seconds=self.seconds)
        return reply


def test_the_case(tmp_path: Path) -> None:
    given, expected = case("C55")
    assert given["urls"] == 100
    shop = CaseSite(100, 0.2)
    with (
        redis_server(tmp_path / "redis", *DURABLE) as server,
        web(shop) as site,
        ExitStack() as stack,
    ):
        options = (*FAST, "-s", "FRONTIER_IDLE=1.5", "-s", "FRONTIER_KEY=case")
        crew = Crew(tmp_path / "crew", f"{site.url}/", options, queue=server.url)
        first = stack.enter_context(crew.worker())
        second = stack.enter_context(crew.worker())
        with server.client() as client:
            client.set("mine", "untouched")
            wait_until(lambda: len(asked(site)) > 20, "the first pages")
            # A worker dies with requests in flight, then the server for 3 seconds.
            first.kill()
            wait_until(lambda: len(asked(site)) > 35, "the pages after the first kill")
        server.kill()
        time.sleep(3)
        server.start()
        messages = [
            b"\xff\xfe",
            b"",
            b'{"no_url":1}',
            b"[1,2]",
            f"{site.url}/j".encode(),
            json.dumps({"url": f"{site.url}/j?x=1", "meta": {"k": 1}}).encode(),
            b"javascript:1",
            b"http://elsewhere.test/",
        ]
        with server.client() as client:
            client.rpush("{leadline:case}:starts", *messages)
        third = stack.enter_context(crew.worker())
        assert [second.wait(240), third.wait(240)] == [0, 0], crew.logs
        found = crew.pages()
        assert shop.urls(site.url) <= found | shop.hidden(site.url)
        assert {f"{site.url}/t/1", f"{site.url}/j", f"{site.url}/j?x=1"} <= found
        # Eight in flight of the one that was killed, and as many that waited.
        assert len(asked(site)) - len(set(asked(site))) <= 16
        with server.client() as client:
            assert client.get("mine") == b"untouched"
            bad = client.lrange("{leadline:case}:starts:bad", 0, -1)
            assert client.llen("{leadline:case}:starts") == 0
        assert sorted(bad) == sorted({*messages[:4], *messages[6:]})
        told = "".join(crew.logs)
        assert told.count("Start message set aside") == 6
        assert "Traceback" not in told
        assert expected["workers_alive"]


class Gated(Shop):
    """Its home page comes when two workers are there."""

    def __init__(self, count: int, server: RedisServer) -> None:
        super().__init__(count)
        self._server = server

    def get(self, key: str, default: object = None) -> object:
        if key == "/":
            with self._server.client() as client:
                wait_until(
                    lambda: bool(client.zcard("{leadline:default}:crew") == 2),
                    "two workers",
                )
        return super().get(key, default)


def test_two_workers_ask_a_host_as_often_as_one(tmp_path: Path) -> None:
    """And both together take as many pages of a site as one may."""
    # By default each delay is by chance from a half to one and a half of what is set.
    even = ("-s", "RANDOMIZE_DOWNLOAD_DELAY=0")
    slow = ("-s", "DOWNLOAD_DELAY=0.3", "-s", "AUTOTHROTTLE_ENABLED=0", *even)
    options = (*slow, "-a", "exhaustive=1", "-s", "FRONTIER_SITE_PAGES=20")
    with redis_server(tmp_path / "redis") as server, ExitStack() as stack:
        shop = Gated(30, server)
        site = stack.enter_context(web(shop))
        crew = Crew(tmp_path / "crew", f"{site.url}/", options, queue=server.url)
        workers = [stack.enter_context(crew.worker()) for _ in range(2)]
        assert [worker.wait(240) for worker in workers] == [0, 0], crew.logs
        assert crew.pages() <= shop.urls(site.url)
        assert len(crew.pages()) == 20
        assert [*crew.rules().values()].count("budget") >= 11
        both = [log for log in crew.logs if "'store/pages'" in log]
        assert len(both) == 2, "one of them did nothing"
    # From the first page to the last, but for three: robots.txt and a look for soft
    # 404 do not wait for a turn in the queue, but hold the next page of that worker
    # back in its own slot, while the other takes the turn that follows. Two who do not
    # know of one another take half the time.
    times = shop.times
    assert times[-1] - times[0] >= (len(times) - 1 - 3) * 0.3 * 0.95


def test_a_server_that_stays_away_stops_the_crawl(tmp_path: Path) -> None:
    shop = Shop(120, 0.1)
    with redis_server(tmp_path / "redis", *DURABLE) as server, web(shop) as site:
        options = (*FAST, "-s", "FRONTIER_PATIENCE=1")
        crew = Crew(tmp_path / "crew", f"{site.url}/", options, queue=server.url)
        with crew.worker() as worker:
            wait_until(lambda: len(asked(site)) > 30, "the first pages")
            server.kill()
            assert worker.wait(120) == 1
        (log,) = crew.logs
        last = log.strip().splitlines()[-1]
        assert last == f"leadline: {server.url}: nothing listens there (for 1 s)"
        assert "Traceback" not in log
        before = crew.pages()
        assert before
        server.start()
        with crew.worker() as worker:
            assert worker.wait(240) == 0, crew.logs
        assert crew.pages() == shop.urls(site.url)
        assert len(asked(site)) - len(set(asked(site))) <= 16


def test_a_server_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    crew = Crew(tmp_path / "crew", "http://127.0.0.1:8999/", queue=url)
    with crew.worker() as worker:
        assert worker.wait(120) == 1
    (log,) = crew.logs
    told = url.replace(":secret@", "")
    assert log.strip().splitlines()[-1] == f"leadline: {told}: nothing listens there"
    assert "Traceback" not in log
    assert "secret" not in log
