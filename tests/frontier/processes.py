"""Crawls in processes of their own, which are killed, go on, or share a queue."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawler.store import Survey, readers
from tests.spiders.crawling import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@dataclass
class Crawls:
    """``scrapy crawl``, any number of times; survey and logs in a folder."""

    folder: Path
    start: str
    options: tuple[str, ...] = ()
    files: list[Path] = field(default_factory=list)
    """The log of each process."""
    before: str = ""
    """Python to run before the crawl, in its process."""
    spider: str = "inspect"

    @property
    def survey(self) -> Path:
        return self.folder / "survey.sqlite"

    @property
    def logs(self) -> list[str]:
        """What each process logged."""
        return [log.read_text("utf-8", "replace") for log in self.files]

    @contextmanager
    def process(self, *given: str) -> Iterator[subprocess.Popen[bytes]]:
        """One; killed at the end of the block, if it still runs."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        name = f"{self.folder.name}-{len(self.files)}.log"
        self.files.append(self.folder.parent / name)
        code = f"{self.before}\nfrom scrapy.cmdline import execute\nexecute()"
        command = [sys.executable, "-c", code, "crawl", self.spider]
        command += ["-a", f"start={self.start}", *given, *self.options]
        with (
            self.files[-1].open("wb") as output,
            subprocess.Popen(
                command,
                cwd=self.folder.parent,
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

    def pages(self) -> set[str]:
        """URLs of the pages that are stored."""
        with Survey.open(self.survey) as survey:
            return {row.url for row in survey.read(readers.read_pages)}

    def rules(self) -> dict[str, str]:
        """URL -> rule, of what has no page."""
        with Survey.open(self.survey) as survey:
            return {row.url: row.rule for row in survey.read(readers.read_decisions)}


@dataclass
class Job(Crawls):
    """A crawl with a job directory, which is its folder."""

    exhaustive: bool = True

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """Killed with the block, if it still runs."""
        given = ["-a", "polite=0", "-a", f"exhaustive={int(self.exhaustive)}"]
        with self.process(*given, "-s", f"JOBDIR={self.folder}") as process:
            yield process

    def run(self, timeout: float = 300) -> int:
        """To its end; the exit status."""
        with self.running() as process:
            return process.wait(timeout)

    def run_until(self, done: Callable[[], bool], timeout: float = 300) -> bool:
        """Kill it when *done* says so; False when it ended before."""
        with self.running() as process:
            while not done():
                try:
                    process.wait(0.02)
                except subprocess.TimeoutExpired:
                    timeout -= 0.02
                    if timeout < 0:
                        raise
                else:
                    return False
        return True


@dataclass
class Crew(Crawls):
    """Workers on one queue in Redis."""

    queue: str = ""
    """Where it is."""

    @contextmanager
    def worker(self, *more: str) -> Iterator[subprocess.Popen[bytes]]:
        """One; killed at the end of the block, if it still runs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        given = ["-s", f"STORE_URL={self.survey}", "-s", f"FRONTIER_URL={self.queue}"]
        with self.process(*given, "-s", "STATS_DUMP=1", *more) as process:
            yield process


def repeats(asked: list[str]) -> int:
    """Requests beyond the first for each target; robots.txt is read by each process."""
    counts = Counter(each for each in asked if not each.endswith("/robots.txt"))
    return sum(count - 1 for count in counts.values())


def wait_until(done: Callable[[], bool], what: str, seconds: float = 120) -> None:
    """Wait for something that other processes do.

    :raises TimeoutError: naming *what*, when it does not come.
    """
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            raise TimeoutError(what)
        time.sleep(0.02)
