"""The difference of two surveys: what came, went and changed.

Each kind of finding has an identity that does not depend on the run: the structure of
a cluster, the signature of a form, the name of a parameter, the key of a page, the
identity of a record. See :mod:`crawler.report.diff_sight` for what is compared at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crawler.report.diff_changes import Changes, Entry
from crawler.report.diff_clusters import Matching, match
from crawler.report.diff_forms import form_changes
from crawler.report.diff_interfaces import interface_changes
from crawler.report.diff_sight import Sight, warnings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.report.diff_clusters import Alike
    from crawler.report.diff_records import RecordChanges
    from crawler.report.diff_side import ClusterState, PageState, Side

KINDS: Final = (
    "clusters",
    "forms",
    "parameters",
    "pages",
    "interfaces",
    "records",
)


@dataclass
class Difference:
    """All of it."""

    old: Side
    new: Side
    changes: dict[str, Changes]
    warnings: list[str]
    untold: dict[str, dict[str, int]]
    """``came`` and ``went``: reason -> pages about which nothing can be said."""
    regrouped: int = 0

    @property
    def same(self) -> bool:
        """Whether nothing is known to differ."""
        return not any(self.changes.values())


def compare(
    old: Side, new: Side, alike: Alike, records: RecordChanges | None = None
) -> Difference:
    """The difference of two final surveys.

    *alike* is the similarity of the leaders of an old and a new cluster, or of two
    of one side, 0 when they may not be in one cluster.
    """
    went, came = Sight(old, new), Sight(new, old)
    matching = match(old, new, alike)
    return Difference(
        old=old,
        new=new,
        changes={
            "clusters": _clusters(matching, came, went),
            "forms": form_changes(Changes(), came, went),
            "parameters": _parameters(came, went),
            "pages": _pages(matching, came, went, alike),
            "interfaces": interface_changes(came, went),
            "records": records.changes if records else Changes(),
        },
        warnings=[*warnings(old, new), *(records.warnings if records else ())],
        untold={"came": came.doubts(), "went": went.doubts()},
        regrouped=matching.regrouped,
    )


def _clusters(matching: Matching, came: Sight, went: Sight) -> Changes:
    found = Changes()
    for told, clusters, sight in (
        (found.came, matching.came, came),
        (found.went, matching.went, went),
    ):
        told += [
            _cluster(cluster, sight.here)
            for cluster in clusters
            if sight.seen(cluster.members)
        ]
    for before, after, score in matching.pairs:
        changed = {
            **_shown("forms", before, after, came, went),
            **_shown("parameters", before, after, came, went),
        }
        if changed:
            entry = {**_cluster(after, came.here), "similarity": score, **changed}
            found.changed.append(entry)
    return found


def _cluster(cluster: ClusterState, side: Side) -> Entry:
    leader = side.pages.get(cluster.leader)
    return {
        "page": leader.url if leader else cluster.leader,
        "title": leader.title if leader else "",
        "partition": cluster.partition,
        "shape": cluster.shape,
        "pages": len(cluster.members),
    }


def _shown(
    what: str, before: ClusterState, after: ClusterState, came: Sight, went: Sight
) -> dict[str, dict[str, list[str]]]:
    """Forms or parameters that pages of a cluster show on one side only."""
    found = {}
    for name, mine, other, sight in (
        ("came", after, before, came),
        ("went", before, after, went),
    ):
        here = sight.here.showing(what, mine)
        there = sight.there.showing(what, other)
        only = [
            thing
            for thing, keys in sorted(here.items())
            if thing not in there and sight.seen(keys)
        ]
        if only:
            found[name] = only
    return {what: found} if found else {}


def _parameters(came: Sight, went: Sight) -> Changes:
    found = Changes()
    for told, sight in ((found.came, came), (found.went, went)):
        here, there = sight.here.parameter_pages, sight.there.parameter_pages
        for name in sorted(here.keys() - there.keys()):
            if sight.seen(here[name]):
                place, _, rest = name.partition(":")
                first = sight.here.pages[min(here[name])].url
                told.append(
                    {
                        "name": rest,
                        "place": place,
                        "pages": len(here[name]),
                        "page": first,
                    }
                )
    return found


def _pages(matching: Matching, came: Sight, went: Sight, alike: Alike) -> Changes:
    found = Changes()
    for told, sight in ((found.came, came), (found.went, went)):
        told += [
            _page(page, sight.there.rule_of(page))
            for key, page in sight.here.pages.items()
            if key not in sight.there.pages and not sight.doubt(key)
        ]
    found.changed = list(_changed_pages(matching, went.here, came.here, alike))
    return found


def _page(page: PageState, rule: str) -> Entry:
    entry: Entry = {"url": page.url, "status": page.status, "title": page.title}
    return {**entry, "rule": rule} if rule else entry


def _changed_pages(
    matching: Matching, old: Side, new: Side, alike: Alike
) -> Iterator[Entry]:
    """Pages of both whose answer is another one; their text is not compared."""
    partner = matching.partner_of()
    known: dict[tuple[int, int], bool] = {}

    def moved(before: PageState, after: PageState) -> bool:
        """Whether the structures of the two clusters are not alike."""
        if before.cluster is None or after.cluster is None:
            return False
        pair = before.cluster, after.cluster
        if partner.get(pair[0]) == pair[1] or before.looks_like(after):
            return False
        if pair not in known:
            known[pair] = not alike(old.clusters[pair[0]], new.clusters[pair[1]])
        return known[pair]

    for key, before in old.pages.items():
        after = new.pages.get(key)
        if after is None:
            continue
        changed: Entry = {
            name: [getattr(before, name), getattr(after, name)]
            for name in ("status", "kind")
            if getattr(before, name) != getattr(after, name)
        }
        if moved(before, after):
            changed["structure"] = True
        if changed:
            yield {"url": after.url, **changed}
