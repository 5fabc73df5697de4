"""What older surveys lack, added when they are opened: any survey can be gone on with.

Each step leads from one version of the schema to the next and only adds, with values
that say "not known"; an older process that still writes is not disturbed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import text

from crawler.store import (
    clusters,
    engine,
    schema_changes,
    schema_harvest,
    schema_interface,
)
from crawler.store.schema import SCHEMA_VERSION, metadata

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Table

STEPS: Final[dict[int, tuple[str, ...]]] = {
    1: (
        "ALTER TABLE forms ADD COLUMN kind VARCHAR(16) DEFAULT '' NOT NULL",
        "ALTER TABLE forms ADD COLUMN probability FLOAT DEFAULT 0 NOT NULL",
    ),
    2: (),
    3: ("ALTER TABLE pages ADD COLUMN relevance FLOAT",),
    4: (),
    5: (
        "ALTER TABLE pages ADD COLUMN warc_file TEXT",
        "ALTER TABLE pages ADD COLUMN warc_offset BIGINT",
    ),
    6: (
        "ALTER TABLE fields ADD COLUMN limits JSON",
        "ALTER TABLE submitters ADD COLUMN label TEXT DEFAULT '' NOT NULL",
    ),
}
"""Version -> what makes the next one of it, beside new tables."""
NEW_TABLES: Final[dict[int, Sequence[Table]]] = {
    2: schema_harvest.TABLES,
    3: schema_interface.TABLES,
    4: schema_changes.TABLES,
}
"""Version -> the tables that the next one adds."""


def upgrade(connection: Connection) -> None:
    """Bring a survey to the version of now, inside a transaction that writes."""
    engine.lock_schema(connection)
    # Somebody may have been quicker.
    version = int(clusters.read_meta(connection)["schema"])
    for step in range(version, SCHEMA_VERSION):
        for statement in STEPS[step]:
            connection.execute(text(statement))
        if tables := NEW_TABLES.get(step):
            metadata.create_all(connection, tables=tables)
    clusters.write_meta(connection, {"schema": str(SCHEMA_VERSION)})
