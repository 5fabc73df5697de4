"""Query interfaces for the report: what they ask, of what domain, and the way there."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, inspect, select

from crawler.report.html_text import visible
from crawler.store import interfaces
from crawler.store.schema_interface import interfaces as interface_table

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from crawler.store.interfaces import InterfaceRow

MAX_INTERFACES: Final = 5_000
_MAX_ATTRIBUTES: Final = 60
_MAX_OPTIONS: Final = 12
_MAX_WAY: Final = 20


def interface_count(connection: Connection) -> int:
    """How many there are, also beyond those that the report lists."""
    if not _has_table(connection):
        return 0
    query = select(func.count()).select_from(interface_table)
    return int(connection.execute(query).scalar_one())


def _has_table(connection: Connection) -> bool:
    return interface_table.name in inspect(connection).get_table_names()


def interface_data(connection: Connection) -> list[dict[str, Any]]:
    """Interfaces by site; nothing where the table is not."""
    if not _has_table(connection):
        return []
    rows = islice(interfaces.read_interfaces(connection), MAX_INTERFACES)
    return [_interface(row) for row in rows]


def _interface(row: InterfaceRow) -> dict[str, Any]:
    return {
        "site": visible(row.site, 120),
        "domain": visible(row.domain, 32),
        "sure": None if row.domain_score is None else round(row.domain_score, 2),
        "score": round(row.score, 2),
        "relevance": None if row.relevance is None else round(row.relevance, 2),
        "name": visible(row.name, 120),
        "method": visible(row.method, 16),
        "action": visible(row.action, 2_100),
        "page": visible(row.page, 2_100),
        "way": [visible(url, 2_100) for url in row.path[-_MAX_WAY:]],
        "attributes": [_attribute(one) for one in row.attributes[:_MAX_ATTRIBUTES]],
        "more": max(0, len(row.attributes) - _MAX_ATTRIBUTES),
    }


def _attribute(attribute: dict[str, Any]) -> list[str]:
    """Label, types of its controls, and what can be chosen."""
    controls = attribute["controls"]
    options = [text for control in controls for text in control["options"]]
    shown = ", ".join(visible(text, 40) for text in options[:_MAX_OPTIONS])
    if len(options) > _MAX_OPTIONS:
        shown += f", … ({len(options)} in all)"
    types = ", ".join(visible(control["type"], 20) for control in controls[:8])
    return [visible(attribute["label"], 120), types, shown]
