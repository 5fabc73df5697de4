"""Every backend of the frontier, opened again and again on the same data."""

from __future__ import annotations

import os
import uuid
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol

import pytest

from crawler.frontier.redis_backend import RedisBackend
from crawler.frontier.sqlite_open import open_sqlite
from tests.servers.redis import redis_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.frontier.backend import Backend
    from tests.servers.redis import RedisServer


class Place(Protocol):
    """Where a frontier is kept."""

    many: bool
    """Whether several workers may have it open at once."""

    def open(self) -> Backend:
        """Open it, or make it when it is not there."""
        ...

    def bury(self, dead: Backend, by: Backend) -> None:
        """Let a worker be taken for dead by another."""
        ...


class RedisPlace:
    """The keys of one crawl on a server."""

    many = True

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self.key = uuid.uuid4().hex

    def open(self) -> RedisBackend:
        return RedisBackend.open(self._server.url, self.key, patience=0)

    def bury(self, dead: Backend, by: Backend) -> None:
        assert isinstance(dead, RedisBackend)
        assert isinstance(by, RedisBackend)
        by.take_back([dead.worker])


@pytest.fixture(scope="session")
def redis_running(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[RedisServer]:
    """One server for all tests that do not harm it."""
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@contextmanager
def opened(place: Place) -> Iterator[Backend]:
    """The backend, closed at the end of the block."""
    backend = place.open()
    try:
        yield backend
    finally:
        backend.close()


class SqlitePlace:
    """A file in a folder of its own."""

    many = False

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"{uuid.uuid4().hex}.sqlite"

    def open(self) -> Backend:
        return open_sqlite(self._path)

    def bury(self, dead: Backend, by: Backend) -> None:
        raise NotImplementedError("there is only one worker")


@pytest.fixture
def light_folder(tmp_path: Path) -> Iterator[Path]:
    """In memory where there is such a folder: hundreds of files, each forced to disk.

    What a disk keeps is tested by kills, in files of their own.
    """
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(prefix="leadline-", dir=memory) as folder:
        yield Path(folder)


def _sqlite(request: pytest.FixtureRequest) -> Callable[[], Place]:
    folder = request.getfixturevalue("light_folder")
    return lambda: SqlitePlace(folder)


def _redis(request: pytest.FixtureRequest) -> Callable[[], Place]:
    server = request.getfixturevalue("redis_running")
    return lambda: RedisPlace(server)


PLACES: dict[str, Callable[[pytest.FixtureRequest], Callable[[], Place]]] = {
    "redis": _redis,
    "sqlite": _sqlite,
}
"""What makes new places of each kind, by the name of the kind."""
