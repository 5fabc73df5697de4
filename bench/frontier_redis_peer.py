"""scrapy-redis, in its own environment: enqueue and dequeue, and bytes a URL.

Run by ``bench.frontier_redis``; prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import redis
from scrapy import Request, Spider
from scrapy.utils.test import get_crawler
from scrapy_redis.scheduler import Scheduler


class Bench(Spider):
    """Has the callback of the requests."""

    name = "bench"

    def parse(self, response: Any, **kwargs: Any) -> None:
        """Never called."""


def main(port: int, count: int, hosts: int) -> None:
    """Queue *count* requests, then take them."""
    crawler = get_crawler(
        Bench,
        {
            "SCHEDULER_PERSIST": True,
            "REDIS_URL": f"redis://127.0.0.1:{port}/0",
            "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        },
    )
    spider = crawler._create_spider("bench")
    crawler.spider = spider
    scheduler = Scheduler.from_crawler(crawler)
    scheduler.open(spider)
    client = redis.Redis(port=port)
    empty = client.info("memory")["used_memory"]
    began = time.perf_counter()
    for n in range(count):
        url = f"http://127.0.0.{n % hosts}:8000/catalogue/item/{n}?page={n % 7}"
        request = Request(url, callback=spider.parse, meta={"depth": 3}, priority=-3)
        assert scheduler.enqueue_request(request)
    queued = time.perf_counter()
    full = client.info("memory")["used_memory"]
    for _ in range(count):
        assert scheduler.next_request() is not None
    taken = time.perf_counter()
    seen = client.info("memory")["used_memory"]
    row = {
        "enqueue": count / (queued - began),
        "dequeue": count / (taken - queued),
        "queued": (full - empty) / count,
        "seen": (seen - empty) / count,
    }
    sys.stdout.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
