"""Query interfaces of two surveys: by site and signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crawler.report.diff_changes import Changes

if TYPE_CHECKING:
    from crawler.report.diff_sight import Sight
    from crawler.store.interfaces import InterfaceRow


def interface_changes(came: Sight, went: Sight) -> Changes:
    """What only one side has, where the other one looked; another domain or schema."""
    found = Changes()
    for told, sight in ((found.came, came), (found.went, went)):
        for name, row in sorted(sight.here.interfaces.items()):
            page = sight.here.page_of(row.page)
            if name in sight.there.interfaces or page is None:
                continue
            if sight.seen([page.key]):
                told.append(_told(row))
    old, new = went.here.interfaces, came.here.interfaces
    for name in sorted(old.keys() & new.keys()):
        before, after = old[name], new[name]
        changed: dict[str, Any] = {}
        if before.domain != after.domain:
            changed["domain_before"] = before.domain
        labels = [_labels(row) for row in (before, after)]
        if labels[0] != labels[1]:
            changed["attributes"] = {
                "came": sorted(set(labels[1]) - set(labels[0])),
                "went": sorted(set(labels[0]) - set(labels[1])),
            }
        if changed:
            found.changed.append({**_told(after), **changed})
    return found


def _labels(row: InterfaceRow) -> list[str]:
    return [str(attribute["label"]) for attribute in row.attributes]


def _told(row: InterfaceRow) -> dict[str, Any]:
    return {
        "site": row.site,
        "domain": row.domain,
        "page": row.page,
        "action": row.action,
        "signature": row.signature,
    }
