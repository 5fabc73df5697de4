"""Two workers on one queue in Redis beside one: many cheap hosts, and a single host.

    python -m bench.frontier_workers [--hosts 20] [--pages 150] [--rounds 3]

The site is served by this process, from memory. On many hosts (127.0.0.x) nothing is
waited for, and the CPU of the crawlers is the limit; on a single host the delay is.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.frontier.processes import Crew
from tests.servers.redis import redis_server
from tests.servers.running import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

FAST = ("-a", "polite=0", "-a", "robots=0", "-s", "CONCURRENT_REQUESTS=16")
ALL = ("-a", "exhaustive=1")
"""Every page of a site is asked for: its end is when the last one is there."""
SLOW = ("-s", "DOWNLOAD_DELAY=0.1", "-s", "AUTOTHROTTLE_ENABLED=0")
LINKS = 20
ROW = "<div class='row'><h3>Item {n}</h3><p>Some words about item {n}.</p></div>"


class Site(asyncio.Protocol):
    """Answers with a page of a catalogue of *pages* pages; remembers when."""

    pages = 0
    times: list[float]

    def __init__(self, pages: int, times: list[float]) -> None:
        self.pages = pages
        self.times = times
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        *whole, self.rest = (self.rest + data).split(b"\r\n\r\n")
        for request in whole:
            path = request.split(b" ", 2)[1].decode("latin-1")
            assert isinstance(self.transport, asyncio.Transport)
            self.transport.write(self._answer(path))

    def _answer(self, path: str) -> bytes:
        number = path.removeprefix("/item/") if path != "/" else "0"
        if not number.isdigit() or int(number) >= self.pages:
            head = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
            return head.encode()
        self.times.append(time.monotonic())
        n = int(number)
        linked = ((n * 7 + i * 13 + 1) % self.pages for i in range(LINKS))
        links = "".join(f'<a href="/item/{i}">{i}</a>' for i in (*linked, n + 1))
        rows = "".join(ROW.format(n=n + i) for i in range(20))
        body = f"<html><body><h1>{n}</h1>{links}{rows}</body></html>".encode()
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
        return f"{head}{len(body)}\r\n\r\n".encode() + body


@contextmanager
def served(pages: int, times: list[float]) -> Iterator[int]:
    """Serve on all of 127.0.0.0/8; the port."""
    port = free_port()
    loop = asyncio.new_event_loop()

    async def begin() -> None:
        await loop.create_server(lambda: Site(pages, times), "0.0.0.0", port)  # noqa: S104 - 127.0.0.x

    def work() -> None:
        loop.run_until_complete(begin())
        loop.run_forever()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def cpu_of(pids: list[int]) -> float:
    """Seconds of CPU that processes have had."""
    ticks = 0
    for pid in pids:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def crawl(
    workers: int, hosts: int, pages: int, options: tuple[str, ...]
) -> tuple[float, float]:
    """Pages a second, and milliseconds of the workers' CPU a page.

    From the time when every worker has begun, to the last page: the start of a process
    takes seconds. The workers wait for start messages, which come when all are there.
    """
    times: list[float] = []
    with (
        tempfile.TemporaryDirectory() as name,
        redis_server(Path(name, "redis")) as server,
        served(pages, times) as port,
        ExitStack() as stack,
    ):
        starts = [f"http://127.0.0.{n + 2}:{port}/" for n in range(hosts)]
        # Of the same hosts, with nothing behind them: the crawl begins by message.
        crew = Crew(
            Path(name, "crew"),
            f"http://127.0.0.2:{port}/none",
            (
                *options,
                *ALL,
                "-a",
                r"scope=re:^http://127\.0\.0\.",
                "-s",
                "FRONTIER_IDLE=900",
            ),
            queue=server.url,
        )
        running = [stack.enter_context(crew.worker()) for _ in range(workers)]
        with server.client() as client:
            while client.zcard("{leadline:default}:crew") < workers:
                time.sleep(0.1)
            time.sleep(2)
            pids = [process.pid for process in running]
            before = cpu_of(pids)
            client.rpush("{leadline:default}:starts", *starts)
        while len(times) < hosts * pages - 1:
            time.sleep(0.05)
        spent = cpu_of(pids) - before
        with server.client() as client:
            while client.hlen("{leadline:default}:rows"):
                time.sleep(0.05)
        for process in running:
            process.terminate()
        for process in running:
            process.wait(900)
        times.sort()
        stored = sum("/item/" in url for url in crew.pages())
        assert stored >= hosts * (pages - 1), (stored, len(times))
    return (len(times) - 1) / (times[-1] - times[0]), 1000 * spent / len(times)


def main() -> None:
    """Print a table: medians of the rounds, which alternate."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hosts", type=int, default=20)
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    cases = {
        f"{given.hosts} hosts, no delay": (given.hosts, given.pages, FAST),
        "1 host, 0.1 s delay": (1, given.pages, (*SLOW, "-a", "robots=0")),
    }
    sys.stdout.write(
        "| site | 1 worker | 2 workers | times | CPU a page, 1 worker | 2 workers |\n"
        "|---|---|---|---|---|---|\n"
    )
    for name, case in cases.items():
        rates: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for _ in range(given.rounds):
            for workers, found in rates.items():
                found.append(crawl(workers, *case))
        (one, cpu), (two, more) = (
            [statistics.median(column) for column in zip(*found, strict=True)]
            for found in rates.values()
        )
        speeds = f"{one:.1f} pages/s | {two:.1f} pages/s | {two / one:.2f}"
        sys.stdout.write(f"| {name} | {speeds} | {cpu:.1f} ms | {more:.1f} ms |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
