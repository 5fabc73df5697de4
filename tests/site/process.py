"""The site as a subprocess, for tests, benches and the demo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.request import urlopen

from .catalogue import SiteOptions

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["SiteOptions", "SiteProcess"]

_PACKAGE = __package__ or "tests.site"
# The folder that the package's dotted name starts from.
_ROOT = Path(__file__).resolve().parents[_PACKAGE.count(".") + 1]


class SiteProcess:
    """Serves a site on a free port of 127.0.0.1 while the context lasts.

    ``url`` ends with a slash. :meth:`start` raises RuntimeError when the process
    ends, which says why on stderr, or is not ready within *timeout* seconds. It
    also ends when this process does, however that ends.
    """

    def __init__(
        self, options: SiteOptions | None = None, *, port: int = 0, timeout: float = 30
    ) -> None:
        self.options = options or SiteOptions()
        self.port = port
        self.timeout = timeout
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> str:
        """Start, wait until it answers, and return its URL."""
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", _PACKAGE, *self._arguments()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": _search_path()},
        )
        line = _first_line(self._process, self.timeout)
        if not line:
            why = "not ready in time"
            if line is not None:
                why = f"exit status {self._process.wait()}"
            self.stop()
            raise RuntimeError(f"the site did not start: {why}")
        self.url = line.strip()
        return self.url

    def stop(self) -> None:
        """End the process; does nothing when it has ended."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()

    def wait(self) -> int:
        """Wait until the process ends by itself: its exit status."""
        return self._process.wait() if self._process else 0

    def log(self) -> list[tuple[str, str]]:
        """Method and target (path and query, as sent) of each request so far."""
        return [(method, target) for method, target in self._get("log")["requests"]]

    def effects(self) -> list[dict[str, Any]]:
        """What dangerous links and forms changed: kind, method, url, fields."""
        effects: list[dict[str, Any]] = self._get("log")["effects"]
        return effects

    def downloads(self) -> dict[str, int]:
        """Path of each download asked for -> bytes sent."""
        sent: dict[str, int] = self._get("log")["downloads"]
        return sent

    def truth(self) -> dict[str, Any]:
        found: dict[str, Any] = self._get("truth")
        return found

    def records(self) -> list[dict[str, Any]]:
        """The whole database behind the search forms."""
        found: list[dict[str, Any]] = self._get("records")
        return found

    def reset(self) -> None:
        """Forget requests, effects, downloads and sessions."""
        self._get("reset")

    def _get(self, name: str) -> Any:
        with urlopen(f"{self.url}__{name}__", timeout=self.timeout) as answer:
            return json.load(answer)

    def _arguments(self) -> list[str]:
        options = self.options
        arguments = [f"--port={self.port}", "--attached"]
        names = ("pages", "seed", "records", "delay")
        arguments += [f"--{name}={getattr(options, name)}" for name in names]
        return arguments if options.traps else [*arguments, "--no-traps"]


def _search_path() -> str:
    """What this process imports from, and the package's own root."""
    entries = [str(Path(entry).resolve()) for entry in sys.path]
    return os.pathsep.join(dict.fromkeys([*entries, str(_ROOT)]))


def _first_line(process: subprocess.Popen[str], timeout: float) -> str | None:
    """The first line it prints; empty when it ends first, None when it is late."""
    lines: list[str] = []

    def read() -> None:
        if process.stdout:
            lines.append(process.stdout.readline())

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    reader.join(timeout)
    if reader.is_alive():
        process.kill()
        reader.join()
        return None
    return lines[0] if lines else ""
