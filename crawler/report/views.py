"""The views of a survey that can be exported, and what each of them is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from crawler.report import curl
from crawler.store import readers, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sqlalchemy import Connection

Flat = dict[str, Any]


@dataclass(frozen=True)
class View:
    """One kind of row, and how a row becomes lines of each format."""

    read: Callable[[Connection], Iterator[Any]]
    columns: tuple[str, ...]
    """Of CSV."""
    flat: Callable[[Any], Iterable[Flat]]
    url: Callable[[Any], str] | None = None
    commands: Callable[[Any], Iterable[str]] | None = None
    clustered: bool = False
    """Shows clusters: the survey is to be final."""

    @property
    def formats(self) -> tuple[str, ...]:
        """Formats it can be written in."""
        urls = ("urls",) if self.url else ()
        commands = ("curl",) if self.commands else ()
        return (*urls, "jsonl", "csv", *commands)


def _columns(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _flat(row: Any) -> Iterator[Flat]:
    yield asdict(row)


def _flat_cluster(row: rows.ClusterRow) -> Iterator[Flat]:
    """A cluster is a row for each of its members."""
    for member in row.members:
        yield {
            "cluster": row.id,
            "partition": row.partition,
            "leader": row.leader,
            "size": row.size,
            **asdict(member),
        }


_CLUSTER_COLUMNS = ("cluster", "partition", "leader", "size")


def _plain(read: Callable[[Connection], Iterator[Any]], kind: type[Any]) -> View:
    return View(read, _columns(kind), _flat)


def _fetch(row: Any) -> list[str]:
    return [curl.get(row.url)]


VIEWS: dict[str, View] = {
    "representatives": View(
        readers.read_representatives,
        _columns(rows.RepresentativeRow),
        _flat,
        url=lambda row: str(row.url),
        commands=_fetch,
        clustered=True,
    ),
    "pages": View(
        readers.read_pages,
        _columns(rows.PageRow),
        _flat,
        url=lambda row: str(row.url),
        commands=_fetch,
        clustered=True,
    ),
    "clusters": View(
        readers.read_clusters,
        (*_CLUSTER_COLUMNS, *_columns(rows.ClusterMember)),
        _flat_cluster,
        url=lambda row: str(row.leader),
        clustered=True,
    ),
    "forms": View(
        readers.read_forms,
        _columns(rows.FormRow),
        _flat,
        url=lambda row: str(row.action),
        commands=curl.submit,
    ),
    "parameters": _plain(readers.read_parameters, rows.ParameterRow),
    "decisions": View(
        readers.read_decisions,
        _columns(rows.DecisionRow),
        _flat,
        url=lambda row: str(row.url),
    ),
    "items": _plain(readers.read_items, rows.ItemRow),
    "runs": _plain(readers.read_runs, rows.RunRow),
}
"""What can be exported, by name; the first one is the default."""
