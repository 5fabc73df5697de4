"""Queues in Redis: ours, leased and acknowledged, beside scrapy-redis.

    python -m bench.frontier_redis [--urls 100000] [--hosts 10] [--rounds 3]

The same requests, one server each round, without persistence; scrapy-redis runs in an
environment of its own. Enqueue is: fingerprint, encode, filter, queue. Dequeue is: take
and decode; ours also acknowledges each, which a worker that is killed needs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider

from crawler.frontier import Batch, Entry
from crawler.frontier.redis_backend import RedisBackend
from crawler.stored import Shelf
from crawler.urls import Identity, UrlOptions, shape_of_key
from tests.servers.redis import redis_server

if TYPE_CHECKING:
    from tests.servers.redis import RedisServer

PEER = Path.home() / ".cache" / "leadline-scrapy-redis"
NEEDS = ("scrapy==2.19.0", "scrapy-redis==0.9.1", "redis", "hiredis")
# As the scheduler does it: pushes wait for a commit, leases for their end.
PUSHES = 500
LEASES = 16

Row = dict[str, float]


class Bench(Spider):
    """Has the callback of the requests."""

    name = "bench"

    def parse(self, response: Any, **kwargs: Any) -> None:
        """Never called."""


def ours(server: RedisServer, count: int, hosts: int) -> Row:
    """Queue *count* requests, then take and acknowledge them."""
    backend = RedisBackend.open(server.url)
    spider = Bench()
    shelf = Shelf(spider, stays=True)
    identity = Identity(UrlOptions(), b"s" * 16)
    with server.client() as client:
        empty = client.info("memory")["used_memory"]
        began = time.perf_counter()
        batch = Batch()
        for n in range(count):
            batch.push.append(_entry(n, hosts, shelf, identity, spider))
            if len(batch.push) == PUSHES or n == count - 1:
                assert all(backend.commit(batch))
                batch = Batch()
        queued = time.perf_counter()
        full = client.info("memory")["used_memory"]
        left = count
        while left:
            leases = backend.lease(LEASES, {}, ())
            for lease in leases:
                assert shelf.take(lease.entry.payload) is not None
            backend.commit(Batch(done=[lease.number for lease in leases]))
            left -= len(leases)
        taken = time.perf_counter()
        seen = client.info("memory")["used_memory"]
    backend.close()
    return {
        "enqueue": count / (queued - began),
        "dequeue": count / (taken - queued),
        "queued": (full - empty) / count,
        "seen": (seen - empty) / count,
    }


def _entry(
    n: int, hosts: int, shelf: Shelf, identity: Identity, spider: Bench
) -> Entry:
    host = f"127.0.0.{n % hosts}"
    url = f"http://{host}:8000/catalogue/item/{n}?page={n % 7}"
    request = Request(url, callback=spider.parse, meta={"depth": 3}, priority=-3)
    key, fingerprint = identity.identify(url)
    return Entry(
        fingerprint,
        shelf.put(request),
        host,
        shape_of_key(key),
        request.priority,
        spelling=fingerprint,
    )


def peer(server: RedisServer, count: int, hosts: int) -> Row:
    """The same by scrapy-redis, whose environment is made when it is not there."""
    python = PEER / "bin" / "python"
    if not python.exists():
        venv.create(PEER, with_pip=True)
        install = [python, "-m", "pip", "install", "-q", *NEEDS]
        subprocess.run(install, check=True)  # noqa: S603 - constants
    script = Path(__file__).with_name("frontier_redis_peer.py")
    told = map(str, (server.port, count, hosts))
    done = subprocess.run(  # noqa: S603 - our own script
        [python, "-P", "-W", "ignore", script, *told],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    row: Row = json.loads(done.stdout.splitlines()[-1])
    return row


def main() -> None:
    """Print a table: the median of the rounds, and the least and greatest speed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--urls", type=int, default=100_000)
    parser.add_argument("--hosts", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    found: dict[str, list[Row]] = {"Leadline, Redis": [], "scrapy-redis 0.9.1": []}
    for _ in range(given.rounds):
        for run, rows in zip((ours, peer), found.values(), strict=True):
            with (
                tempfile.TemporaryDirectory() as folder,
                redis_server(Path(folder)) as server,
            ):
                rows.append(run(server, given.urls, given.hosts))
    out = sys.stdout.write
    out(f"\n{given.urls:,} URLs on {given.hosts} hosts, {given.rounds} rounds\n\n")
    out("| queue | enqueue/s | dequeue/s | bytes a URL queued | bytes a URL seen |\n")
    out("|---|---|---|---|---|\n")
    for name, rows in found.items():
        cells = [_speeds(rows, "enqueue"), _speeds(rows, "dequeue")]
        for what in ("queued", "seen"):
            cells += [f"{statistics.median(row[what] for row in rows):.0f}"]
        out(f"| {name} | {' | '.join(cells)} |\n")


def _speeds(rows: list[Row], what: str) -> str:
    values = sorted(row[what] for row in rows)
    middle = statistics.median(values)
    return f"{middle:,.0f} ({values[0]:,.0f} to {values[-1]:,.0f})"


if __name__ == "__main__":
    main()
