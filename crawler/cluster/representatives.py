"""Which pages of a cluster to test: few, that together show all it has.

Pages of one template look the same to a structure measure even where one carries
the upload form and the other does not, or where each answers another parameter. A
scanner needs one page for the structure, and each form and parameter once. The
smallest such set is a set cover; greedy choice is within a factor ln(n) of it,
and no polynomial method does better (Feige, 1998).
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STRUCTURE = "structure"


@dataclass(frozen=True, slots=True)
class Representative:
    """A page that stands for its cluster."""

    key: str
    reason: str
    """``structure`` for the first of a cluster; of a further one, what it is the
    first to show: ``form:SIGNATURE``, ``parameter:NAME`` or, where most pages of
    the cluster have one URL shape and the same forms, ``usual:SHAPE``."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page that may represent its cluster."""

    key: str
    shows: frozenset[str]
    """``form:SIGNATURE``, ``parameter:NAME``, ``usual:SHAPE``."""


def shown(signatures: Iterable[str], parameters: Iterable[str]) -> frozenset[str]:
    """What a page shows, as reasons to take it.

    >>> sorted(shown(["s1"], ["query:q"]))
    ['form:s1', 'parameter:query:q']
    """
    return frozenset(
        [f"form:{signature}" for signature in signatures]
        + [f"parameter:{name}" for name in parameters]
    )


def representatives(
    candidates: Iterable[Candidate], leader: str
) -> list[Representative]:
    """The pages that together show all that any candidate shows, at least one.

    Of pages that show equally much that is new, the leader is preferred, then the
    one with the shortest key, then the first in the order of keys. None are
    chosen when there are no candidates.

    >>> pages = [Candidate("/a", shown([], [])), Candidate("/b", shown(["up"], []))]
    >>> representatives(pages, leader="/a")
    [Representative(key='/b', reason='structure')]
    >>> pages.append(Candidate("/c", shown(["in"], ["body:u"])))
    >>> for one in representatives(pages, leader="/a"):
    ...     print(one.key, one.reason)
    /c structure
    /b form:up
    """
    best: dict[frozenset[str], Candidate] = {}
    for candidate in candidates:
        rival = best.get(candidate.shows)
        if rival is None or _rank(candidate, leader) < _rank(rival, leader):
            best[candidate.shows] = candidate
    chosen = _without_spare(_greedy(list(best.values()), leader))
    seen: set[str] = set()
    found = []
    for number, candidate in enumerate(chosen):
        reason = min(candidate.shows - seen) if number else STRUCTURE
        seen |= candidate.shows
        found.append(Representative(candidate.key, reason))
    return found


def _rank(candidate: Candidate, leader: str) -> tuple[bool, int, str]:
    return candidate.key != leader, len(candidate.key), candidate.key


def _greedy(candidates: Sequence[Candidate], leader: str) -> list[Candidate]:
    """Take what shows the most that is new, until nothing is.

    A queue with outdated gains: a gain only ever shrinks, so one that is still
    true when it comes out first is the largest. Gains are counted down item by
    item, which bounds all work by the number of things shown.
    """
    gain = [len(candidate.shows) for candidate in candidates]
    shown_by: dict[str, list[int]] = defaultdict(list)
    for number, candidate in enumerate(candidates):
        for item in candidate.shows:
            shown_by[item].append(number)
    queue = [
        (-gain[number], _rank(candidate, leader), number)
        for number, candidate in enumerate(candidates)
    ]
    heapq.heapify(queue)
    chosen: list[Candidate] = []
    while queue and (shown_by or not chosen):
        known, rank, number = heapq.heappop(queue)
        if -known != gain[number]:
            heapq.heappush(queue, (-gain[number], rank, number))
            continue
        chosen.append(candidates[number])
        for item in candidates[number].shows:
            for other in shown_by.pop(item, ()):
                gain[other] -= 1
    return chosen


def _without_spare(chosen: list[Candidate]) -> list[Candidate]:
    """Drop what later choices made superfluous: greedy alone keeps it."""
    times = Counter(item for candidate in chosen for item in candidate.shows)
    kept = []
    for candidate in chosen:
        if candidate.shows and all(times[item] > 1 for item in candidate.shows):
            times.subtract(candidate.shows)
        else:
            kept.append(candidate)
    return kept
