"""``scrapy demo``: the site, the crawl, and what to do next."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

ROOT = Path(__file__).resolve().parents[2]

# A stand-in for the spider: it tells what it was given and fetched.
PROJECT = """
import scrapy

BOT_NAME = "standin"
SPIDER_MODULES = ["standin"]
COMMANDS_MODULE = "crawler.commands.demo"
LOG_LEVEL = "ERROR"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False


class Inspect(scrapy.Spider):
    name = "inspect"

    def __init__(self, start, polite, **kwargs):
        super().__init__(**kwargs)
        self.url, self.polite = start, polite

    async def start(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        template = response.headers["X-Template"].decode()
        store = self.settings["STORE_URL"]
        print("crawled", template, self.polite, store, flush=True)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder elsewhere, with a settings module and a spider of its own."""
    (tmp_path / "standin.py").write_text(PROJECT, encoding="utf-8")
    return tmp_path


def environment(folder: Path, root: Path = ROOT) -> dict[str, str]:
    path = os.pathsep.join([str(folder), str(root)])
    return {**os.environ, "PYTHONPATH": path, "SCRAPY_SETTINGS_MODULE": "standin"}


def demo(
    folder: Path, *arguments: str, root: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "scrapy.cmdline", "demo", *arguments],
        cwd=folder,
        env=environment(folder, root),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--pages", "9"], "demo: --pages 9: give 10 to 20000"),
        (["--pages", "20001"], "demo: --pages 20001: give 10 to 20000"),
        (["--size", "9"], "demo: unknown argument '--size'; known: --pages N, --keep"),
        (["fast"], "demo: unknown argument 'fast'; known: --pages N, --keep"),
    ],
)
def test_a_wrong_option_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    settings = Settings({"COMMANDS_MODULE": "crawler.commands.demo"})
    with pytest.raises(SystemExit) as stopped:
        execute(["scrapy", "demo", *arguments], settings)
    assert stopped.value.code == 2
    assert capsys.readouterr() == ("", f"{line}\n")


def test_a_demo_inspects_the_site_and_says_what_is_next(project: Path) -> None:
    done = demo(project, "--pages", "10")
    assert done.returncode == 0, done.stderr
    match = re.fullmatch(r"crawled home 0 (surveys/demo-\w+\.sqlite)\n", done.stdout)
    assert match
    lines = done.stderr.splitlines()
    assert all(line.startswith("demo: ") for line in lines)
    assert re.fullmatch(r"demo: a site of 10 pages is at http://.*/", lines[0])
    survey = match[1]
    assert lines[-4:-1] == [
        f"demo: the survey is {survey}. Next:",
        f"demo:   scrapy export {survey}",
        f"demo:   scrapy export {survey} --what forms --as curl",
    ]
    with pytest.raises(OSError, match="refused"):
        urlopen(lines[0].rpartition(" ")[2], timeout=5)


def test_settings_go_to_the_crawl(project: Path) -> None:
    done = demo(project, "--pages", "10", "-s", "STORE_URL=here.sqlite")
    assert done.stdout == "crawled home 0 here.sqlite\n"
    assert "demo: the survey is here.sqlite. Next:" in done.stderr


def test_the_exit_status_is_that_of_the_crawl(project: Path) -> None:
    source = (project / "standin.py").read_text(encoding="utf-8")
    source = source.replace('name = "inspect"', 'name = "another"')
    (project / "standin.py").write_text(source, encoding="utf-8")
    done = demo(project, "--pages", "10")
    assert done.returncode == 1
    assert "Spider not found: inspect" in done.stderr


def test_a_kept_site_stays_until_interrupted(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "scrapy.cmdline", "demo", "--pages=10", "--keep"],
        cwd=project,
        env=environment(project),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr
        line = ""
        for line in process.stderr:
            if "the site stays at" in line:
                break
        url = line.split()[5]
        with urlopen(url, timeout=10) as answer:
            assert answer.status == 200
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        assert process.wait(timeout=20) == 0
    with pytest.raises(OSError, match="refused"):
        urlopen(url, timeout=5)


def test_a_missing_site_is_one_line(project: Path) -> None:
    """As installed without the site: the command and what it speaks with."""
    commands = project / "crawler" / "commands"
    commands.mkdir(parents=True)
    (commands.parent / "__init__.py").touch()
    (commands / "__init__.py").touch()
    shutil.copy(ROOT / "crawler" / "commands" / "demo.py", commands)
    shutil.copy(ROOT / "crawler" / "console.py", commands.parent)
    done = demo(project, root=project)
    assert done.returncode == 1
    assert done.stderr == (
        "demo: the demo site is not installed; run this in a clone, or reinstall\n"
    )
