"""Records of two surveys, of the forms that both have asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from crawler.report.diff_changes import Changes
from crawler.store.schema_harvest import records
from crawler.store.streaming import stream

if TYPE_CHECKING:
    from crawler.report.diff_side import Side
    from crawler.store import Survey

# Everything was asked, or hardly anything was left to be found.
_ENOUGH: Final = frozenset({"done", "saturated"})


@dataclass
class RecordChanges:
    """By the identity of records."""

    changes: Changes = field(default_factory=Changes)
    warnings: list[str] = field(default_factory=list)


def record_changes(
    old: Side, new: Side, old_survey: Survey, new_survey: Survey
) -> RecordChanges:
    """Records that one side has alone are told where the other one asked enough."""
    found = RecordChanges()
    for signature in sorted(old.harvests.keys() & new.harvests.keys()):
        before, after = old.harvests[signature], new.harvests[signature]
        was = _records(old_survey, before.id)
        now = _records(new_survey, after.id)
        for told, here, there, name, verdict in (
            (found.changes.came, now, was, "OLD", before.verdict),
            (found.changes.went, was, now, "NEW", after.verdict),
        ):
            only = [entry for identity, entry in here.items() if identity not in there]
            if verdict not in _ENOUGH:
                found.warnings += _unsure(name, verdict, len(only), after.action)
                continue
            if verdict == "saturated" and only:
                found.warnings.append(
                    f"{name} has not asked everything of {after.action}: records that"
                    " are missing there may not have been found"
                )
            told += [{"form": signature, **entry} for entry in only]
        found.changes.changed += [
            {
                "form": signature,
                **entry,
                "before": was[identity]["fields"],
            }
            for identity, entry in now.items()
            if identity in was and was[identity]["fields"] != entry["fields"]
        ]
    return found


def _unsure(name: str, verdict: str, count: int, action: str) -> list[str]:
    if not count:
        return []
    line = (
        f"{name} has not asked enough of {action} ({verdict or 'cut off'}): of {count}"
        " records that only the other one has nothing can be said"
    )
    return [line]


def _records(survey: Survey, harvest: int) -> dict[str, dict[str, Any]]:
    query = (
        select(records.c.identity, records.c.fields, records.c.url)
        .where(records.c.harvest_id == harvest)
        .order_by(records.c.number, records.c.identity)
    )
    with survey.reading() as connection:
        return {
            row.identity: {"fields": row.fields, "url": row.url}
            for row in stream(connection, query)
        }
