"""The site as a process of its own."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.site.process import SiteOptions, SiteProcess


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.site", *arguments]
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(
        command,
        cwd=root,
        input="",
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_a_wrong_size_is_one_line() -> None:
    done = run("--pages=9")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "site: pages=9: give a number from 10 to 20000\n"


def test_a_taken_port_is_one_line(running: SiteProcess) -> None:
    done = run(f"--port={urlsplit(running.url).port}")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_one_line_and_stops_when_told(number: signal.Signals) -> None:
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.site", "--pages=10"],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\n", line)
    assert (out, err, process.returncode) == ("", "", 0)


def test_it_ends_when_its_parent_is_gone() -> None:
    done = run("--pages=10", "--attached")  # its standard input is at its end
    assert done.returncode == 0
    assert done.stdout.startswith("http://")


def test_a_site_that_does_not_start_says_so() -> None:
    with pytest.raises(RuntimeError, match=r"did not start: exit status 2"):
        SiteProcess(SiteOptions(pages=3)).start()


def test_it_works_under_its_installed_name(tmp_path: Path) -> None:
    """As in a wheel, where the package is called ``crawler.demosite``."""
    home = tmp_path / "crawler"
    shutil.copytree(
        Path(__file__).parents[1] / "site",
        home / "demosite",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (home / "__init__.py").touch()
    program = (
        "import json, sys; sys.path.insert(0, sys.argv[1])\n"
        "from crawler.demosite.process import SiteOptions, SiteProcess\n"
        "with SiteProcess(SiteOptions(pages=10)) as site:\n"
        "    print(json.dumps([site.url, site.truth()['content_pages']]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, str(tmp_path)],
        cwd=tmp_path,
        env={"PATH": ""},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.stderr == ""
    url, pages = json.loads(done.stdout)
    assert url.startswith("http://127.0.0.1:")
    assert pages == 10
