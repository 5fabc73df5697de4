"""Rows of a query one by one, from any of the databases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVarTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Row, Select

Ts = TypeVarTuple("Ts")

_AT_ONCE = 500


def stream(connection: Connection, query: Select[*Ts]) -> Iterator[Row[*Ts]]:
    """The rows of *query*, some hundreds of them in memory at a time.

    Whoever stops early leaves no cursor open on the server.
    """
    options: dict[str, Any] = {"yield_per": _AT_ONCE}
    with connection.execute(query.execution_options(**options)) as result:
        yield from result
