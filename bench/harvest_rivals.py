"""Other ways to choose queries, each until it has nothing more to ask.

A way is a generator of requests; what it is sent back is the records of the page and
whether there is a next page or the answer was cut off.
"""

from __future__ import annotations

import heapq
import random
from itertools import combinations as subsets
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from crawler.harvest import Outcome
    from crawler.harvest.factors import Combination
    from tests.harvest.database import Database

TAU = 0.25
CAP = 10_000
"""Queries of one template."""


class Ask(NamedTuple):
    """A request."""

    values: Combination
    text: str = ""
    page: int = 1


Way: TypeAlias = "Generator[Ask, Outcome, None]"
_MAX_PAGES = 1_000


def _read(
    values: Combination, text: str = ""
) -> Generator[Ask, Outcome, tuple[frozenset[str], bool]]:
    """All pages of an answer, and whether it was cut off."""
    records: set[str] = set()
    for page in range(1, _MAX_PAGES):
        outcome = yield Ask(values, text, page)
        records.update(outcome.records)
        if not outcome.next:
            short = outcome.total is not None and outcome.total > len(records)
            cut = outcome.more or short or bool(outcome.error)
            return frozenset(records), cut
    return frozenset(records), True


def default(db: Database) -> Way:
    """The untouched form."""
    yield from _read(db.space.default)


def cartesian(db: Database) -> Way:
    """All combinations, one after the other, with each word known of the page."""
    for text in _words(db):
        for values in product(*map(range, db.space.cards)):
            yield from _read(values, text)


def at_random(db: Database) -> Way:
    """The same, in random order."""
    queries = [
        (values, text)
        for text in _words(db)
        for values in product(*map(range, db.space.cards))
    ]
    random.Random(db.seed).shuffle(queries)
    for values, text in queries:
        yield from _read(values, text)


def templates(db: Database) -> Way:
    """Informative templates of at most three inputs (Madhavan et al. 2008).

    A template is informative when the distinct answers are at least TAU of those
    asked; only such a one is extended by a further input.
    """
    asked: dict[tuple[Combination, str], frozenset[str]] = {}
    factors = range(len(db.space.cards))
    level = [frozenset({k}) for k in factors]
    yield from _read(db.space.default)
    for dimension in range(1, 4):
        informative = []
        for template in level:
            signatures, number = set(), 0
            for values in islice(_instances(db, template), CAP):
                for text in _words(db):
                    if (values, text) not in asked:
                        found, _ = yield from _read(values, text)
                        asked[values, text] = found
                    signatures.add(asked[values, text])
                    number += 1
            if number and len(signatures) >= TAU * number:
                informative.append(template)
        level = sorted(
            {t | {k} for t in informative for k in factors if k not in t},
            key=sorted,
        )
        if dimension == 3 or not level:
            return


def _instances(db: Database, template: frozenset[int]) -> Iterator[Combination]:
    default, cards = db.space.default, db.space.cards
    ranges = [range(c) if k in template else (default[k],) for k, c in enumerate(cards)]
    return product(*ranges)


def slice_cover(db: Database) -> Way:
    """Slices first, then a tree over the factors; no more below a full answer.

    After Sheng, Zhang, Tao and Jin (2012), lazily: a slice is asked when the tree
    first needs it. It takes the wording of "any" as given, as ours does; a factor
    without "any" is fixed from the start. Those with few values come first.
    """
    factors = db.space.factors
    wide = tuple(f.default if f.wide is None else f.wide for f in factors)
    fixed = [k for k, f in enumerate(factors) if f.wide is None]
    order = sorted(
        (k for k, f in enumerate(factors) if f.wide is not None),
        key=lambda k: len(factors[k]),
    )
    full: set[Combination] = set()
    for text in _words(db):
        for start in product(*(range(len(factors[k])) for k in fixed)):
            root = list(wide)
            for k, value in zip(fixed, start, strict=True):
                root[k] = value
            yield from _tree(db, tuple(root), order, text, full)


def _tree(
    db: Database,
    root: Combination,
    order: list[int],
    text: str,
    full: set[Combination],
) -> Way:
    stack = [(root, 0)]
    while stack:
        values, depth = stack.pop()
        if _under(values, root, order, full):
            continue
        _, cut = yield from _read(values, text)
        if not cut:
            full.add(values)
        elif depth < len(order):
            k = order[depth]
            for u in reversed(range(len(db.space.factors[k]))):
                if u != root[k]:
                    child = (*values[:k], u, *values[k + 1 :])
                    stack.append((child, depth + 1))
                    if depth:
                        # The slice of this value, once, before what is below it.
                        slice_ = (*root[:k], u, *root[k + 1 :])
                        if slice_ not in full and (slice_, len(order)) not in stack:
                            stack.append((slice_, len(order)))


def _under(
    values: Combination, root: Combination, order: list[int], full: set[Combination]
) -> bool:
    bound = [k for k in order if values[k] != root[k]]
    for number in range(len(bound) + 1):
        for kept in subsets(bound, number):
            above = tuple(
                values[k] if k in kept or k not in bound else root[k]
                for k in range(len(values))
            )
            if above in full:
                return True
    return False


def oracle(db: Database) -> Way:
    """Greedy, knowing the database: the page that shows the most new records.

    A further page can be asked for only after the one before it.
    """
    pages: dict[Ask, frozenset[int]] = {}
    for values, text in db.all_queries():
        shown = db.shown(values, text)
        size = db.page_size(values) or max(1, len(shown))
        for start in range(0, len(shown), size):
            part = frozenset(shown[start : start + size])
            pages[Ask(values, text, start // size + 1)] = part
    yield from _greedy(pages)


def _greedy(pages: dict[Ask, frozenset[int]]) -> Way:
    known: set[int] = set()
    heap: list[tuple[float, Ask]] = [
        (-len(part), ask) for ask, part in pages.items() if ask.page == 1
    ]
    heapq.heapify(heap)
    while heap:
        _, ask = heapq.heappop(heap)
        gain: float = len(pages[ask] - known)
        following = ask._replace(page=ask.page + 1)
        if not gain:
            # Nothing here, but perhaps on the pages after it.
            rest = _further(pages, ask, known)
            if not rest:
                continue
            gain = rest
        if heap and gain < -heap[0][0]:
            heapq.heappush(heap, (-gain, ask))
            continue
        yield ask
        known |= pages[ask]
        if following in pages:
            heapq.heappush(heap, (-len(pages[following]), following))


def _further(pages: dict[Ask, frozenset[int]], ask: Ask, known: set[int]) -> float:
    number, gain = 1, 0
    following = ask._replace(page=ask.page + 1)
    while following in pages:
        number += 1
        gain += len(pages[following] - known)
        following = following._replace(page=following.page + 1)
    return gain / number


def _words(db: Database) -> tuple[str, ...]:
    """What is put into the box: nothing, or the words of the page."""
    return db.seeds if db.box is not None else ("",)


RIVALS: dict[str, Callable[[Database], Way]] = {
    "default only": default,
    "Cartesian": cartesian,
    "random": at_random,
    "informative templates": templates,
    "slice-cover": slice_cover,
    "greedy oracle": oracle,
}
