"""What clustering costs as pages come by the hundred thousand.

Made pages of 2,400 templates, all in one partition, in random order. Some are made
and measured as HTML, into a folder that is kept: a call goes on for four minutes at
most. The vectors of further pages are *mixed*: of two measured pages of one template,
in random proportions. That makes hardly two equal, so the memo helps less than it
would; what parse and features of those pages cost is extrapolated.
"""

from __future__ import annotations

import base64
import random
import tempfile
import time
import tracemalloc
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from bench import corpora
from bench.contest import PLAIN, parsed
from bench.linkage import against_linkage
from bench.peers import plain_leader
from bench.report import Check
from crawler.cluster import Leader, pack, similarity, unpack, vector
from tests.cluster.synthetic import templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bench.corpora import Page

SITES, KINDS = 240, 10
CHUNK = SITES * KINDS
LONGEST = 240  # seconds of making in one call
FEW, SOME, MANY = 5_000, 20_000, 115_000
KEPT = Path(tempfile.gettempdir(), "bench-cluster-vectors")


class Measured(NamedTuple):
    """The shape of the URL of a page, and its vector, packed."""

    shape: str
    data: bytes


@dataclass(slots=True)
class Cost:
    """CPU seconds of some pages."""

    pages: int = 0
    lxml: float = 0.0
    parse: float = 0.0
    features: float = 0.0

    def told(self, name: str) -> str:
        """A row of the table, in microseconds a page."""
        figures = (self.lxml, self.parse, self.features)
        cells = [f"{seconds / self.pages * 1e6:,.0f}" for seconds in figures]
        ratio = f"{self.features / self.lxml:.2f}"
        return f"| {name} | {self.pages:,} | " + " | ".join([*cells, ratio]) + " |"


def read(pages: Iterable[Page], cost: Cost) -> Iterator[Measured]:
    """Measure pages, one by one; each is parsed by lxml too, to compare."""
    clock = time.process_time
    for page in pages:
        began = clock()
        etree.fromstring(page.body, etree.HTMLParser(huge_tree=True, encoding="utf-8"))
        after_lxml = clock()
        document = parsed(page)
        after_parse = clock()
        found = vector(document, PLAIN)
        done = clock()
        cost.pages += 1
        cost.lxml += after_lxml - began
        cost.parse += after_parse - after_lxml
        cost.features += done - after_parse
        yield Measured(page.shape, pack(found))


def made(number: int) -> Iterator[Page]:
    """Page *number* of every template."""
    rng = random.Random(f"chunk {number}")
    for template in templates(SITES, KINDS, 1):
        page = template.page(number, rng)
        body = page.html.encode()
        yield corpora.Page(page.url, "", page.shape, page.template, body)


def keep_chunk(number: int) -> None:
    """Measure a chunk into a file: a line of costs, then a line a page."""
    cost = Cost()
    lines = [
        f"{shape}\t{base64.b64encode(data).decode()}\n"
        for shape, data in read(made(number), cost)
    ]
    head = f"{cost.pages}\t{cost.lxml}\t{cost.parse}\t{cost.features}\n"
    KEPT.mkdir(exist_ok=True)
    partial = KEPT / "partial"
    partial.write_text(head + "".join(lines), encoding="utf-8")
    partial.rename(KEPT / f"{number}.tsv")


def kept(count: int) -> tuple[list[Measured], Cost]:
    """At most *count* measured pages: those of earlier calls, and some more."""
    began = time.monotonic()
    pages: list[Measured] = []
    cost, number = Cost(), 0
    while len(pages) < count:
        path = KEPT / f"{number}.tsv"
        if not path.exists():
            if time.monotonic() - began > LONGEST and number:
                print(f"{len(pages):,} pages measured so far: call again for more")
                break
            keep_chunk(number)
        number += 1
        with path.open(encoding="utf-8") as lines:
            told = next(lines).split("\t")
            cost.pages += int(told[0])
            cost.lxml += float(told[1])
            cost.parse += float(told[2])
            cost.features += float(told[3])
            for line in lines:
                shape, data = line.split("\t")
                pages.append(Measured(shape, base64.b64decode(data)))
    random.Random(1).shuffle(pages)
    return pages, cost


def mixed(pages: Sequence[Measured], count: int) -> list[Measured]:
    """*count* pages: the measured ones, and others between two of one template."""
    rng = random.Random(1)
    alike: dict[str, list[bytes]] = {}
    for shape, data in pages:
        alike.setdefault(shape, []).append(data)
    shapes = sorted(shape for shape in alike if len(alike[shape]) > 1)
    found = list(pages)
    while len(found) < count:
        shape = rng.choice(shapes)
        one, other = (unpack(data) for data in rng.sample(alike[shape], 2))
        part = rng.random()
        features = {name: part * weight for name, weight in one.features.items()}
        for name, weight in other.features.items():
            features[name] = features.get(name, 0.0) + (1 - part) * weight
        found.append(Measured(shape, pack(replace(one, features=features))))
    rng.shuffle(found)
    return found[:count]


