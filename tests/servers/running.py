"""What the servers share: a free port, start, wait, stop; and when there is none."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


def missing(what: str) -> NoReturn:
    """Skip the test; in CI, where everything is installed, fail it."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}: CI must have it", pytrace=False)
    pytest.skip(what)


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(
    command: Sequence[str | Path],
    ready: str,
    log: Path,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends; the block begins when *ready* answers.

    :raises RuntimeError: with the end of its log, when it does not come up.
    """
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env={**os.environ, **(env or {})},
        ) as process,
    ):
        try:
            _wait(process, ready, log)
            yield process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(process: subprocess.Popen[bytes], ready: str, log: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(ready, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    told = log.read_text("utf-8", "replace")[-2000:]
    raise RuntimeError(f"{process.args!r} did not come up at {ready}:\n{told}")
