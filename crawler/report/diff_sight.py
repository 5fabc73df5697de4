"""What two surveys could both see: only there is a difference one.

That a page is missing says something when the other crawl would have met it: it
fetched the page where the first one met it (or that one is gone, too), it was not cut
off, and it did not leave the URL alone by a rule of its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.report.diff_side import Side

# It was asked for, and the answer was that it is not there (any more).
GONE: Final = frozenset({"redirect", "redirect-to-seen", "soft-404", "guess-failed"})
_MATTER: Final = ("start", "scope", "depth", "pages", "include", "exclude", "robots")
_WHO: Final = ("cookies", "headers", "login", "user")
_ROOMS: Final = ("URLS_", "CLUSTER_", "LINKS_", "FORMS_", "GUESS_", "FOCUS_", "RENDER")


@dataclass
class Sight:
    """What *there* tells of pages that only *here* has."""

    here: Side
    there: Side
    _known: dict[str, str] = field(default_factory=dict)

    def doubt(self, key: str) -> str:
        """Why nothing is said by the page's absence there; empty when it is.

        *key* is that of a page of *here* that *there* has not.
        """
        chain: list[str] = []
        while key not in self._known:
            chain.append(key)
            self._known[key] = "not-met"  # a round of referrers leads to no start
            found = self._own(key)
            if found is None:
                page = self.here.page_of(self.here.pages[key].referrer)
                assert page is not None
                key = page.key
            else:
                self._known[key] = found
        answer = self._known[key]
        self._known.update(dict.fromkeys(chain, answer))
        return answer

    def _own(self, key: str) -> str | None:
        """The doubt about this page; None when it is that about its referrer."""
        page = self.here.pages[key]
        rule = self.there.rule_of(page)
        if rule:
            return "" if rule in GONE else rule
        if not self.there.complete:
            return "cut-off"
        if self.there.page_of(page.referrer) is not None:
            return ""
        parent = self.here.page_of(page.referrer)
        if parent is None:
            return "not-met"
        return None

    def seen(self, keys: Iterable[str]) -> bool:
        """Whether any of these pages of *here* was looked at there, or is gone."""
        return any(key in self.there.pages or not self.doubt(key) for key in keys)

    def doubts(self) -> dict[str, int]:
        """Reason -> pages of *here* about which nothing can be said."""
        missing = (key for key in self.here.pages if key not in self.there.pages)
        found = Counter(self.doubt(key) for key in missing)
        found.pop("", None)
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def warnings(old: Side, new: Side) -> list[str]:
    """What makes the two surveys hard to compare, a line each."""
    found = []
    for name, side in (("OLD", old), ("NEW", new)):
        if not side.pages:
            found.append(f"{name} has no pages")
        elif not side.complete:
            why = side.runs[-1].reason if side.runs else ""
            found.append(
                f"{name} was cut off ({why or 'killed'}): what is missing there may"
                " only not have been reached"
            )
    hosts = [
        {page.key.split("/")[2] for page in side.pages.values() if "//" in page.key}
        for side in (old, new)
    ]
    if hosts[0] and hosts[1] and not hosts[0] & hosts[1]:
        found.append("they have no host in common")
    return found + _arguments(old, new)


def _arguments(old: Side, new: Side) -> list[str]:
    if not old.runs or not new.runs:
        return []
    before, after = old.runs[-1], new.runs[-1]
    found = []
    if before.spider != after.spider:
        found.append(f"different spiders: {before.spider}, {after.spider}")
    for name in _MATTER:
        first, second = (run.arguments.get(name) for run in (before, after))
        if first != second:
            found.append(f"different {name}: {_said(first)}, {_said(second)}")
    # Values of these are not stored; that they differ is what is compared, mostly.
    who = [
        name for name in _WHO if (name in before.arguments) != (name in after.arguments)
    ]
    if who:
        found.append(f"only one of them had {', '.join(who)}")
    changed = sorted(
        name
        for name in {*before.settings, *after.settings}
        if name.startswith(_ROOMS)
        and before.settings.get(name) != after.settings.get(name)
    )
    if changed:
        found.append(f"different settings: {', '.join(changed)}")
    return found


def _said(value: object) -> str:
    return "none" if value is None else str(value)
