"""Servers that several folders of tests share."""

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
    """A server for the whole session; ``fresh()`` gives a database of one's own."""
    # Not below tmp_path: that is closed to the user whom the server runs as.
    directory = Path(tempfile.mkdtemp(prefix="leadline-postgresql-"))
    directory.chmod(0o755)
    try:
        with postgresql_server(directory / "data") as server:
            yield server
    finally:
        shutil.rmtree(directory)
