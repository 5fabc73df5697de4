"""Every backend of the frontier, opened again and again on the same data."""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import pytest

from crawler.frontier.redis_backend import RedisBackend
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


def _redis(request: pytest.FixtureRequest) -> Callable[[], Place]:
    server = request.getfixturevalue("redis_running")
    return lambda: RedisPlace(server)


PLACES: dict[str, Callable[[pytest.FixtureRequest], Callable[[], Place]]] = {
    "redis": _redis,
}
"""What makes new places of each kind, by the name of the kind."""
