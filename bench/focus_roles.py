"""One process against three roles: what leaves the download process, and what it costs.

    python -m bench.focus_roles [--pages 600]

A site of made pages on 127.0.0.1, served by a process of its own, is crawled by
``inspect`` with a topic: once all in one process, once with a Dask scheduler and a
worker for each of the two other roles. CPU, memory, disk and network are those of each
process, by psutil, from the start of the crawl to its end; the scheduler, the workers
and the site share the processors with the crawl, so on two of them the roles have to
win back what they cost. On machines of their own they would not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from aiohttp import web

from bench.domain_interfaces import interfaces

_WORDS = 900
_TOPIC = "used cars"
_ROOT = Path(__file__).parent.parent


def pages(count: int) -> list[bytes]:
    """Pages with a form each, about 8 kB of text, and links to four others."""
    rng = random.Random(3)
    rows = list(interfaces(count, rng))
    vocabulary = [f"word{n}" for n in range(4_000)] + ["used", "cars", "car"] * 60
    made = []
    for number, row in enumerate(rows):
        text = " ".join(rng.choices(vocabulary, k=_WORDS))
        links = "".join(
            f"<a href=/p{(number * 4 + n) % count}>used cars {n}</a> "
            for n in range(1, 5)
        )
        made.append(f"{row['html']}<p>{links}<p>{text}".encode())
    return made


async def serve(port: int, count: int) -> None:
    """The site, until it is ended."""
    made = pages(count)

    async def page(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        number = int(name[1:]) if name[1:].isdigit() else -1
        if not name:
            number = 0
        if not 0 <= number < count:
            return web.Response(status=404)
        return web.Response(body=made[number], content_type="text/html")

    app = web.Application()
    app.router.add_get("/{name:.*}", page)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.Event().wait()


def start(*command: str, log: Path) -> psutil.Popen:
    """A process of the bench."""
    with log.open("wb") as output:
        return psutil.Popen(
            [sys.executable, *command],
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
        )


def used(process: psutil.Process) -> dict[str, float]:
    """What a process and its children have used so far."""
    try:
        cpu, memory, disk = (
            process.cpu_times(),
            process.memory_info(),
            process.io_counters(),
        )
    except psutil.Error:
        return {}
    # Of the characters of all reads and writes: sockets and files; blocks are disk.
    return {
        "cpu": cpu.user + cpu.system,
        "rss": memory.rss / 1e6,
        "disk": disk.write_bytes / 1e6,
        "io": (disk.read_chars + disk.write_chars - disk.write_bytes) / 1e6,
    }


def crawl(
    port: int, count: int, folder: Path, others: dict[str, psutil.Popen], address: str
) -> tuple[float, int, dict[str, dict[str, float]], dict[str, Any]]:
    """Seconds, pages, what each role used, and the stats of the crawl."""
    survey = folder / f"{'roles' if address else 'one'}.sqlite"
    before = {name: used(process) for name, process in others.items()}
    begun = time.perf_counter()
    process = start(
        "-m", "scrapy", "crawl", "inspect", "-a", f"start=http://127.0.0.1:{port}/",
        "-a", "polite=0", "-a", "exhaustive=1", "-a", f"topic={_TOPIC}",
        "-s", f"STORE_URL={survey}", "-s", "FOCUS_THRESHOLD=0",
        "-s", f"FOCUS_SCHEDULER={address}", "-s", f"CLOSESPIDER_PAGECOUNT={count + 5}",
        log=folder / "crawl.log",
    )  # fmt: skip
    last: dict[str, float] = {}
    while process.poll() is None:
        # Of a process that has just ended nothing is told but zeros.
        last = {
            key: max(value, last.get(key, 0.0)) for key, value in used(process).items()
        } or last
        time.sleep(0.1)
    seconds = time.perf_counter() - begun
    spent = {"download": last}
    for name, other in others.items():
        now = used(other)
        spent[name] = {
            key: value - (before[name].get(key, 0) if key != "rss" else 0)
            for key, value in now.items()
        }
    done = subprocess.run(  # noqa: S603 - this project's own command
        [sys.executable, "-m", "scrapy", "export", str(survey), "--what", "runs"],
        check=True, capture_output=True, text=True, cwd=_ROOT,
    )  # fmt: skip
    stats = json.loads(done.stdout.splitlines()[-1])["stats"]
    return seconds, stats.get("item_scraped_count", 0), spent, stats


def show(name: str, result: tuple[float, int, dict[str, Any], dict[str, Any]]) -> None:
    """A line for each role."""
    seconds, count, spent, stats = result
    there = stats.get("focus/roles/focus/there", 0)
    print(f"| {name} | {count / seconds * 60:,.0f} pages a minute | | | | |")
    for role, of in spent.items():
        print(
            f"| | {role} | {1_000 * of['cpu'] / max(count, 1):.1f} | {of['rss']:.0f} |"
            f" {of['disk']:.1f} | {of['io']:.1f} |"
        )
    print(f"| | scored there | {there} of {count} | | | |", flush=True)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--serve", type=int)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve(given.serve, given.pages))
        return
    port, dask = 18771, 18772
    address = f"tcp://127.0.0.1:{dask}"
    worker = ("-m", "distributed.cli.dask_worker", address, "--no-nanny",
              "--nthreads=1", "--no-dashboard")  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = start("-m", "bench.focus_roles", "--serve", str(port), "--pages",
                     str(given.pages), log=folder / "site.log")  # fmt: skip
        others = {
            "scheduler": start(
                "-m", "distributed.cli.dask_scheduler", "--host=127.0.0.1",
                f"--port={dask}", "--no-dashboard", log=folder / "dask.log",
            ),
            **{
                role: start(*worker, f"--resources={role}=1",
                            f"--local-directory={name}",
                            log=folder / f"{role}.log")
                for role in ("focus", "forms")
            },
        }  # fmt: skip
        try:
            time.sleep(20)
            print(f"load: {psutil.getloadavg()[0]:.1f} on {psutil.cpu_count()} CPUs")
            print("| | role | CPU ms a page | MB | disk MB | other IO MB |")
            print("|---|---|---|---|---|---|")
            show("one process", crawl(port, given.pages, folder, {}, ""))
            show("three roles", crawl(port, given.pages, folder, others, address))
        finally:
            for process in (*others.values(), site):
                process.kill()
                process.wait()


if __name__ == "__main__":
    main()
