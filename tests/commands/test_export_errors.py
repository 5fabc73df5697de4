"""``scrapy export``: what goes wrong is one line, and costs no file."""

from __future__ import annotations

import resource
import sqlite3
from typing import TYPE_CHECKING

import pytest

from crawler.commands.export import Command
from tests.commands.surveys import SITE, Result, run, survey_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--what", "page"], "did you mean pages?"),
        (["--what", "cluster"], "did you mean clusters?"),
        (["--what", "zzz"], "representatives, pages, clusters"),
        (["--as", "json"], "did you mean jsonl?"),
        (["--as", ""], "urls, jsonl, csv, curl"),
        (["--nope"], "unknown option --nope"),
        (["other.sqlite"], "name one survey"),
    ],
)
def test_wrong_argument_is_one_line(
    export: Callable[..., Result], argv: list[str], said: str
) -> None:
    result = export(*argv)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("leadline: export: ")
    assert said in line


def test_no_argument(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    result = run(Command(), capsysbinary)
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["missing", "text", "folder", "url"])
def test_unknown_survey_is_one_line(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], kind: str
) -> None:
    (tmp_path / "text").write_text("hello")
    (tmp_path / "folder").mkdir()
    target = "mysql://h/x" if kind == "url" else str(tmp_path / kind)
    result = run(Command(), capsysbinary, target)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert target in line
    assert not (tmp_path / "missing").exists()


def test_output_file_is_replaced(tmp_path: Path, export: Callable[..., Result]) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")
    result = export("--what", "pages", "--as", "csv", "-o", str(path))
    assert (result.status, result.out) == (0, "")
    assert result.err == f"leadline: {len(SITE) + 1} lines in {path}\n"
    expected = export("--what", "pages", "--as", "csv", "-o", "-").out
    assert path.read_text(encoding="utf-8") == expected
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.csv"]


def test_output_that_cannot_be_written(
    tmp_path: Path, export: Callable[..., Result]
) -> None:
    result = export("-o", str(tmp_path / "none" / "x"))
    assert result.status == 1
    assert "No such file or directory" in result.err
    assert result.err.count("\n") == 1


def test_full_disk_leaves_the_old_file(
    tmp_path: Path, large: Path, export: Callable[..., Result]
) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
    try:
        argv = ("--what", "pages", "--as", "jsonl", "-o", str(path))
        result = export(*argv, survey=large)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert result.status == 1
    assert "File too large" in result.err
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_survey_that_cannot_be_finalised(
    tmp_path: Path, export: Callable[..., Result]
) -> None:
    survey = survey_of(tmp_path / "s.sqlite")
    connection = sqlite3.connect(survey)
    with connection:
        connection.execute("UPDATE vectors SET recipe = 'older'")
        connection.execute("UPDATE pages SET skeleton_digest = NULL")
    connection.close()
    result = export(survey=survey)
    assert (result.status, result.out) == (1, "")
    assert "crawl again" in result.err.splitlines()[-1]
    assert export("--what", "forms", survey=survey).status == 0
