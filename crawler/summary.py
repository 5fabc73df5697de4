"""What a run found, in a few lines."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from crawler.focus import FocusOptions
from crawler.harvesting.telling import change_line, harvest_line
from crawler.store import harvests, interfaces, readers
from crawler.store.changes import change_counts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.store import Survey

# Why a crawl ended before its queue was empty.
EARLY = {
    "pages": "the budget of pages is used up",
    "shutdown": "interrupted",
    "login_failed": "nobody could be logged in",
    "store_failed": "nothing more could be stored",
    "disk_full": "the disk is full",
    "frontier_failed": "the queue could not be written or read",
}

_MOST = 20
"""Harvests that are told one by one."""


def summary_lines(survey: Survey, reason: str, before: int = 0) -> list[str]:
    """Pages, duplicates, clusters, representatives, forms, parameters, and where.

    *before* is the number of pages that earlier runs had left.
    """
    found = survey.summary()
    early = EARLY.get(reason, reason)
    title = "Finished:" if reason == "finished" else f"Ended early, {early}:"
    rules = sorted(found.decisions.items(), key=lambda pair: (-pair[1], pair[0]))
    told = {"pages": _pages(found.pages, found.by_status, found.pages - before)}
    if found.pages:
        told |= {
            "duplicates": f"{found.content_twins} equal, {found.near_twins} near",
            "clusters": str(found.clusters),
            "representatives": f"{found.representatives} (what to test)",
            "forms": str(found.forms),
            "parameters": str(found.parameters),
        }
    if found.items:
        told["items"] = str(found.items)
    told |= _harvests(survey)
    told |= _interfaces(survey)
    told["not fetched"] = (
        ", ".join(f"{count} {rule}" for rule, count in rules) or "nothing"
    )
    told["survey"] = survey.target
    if found.pages:
        told["next"] = f"leadline export {shlex.quote(survey.target)}"
    return [title, *(f"  {name:<15}  {value}" for name, value in told.items())]


def _harvests(survey: Survey) -> dict[str, str]:
    """A line for each form that was harvested, and how to get the records."""
    rows = list(survey.read(harvests.read_harvests))
    with survey.reading() as connection:
        changed = change_counts(connection)
    lines = {
        "harvest" if len(rows) == 1 else f"harvest {row.id}": harvest_line(row)
        for row in rows[:_MOST]
    }
    if len(rows) > _MOST:
        lines["harvests"] = f"{len(rows)} in all: --what harvests"
    for row in rows[:_MOST]:
        if "since" in row.begun:
            name = "changes" if len(rows) == 1 else f"changes {row.id}"
            lines[name] = change_line(row, changed.get(row.id, {}))
    if any(row.records for row in rows):
        lines["records"] = (
            f"leadline export {shlex.quote(survey.target)} --what records"
        )
    return lines


def _interfaces(survey: Survey) -> dict[str, str]:
    """What a crawl for interfaces came to, and how to get them."""
    with survey.reading() as connection:
        *_, last = readers.read_runs(connection)
        threshold = float(last.settings.get("FOCUS_THRESHOLD", FocusOptions.threshold))
        found = interfaces.yield_of(connection, threshold)
    if not found.interfaces and last.spider != "discover":
        return {}
    domains = ", ".join(f"{count} {name}" for name, count in found.domains.items())
    lines = {
        "interfaces": f"{found.interfaces} on {found.sites} sites"
        f" ({found.on_topic} on the topic{f'; {domains}' if domains else ''})"
    }
    if found.judged:
        share = found.relevant / found.judged
        lines["harvest rate"] = (
            f"{share:.0%}: {found.relevant} of {found.judged} pages are on the topic"
        )
    if found.interfaces:
        where = shlex.quote(survey.target)
        lines["list them"] = f"leadline export {where} --what interfaces --as csv"
    return lines


def _pages(number: int, by_status: Mapping[str, int], new: int) -> str:
    status = ", ".join(f"{count} {name}" for name, count in sorted(by_status.items()))
    more = f", {new} of them new" if 0 <= new < number else ""
    return f"{number} ({status or 'none'}){more}"
