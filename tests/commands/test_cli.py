"""``leadline`` itself: what it answers before a command runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from crawler.version import FALLBACK, VERSION

ROOT = Path(__file__).parents[2]


def leadline(
    *arguments: str, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from crawler.cli import main; main()", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("argument", ["--version", "-V", "version"])
def test_version(tmp_path: Path, argument: str) -> None:
    done = leadline(argument, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"leadline {VERSION}, Scrapy ")


def test_the_version_of_a_bare_tree_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == FALLBACK


@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help",)])
def test_help_names_the_commands_of_ours(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = leadline(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for path in (ROOT / "crawler" / "commands").glob("[!_]*.py"):
        assert re.search(rf"\b{path.stem}\b", done.stdout)


@pytest.mark.parametrize(
    ("word", "meant"),
    [("exprt", "export"), ("crwal", "crawl"), ("re-cluster", "recluster")],
)
def test_an_unknown_command_is_one_line(tmp_path: Path, word: str, meant: str) -> None:
    done = leadline(word, "x", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert f"did you mean {meant}?" in line


def test_commands_of_another_project_are_left_to_it(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("BOT_NAME = 'other'", "utf-8")
    done = leadline(
        "exprt",
        cwd=tmp_path,
        SCRAPY_SETTINGS_MODULE="other",
        PYTHONPATH=os.pathsep.join([str(ROOT), str(tmp_path)]),
    )
    assert done.returncode == 2
    assert "Unknown command: exprt" in done.stdout
