"""What became of records since an earlier survey, as rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crawler.store.changes import changed_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from crawler.store.rows_harvest import ChangeRow

CHANGE_COLUMNS: Final = (
    *("form", "number", "change", "identity", "was", "url", "query", "run"),
)


def change_names(connection: Connection) -> list[str]:
    """Further columns: fields, links, and what the fields said before."""
    return [_apart(name) for name in changed_names(connection)]


def flat_change(row: ChangeRow) -> Iterator[dict[str, Any]]:
    """Fields and links are columns of their own; ``before.`` those of before."""
    found = {_apart(name): value for name, value in row.fields.items()}
    for name, url in row.links.items():
        found.setdefault(_apart(f"{name}.url"), url)
    for name, value in (row.before or {}).items():
        found.setdefault(f"before.{name}", value)
    yield found | {name: getattr(row, name) for name in CHANGE_COLUMNS}


def _apart(name: str) -> str:
    """A field's name as that of a column; never one of ours."""
    taken = name in {*CHANGE_COLUMNS, "seen"}
    return f"field.{name}" if taken else name