def run(docs: Path, most: int) -> list[Check]:
    """Print the tables of speed; the checks."""
    measured, cost = kept(SOME)
    pages = mixed(measured, most)
    print("\n| pages | | lxml us | parse us | features us | features : lxml |")
    print("|---|---|---|---|---|---|")
    print(cost.told("made"))
    checks = [Check("made: features : lxml", cost.features / cost.lxml, "<=", 2.0)]
    checks += growth(pages, cost)
    checks += against_naive(pages[:SOME])
    checks += against_linkage(measured)
    checks += memory(pages[:SOME])
    checks += real(docs)
    return checks


def real(docs: Path) -> list[Check]:
    """Documentation pages: each step by the parse of the same pages."""
    if not docs.is_dir():
        print(f"skipped: speed on documentation: no folder {docs}")
        return []
    cost, leader, seconds = Cost(), Leader(PLAIN), 0.0
    for shape, data in read(corpora.docs(docs, SOME).pages, cost):
        ready = unpack(data)
        began = time.process_time()
        leader.add("", shape, ready)
        seconds += time.process_time() - began
    print(cost.told("documentation"))
    name = f"documentation, {cost.pages:,} pages: "
    return [
        Check(name + "features : lxml", cost.features / cost.lxml, "<=", 2.0),
        Check(name + "clustering : lxml", seconds / cost.lxml, "<=", 0.15),
        Check(name + "clusters", leader.clusters, "", 0),
        Check(name + "us of clustering", seconds / cost.pages * 1e6, "", 0),
    ]


def growth(pages: Sequence[Measured], cost: Cost) -> list[Check]:
    """One stream of all pages: what a page costs by then."""
    leader, seconds, us = Leader(PLAIN), 0.0, {}
    marks = {FEW, SOME, MANY, len(pages)}
    print("\n| pages clustered | us a page | clusters | full comparisons a page |")
    print("|---|---|---|---|")
    clock = time.process_time
    for number, (shape, data) in enumerate(pages, 1):
        ready = unpack(data)
        began = clock()
        leader.add("", shape, ready)
        seconds += clock() - began
        if number in marks:
            us[number] = seconds / number * 1e6
            verified = leader.verified / number
            print(f"| {number:,} | {us[number]:.1f} | {leader.clusters} ", end="")
            print(f"| {verified:.2f} |")
    checks = [Check("full comparisons a page", leader.verified / len(pages), "<=", 10)]
    if MANY in us:
        ratio = us[MANY] / us[FEW]
        checks.append(Check("us a page, 115,000 : 5,000", ratio, "<=", 2.5))
    share = len(pages) / cost.pages  # parse and features, extrapolated
    minutes = ((cost.parse + cost.features) * share + seconds) / 60
    title = f"{len(pages):,} pages, parse + features + clustering: minutes of CPU"
    return [*checks, Check(title, minutes, "<=", 6)]


def against_naive(pages: Sequence[Measured]) -> list[Check]:
    """The index against the plain algorithm: the labels, the speed."""
    ready = [unpack(data) for _, data in pages]
    leader = Leader(PLAIN)
    began = time.process_time()
    ours = [
        leader.add("", shape, one).cluster
        for one, (shape, _) in zip(ready, pages, strict=True)
    ]
    between = time.process_time()
    plain, compared = plain_leader(ready, similarity, PLAIN.threshold)
    done = time.process_time()
    speed = (done - between) / (between - began)
    shares = sum(one == other for one, other in zip(ours, plain, strict=True))
    print(f"\nwithout index: {compared / len(pages):,.0f} comparisons a page")
    return [
        Check("clusters of 20,000", leader.clusters, ">=", 2000),
        Check("share of labels as without index", shares / len(pages), ">=", 1.0),
        Check("times the speed without index", speed, ">=", 20),
    ]


def memory(pages: Sequence[Measured]) -> list[Check]:
    """What the index holds on to, its memo and the vectors of leaders included."""
    tracemalloc.start()
    leader = Leader(PLAIN)
    before = tracemalloc.get_traced_memory()[0]
    for shape, data in pages:
        leader.add("", shape, unpack(data))
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return [Check("KB a cluster", held / leader.clusters / 1000, "<=", 10)]
