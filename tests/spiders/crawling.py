"""Run the command line for real, and read the survey it leaves."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crawler.store import Survey, readers

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ran:
    """A command that ended."""

    status: int
    out: str
    err: str

    @property
    def last_line(self) -> str:
        return self.err.strip().splitlines()[-1] if self.err.strip() else ""


COMMAND = [sys.executable, "-m", "scrapy.cmdline"]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(ROOT),
    "SCRAPY_SETTINGS_MODULE": "crawler.settings",
    "PYTHONWARNINGS": "default",
}


def start(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """``scrapy ARGUMENTS``, not waited for."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=cwd,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def scrapy(
    *arguments: str, cwd: Path = ROOT, timeout: float = 180, **environment: str
) -> Ran:
    """``scrapy ARGUMENTS`` in a process of its own, with this tree's code."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def crawl(spider: str, survey: Path, *options: str, **arguments: Any) -> Ran:
    """``scrapy crawl`` into *survey*, as fast as a local site takes it."""
    given = {"polite": "0", "exhaustive": "1"}
    given |= {name: str(value) for name, value in arguments.items()}
    flags = [part for pair in given.items() for part in ("-a", "=".join(pair))]
    return scrapy(
        "crawl",
        spider,
        *flags,
        "-s",
        f"STORE_URL={survey}",
        "-s",
        "LINKS_WELL_KNOWN=0",
        *options,
        cwd=survey.parent,
    )


def rows(survey: Path, what: str) -> list[Any]:
    """All rows of one kind: ``pages``, ``decisions``, ``clusters``..."""
    with Survey.open(survey) as opened:
        return list(opened.read(getattr(readers, f"read_{what}")))
