"""Both databases that a survey can lie in, each real."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers.postgresql import PostgreSQLServer


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty survey can be: the same test for each database."""
    if request.param == "sqlite":
        return str(tmp_path / "s")
    server: PostgreSQLServer = request.getfixturevalue("postgresql")
    return server.fresh()
