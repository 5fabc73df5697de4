"""Records of two surveys, of the forms that both have asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from sqlalchemy import select

from crawler.report.diff_changes import Changes, Entry
from crawler.store.changes import unsure_records
from crawler.store.schema_harvest import records
from crawler.store.streaming import stream

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from crawler.report.diff_side import Side
    from crawler.store import Survey

Compare: TypeAlias = "Callable[[Records, Records, Mapping[str, bool]], Sequence[Told]]"
_KINDS: Final = ("new", "changed", "gone", "unsure")
# Everything was asked, or hardly anything was left to be found.
_ENOUGH: Final = frozenset({"done", "saturated"})


class Record(NamedTuple):
    """What a survey says of a record."""

    fields: dict[str, str]
    links: dict[str, str]
    url: str


Records: TypeAlias = "Mapping[str, Record]"
Told: TypeAlias = tuple[str, str, str]
"""Kind of change, identity, and the identity before."""


@dataclass
class RecordChanges:
    """By the identity of records."""

    changes: Changes = field(default_factory=Changes)
    warnings: list[str] = field(default_factory=list)


def record_changes(
    old: Side, new: Side, old_survey: Survey, new_survey: Survey, compare: Compare
) -> RecordChanges:
    """Records that one side has alone are told where the other one asked enough.

    *compare* tells what became of each, as ``crawler.harvest.changes.compare`` does.
    """
    found = RecordChanges()
    for signature in sorted(old.harvests.keys() & new.harvests.keys()):
        before, after = old.harvests[signature], new.harvests[signature]
        was = _records(old_survey, before.id)
        now = _records(new_survey, after.id)
        told: dict[str, list[Entry]] = {kind: [] for kind in _KINDS}
        lost = dict.fromkeys(_unsure_of(new_survey, after.id), False)
        for kind, identity, earlier in compare(was, now, lost):
            record = now.get(identity) or was[identity]
            entry = {"form": signature, "fields": record.fields, "url": record.url}
            if kind == "changed":
                entry["before"] = was[earlier].fields
            told[kind].append(entry)
        found.changes.changed += told["changed"]
        for kind, entries, name, verdict in (
            ("new", found.changes.came, "OLD", before.verdict),
            ("gone", found.changes.went, "NEW", after.verdict),
        ):
            if verdict not in _ENOUGH:
                found.warnings += _unsure(name, verdict, len(told[kind]), after.action)
                continue
            if verdict == "saturated" and told[kind]:
                found.warnings.append(
                    f"{name} has not asked everything of {after.action}: records that"
                    " are missing there may not have been found"
                )
            entries.extend(told[kind])
        if told["unsure"]:
            found.warnings.append(
                f"NEW has not asked for all of OLD's records of {after.action} again:"
                f" of {len(told['unsure'])} nothing can be said"
            )
    return found


def _unsure(name: str, verdict: str, count: int, action: str) -> list[str]:
    if not count:
        return []
    line = (
        f"{name} has not asked enough of {action} ({verdict or 'cut off'}): of {count}"
        " records that only the other one has nothing can be said"
    )
    return [line]


def _records(survey: Survey, harvest: int) -> dict[str, Record]:
    query = (
        select(records.c.identity, records.c.fields, records.c.links, records.c.url)
        .where(records.c.harvest_id == harvest)
        .order_by(records.c.number, records.c.identity)
    )
    with survey.reading() as connection:
        return {
            row.identity: Record(row.fields, row.links, row.url)
            for row in stream(connection, query)
        }


def _unsure_of(survey: Survey, harvest: int) -> set[str]:
    with survey.reading() as connection:
        return unsure_records(connection, harvest)
