"""The views of a survey that can be exported, and what each of them is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from crawler.report import curl, requests
from crawler.report.bodies import BodyRow, read_bodies
from crawler.report.documents import DOCUMENTS
from crawler.report.view_changes import CHANGE_COLUMNS, change_names, flat_change
from crawler.store import changes, harvests, interfaces, readers, rows, rows_harvest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sqlalchemy import Connection

    from crawler.report.requests import Asked

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
    names: Callable[[Connection], Iterable[str]] | None = None
    """Further columns, which only the survey knows."""
    shares: tuple[str, ...] = ()
    """Columns between 0 and 1, which are numbers where there are types."""
    none: str = ""
    """What to say when there are no rows, where that is a mistake."""
    requests: Callable[[Connection], Iterator[Asked]] | None = None
    """What is asked for: a document for a scanner can be made of it."""

    @property
    def formats(self) -> tuple[str, ...]:
        """Formats it can be written in."""
        urls = ("urls",) if self.url else ()
        commands = ("curl",) if self.commands else ()
        tables = ("parquet",) if self.names else ()
        documents = tuple(DOCUMENTS) if self.requests else ()
        return (*urls, "jsonl", "csv", *tables, *commands, *documents)

    def fitted(self, connection: Connection) -> View:
        """With the columns that this survey has."""
        if self.names is None:
            return self
        named = (_apart(name) for name in self.names(connection))
        return replace(self, columns=(*self.columns, *dict.fromkeys(named)))


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


_RECORD_COLUMNS = ("form", "number", "identity", "seen", "url", "query", "run")


def _apart(name: str) -> str:
    """A field's name as that of a column."""
    return f"field.{name}" if name in _RECORD_COLUMNS else name


def _flat_record(row: rows_harvest.RecordRow) -> Iterator[Flat]:
    """Fields and links are columns of their own."""
    found: Flat = {_apart(name): value for name, value in row.fields.items()}
    for name, url in row.links.items():
        found.setdefault(_apart(f"{name}.url"), url)
    yield found | {name: getattr(row, name) for name in _RECORD_COLUMNS}


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
        requests=requests.of_representatives,
    ),
    "pages": View(
        readers.read_pages,
        _columns(rows.PageRow),
        _flat,
        url=lambda row: str(row.url),
        commands=_fetch,
        clustered=True,
        requests=requests.of_pages,
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
        requests=requests.of_forms,
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
    "records": View(
        harvests.read_records,
        _RECORD_COLUMNS,
        _flat_record,
        names=harvests.field_names,
    ),
    "interfaces": View(
        interfaces.read_interfaces,
        _columns(interfaces.InterfaceRow),
        _flat,
        url=lambda row: str(row.page),
        names=lambda _: (),
        shares=("score", "domain_score", "relevance"),
    ),
    "changes": View(
        changes.read_changes,
        CHANGE_COLUMNS,
        flat_change,
        names=change_names,
    ),
    "bodies": View(
        read_bodies,
        _columns(BodyRow),
        _flat,
        none="no bodies were kept: crawl with -s STORE_BODIES=warc",
    ),
    "harvests": _plain(harvests.read_harvests, rows_harvest.HarvestRow),
    "answers": _plain(harvests.read_answers, rows_harvest.AnswerRow),
}
"""What can be exported, by name; the first one is the default."""
