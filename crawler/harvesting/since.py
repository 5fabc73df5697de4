"""The harvest of the same form in an earlier survey, and what has changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from crawler.harvest import Earlier, Outcome
from crawler.harvest.changes import compare
from crawler.harvesting.values import query_of
from crawler.store import Survey, SurveyError, harvests

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from crawler.harvest import Space
    from crawler.harvest.changes import Change
    from crawler.harvest.queries import Key
    from crawler.harvesting.aliases import Aliases
    from crawler.harvesting.identity import Identities
    from crawler.items import Form
    from crawler.store.merging import Telling
    from crawler.store.rows_harvest import AnswerRow, HarvestRow, StoredRecord

FINISHED = frozenset({"done", "saturated"})
"""Verdicts of harvests that asked all they wanted to ask."""


class Since:
    """One harvest of an earlier survey."""

    def __init__(
        self,
        target: str,
        row: HarvestRow,
        answers: list[AnswerRow],
        records: dict[str, StoredRecord],
        knowledge: dict[str, dict[str, float]],
    ) -> None:
        self.target = target
        self.knowledge = knowledge
        """Values by label."""
        self._row, self._answers = row, answers
        self.records = records

    @classmethod
    def find(cls, target: str, form: Form) -> Self | None:
        """The harvest of *form*: by its signature, else the only one it may be.

        A form whose options have changed has another signature; where it sends to is
        then enough, if just one form of the survey does.

        :raises SurveyError: in one line.
        """
        with Survey.open(target) as survey, survey.reading() as connection:
            rows = list(harvests.read_harvests(connection))
            own = [row for row in rows if row.signature == form.signature]
            like = [row for row in rows if _address(row) == _address(form)]
            chosen = own or (like if len(like) == 1 else [])
            if not chosen:
                return None
            (row,) = chosen
            answers = list(harvests.read_answers_of(connection, row.id))
            records = {
                record.identity: record
                for record in harvests.records_after(connection, row.id, -1, -1)
            }
            knowledge = harvests.read_knowledge(connection)
            return cls(survey.target, row, answers, records, knowledge)

    @property
    def finished(self) -> bool:
        """Whether everything was asked then, or all that brought anything."""
        row = self._row
        idle = row.verdict == "limited" and row.reason.startswith("HARVEST_IDLE")
        return row.verdict in FINISHED or idle

    def begun(self) -> dict[str, Any]:
        """What the harvest of now begins with."""
        told: dict[str, Any] = {"since": self.target, "finished": self.finished}
        if "identities" in self._row.begun:
            told["identities"] = self._row.begun["identities"]
        return told

    def earlier(self, space: Space) -> Earlier:
        """The answers, as queries of the form as it is now."""
        found: dict[tuple[Key, int], Outcome] = {}
        for row in self._answers:
            query = query_of(space, row.query)
            if query is not None:
                found[query, row.page] = Outcome(
                    records=tuple(row.records),
                    total=row.total,
                    more=row.more,
                    next=bool(row.next),
                    error=row.error,
                )
        return Earlier(found, finished=self.finished, lower=self._row.lower)

    def remember(self, aliases: Aliases) -> None:
        """Records that say the same are to have the identity that they had."""
        for record in self.records.values():
            aliases.remember(record.identity, record.fields, record.links)

    def retell(self, telling: Telling) -> None:
        """Records are told apart in another way from now on."""
        now = {
            identity: telling(identity, record.fields, record.links)
            for identity, record in self.records.items()
        }
        for row in self._answers:
            row.records[:] = dict.fromkeys(now.get(one, one) for one in row.records)
        records: dict[str, StoredRecord] = {}
        for identity, record in self.records.items():
            records.setdefault(now[identity], record)
        self.records = records

    def changes(
        self,
        after: Mapping[str, StoredRecord],
        lost: Mapping[str, bool],
        ignored: Container[str],
    ) -> list[dict[str, Any]]:
        """Rows of the table ``changes``; *lost* and *ignored* as in ``compare``."""
        found = compare(self.records, after, lost, ignored)
        return [self._row_of(change, after) for change in found]

    def _row_of(
        self, change: Change, after: Mapping[str, StoredRecord]
    ) -> dict[str, Any]:
        record = after.get(change.identity) or self.records[change.identity]
        changed = change.kind == "changed"
        return {
            "identity": change.identity,
            "change": change.kind,
            "was": change.was,
            "fields": record.fields,
            "links": record.links,
            "before": self.records[change.was].fields if changed else None,
            "url": record.url,
            "query": record.query,
        }


class _Every:
    """All names there are."""

    def __contains__(self, name: object) -> bool:
        return True


def volatile(identities: Identities) -> Container[str]:
    """Fields that say another thing each time: nothing has changed then.

    All of them, where snippets change with the words of the query and the link alone
    tells a record.
    """
    return _Every() if identities.by_link else identities.columns


def harvested(target: str) -> str:
    """Why a survey is of no use as an earlier one, in a line; empty when it is."""
    try:
        with Survey.open(target) as survey:
            rows = list(survey.read(harvests.read_harvests))
            name = survey.target
    except SurveyError as error:
        return str(error)
    if not any(row.records or row.queries for row in rows):
        return f"{name} has no harvest: `scrapy crawl hidden` makes one"
    return ""


def _address(form: Form | HarvestRow) -> tuple[str, str]:
    return form.method, form.action.partition("?")[0]
