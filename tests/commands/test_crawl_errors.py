"""``scrapy crawl``: a wrong word on the command line is one line and status 2."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from crawler.commands.crawl import Command
from tests.servers.web import Reply, web
from tests.spiders.crawling import scrapy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

START = ("-a", "start=http://h.test/")


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The line that answers ``scrapy crawl ARGV``, as Scrapy calls the command."""
    command = Command()
    command.settings = Settings()
    command.settings.setmodule("crawler.settings", priority="project")
    parser = argparse.ArgumentParser(conflict_handler="resolve")
    command.add_options(parser)
    with pytest.raises(SystemExit) as stopped:
        _process(command, parser, argv)
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("leadline: ")
    return line


def _process(
    command: Command, parser: argparse.ArgumentParser, argv: Sequence[str]
) -> None:
    opts, args = parser.parse_known_args(list(argv))
    try:
        command.process_options(args, opts)
    except UsageError as error:
        parser.error(str(error))


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (
            [],
            "name one spider (discover, hidden, inspect): scrapy crawl",
        ),
        (["inspekt", *START], "did you mean inspect?"),
        (["zzz", *START], "known: discover, hidden, inspect"),
        (["inspect"], "start is missing"),
        (["inspect", "other", *START], "one spider at a time, not also 'other'"),
        (["inspect", "http://h.test/"], "did you mean -a start=http://h.test/?"),
        (["http://h.test/"], "did you mean -a start=http://h.test/?"),
        (["http://h.test/?a=b"], "did you mean -a start=http://h.test/?a=b?"),
        (["inspect", "start=http://h.test/"], "did you mean -a start=http://h.test/?"),
        (["inspect", "depth=3", *START], "did you mean -a depth=3?"),
        (["inspect", "--pages", "4", *START], "an argument is -a pages=VALUE"),
        (["inspect", "--start=http://h.test/"], "an argument is -a start=VALUE"),
        (["inspect", "-a", "start"], "-a start: use -a start=VALUE"),
        (["inspect", "-a", "start", "http://h.test/"], "use -a start=VALUE"),
        (["inspect", "-a"], "expected one argument"),
        (["inspect", *START, *START], "start is given twice; several go into one"),
        (["inspect", *START, "-a", "depth=1", "-a", "depth=2"], "depth is given twice"),
        (["inspect", *START, "-a", "=x"], "unknown argument ''"),
        (["inspect", *START, "-s"], "expected one argument"),
        (["inspect", *START, "-s", "X"], "use -s NAME=VALUE"),
        (["inspect", *START, "-s", "DOWNLOAD_DELAY=x"], "use a number"),
        (["inspect", *START, "-s", "FRONTIER_RETRIES=x"], "FRONTIER_RETRIES='x'"),
        (
            ["inspect", *START, "-s", "JOBDIR=j", "-s", "URLS_MODE=paper"],
            "URLS_MODE=paper: its list of bits is not kept",
        ),
        (["inspect", *START, "-s", "CLUSTER_MODES=paper"], "CLUSTER_MODE?"),
        (["inspect", *START, "-L", "LOUD"], "LOG_LEVEL='LOUD'"),
        (["inspect", *START, "--logfile", "/nowhere/x"], "LOG_FILE='/nowhere/x'"),
        (["inspect", "-a", "strt=x", "--logfile", "/nowhere/x"], "mean start=...?"),
        (["inspect", *START, "-o"], "expected one argument"),
        (["inspect", *START, "-o", "x.unknown"], "Unrecognized output format"),
        (["inspect", *START, "-o", "/dev/null/x.csv"], "-o /dev/null/x.csv"),
    ],
)
def test_a_wrong_word_is_one_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], told: str
) -> None:
    assert told in refused(capsys, *argv)


def test_the_line_is_in_the_log_file_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "x.log"
    line = refused(capsys, "inspect", "-a", "strt=x", "--logfile", str(log))
    assert log.read_text("utf-8") == f"{line}\n"


MINE = """
from spiders.base import LeadlineSpider

class Mine(LeadlineSpider):
    name = "mine"
"""


@pytest.mark.parametrize(
    ("source", "argv", "told"),
    [
        (None, ["spider.py", *START], "File not found: spider.py"),
        ("x = 1", ["spider.py", *START], "No spider found in file: spider.py"),
        ("import nowhere", ["spider.py", *START], "No module named 'nowhere'"),
        (MINE, [], "name one file: scrapy runspider FILE.py -a start=URL"),
        (MINE, ["spider.py"], "start is missing"),
        (MINE, ["spider.py", "-a", "strat=http://h.test/"], "did you mean start=...?"),
        (MINE, ["spider.py", *START, "-s", "DOWNLOAD_DELAY=x"], "use a number"),
        (MINE, ["spider.py", *START, "--pages=3"], "an argument is -a pages=VALUE"),
    ],
)
def test_a_spider_of_a_file_is_checked_the_same(
    tmp_path: Path, source: str | None, argv: list[str], told: str
) -> None:
    if source is not None:
        (tmp_path / "spider.py").write_text(source, "utf-8")
    ran = scrapy("runspider", *argv, cwd=tmp_path)
    assert ran.status == 2, ran.err
    (line,) = ran.err.splitlines()
    assert line.startswith("leadline: ")
    assert told in line


def test_a_command_that_looks_at_a_page_leaves_no_survey(tmp_path: Path) -> None:
    with web({"/": Reply("<p>x")}) as site:
        ran = scrapy("fetch", f"{site.url}/", "--nolog", cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert "<p>x" in ran.out
    assert list(tmp_path.iterdir()) == []
