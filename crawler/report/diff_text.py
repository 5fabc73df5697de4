"""A difference for people, and for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from crawler.report.diff import KINDS
from crawler.report.diff_side import told
from crawler.report.diff_users import seen_by_each, users
from crawler.report.html_text import counted, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.report.diff import Difference
    from crawler.report.diff_changes import Changes, Entry

MAX_LINES: Final = 20
"""Findings of one kind that came, went or changed, that are told one by one."""
_MARKS: Final = (("came", "+"), ("went", "-"), ("changed", "~"))


def as_json(difference: Difference) -> str:
    """Everything, as one object."""
    data = {
        "same": difference.same,
        "old": told(difference.old),
        "new": told(difference.new),
        "users": users(difference),
        "warnings": difference.warnings,
        "differences": {
            name: {
                "came": changes.came,
                "went": changes.went,
                "changed": changes.changed,
            }
            for name, changes in difference.changes.items()
        },
        "not_comparable": difference.untold,
        "clusters_regrouped": difference.regrouped,
    }
    return json.dumps(data, ensure_ascii=True, indent=1) + "\n"


def as_text(difference: Difference) -> Iterator[str]:
    """Lines: the two surveys, then each kind of finding."""
    for name, side in (("OLD", difference.old), ("NEW", difference.new)):
        known = told(side)
        pages = counted(known["pages"], "page")
        yield f"{name} {side.name}: {pages}, {known['started']}"
    yield ""
    for name in KINDS:
        changes = difference.changes[name]
        if changes:
            yield from _kind(name, changes)
        elif _both(name, difference):
            yield f"{name:<11} same"
    untold = difference.untold
    for what, blind in (("came", "OLD"), ("went", "NEW")):
        if untold[what]:
            reasons = ", ".join(f"{n:,} {why}" for why, n in untold[what].items())
            yield f"not told: pages that {blind} could not see: {visible(reasons)}"
    yield from seen_by_each(difference)


def _both(name: str, difference: Difference) -> bool:
    """Whether both surveys can have that kind of finding."""
    held = {"records": "harvests", "interfaces": "interfaces"}.get(name)
    sides = (difference.old, difference.new)
    return held is None or all(getattr(side, held) for side in sides)


def _kind(name: str, changes: Changes) -> Iterator[str]:
    counts = "  ".join(f"{mark}{len(getattr(changes, kind))}" for kind, mark in _MARKS)
    yield f"{name:<11} {counts}"
    for kind, mark in _MARKS:
        entries: list[Entry] = getattr(changes, kind)
        for entry in entries[:MAX_LINES]:
            yield f"  {mark} {_LINES[name](entry)}"
        if len(entries) > MAX_LINES:
            yield f"  {mark} and {len(entries) - MAX_LINES:,} more: --as json has them"


def _cluster(entry: Entry) -> str:
    line = f"{visible(entry['page'])} ({counted(entry['pages'], 'page')}"
    line += f", {visible(entry['title'], 60)})" if entry["title"] else ")"
    return line + _moved("forms", entry) + _moved("parameters", entry)


def _form(entry: Entry) -> str:
    line = f"{entry['method']} {visible(entry['action'])}"
    line += f" {visible(entry['kind'])}" if entry["kind"] else ""
    line += f", on {visible(entry['page'])}"
    if "kind_before" in entry:
        line += f"; was {visible(entry['kind_before'])}"
    for what in ("controls", "required", "choices"):
        line += _moved(what, entry)
    return line


def _moved(what: str, entry: Entry) -> str:
    parts = entry.get(what)
    if not parts:
        return ""
    some = [
        f"{mark}{visible(str(one), 100)}"
        for kind, mark in _MARKS[:2]
        for one in parts.get(kind, ())
    ]
    more = f" and {len(some) - 8} more" if len(some) > 8 else ""
    return f"; {what}: {', '.join(some[:8])}{more}" if some else ""


def _parameter(entry: Entry) -> str:
    pages = counted(entry["pages"], "page")
    name = f"{visible(entry['name'])} ({visible(entry['place'], 20)})"
    return f"{name}, {pages}: {visible(entry['page'])}"


def _page(entry: Entry) -> str:
    line = visible(entry["url"])
    for what in ("status", "kind"):
        if isinstance(entry.get(what), list):
            line += "; {}: {} -> {}".format(what, *map(str, map(_short, entry[what])))
    if "structure" in entry:
        line += "; another structure"
    if "rule" in entry:
        line += f"; {entry['rule']}"
    return line


def _interface(entry: Entry) -> str:
    line = f"{visible(entry['site'], 100)} {visible(entry['domain'], 32)}"
    line += f": {visible(entry['page'])}"
    if "domain_before" in entry:
        line += f"; was {visible(entry['domain_before'], 32)}"
    return line + _moved("attributes", entry)


def _record(entry: Entry) -> str:
    fields = "; ".join(f"{name}: {value}" for name, value in entry["fields"].items())
    return visible(fields, 160)


def _short(value: Any) -> str:
    return visible(str(value), 40)


_LINES: Final[dict[str, Callable[[Entry], str]]] = {
    "clusters": _cluster,
    "forms": _form,
    "parameters": _parameter,
    "pages": _page,
    "interfaces": _interface,
    "records": _record,
}
