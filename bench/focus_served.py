"""A made web over HTTP, each site on an address of its own, and a real crawl of it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).parent.parent


@dataclass
class Served:
    """What was asked for, in order; robots.txt is not told."""

    pages: Mapping[str, str]
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        url = f"http://{request.host}{request.rel_url.path}"
        if request.path == "/robots.txt":
            return web.Response(status=404)
        self.asked.append(url)
        found = self.pages.get(url)
        if found is None:
            return web.Response(status=404, text="<p>no such page")
        return web.Response(text=found, content_type="text/html")


@contextmanager
def served(pages: Mapping[str, str]) -> Iterator[Served]:
    """Serve the pages on the addresses that their URLs name."""
    site = Served(pages)
    places = sorted({(urlsplit(url).hostname, urlsplit(url).port) for url in pages})
    loop, ready, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def run() -> None:
        app = web.Application()
        app.router.add_route("GET", "/{tail:.*}", site.answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        for host, port in places:
            await web.TCPSite(runner, host, port).start()
        ready.set()
        await stop.wait()
        await runner.cleanup()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    if not ready.wait(30):
        raise RuntimeError("the web was not served in 30 seconds")
    try:
        yield site
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def discovered(site: Served, start: str, pages: int, *options: str) -> list[str]:
    """What ``scrapy crawl discover`` asks for, in order."""
    command = [sys.executable, "-m", "scrapy.cmdline", "crawl", "discover"]
    command += ["-a", f"start={start}", "-a", "polite=0", "-a", f"pages={pages}"]
    command += ["-s", "GUESS_PROBES=0", "-s", "CONCURRENT_REQUESTS=4", *options]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SCRAPY_SETTINGS_MODULE": "crawler.settings",
    }
    done = subprocess.run(  # noqa: S603 - our own command
        command, env=environment, check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2_000:])
    return site.asked
