"""What the survey knows of one harvest: nothing is asked twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawler.harvest import Outcome
from crawler.harvest.names import Names
from crawler.store import harvests, merging
from crawler.store.changes import write_changes

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from crawler.harvest.records_item import Record
    from crawler.harvesting.judging import Judged
    from crawler.harvesting.since import Since
    from crawler.items import Form
    from crawler.run import Run
    from crawler.store.harvests import Said
    from crawler.store.rows_harvest import StoredRecord


@dataclass(frozen=True, slots=True)
class Known:
    """An answer that the survey has."""

    outcome: Outcome
    next: str
    records: dict[str, Said]
    """Fields and links of what it shows, by identity."""


class Memory:
    """One harvest in the survey."""

    def __init__(
        self, run: Run, form: Form, page: str, since: Since | None = None
    ) -> None:
        self._run = run
        self.since = since
        """The same harvest in an earlier survey."""
        self._form = form
        self._page = page
        self.id = 0
        self.begun: dict[str, Any] = {}
        self.resumed = False
        """An earlier run left answers."""
        self.number = 0
        """Of the next new record."""

    def knowledge(self) -> dict[str, dict[str, float]]:
        """Values by label, of all harvests of the survey."""
        with self._run.survey.reading() as connection:
            return harvests.read_knowledge(connection)

    async def begin(self, begun: dict[str, Any]) -> None:
        """Take up what an earlier run left, or begin with *begun*."""
        values = {
            "signature": self._form.signature,
            "page": self._page,
            "action": self._form.action,
            "method": self._form.method,
            "begun": begun,
        }

        def write(connection: Any, run: int) -> None:
            self.id = harvests.begin_harvest(connection, run, **values)

        await self._write(write)
        with self._run.survey.reading() as connection:
            row = harvests.read_harvest(connection, self._form.signature)
            self.number = merging.next_number(connection, self.id)
        assert row is not None
        self.begun = dict(row.begun)
        self.resumed = row.queries > 0 or self.number > 0

    def known(self, query: str, page: int) -> Known | None:
        """What was answered before."""
        with self._run.survey.reading() as connection:
            row = harvests.read_answer(connection, self.id, query, page)
            if row is None:
                return None
            said = harvests.read_said(connection, self.id, row.records)
        outcome = Outcome(
            records=tuple(row.records),
            total=row.total,
            more=row.more,
            next=bool(row.next),
            error=row.error,
            bytes=row.bytes,
            seconds=row.seconds,
            texts=tuple(
                " ".join(said[one][0].values()) if one in said else ""
                for one in row.records
            ),
            fields=tuple(said[one][0] for one in row.records if one in said),
        )
        return Known(outcome, row.next, said)

    async def keep(
        self,
        judged: Judged,
        query: str,
        plan: tuple[int, int, str],
        new: Sequence[Record],
    ) -> None:
        """Write an answer and its records, in one transaction.

        *plan*: page, number and phase of the query; *new*: what was not known before.
        """
        page, number, phase = plan
        outcome = judged.outcome
        answer = {
            "harvest_id": self.id,
            "query": query,
            "page": page,
            "number": number,
            "phase": phase,
            "url": judged.url,
            "kind": judged.kind,
            "reason": judged.reason,
            "records": list(outcome.records),
            "total": outcome.total,
            "more": outcome.more,
            "next": judged.next,
            "error": outcome.error,
            "bytes": outcome.bytes,
            "seconds": outcome.seconds,
        }
        places = {r.identity: self.number + i for i, r in enumerate(new)}
        self.number += len(new)
        found = [
            {
                "harvest_id": self.id,
                "identity": record.identity,
                "number": places.get(record.identity, 0),
                "fields": dict(record.fields),
                "links": dict(record.links),
                "section": record.section,
                "url": judged.url,
                "query": query,
            }
            for record in judged.records
        ]
        await self._write(
            lambda connection, run: harvests.write_answer(
                connection, run, answer, found
            )
        )

    async def note(self, **values: Any) -> None:
        """Change columns of the harvest."""
        await self._write(
            lambda connection, _: harvests.update_harvest(connection, self.id, values)
        )

    async def learned(self, identities: dict[str, Any]) -> None:
        """Keep how records are told apart, for the runs to come."""
        self.begun["identities"] = identities
        await self.note(begun=self.begun)

    async def learn(self, table: dict[str, dict[str, float]]) -> None:
        """Keep the values by label for harvests to come."""
        await self._write(
            lambda connection, _: harvests.write_knowledge(connection, table)
        )

    async def regroup(
        self, telling: merging.Telling, identities: dict[str, Any]
    ) -> Names:
        """Tell the records apart anew, as *identities* says; what they are now."""
        kept = Names()
        self.begun["identities"] = identities

        def write(connection: Any, _: int) -> None:
            nonlocal kept
            kept = Names(merging.regroup_records(connection, self.id, telling))
            harvests.update_harvest(connection, self.id, {"begun": self.begun})

        await self._write(write)
        self.number, self.resumed = len(kept), True
        return kept

    def after(self, number: int, count: int) -> list[StoredRecord]:
        """The next records, in the order found."""
        with self._run.survey.reading() as connection:
            return harvests.records_after(connection, self.id, number, count)

    async def keep_changes(
        self, lost: Mapping[str, bool], ignored: Container[str]
    ) -> Counter[str]:
        """Write what has changed since the earlier survey; how many of each kind."""
        assert self.since is not None
        after = {record.identity: record for record in self.after(-1, -1)}
        found = self.since.changes(after, lost, ignored)
        await self._write(
            lambda connection, run: write_changes(connection, run, self.id, found)
        )
        return Counter(change["change"] for change in found)

    async def change(self, identity: str, **values: Any) -> None:
        """Change columns of a record."""
        await self._write(
            lambda connection, _: harvests.update_record(
                connection, self.id, identity, values
            )
        )

    async def _write(self, work: Any) -> None:
        await asyncio.wrap_future(self._run.writer.submit_work(work))
