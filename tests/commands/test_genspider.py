"""``genspider -t leadline``: what it writes runs, and passes our own checks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.process import SiteOptions, SiteProcess

ROOT = Path(__file__).parents[2]


def leadline(*argv: object, at: Path) -> subprocess.CompletedProcess[str]:
    code = "from crawler.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, argv)],
        cwd=at,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A project of somebody's own, whose spiders are in a folder of its own."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").touch()
    return tmp_path


def test_what_it_writes_runs(elsewhere: Path) -> None:
    with SiteProcess(SiteOptions(pages=10, traps=False)) as site:
        made = leadline(
            *("genspider", "-t", "leadline", "first-look", site.url),
            *("-s", "NEWSPIDER_MODULE=mine"),
            at=elsewhere,
        )
        assert made.returncode == 0, made.stderr
        file = elsewhere / "mine" / "first_look.py"
        survey = elsewhere / "s.sqlite"
        run = ["runspider", file, "-a", "polite=0", "-a", "depth=1"]
        done = leadline(*run, "-s", f"STORE_URL={survey}", at=elsewhere)
        assert done.returncode == 0, done.stderr
        wrong = leadline("runspider", file, "-a", "depht=1", at=elsewhere)
    items = leadline(
        "export", survey, "--what", "items", "--as", "jsonl", at=elsewhere
    ).stdout.splitlines()
    assert {"url": site.url, "h1": json.loads(items[0])["data"]["h1"]} in [
        json.loads(line)["data"] for line in items
    ]
    assert (wrong.returncode, "depth" in wrong.stderr) == (2, True)
    for check in (["check"], ["format", "--check"]):
        config = ["--config", str(ROOT / "pyproject.toml")]
        ruff = [sys.executable, "-m", "ruff", *check, *config, str(file)]
        checked = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout


def test_it_is_listed_beside_those_of_scrapy(elsewhere: Path) -> None:
    listed = leadline("genspider", "--list", at=elsewhere).stdout.split()
    assert {"leadline", "basic", "crawl"} <= set(listed)
