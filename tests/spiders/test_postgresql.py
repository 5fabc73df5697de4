"""A survey in PostgreSQL: what the commands say of it is what they say of a file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crawler.commands import diff, export, recluster, report
from tests.commands.surveys import Result, run
from tests.site.process import SiteOptions, SiteProcess

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.commands import ScrapyCommand

    from tests.servers.postgresql import PostgreSQLServer

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def surveys(
    postgresql: PostgreSQLServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str]:
    """One site crawled twice, into a file and into a server."""
    file, server = tmp_path_factory.mktemp("crawls") / "s.sqlite", postgresql.fresh()
    with SiteProcess(SiteOptions(pages=30, traps=False)) as site:
        for survey in (file, server):
            crawl = ["crawl", "inspect", "-a", f"start={site.url}", "-a", "polite=0"]
            more = ["-a", "exhaustive=1", "-s", f"STORE_URL={survey}"]
            done = subprocess.run(
                [sys.executable, "-m", "scrapy", *crawl, *more],
                cwd=ROOT,
                env=os.environ,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert done.returncode == 0, done.stderr
    return file, server


@pytest.fixture
def told(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Result]:
    return lambda command, *argv: run(command, capsysbinary, *map(str, argv))


def exported(told: Callable[..., Result], survey: object, what: str) -> list[Any]:
    command: ScrapyCommand = export.Command()
    done = told(command, survey, "--what", what, "--as", "jsonl")
    assert done.status == 0, done.err
    # The site counts its sessions and its tokens on.
    text = re.sub("[0-9A-Fa-f]{32}", "", done.out)
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("what", ["forms", "parameters", "clusters"])
def test_both_tell_the_same(
    surveys: tuple[Path, str], told: Callable[..., Result], what: str
) -> None:
    file, server = (exported(told, survey, what) for survey in surveys)
    assert file == server
    assert file


def test_commands_read_it(
    surveys: tuple[Path, str], told: Callable[..., Result], tmp_path: Path
) -> None:
    assert told(diff.Command(), *surveys).status == 0
    page = tmp_path / "r.html"
    done = told(report.Command(), surveys[1], "-o", page)
    assert done.status == 0, done.err
    assert "finished" in page.read_text("utf-8")


def test_clusters_are_made_anew(
    surveys: tuple[Path, str], told: Callable[..., Result]
) -> None:
    before = exported(told, surveys[1], "clusters")
    done = told(recluster.Command(), surveys[1], "--threshold", "0.5")
    assert done.status == 0, done.err
    assert exported(told, surveys[1], "clusters") != before


def test_a_server_that_is_not_there_is_one_line(told: Callable[..., Result]) -> None:
    done = told(export.Command(), "postgresql+psycopg://me:geheim@127.0.0.1:1/none")
    assert done.status != 0
    assert "geheim" not in done.out + done.err
    assert len(done.err.splitlines()) == 1, done.err
