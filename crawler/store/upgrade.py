"""What older surveys lack, added when they are opened: any survey can be gone on with.

Each step leads from one version of the schema to the next and only adds, with values
that say "not known"; an older process that still writes is not disturbed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import text

from crawler.store import clusters, engine
from crawler.store.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from sqlalchemy import Connection

STEPS: Final[dict[int, tuple[str, ...]]] = {
    1: (
        "ALTER TABLE forms ADD COLUMN kind VARCHAR(16) DEFAULT '' NOT NULL",
        "ALTER TABLE forms ADD COLUMN probability FLOAT DEFAULT 0 NOT NULL",
    ),
}
"""Version -> what makes the next one of it."""


def upgrade(connection: Connection) -> None:
    """Bring a survey to the version of now, inside a transaction that writes."""
    engine.lock_schema(connection)
    # Somebody may have been quicker.
    version = int(clusters.read_meta(connection)["schema"])
    for step in range(version, SCHEMA_VERSION):
        for statement in STEPS[step]:
            connection.execute(text(statement))
    clusters.write_meta(connection, {"schema": str(SCHEMA_VERSION)})
