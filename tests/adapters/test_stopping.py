"""A crawl that is cut off: full disk, SIGTERM, SIGKILL. What was told is there."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from crawler.commands.export import Command
from crawler.store import Survey
from tests.commands.surveys import run
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import ROOT, rows
from tests.store.examples import keys_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORED = re.compile(r"DEBUG: Stored (\S+) \(")
# The system refuses to let any file grow beyond it, as a full disk does.
LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))"


class Endless(dict[str, Any]):
    """Pages without end, each with text of its own and links to the next ones."""

    def get(self, key: str, default: Any = None) -> Any:
        if not re.fullmatch(r"/\d*", key):
            return default
        number = int(key[1:] or 0)
        words = " ".join(f"w{number * 7919 + each}" for each in range(400))
        anchors = "".join(f"<a href=/{number * 3 + step}>n</a>" for step in (1, 2, 3))
        markup = "".join(f"<i class=c{number}x{each}>x</i>" for each in range(60))
        return Reply(f"<title>{number}</title><p>{words}{markup}{anchors}")


@dataclass
class Cut:
    """A crawl in a process of its own, and what it told of each page."""

    survey: Path
    process: subprocess.Popen[str]
    told: list[str]
    log: list[str]

    def read(self, pages: int = 10**9) -> None:
        """Read the log until so many pages were told to be stored, or to its end."""
        assert self.process.stderr
        for line in self.process.stderr:
            self.log.append(line.rstrip("\n"))
            if found := STORED.search(line):
                self.told.append(found[1])
                if len(self.told) >= pages:
                    return

    @property
    def keys(self) -> set[str]:
        return keys_in(self.survey)


@pytest.fixture(scope="module")
def site() -> Iterator[Web]:
    with web(Endless()) as running:
        yield running


@contextmanager
def begun(folder: Path, site: Web, before: str = "") -> Iterator[Cut]:
    """A crawl that has begun; it is ended with the block, if it has not by itself."""
    survey = folder / "s.sqlite"
    code = f"{before}\nfrom scrapy.cmdline import execute\nexecute()"
    given = ["-a", f"start={site.url}/", "-a", "polite=0", "-s", f"STORE_URL={survey}"]
    with subprocess.Popen(
        [sys.executable, "-c", code, "crawl", "inspect", *given, "-L", "DEBUG"],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SCRAPY_SETTINGS_MODULE": "crawler.settings",
        },
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Cut(survey, process, [], [])
        finally:
            process.kill()


def test_a_full_disk_ends_the_crawl_with_one_line(tmp_path: Path, site: Web) -> None:
    with begun(tmp_path, site, LIMIT) as cut:
        cut.read()
        assert cut.process.wait(30) == 1
    assert len(cut.told) > 20
    assert {*cut.told} <= cut.keys
    assert "Traceback" not in "\n".join(cut.log)
    errors = [line for line in cut.log if " ERROR: " in line]
    assert len([line for line in errors if "Cannot store" in line]) == 1
    assert len(errors) <= 2
    last = cut.log[-1]
    assert last.startswith("leadline: the survey is incomplete: ")
    assert str(cut.survey) in last


def test_sigterm_ends_it_in_order(tmp_path: Path, site: Web) -> None:
    with begun(tmp_path, site) as cut:
        cut.read(40)
        cut.process.send_signal(signal.SIGTERM)
        cut.read()
        cut.process.wait(30)
    assert "Traceback" not in "\n".join(cut.log)
    assert {*cut.told} == cut.keys
    (row,) = rows(cut.survey, "runs")
    assert row.reason == "shutdown"
    assert row.ended
    left = {row.url: row.rule for row in rows(cut.survey, "decisions")}
    pages = {row.url for row in rows(cut.survey, "pages")}
    numbers = [int(url.rpartition("/")[2] or 0) for url in pages]
    links = {
        f"{site.url}/{3 * number + step}" for number in numbers for step in (1, 2, 3)
    }
    assert links <= pages | {*left}
    assert {left[url] for url in links - pages} == {"not-reached"}
    with Survey.open(cut.survey) as survey:
        assert survey.is_final()


def test_sigkill_loses_nothing_that_was_told(
    tmp_path: Path, site: Web, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with begun(tmp_path, site) as cut:
        cut.read(40)
        cut.process.kill()
        cut.read()
        assert cut.process.wait(30) == -signal.SIGKILL
    assert {*cut.told} <= cut.keys
    (row,) = rows(cut.survey, "runs")
    assert row.ended is None
    export = run(Command(), capsysbinary, str(cut.survey), "--what", "clusters")
    assert export.status == 0
    assert "not final: making its clusters" in export.err
    assert {row.cluster is None for row in rows(cut.survey, "pages")} == {False}
    with Survey.open(cut.survey) as survey:
        assert survey.is_final()
