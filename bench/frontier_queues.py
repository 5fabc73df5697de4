"""Queues that are measured: ours, Scrapy's, and those in a Redis server.

Each queues the same requests, looked up and marked as seen first, and hands all of them
out again. Of each: CPU seconds to queue and to hand out, those of the Redis server
included, and the bytes on the disk (of the server: in its memory) in between.
"""

from __future__ import annotations

import hashlib
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from bench.frontier_requests import Crawl, requests
from crawler.frontier import Batch, Entry, open_sqlite, unpack
from crawler.frontier.redis_backend import RedisBackend
from crawler.stored import decode, encode
from crawler.urls import Identity, UrlOptions, shape_of_key
from tests.servers.redis import redis_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.frontier import Backend
    from tests.servers.redis import RedisServer

PUSHES, LEASES = 20, 16
Cost = tuple[float, float, int]


def file(folder: Path, number: int) -> Cost:
    """Ours with a JOBDIR."""
    backend = open_sqlite(folder / "f.sqlite")
    return _ours(backend, number, time.process_time, lambda: used(folder))


def of_one_run(folder: Path, number: int) -> Cost:
    """Ours without a JOBDIR."""
    backend = open_sqlite(None)
    return _ours(backend, number, time.process_time, lambda: used(folder))


def in_redis(folder: Path, number: int) -> Cost:
    """Ours with ``FRONTIER_URL=redis://...``."""
    with redis_server(folder / "redis") as server:
        backend = RedisBackend.open(server.url)
        clock, memory = _of_server(server)
        return _ours(backend, number, clock, memory)


def _of_server(server: RedisServer) -> tuple[Callable[[], float], Callable[[], int]]:
    """CPU seconds of this process and the server, and bytes of the server."""
    client = server.client().__enter__()
    empty = client.info("memory")["used_memory"]

    def clock() -> float:
        told = client.info("cpu")
        server_time = float(told["used_cpu_user"]) + float(told["used_cpu_sys"])
        return time.process_time() + server_time

    return clock, lambda: int(client.info("memory")["used_memory"]) - int(empty)


def _ours(
    backend: Backend, number: int, clock: Callable[[], float], size: Callable[[], int]
) -> Cost:
    spider = Crawl()
    identity = Identity(UrlOptions(), b"secret")
    batch: list[Entry] = []
    began = clock()
    for request in requests(number, spider):
        key, fingerprint = identity.identify(request.url)
        if not backend.front.seen.add(fingerprint):
            continue
        batch.append(
            Entry(
                key=fingerprint,
                payload=encode(request, spider),
                host=request.url.split("/")[2],
                shape=shape_of_key(key),
                priority=request.priority,
                spelling=hashlib.md5(request.url.encode()).digest(),  # noqa: S324 - a cost
                admitted=True,
            )
        )
        if len(batch) == PUSHES:
            backend.commit(Batch(push=batch))
            batch = []
    backend.commit(Batch(push=batch))
    queued = clock() - began
    full = size()
    began = clock()
    count = 0
    while leases := backend.lease(LEASES, {}, ()):
        for lease in leases:
            decode(unpack(lease.entry.payload), spider)
        backend.commit(Batch(done=[lease.number for lease in leases]))
        count += len(leases)
    handed = clock() - began
    assert count == number, count
    backend.close()
    return queued, handed, full


def scrapys(folder: Path, number: int, queue: str = "") -> Cost:
    """Scrapy's scheduler and RFPDupeFilter with a JOBDIR."""
    from scrapy.core.scheduler import Scheduler  # noqa: PLC0415 - one contestant's
    from scrapy.utils.misc import build_from_crawler  # noqa: PLC0415 - the same

    settings = Settings(
        {
            "JOBDIR": str(folder / "job"),
            "TELNETCONSOLE_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            "TWISTED_REACTOR_ENABLED": False,
            "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue",
        }
    )
    if queue:
        settings["SCHEDULER_DISK_QUEUE"] = f"scrapy.squeues.{queue}"
    crawler = get_crawler(Crawl, dict(settings))
    crawler.spider = spider = crawler._create_spider()
    scheduler = build_from_crawler(Scheduler, crawler)
    scheduler.open(spider)
    began = time.process_time()
    for request in requests(number, spider):
        scheduler.enqueue_request(request)
    queued = time.process_time() - began
    size = used(folder)
    began = time.process_time()
    count = 0
    while scheduler.next_request() is not None:
        count += 1
    handed = time.process_time() - began
    assert count == number, count
    scheduler.close("finished")
    return queued, handed, size


def scrapy_redis(folder: Path, number: int, python: Path) -> Cost:
    """scrapy-redis, by the interpreter of an environment that has it."""
    script = Path(__file__).with_name("frontier_peer.py")
    with redis_server(folder / "redis") as server:
        done = subprocess.run(  # noqa: S603 - our own script
            [python, "-P", "-W", "ignore", script, str(server.port), str(number)],
            capture_output=True,
            check=True,
            text=True,
        )
    queued, handed, size = done.stdout.split()[-3:]
    return float(queued), float(handed), int(size)


def used(folder: Path) -> int:
    """Bytes of all files, as the disk has them."""
    return sum(
        path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file()
    )
