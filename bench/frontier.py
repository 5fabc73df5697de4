"""The queue: speed, bytes a URL, and memory at growing numbers of seen URLs.

python -m bench.frontier [--urls 20000] [--seen 10000000]

Every contestant queues the same requests, each looked up and marked as seen first, and
hands all of them out again, in seconds of CPU. Ours commits every 20 requests queued
and every 16 handed out, as a crawl does; Scrapy's disk queues commit nothing, and keep
nothing after a kill.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from crawler.frontier import Batch, Entry, open_sqlite
from crawler.stored import decode, encode
from crawler.urls import Identity, UrlOptions, shape_of_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.frontier import Backend

PUSHES, LEASES = 20, 16
COMMAND = (sys.executable, "-m", "bench.frontier")


class Crawl(Spider):
    """The spider that the requests are of."""

    name = "bench"

    def parse(self, response: Any, **given: Any) -> None: ...

    def failed(self, failure: Any) -> None: ...


def requests(number: int, spider: Crawl) -> Iterator[Request]:
    """As links become requests in a crawl."""
    for at in range(number):
        folder = f"http://www{at % 20}.shop.test/catalogue/{at % 97}/"
        yield Request(
            f"{folder}item-{at}?page={at % 7}",
            callback=spider.parse,
            errback=spider.failed,
            headers={"Referer": folder},
            meta={"depth": at % 5},
            priority=-(at % 5),
        )


def ours(folder: Path, number: int, *, stays: bool) -> tuple[float, float, int]:
    """CPU seconds to queue and to hand out, and bytes on the disk."""
    spider = Crawl()
    backend: Backend = open_sqlite(folder / "f.sqlite" if stays else None)
    identity = Identity(UrlOptions(), b"secret")
    batch: list[Entry] = []
    began = time.process_time()
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
    queued = time.process_time() - began
    size = used(folder)
    began = time.process_time()
    from crawler.frontier import unpack  # noqa: PLC0415 - beside its use

    while leases := backend.lease(LEASES, {}, ()):
        for lease in leases:
            decode(unpack(lease.entry.payload), spider)
        backend.commit(Batch(done=[lease.number for lease in leases]))
    handed = time.process_time() - began
    backend.close()
    return queued, handed, size


def scrapys(folder: Path, number: int, queue: str) -> tuple[float, float, int]:
    """The same by Scrapy's scheduler and RFPDupeFilter with a JOBDIR."""
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


def used(folder: Path) -> int:
    """Bytes of all files, as the disk has them."""
    return sum(
        path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file()
    )


CONTESTANTS: dict[str, Callable[[Path, int], tuple[float, float, int]]] = {
    "Scrapy, PickleLifoDiskQueue (default)": lambda f, n: scrapys(f, n, ""),
    "Scrapy, PickleFifoSQLiteQueue": lambda f, n: scrapys(
        f, n, "PickleFifoSQLiteQueue"
    ),
    "Leadline, file": lambda f, n: ours(f, n, stays=True),
    "Leadline, of one run": lambda f, n: ours(f, n, stays=False),
}


def speed(number: int, rounds: int) -> None:
    """Every contestant in a process of its own, in turns."""
    print("| queue | queued/s | handed out/s | CPU us a URL, both | bytes a URL |")
    print("|---|---|---|---|---|")
    best: dict[str, list[tuple[float, float, int]]] = {name: [] for name in CONTESTANTS}
    for _ in range(rounds):
        for name in CONTESTANTS:
            done = subprocess.run(  # noqa: S603 - ourselves
                [*COMMAND, "--one", name, "--urls", str(number)],
                capture_output=True,
                text=True,
                check=True,
            )
            queued, handed, size = done.stdout.split()[-3:]
            best[name].append((float(queued), float(handed), int(size)))
    for name, found in best.items():
        queued, handed, size = min(found, key=lambda one: one[0] + one[1])
        rates = f"{number / queued:,.0f} | {number / handed:,.0f}"
        both = f"{(queued + handed) / number * 1e6:.0f}"
        print(f"| {name} | {rates} | {both} | {size / number:.0f} |")


def memory(most: int) -> None:
    """Seen URLs by the million: what the process holds, and what the disk does."""
    folder = Path(tempfile.mkdtemp())
    print(
        "\n| URLs seen | resident, MB | of it not mapped, MB | on disk, MB | us a URL |"
    )
    print("|---|---|---|---|---|")
    backend = open_sqlite(folder / "f.sqlite")
    done, step = 0, most // 10
    while done < most:
        began = time.process_time()
        for start in range(done, done + step, 500):
            rows = []
            for at in range(start, start + 500):
                digest = hashlib.blake2b(b"%d" % at, digest_size=32).digest()
                one = Entry(digest[:16], b"x", "h", spelling=digest[16:])
                rows.append(one)
            backend.commit(Batch(push=rows))
            leases = backend.lease(500, {}, ())
            backend.commit(Batch(done=[lease.number for lease in leases]))
        done += step
        spent = (time.process_time() - began) / step * 1e6
        gc.collect()
        whole, anonymous = resident()
        disk = used(folder) / 1e6
        print(
            f"| {done:,} | {whole:.0f} | {anonymous:.0f} | {disk:.0f} | {spent:.0f} |",
            flush=True,
        )
    # A process that is killed leaves its tables unclosed: they are made again.
    backend.front.seen.clean = backend.front.spelled.clean = False
    backend.close()
    began = time.perf_counter()
    open_sqlite(folder / "f.sqlite").close()
    seconds = time.perf_counter() - began
    print(f"\nopened as after a kill, tables made again: {seconds:.0f} s")
    began = time.perf_counter()
    open_sqlite(folder / "f.sqlite").close()
    print(f"opened as closed in order: {time.perf_counter() - began:.1f} s")
    shutil.rmtree(folder)


def resident() -> tuple[float, float]:
    """Megabytes that the process has in memory, and those that are no file's."""
    told = dict(
        line.split(":", 1)
        for line in Path("/proc/self/status").read_text("utf-8").splitlines()
    )
    return tuple(int(told[key].split()[0]) / 1e3 for key in ("VmRSS", "RssAnon"))  # type: ignore[return-value] # two of them


def main() -> None:
    """Run both parts, or one contestant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=20_000)
    parser.add_argument("--seen", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", choices=list(CONTESTANTS))
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    if given.one:
        folder = Path(tempfile.mkdtemp())
        print(*CONTESTANTS[given.one](folder, given.urls))
        shutil.rmtree(folder)
        return
    print(f"{given.urls:,} requests, best of {given.rounds} rounds,", end=" ")
    print(f"load {os.getloadavg()[0]:.0f}\n")
    speed(given.urls, given.rounds)
    if given.seen:
        memory(given.seen)


if __name__ == "__main__":
    main()
