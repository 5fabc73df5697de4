"""A real PostgreSQL server on a free port, with a database for each who asks."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from tests.servers.running import free_port, missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Nothing of a test has to outlive a power cut.
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def _program(name: str) -> str:
    """The newest program of that name: Debian keeps those of a server off the PATH."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    path = os.pathsep.join([*map(str, reversed(homes)), os.environ.get("PATH", "")])
    found = shutil.which(name, path=path)
    if found is None:
        missing(f"no {name} (Debian: apt-get install postgresql)")
    return found


def _user() -> str | None:
    """Whom the server runs as: it refuses to run as root."""
    if os.geteuid():
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


@dataclass
class PostgreSQLServer:
    """The server and its data, which stay in *directory* when it is stopped."""

    directory: Path
    port: int
    quick: bool = True
    """Do without what makes it outlive a power cut."""
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _numbers: Iterator[int] = field(default_factory=count, repr=False)

    def url(self, database: str) -> str:
        """The URL of a database, for SQLAlchemy."""
        return f"postgresql+psycopg://survey@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """The URL of an empty database."""
        name = f"survey_{next(self._numbers)}"
        plain = f"postgresql://survey@127.0.0.1:{self.port}/postgres"
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def create(self) -> None:
        """Make the cluster of databases: no password, only this machine."""
        # The folder above belongs to root alone: the server's own is elsewhere.
        self.directory.mkdir(parents=True, exist_ok=True)
        user = _user()
        if user is not None:
            shutil.chown(self.directory, user)
        options = ("-U", "survey", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        command = [_program("initdb"), "-D", str(self.directory), "--no-sync", *options]
        subprocess.run(command, check=True, capture_output=True, user=user, cwd="/")

    def start(self, *settings: str) -> None:
        """Start it, and wait until it answers.

        :raises RuntimeError: with the end of its log, when it does not.
        """
        self.process = self._run(settings)
        ready = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError(self._log.read_text("utf-8", "replace")[-2000:])

    @property
    def _log(self) -> Path:
        return self.directory / "server.log"

    def _run(self, settings: Sequence[str]) -> subprocess.Popen[bytes]:
        fixed = ("listen_addresses=127.0.0.1", "unix_socket_directories=")
        quick = _QUICK if self.quick else ()
        given = [
            part for setting in (*fixed, *quick, *settings) for part in ("-c", setting)
        ]
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [
                    *(_program("postgres"), "-D", str(self.directory)),
                    *("-p", str(self.port), *given),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                user=_user(),
                cwd="/",
            )

    def stop(self) -> None:
        """End it at once; what it said was committed stays."""
        if self.process is not None:
            self.process.send_signal(3)  # SIGQUIT: "immediate shutdown"
            self.process.wait(30)
            self.process = None


@contextmanager
def postgresql_server(directory: Path) -> Iterator[PostgreSQLServer]:
    """Run a server until the block ends."""
    server = PostgreSQLServer(directory, free_port())
    server.create()
    server.start()
    try:
        yield server
    finally:
        server.stop()
