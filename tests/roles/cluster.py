"""A Dask scheduler and workers as processes of their own, on 127.0.0.1."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.building import ROOT
from tests.servers.running import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Process = subprocess.Popen[bytes]


class Cluster:
    """Starts processes, and ends those that are left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._processes: list[Process] = []
        self.port = free_port()

    @property
    def address(self) -> str:
        """Of the scheduler."""
        return f"tcp://127.0.0.1:{self.port}"

    def scheduler(self) -> Process:
        """Start the scheduler, always at the same address."""
        return self._start(
            "scheduler", "--host", "127.0.0.1", "--port", str(self.port),
            "--no-dashboard",
        )  # fmt: skip

    def worker(self, role: str) -> Process:
        """Start a worker that has the resource of *role*."""
        return self._start(
            "worker", self.address, "--host", "127.0.0.1", "--nthreads", "1",
            "--no-nanny", "--no-dashboard", "--death-timeout", "60",
            "--resources", f"{role}=1", "--local-directory", str(self.folder),
        )  # fmt: skip

    def _start(self, what: str, *options: str) -> Process:
        number = len(self._processes)
        with (self.folder / f"{what}{number}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        self._processes.append(process)
        return process

    def end(self, process: Process) -> None:
        """As ``kill -9``."""
        process.kill()
        process.wait(timeout=30)

    def end_all(self) -> None:
        """What is left, workers first."""
        for process in reversed(self._processes):
            if process.poll() is None:
                self.end(process)


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Processes until the block ends."""
    made = Cluster(folder)
    try:
        yield made
    finally:
        made.end_all()
