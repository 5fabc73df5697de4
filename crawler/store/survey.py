"""A survey: one database that holds what the runs of a job found out."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import func, select, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from crawler.store import clusters, engine, readers
from crawler.store.errors import SurveyError, SurveyWriteError
from crawler.store.options import StoreOptions
from crawler.store.schema import SCHEMA_VERSION, meta, metadata, pages, runs
from crawler.store.text import plain
from crawler.store.upgrade import upgrade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from sqlalchemy import Connection, Engine

    from crawler.store.clusters import ClusteringLike
    from crawler.store.rows import MemberRow, Summary

T = TypeVar("T")

_APPLICATION = "leadline"


class Survey:
    """An open survey; build it by :meth:`open`."""

    def __init__(self, database: Engine, target: str, options: StoreOptions) -> None:
        self.engine = database
        self.target = target
        """Path or database URL, without a password."""
        self.options = options

    @classmethod
    def open(
        cls,
        target: str | Path,
        *,
        create: bool = False,
        options: StoreOptions | None = None,
    ) -> Self:
        """Open the survey at a path or database URL, or create it where asked.

        :raises SurveyError: in one line; what is not a survey is left untouched.
        """
        options = options or StoreOptions()
        url = engine.parse_target(target)
        name = engine.shown(url)
        fresh = False
        if url.get_backend_name() == "sqlite":
            fresh = engine.prepare_file(url, create=create)
            url = url if create else engine.reading_url(url)
        survey = cls(engine.make_engine(url, options, fresh=fresh), name, options)
        try:
            if create:
                survey._create()
            if survey._check() < SCHEMA_VERSION:
                survey._upgrade()
        except SQLAlchemyError as error:
            survey.close()
            raise SurveyError(_unreadable(name, error)) from None
        except SurveyError:
            survey.close()
            raise
        return survey

    def _create(self) -> None:
        with self.writing() as connection:
            engine.lock_schema(connection)
            tables = engine.table_names(connection)
            if tables:
                return  # a survey, or something foreign: the check will tell
            metadata.create_all(connection)
            clusters.write_meta(
                connection,
                {
                    "application": _APPLICATION,
                    "schema": str(SCHEMA_VERSION),
                    "created": _now(),
                    "generation": "0",
                },
            )

    def _check(self) -> int:
        """The version of its schema."""
        with self.reading() as connection:
            known: dict[str, str] = {}
            if meta.name in engine.table_names(connection):
                known = clusters.read_meta(connection)
        if known.get("application") != _APPLICATION:
            raise SurveyError(f"{self.target} is not a survey")
        version = int(known["schema"])
        if version > SCHEMA_VERSION:
            raise SurveyError(
                f"{self.target} was written by a newer version of Leadline "
                f"(schema {version}, this one reads {SCHEMA_VERSION}): upgrade"
            )
        return version

    def _upgrade(self) -> None:
        if self.engine.url.query.get("mode") == "ro":
            raise SurveyError(
                f"{self.target} was written by an older version of Leadline, and"
                " cannot be upgraded where it can only be read: copy it"
            )
        with self.writing() as connection:
            upgrade(connection)

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the survey."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed at the end of the block."""
        with engine.writing(self.engine) as connection:
            yield connection

    def start_run(
        self,
        spider: str,
        *,
        arguments: Mapping[str, Any],
        settings: Mapping[str, Any],
        versions: Mapping[str, Any],
        seed: int | None = None,
    ) -> int:
        """Record that a run began; its id. *settings* are those that were changed."""
        values = {
            "spider": spider,
            "arguments": plain(arguments),
            "settings": plain(settings),
            "versions": plain(versions),
            "seed": seed,
            "started": _now(),
        }
        with self._one_write() as connection:
            found = connection.execute(runs.insert().returning(runs.c.id), values)
            return int(found.scalar_one())

    def finish_run(self, run_id: int, reason: str, stats: Mapping[str, Any]) -> None:
        """Record why and when a run ended.

        :raises SurveyWriteError: when the database takes no more.
        """
        values = {"ended": _now(), "reason": reason, "stats": plain(stats)}
        with self._one_write() as connection:
            connection.execute(update(runs).where(runs.c.id == run_id), values)

    def page_count(self) -> int:
        """Pages stored over all runs."""
        with self.reading() as connection:
            count = connection.execute(select(func.count()).select_from(pages))
            return int(count.scalar_one())

    def read(self, reader: Callable[[Connection], Iterable[T]]) -> Iterator[T]:
        """Rows of a reader of :mod:`crawler.store.readers`, all of one state."""
        with self.reading() as connection:
            yield from reader(connection)

    def summary(self) -> Summary:
        with self.reading() as connection:
            return readers.summary(connection)

    def is_final(self) -> bool:
        """Whether the clusters are those of all pages, under the options of now."""
        with self.reading() as connection:
            return clusters.is_final(connection)

    def cluster_options(self) -> dict[str, Any] | None:
        """The options its clusters are to be made with; None when nobody said."""
        with self.reading() as connection:
            return clusters.load_options(connection)

    def set_cluster_options(self, options: Mapping[str, Any]) -> None:
        """Options, as JSON can tell them; other ones leave the survey not final."""
        with self._one_write() as connection:
            dumped = clusters.dump_options(options)
            clusters.write_meta(connection, {"cluster_options": dumped})

    def generation(self) -> str:
        """A mark that changes with every page written."""
        with self.reading() as connection:
            return clusters.read_meta(connection)["generation"]

    def recipes(self) -> set[str]:
        """How the vectors of its pages were made: more than one after an upgrade."""
        with self.reading() as connection:
            return clusters.recipes(connection)

    def member_rows(self, *, with_skeletons: bool = False) -> Iterator[MemberRow]:
        """All pages as the clustering needs them, in the order of their keys."""
        with self.reading() as connection:
            yield from clusters.member_rows(connection, with_skeletons=with_skeletons)

    def replace_clusters(
        self, clustering: ClusteringLike, generation: str, options: Mapping[str, Any]
    ) -> None:
        """Replace all clusters, in one transaction.

        The survey is final then, unless pages were written after *generation* was
        read, which is to be done before the members are.
        """
        dumped = clusters.dump_options(options)
        with self._one_write() as connection:
            clusters.replace_clusters(connection, clustering, generation, dumped)

    @contextmanager
    def _one_write(self) -> Iterator[Connection]:
        try:
            with self.writing() as connection:
                yield connection
        except DBAPIError as error:
            raise SurveyWriteError(
                f"{self.target}: cannot be written: {engine.reason(error)}"
            ) from error


def _unreadable(name: str, error: Exception) -> str:
    said = engine.reason(error)
    if said == "file is not a database":
        return f"{name} is not a survey"
    return f"{name}: cannot be opened: {said}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
