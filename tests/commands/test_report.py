"""``scrapy report``: one file, or one line that says why not."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crawler.commands.report import Command
from crawler.store import Survey
from tests.commands.surveys import Result, run, survey_of
from tests.site.process import SiteOptions, SiteProcess

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


@pytest.fixture
def report(
    made: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., Result]:
    def reported(*argv: str, survey: Path = made) -> Result:
        return run(Command(), capsysbinary, str(survey), *argv)

    return reported


def test_it_writes_one_file(report: Callable[..., Result], tmp_path: Path) -> None:
    output = tmp_path / "r.html"
    result = report("-o", str(output))
    assert (result.status, result.out) == (0, "")
    assert re.fullmatch(rf"leadline: 0\.\d MB in {output}\n", result.err)
    page = output.read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.endswith("</html>\n")
    assert list(tmp_path.iterdir()) == [output]


def test_without_a_name_it_lies_beside_the_survey(
    report: Callable[..., Result], tmp_path: Path
) -> None:
    survey = survey_of(tmp_path / "s.sqlite")
    result = report(survey=survey)
    assert result.status == 0
    assert "is not final: making its clusters" in result.err
    assert (tmp_path / "s.html").exists()
    with Survey.open(survey) as opened:
        assert opened.is_final()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["s", "t"], "name one survey"),
        ([], "name one survey"),
        (["s", "--odd"], "unknown option --odd"),
        (["postgresql://h/db"], "name a file with -o"),
        (["none.sqlite"], "none.sqlite"),
    ],
)
def test_wrong_arguments_are_one_line(
    argv: list[str], said: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    result = run(Command(), capsysbinary, *argv)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("leadline: report: ")
    assert said in line


def test_never_over_the_survey(report: Callable[..., Result], tmp_path: Path) -> None:
    survey = survey_of(tmp_path / "s.sqlite")
    result = report("-o", str(survey), survey=survey)
    assert result.status == 2
    assert "is the survey itself" in result.err
    with Survey.open(survey) as opened:
        assert opened.page_count()


def test_a_place_that_cannot_be_written(
    report: Callable[..., Result], tmp_path: Path
) -> None:
    result = report("-o", str(tmp_path / "none" / "r.html"))
    assert result.status == 1
    (line,) = result.err.splitlines()
    assert "No such file or directory" in line


def scrapy(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy.cmdline", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_from_a_site_to_its_report_and_difference(tmp_path: Path) -> None:
    """Two crawls of one site: the second sees less, and only for that reason."""
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    with SiteProcess(SiteOptions(pages=30, traps=False)) as site:
        for survey, more in ((first, []), (second, ["-a", "depth=1"])):
            crawl = ["crawl", "inspect", "-a", f"start={site.url}", "-a", "polite=0"]
            done = scrapy(*crawl, *more, "-s", f"STORE_URL={survey}")
            assert done.returncode == 0, done.stderr
    assert scrapy("report", first).returncode == 0
    page = first.with_suffix(".html").read_text("utf-8")
    assert "finished" in page
    assert "Testing " in page
    same = scrapy("diff", first, second)
    assert same.returncode == 0, same.stdout
    assert "leadline: diff: different depth: none, 1" in same.stderr
    assert re.search(r"not told: pages that NEW could not see: \d+ depth", same.stdout)
