"""The reduce of a catalogue of forms: a table on disk, so that memory stays flat.

Forms of one key are one, whichever came first in the order of keys; what is read back
comes by domain, page and number, whatever the order in which parts were added.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Final, Self

from crawler.forms.catalogue import Entry, forget_rarest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.forms.catalogue import Part, Term

_CREATE: Final = """
    CREATE TABLE entries (
        page TEXT, form INTEGER, name TEXT, method TEXT, action TEXT, keywords TEXT,
        controls TEXT, kind TEXT, probability REAL, rule TEXT, domain TEXT, score REAL,
        PRIMARY KEY (page, form, name)
    ) WITHOUT ROWID"""
_ADD: Final = "INSERT OR IGNORE INTO entries VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
_KEPT: Final = "SELECT * FROM entries WHERE rule = '' ORDER BY domain, page, form, name"
_ALL: Final = "SELECT * FROM entries ORDER BY rule, domain, page, form, name"


class Catalogue:
    """Entries of many parts. It is gone when it is closed."""

    def __init__(self) -> None:
        # The empty name is a file of its own, which SQLite removes; its cache is 2 MB.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute(_CREATE)
        self.terms: Counter[Term] = Counter()
        """In how many forms each is; of forms that were met twice, twice."""
        self.pages = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, part: Part) -> None:
        """Take in a part."""
        self.pages += part.pages
        self.terms.update(part.terms)
        forget_rarest(self.terms)
        self._database.execute("BEGIN")
        self._database.executemany(_ADD, map(_row, part.entries))
        self._database.execute("COMMIT")

    def entries(self, *, dropped: bool = False) -> Iterator[Entry]:
        """In order of domain, page and number; those that a rule dropped on request."""
        for row in self._database.execute(_ALL if dropped else _KEPT):
            page, form, name, method, action, words, found, kind, share, *rest = row
            pairs = tuple((type_, each) for type_, each in json.loads(found))
            yield Entry(
                page, form, name, method, action, tuple(json.loads(words)), pairs, kind,
                share, *rest,
            )  # fmt: skip

    def counts(self, column: str) -> dict[str, int]:
        """How many forms have each value of *column*: ``kind``, ``rule``, ``domain``.

        Kinds of all forms, rules of those that were dropped, domains of the others.
        """
        where = {"rule": "rule != ''", "domain": "rule = ''", "kind": "1"}[column]
        query = f"SELECT {column}, count(*) FROM entries WHERE {where}"  # noqa: S608 - of three
        rows = self._database.execute(f"{query} GROUP BY 1 ORDER BY 2 DESC, 1")
        return dict(rows.fetchall())


def _row(entry: Entry) -> tuple[object, ...]:
    return (
        *map(_clean, (entry.page, entry.form, entry.name, entry.method, entry.action)),
        json.dumps(entry.keywords),
        json.dumps(entry.controls),
        entry.kind,
        entry.probability,
        entry.rule,
        entry.domain,
        entry.score,
    )


def _clean(value: object) -> object:
    """Half a surrogate pair, which a page may hold, is no text for SQLite."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return value
