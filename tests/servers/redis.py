"""A real Redis server on a free port, which can be killed and started again."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import redis

from tests.servers.running import free_port, missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class RedisServer:
    """The server and its data, which stay in *directory* when it is stopped."""

    directory: Path
    port: int
    options: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Without a password."""
        return f"redis://127.0.0.1:{self.port}/0"

    def client(self, **options: object) -> redis.Redis:
        """A client of its own, for a look behind."""
        return redis.Redis(port=self.port, protocol=2, **options)  # type: ignore[arg-type] # any

    def start(self, *more: str) -> None:
        """Start it, and wait until it answers.

        :raises RuntimeError: with the end of its log, when it does not.
        """
        program = shutil.which("redis-server")
        if program is None:
            missing("no redis-server (Debian: apt-get install redis-server)")
        log = self.directory / "redis.log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [
                    program,
                    *("--bind", "127.0.0.1", "--port", str(self.port)),
                    *("--dir", str(self.directory), "--save", "", "--daemonize", "no"),
                    *self.options,
                    *more,
                ],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "LC_ALL": "C"},
            )
        until = time.monotonic() + 30
        while time.monotonic() < until and self.process.poll() is None:
            if self._answers():
                return
            time.sleep(0.02)
        raise RuntimeError(log.read_text("utf-8", "replace")[-2000:])

    def _answers(self) -> bool:
        try:
            with self.client(socket_timeout=5) as client:
                client.ping()
        except redis.BusyLoadingError:
            return False
        except redis.ResponseError:  # it asks for a password
            return True
        except redis.ConnectionError as error:
            return isinstance(error, redis.AuthenticationError)
        return True

    def kill(self) -> None:
        """As ``kill -9`` does."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.process = None

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.kill()


@contextmanager
def redis_server(directory: Path, *options: str) -> Iterator[RedisServer]:
    """Run a server without persistence, unless *options* say otherwise."""
    directory.mkdir(parents=True, exist_ok=True)
    server = RedisServer(directory, free_port(), options)
    server.start()
    try:
        yield server
    finally:
        server.stop()
