"""scrapy-redis, in its own environment: CPU seconds to queue and to hand out.

Run by ``bench.frontier``; prints both, and the bytes of the server before and after.
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

import redis
from scrapy.utils.test import get_crawler
from scrapy_redis.scheduler import Scheduler

# Not imported by name: beside this file lie modules that would hide others.
SHARED = runpy.run_path(str(Path(__file__).with_name("frontier_requests.py")))


def main(port: int, count: int) -> None:
    """Queue *count* requests, then take them."""
    crawler = get_crawler(
        SHARED["Crawl"],
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

    def spent() -> float:
        told = client.info("cpu")
        server = told["used_cpu_user"] + told["used_cpu_sys"]
        return time.process_time() + float(server)

    empty = client.info("memory")["used_memory"]
    began = spent()
    for request in SHARED["requests"](count, spider):
        assert scheduler.enqueue_request(request)
    queued = spent()
    full = client.info("memory")["used_memory"]
    for _ in range(count):
        assert scheduler.next_request() is not None
    taken = spent()
    sys.stdout.write(f"{queued - began} {taken - queued} {full - empty}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
