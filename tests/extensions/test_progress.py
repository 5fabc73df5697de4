"""How a crawl tells that it moves: a block on a terminal, lines everywhere else."""

from __future__ import annotations

import io
import logging
import os
import pty
import re
import select
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from rich.console import Console
from scrapy.settings import Settings

from crawler import live
from tests.servers.web import Reply, web
from tests.spiders.crawling import COMMAND, ENVIRONMENT

if TYPE_CHECKING:
    from pathlib import Path

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PAGES = 12


def replies() -> dict[str, Reply]:
    links = "".join(f"<a href=/p{n}>{n}</a>" for n in range(PAGES))
    return {
        "/": Reply(f"<h1>Home</h1>{links}<form action=/f><input name=q></form>"),
        **{f"/p{n}": Reply(f"<p>page {n}", seconds=0.4) for n in range(PAGES)},
    }


def on_terminal(command: list[str], cwd: Path, **environment: str) -> tuple[int, str]:
    """Status and what came out of a command whose stderr is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env={**ENVIRONMENT, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    told = b""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        ready, _, _ = select.select([ours], [], [], 1)
        if not ready:
            continue
        try:
            read = os.read(ours, 65536)
        except OSError:  # how a terminal ends
            break
        if not read:
            break
        told += read
    os.close(ours)
    return process.wait(timeout=60), told.decode("utf-8", "replace")


@pytest.mark.parametrize("to_file", [False, True])
def test_block_on_a_terminal(tmp_path: Path, to_file: bool) -> None:
    more = ["-s", "LOG_FILE=x.log", "-s", "PROGRESS_SECONDS=0.3"] if to_file else []
    with web(replies()) as site:
        command = [*COMMAND, "crawl", "inspect", "-a", f"start={site.url}/"]
        command += ["-a", "polite=0", "-s", "STORE_URL=s.sqlite", *more]
        status, told = on_terminal(command, tmp_path, NO_COLOR="1")
    assert status == 0, told
    plain = ESCAPE.sub("", told)
    assert re.search(r"inspect 127\.0\.0\.1", plain)
    for name in ("pages", "pages/s", "clusters", "forms", "predicted", "queued"):
        assert re.search(rf"(?<!\w){name}(?!\w)", plain), name
    # It was drawn in place, and taken away again.
    assert "\x1b[1A" in told
    assert "\x1b[2K" in told
    # NO_COLOR leaves bold, and no colour.
    assert not re.search(r"\x1b\[(?:\d+;)*3[0-9]m", told)
    log = (tmp_path / "x.log").read_text("utf-8") if to_file else plain
    lines = [line.strip() for line in log.splitlines()]
    # Each line of the log is whole, and stands by itself.
    assert [
        line for line in lines if re.match(r"\S+ \S+ \[leadline\] INFO: Finished", line)
    ]
    assert (
        bool([line for line in lines if " queued" in line and "INFO" in line])
        == to_file
    )
    if to_file:
        assert "\x1b" not in log


def test_nothing_but_lines_in_a_pipe(tmp_path: Path) -> None:
    with web(replies()) as site:
        done = subprocess.run(
            [
                *(*COMMAND, "crawl", "inspect", "-a", f"start={site.url}/"),
                *("-a", "polite=0", "-s", "STORE_URL=s.sqlite"),
                *("-s", "PROGRESS_SECONDS=0.2"),
            ],
            cwd=tmp_path,
            env={**ENVIRONMENT, "TERM": "xterm", "FORCE_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stderr
    queued = [int(n) for n in re.findall(r"(-?\d+) queued", done.stderr)]
    assert queued
    assert min(queued) >= 0
    assert max(queued) > 0


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("settings", "term", "shown"),
    [
        ({}, "xterm", True),
        ({"LOG_LEVEL": "DEBUG"}, "xterm", True),
        ({"LOG_LEVEL": "WARNING"}, "xterm", False),
        ({"LOG_ENABLED": False}, "xterm", False),
        ({"PROGRESS_LIVE": False}, "xterm", False),
        ({}, "dumb", False),
        ({}, "", False),
    ],
)
def test_who_wants_it(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, object], term: str, shown: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stderr", _Terminal())
    assert live.wanted(Settings({"LOG_LEVEL": "INFO", **settings})) is shown
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert not live.wanted(Settings(settings))


def test_log_is_as_it_was_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are whole however narrow it is, and markup of a site stays text."""
    stream = _Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    handler = logging.StreamHandler(stream)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        block = live.Block(Console(file=stream, force_terminal=True, width=40))
        block.start()
        assert handler.stream is not stream
        block.show("[red]h[/red]", {"pages": "1", "time left": "≥ 2 s"})
        line = "[bold]" + "x" * 200 + "[/bold]"
        root.warning(line)
        block.stop()
        block.stop()
        assert handler.stream is stream
    finally:
        root.removeHandler(handler)
    told = ESCAPE.sub("", stream.getvalue())
    assert f"{line}\n" in told
    assert "[red]h[/red]" in told
