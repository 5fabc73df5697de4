"""Several crawls, each in a process of its own, that share a queue and a survey."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crawler.store import Survey, readers
from tests.servers.web import Reply
from tests.spiders.crawling import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@dataclass
class Crew:
    """Workers on one queue; their survey and logs are in *folder*."""

    folder: Path
    queue: str
    start: str
    options: tuple[str, ...] = ()
    logs: list[Path] = field(default_factory=list)

    @property
    def survey(self) -> Path:
        return self.folder / "survey.sqlite"

    @contextmanager
    def worker(self, *more: str) -> Iterator[subprocess.Popen[bytes]]:
        """One; killed at the end of the block, if it still runs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.logs.append(self.folder / f"worker-{len(self.logs)}.log")
        command = [sys.executable, "-m", "scrapy", "crawl", "inspect"]
        command += ["-a", f"start={self.start}", "-s", f"STORE_URL={self.survey}"]
        command += ["-s", f"FRONTIER_URL={self.queue}", "-s", "STATS_DUMP=1"]
        with (
            self.logs[-1].open("wb") as output,
            subprocess.Popen(
                [*command, *self.options, *more],
                cwd=self.folder,
                env=ENVIRONMENT,
                stdout=subprocess.DEVNULL,
                stderr=output,
            ) as process,
        ):
            try:
                yield process
            finally:
                process.kill()
                process.wait()

    def told(self) -> list[str]:
        """What each worker logged."""
        return [log.read_text("utf-8", "replace") for log in self.logs]

    def pages(self) -> list[str]:
        """URLs of the pages that are stored."""
        with Survey.open(self.survey) as survey:
            return [row.url for row in survey.read(readers.read_pages)]

    def rules(self) -> dict[str, str]:
        """URL -> rule, of what has no page."""
        with Survey.open(self.survey) as survey:
            return {row.url: row.rule for row in survey.read(readers.read_decisions)}


def wait_until(done: Callable[[], bool], what: str, seconds: float = 120) -> None:
    """Wait for something that other processes do.

    :raises TimeoutError: naming *what*, when it does not come.
    """
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            raise TimeoutError(what)
        time.sleep(0.02)


class Shop(dict[str, Any]):
    """A site of *count* pages, found page by page; *times* tells when they were asked.

    With a *session* it refuses whoever does not bring the cookie that / gives.
    """

    def __init__(
        self, count: int, seconds: float = 0.0, *, session: bool = False
    ) -> None:
        super().__init__()
        self.count = count
        self.seconds = seconds
        self.session = session
        self.times: list[float] = []
        self.refused = 0

    def get(self, key: str, default: Any = None) -> Any:
        if "/p/" in key:
            self.times.append(time.monotonic())
        if key == "/":
            home = _links(range(1, 11), self.count)
            return Reply(home, headers=(("Set-Cookie", "sid=1"),))
        if not self.session:
            return self._page(key, default)
        return lambda headers: (
            self._page(key, Reply("no such page", 404))
            if "sid=1" in headers.get("Cookie", "")
            else self._refuse()
        )

    def _refuse(self) -> Reply:
        self.refused += 1
        return Reply("no session", 403)

    def _page(self, key: str, default: Any) -> Any:
        kind, _, number = key[1:].partition("/")
        if kind != "p" or not number.isdigit() or int(number) > self.count:
            return default
        n = int(number)
        return Reply(
            f"<h1>Page {n}</h1>{_links(range(10 * n + 1, 10 * n + 11), self.count)}",
            seconds=self.seconds,
        )

    def urls(self, base: str) -> set[str]:
        """All that a crawl has to find."""
        return {f"{base}/", *(f"{base}/p/{n}" for n in range(1, self.count + 1))}


def _links(numbers: range, most: int = 10**9) -> str:
    return "".join(f"<a href=/p/{n}>{n}</a>" for n in numbers if n <= most)
