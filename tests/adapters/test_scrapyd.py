"""The egg in a real Scrapyd: deployed, scheduled, its results in place."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from crawler.store import Survey, readers
from tests.building import ROOT, bare_environment, build
from tests.servers.scrapyd import Scrapyd, scrapyd_server
from tests.site.catalogue import SiteOptions
from tests.site.process import SiteProcess
from tests.spiders.crawling import scrapy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# Scrapyd gives settings as text, as -s does.
FAST = {"AUTOTHROTTLE_ENABLED": "False", "DOWNLOAD_DELAY": "0"}


@pytest.fixture(scope="module")
def scrapyd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scrapyd]:
    """A Scrapyd with the project deployed, which it has from the egg alone."""
    directory = tmp_path_factory.mktemp("scrapyd")
    egg = build(directory, "bdist_egg")
    with scrapyd_server(directory, bare_environment(directory)) as server:
        assert server.deploy("leadline", "1", egg) >= 1
        yield server


def test_spiders_are_listed(scrapyd: Scrapyd) -> None:
    assert "inspect" in scrapyd.spiders("leadline")


def test_inspect_leaves_items_and_survey(scrapyd: Scrapyd, tmp_path: Path) -> None:
    survey, items = tmp_path / "survey.sqlite", tmp_path / "items.jl"
    feeds = {str(items): {"format": "jsonlines"}}
    settings = {
        **FAST,
        "STORE_URL": f"sqlite:///{survey}",
        "FEEDS": json.dumps(feeds),
    }
    with SiteProcess(SiteOptions(pages=30, traps=False)) as site:
        job = scrapyd.schedule("leadline", "inspect", settings, start=site.url)
        scrapyd.wait("leadline", job)
    log = scrapyd.log("leadline", job)
    assert "Traceback" not in log
    urls = {json.loads(line)["url"] for line in items.read_text().splitlines()}
    with closing(sqlite3.connect(survey)) as database:
        pages = {url for (url,) in database.execute("select url from pages")}
        clusters = database.execute("select count(*) from clusters").fetchone()[0]
        kept = database.execute("select count(*) from representatives").fetchone()[0]
    assert len(pages) >= 30
    assert urls == pages
    assert 1 < clusters < len(pages)
    assert 1 < kept < len(pages)


def test_arguments_are_strings_and_lists_have_commas(
    scrapyd: Scrapyd, tmp_path: Path
) -> None:
    survey = tmp_path / "survey.sqlite"
    settings = {**FAST, "STORE_URL": f"sqlite:///{survey}"}
    with SiteProcess(SiteOptions(pages=30, traps=False)) as site:
        other = site.url.replace("127.0.0.1", "localhost")
        job = scrapyd.schedule(
            "leadline",
            "inspect",
            settings,
            start=f"{site.url},{other}",
            depth="0",
            polite="0",
        )
        scrapyd.wait("leadline", job)
    with closing(sqlite3.connect(survey)) as database:
        pages = {url for (url,) in database.execute("select url from pages")}
    assert {site.url, other} <= pages


def within(seconds: float, happens: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if happens():
            return True
        time.sleep(0.1)
    return False


def test_two_jobs_at_once_cancel_resume_and_the_difference(
    scrapyd: Scrapyd, tmp_path: Path
) -> None:
    """What a schedule needs: jobs that do not disturb one another, one that is
    cancelled and gone on with, and a comparison of two runs."""

    def start(name: str, site: str, **more: str) -> str:
        settings = {**FAST, "STORE_URL": f"{tmp_path}/{name}.sqlite", **more}
        return scrapyd.schedule(
            "leadline", "inspect", settings, start=site, exhaustive="1"
        )

    def pages(name: str) -> set[str]:
        path = tmp_path / f"{name}.sqlite"
        with closing(sqlite3.connect(path)) as database:
            return {key for (key,) in database.execute("select key from pages")}

    with SiteProcess(SiteOptions(pages=25, traps=False)) as site:
        slow = {"DOWNLOAD_DELAY": "0.3", "JOBDIR": f"{tmp_path}/job"}
        cut, one = start("slow", site.url, **slow), start("one", site.url)
        assert within(60, lambda: {cut, one} <= scrapyd.running("leadline"))
        scrapyd.wait("leadline", one)
        assert within(60, (tmp_path / "slow.sqlite").exists)
        assert within(60, lambda: len(pages("slow")) > 3)
        assert scrapyd.cancel("leadline", cut) == "running"
        scrapyd.wait("leadline", cut)
        before = pages("slow")
        assert 3 < len(before) < len(pages("one"))
        with Survey.open(tmp_path / "slow.sqlite") as survey:
            assert survey.is_final()
            (run,) = survey.read(readers.read_runs)
            assert run.reason == "shutdown"
        scrapyd.wait("leadline", start("slow", site.url, JOBDIR=slow["JOBDIR"]))
    assert before < pages("slow") == pages("one")
    ran = scrapy("diff", str(tmp_path / "one.sqlite"), str(tmp_path / "slow.sqlite"))
    assert ran.status == 0, ran.out + ran.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"strat": "http://127.0.0.1/"}, "did you mean start"),
        ({"start": "example"}, "start=example"),
        ({"start": "http://127.0.0.1/", "depth": "deep"}, "depth=deep"),
    ],
)
def test_a_wrong_argument_ends_the_job_with_one_line(
    scrapyd: Scrapyd, arguments: dict[str, str], told: str
) -> None:
    job = scrapyd.schedule("leadline", "inspect", {}, **arguments)
    scrapyd.wait("leadline", job, 30)
    log = scrapyd.log("leadline", job)
    (line,) = [line for line in log.splitlines() if line.startswith("leadline:")]
    assert told in line
    assert "Traceback" not in log
    assert "Spider opened" not in log


def test_an_installed_project_needs_no_egg(tmp_path: Path) -> None:
    """As in the container: the package is installed, scrapyd.conf names it."""
    python = bare_environment(tmp_path)
    wheel = build(tmp_path, "bdist_wheel")
    command = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([python, *command], check=True)
    server = tmp_path / "server"
    server.mkdir()
    with scrapyd_server(server, python, ROOT / "scrapyd.conf") as running:
        assert "inspect" in running.spiders("leadline")
