"""A crawl in a process of its own that is killed, and goes on in its job directory."""

from __future__ import annotations

import subprocess
import sys
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
class Job:
    """A job directory, and the crawl that it is of."""

    folder: Path
    start: str
    options: tuple[str, ...] = ()
    logs: list[str] = field(default_factory=list)
    """Of each run that has ended."""
    before: str = ""
    """Python to run before the crawl, in its process."""

    @property
    def survey(self) -> Path:
        return self.folder / "survey.sqlite"

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """``scrapy crawl inspect``; killed with the block, if it still runs."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        log = self.folder.parent / f"{self.folder.name}-{len(self.logs)}.log"
        code = f"{self.before}\nfrom scrapy.cmdline import execute\nexecute()"
        given = ["crawl", "inspect", "-a", "polite=0", "-a", "exhaustive=1"]
        given += ["-a", f"start={self.start}"]
        given += ["-s", f"JOBDIR={self.folder}"]
        with (
            log.open("wb") as output,
            subprocess.Popen(
                [sys.executable, "-c", code, *given, *self.options],
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
                self.logs.append(log.read_text("utf-8", "replace"))

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

    def pages(self) -> set[str]:
        """URLs of the pages that are stored."""
        with Survey.open(self.survey) as survey:
            return {row.url for row in survey.read(readers.read_pages)}

    def rules(self) -> dict[str, str]:
        """URL -> rule, of what has no page."""
        with Survey.open(self.survey) as survey:
            return {row.url: row.rule for row in survey.read(readers.read_decisions)}


def repeats(asked: list[str]) -> int:
    """Requests beyond the first for each target; robots.txt is read by each process."""
    counts = Counter(each for each in asked if not each.endswith("/robots.txt"))
    return sum(count - 1 for count in counts.values())
