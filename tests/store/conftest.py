"""Both databases that a survey can lie in, each real."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.servers.postgresql import PostgreSQLServer, postgresql_server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQLServer]:
    # Not below tmp_path: that is closed to the user whom the server runs as.
    directory = Path(tempfile.mkdtemp(prefix="leadline-postgresql-"))
    directory.chmod(0o755)
    try:
        with postgresql_server(directory / "data") as server:
            yield server
    finally:
        shutil.rmtree(directory)


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty survey can be: the same test for each database."""
    if request.param == "sqlite":
        return str(tmp_path / "s")
    server: PostgreSQLServer = request.getfixturevalue("postgresql")
    return server.fresh()
