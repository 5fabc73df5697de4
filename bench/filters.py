"""What ``URLS_FILTER`` would have lost on a site that was surveyed without it.

    python -m bench.filters SURVEY... [--order fetch|key]

The pages of a survey are taken in one order, and each filter says which of them it
would not have asked for. A page that was passed over brings something when it is the
first to show a cluster, a form signature or a parameter that no page shows which was
asked for. What only such a page links to is not counted.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import select

from crawler.finalise import finalise
from crawler.store import Survey
from crawler.store.schema import page_forms, pages, parameters
from crawler.urls import Identity, UrlOptions, make_filter

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = ("clusters", "forms", "parameters")
FILTERS = ("similar", "contains")
SAMPLES = (1, 2, 5)


@dataclass
class Shown:
    """A page, and what there is to test on it: things by their kind."""

    url: str
    things: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def read(survey: Survey, order: str) -> list[Shown]:
    """Pages that answered 2xx, by their key or as they were fetched."""
    column = pages.c.key if order == "key" else pages.c.id
    query = select(pages.c.id, pages.c.url, pages.c.cluster_id)
    query = query.where(pages.c.status.between(200, 299)).order_by(column)
    found: dict[int, Shown] = {}
    with survey.reading() as connection:
        for page, url, cluster in connection.execute(query):
            found[page] = Shown(url)
            found[page].things["clusters"].add(str(cluster))
        for kind, name in (
            ("forms", page_forms.c.signature),
            ("parameters", parameters.c.name),
        ):
            rows = select(name.table.c.page_id, name)
            for page, thing in connection.execute(rows):
                if page in found:
                    found[page].things[kind].add(thing)
    return list(found.values())


def split(shown: Sequence[Shown], options: UrlOptions) -> tuple[list[Shown], ...]:
    """The pages that the filter asks for, and those it passes over."""
    identity = Identity(options)
    known = make_filter(options, identity)
    asked, passed = [], []
    for page in shown:
        key = identity.key(page.url)
        if known.refuse(page.url, key) is None:
            known.add(page.url, key)
            asked.append(page)
        else:
            passed.append(page)
    return asked, passed


def lost(asked: Sequence[Shown], passed: Sequence[Shown]) -> dict[str, int]:
    """Things by kind that no page shows which was asked for, and pages with them."""
    met = {kind: {t for page in asked for t in page.things[kind]} for kind in KINDS}
    counts = dict.fromkeys(("pages", *KINDS), 0)
    for page in passed:
        new = {kind: page.things[kind] - met[kind] for kind in KINDS}
        counts["pages"] += any(new.values())
        for kind in KINDS:
            counts[kind] += len(new[kind])
            met[kind] |= new[kind]
    return counts


def table(survey: Survey, name: str, order: str) -> list[str]:
    """A line for each filter and number of samples."""
    shown = read(survey, order)
    total = {kind: len({t for p in shown for t in p.things[kind]}) for kind in KINDS}
    lines = []
    for chosen, samples in product(FILTERS, SAMPLES):
        options = UrlOptions(filter=chosen, samples=samples)  # type: ignore[arg-type] # one of FILTERS
        asked, passed = split(shown, options)
        counts = lost(asked, passed)
        cells = [
            *(name, f"{chosen}, {samples}", f"{len(shown):,}", f"{len(passed):,}"),
            f"{counts['pages']:,}",
            *(f"{counts[kind]:,} of {total[kind]:,}" for kind in KINDS),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Print one table over all surveys."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("surveys", nargs="+", type=Path)
    parser.add_argument("--order", choices=("fetch", "key"), default="fetch")
    given = parser.parse_args()
    print("| survey | filter, samples | pages | passed over | bring something", end="")
    print(" | clusters lost | forms lost | parameters lost |")
    print("|---|---|---|---|---|---|---|---|")
    for path in given.surveys:
        with Survey.open(path) as survey:
            finalise(survey)
            print("\n".join(table(survey, path.stem, given.order)))


if __name__ == "__main__":
    main()
