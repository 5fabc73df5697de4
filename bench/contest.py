"""One corpus by all methods: what they find, what a page costs."""

from __future__ import annotations

import random
import time
import tracemalloc
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bench import peers
from bench.quality import Judged, Scores, cluster_scores, judged, scores
from crawler import dom, forms
from crawler.cluster import (
    ClusterOptions,
    Member,
    cluster_members,
    similarity,
    vector,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bench.corpora import Corpus, Page
    from bench.outside import Outside
    from crawler.dom import Document
    from crawler.items import Vector

PLAIN = ClusterOptions(fine_threshold=0)
OURS = {
    "default, leader only": PLAIN,
    "default, second look": ClusterOptions(),
    "tag.class, leader only": replace(PLAIN, token="tag.class"),  # noqa: S106 - markup
    "tag.class, second look": ClusterOptions(token="tag.class"),  # noqa: S106 - markup
    "paper": ClusterOptions(mode="paper"),
}
FEW = 300
"""Pages that a method gets which takes milliseconds for each pair."""
PAIRS = 40
"""Pairs for tree edit distance, which takes a second for some."""


@dataclass(slots=True)
class Row:
    """A method on a corpus; times are microseconds of CPU a page."""

    name: str
    scores: Scores | None = None
    features_us: float = 0.0
    cluster_us: float = 0.0
    memory_mb: float = 0.0
    judged: Judged | None = None


def parsed(page: Page) -> Document:
    """A page as the crawl would parse it."""
    url = page.key if "://" in page.key else "http://page.test/"
    return dom.parse(page.body, url=url, content_type="text/html; charset=utf-8")


def timed(call: Callable[[], Any]) -> tuple[Any, float, float]:
    """What a call returns, its CPU seconds and, of a second run, MB at the most."""
    began = time.process_time()
    found = call()
    seconds = time.process_time() - began
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return found, seconds, peak


def measured(
    corpus: Corpus, feature: Callable[[Document], Any]
) -> tuple[list[Any], float]:
    """A feature of every page, and the microseconds it took beside the parse."""
    found, seconds = [], 0.0
    for page in corpus.pages:
        document = parsed(page)
        began = time.process_time()
        found.append(feature(document))
        seconds += time.process_time() - began
    return found, seconds / len(corpus.pages) * 1e6


def signatures(corpus: Corpus) -> list[tuple[str, ...]]:
    """The forms of every page."""
    return [
        tuple(form.signature for form in forms.extract(parsed(page)))
        for page in corpus.pages
    ]


def members(
    corpus: Corpus, vectors: Sequence[Vector], shown: Sequence[tuple[str, ...]]
) -> list[Member]:
    """The pages of a corpus as the clustering wants them."""
    return [
        Member(page.key, page.partition, page.shape, found, signature)
        for page, found, signature in zip(corpus.pages, vectors, shown, strict=True)
    ]


class Contest:
    """All methods on one corpus."""

    def __init__(self, corpus: Corpus, outside: Outside) -> None:
        self._corpus = corpus
        self._outside = outside
        self._labels = [page.label for page in corpus.pages]
        self._vectors: list[Vector] = []

    def rows(self) -> list[Row]:
        """Ours first."""
        rows = list(self._ours())
        rows += self._bags()
        rows += self._batch()
        rows += self._separate()
        return rows

    def _ours(self) -> Iterator[Row]:
        shown = signatures(self._corpus)
        for name, options in OURS.items():
            vectors, features = measured(
                self._corpus,
                lambda page, chosen=options: vector(page, chosen),  # type: ignore[misc]
            )
            self._vectors = self._vectors or vectors
            ready = members(self._corpus, vectors, shown)
            found, seconds, memory = timed(
                lambda ready=ready, chosen=options: cluster_members(ready, chosen)  # type: ignore[misc]
            )
            row = self._row(name, features, seconds, memory)
            row.scores = cluster_scores(found, self._corpus.labels)
            row.judged = self._judged(vectors, similarity)
            yield row

    def _bags(self) -> Iterator[Row]:
        for name, feature, likeness in (
            ("Jaccard of tag and class, leader", peers.bag, peers.jaccard),
            ("SimHash of tags and attributes <= 3", peers.simhash, peers.near_hash),
        ):
            things, features = measured(self._corpus, feature)
            row = self._grouped(
                name,
                things,
                lambda some, likeness=likeness: peers.plain_leader(  # type: ignore[misc]
                    some, likeness, 0.8
                )[0],
                [page.partition for page in self._corpus.pages],
            )
            row.features_us = features
            row.judged = self._judged(things, likeness)
            yield row

    def _batch(self) -> Iterator[Row]:
        hosts = [page.partition for page in self._corpus.pages]
        methods = (
            ("leader, index", peers.indexed),
            ("leader, no index", peers.naive),
            ("average linkage", peers.average_linkage),
            ("DBSCAN", peers.density),
        )
        for name, method in methods:
            yield self._grouped(name, self._vectors, method, hosts)
        if len(set(hosts)) > 1:
            for name, method in methods:
                title = f"{name}, one partition"
                yield self._grouped(title, self._vectors, method, [""] * len(hosts))

    def _grouped(
        self,
        name: str,
        things: Sequence[Any],
        method: Callable[[Sequence[Any]], list[int]],
        hosts: Sequence[str],
    ) -> Row:
        """A method that knows no partitions, on each of them."""
        places: dict[str, list[int]] = {}
        for place, host in enumerate(hosts):
            places.setdefault(host, []).append(place)

        def run() -> list[int]:
            found = [0] * len(things)
            for number, part in enumerate(places.values()):
                labels = method([things[place] for place in part])
                for place, label in zip(part, labels, strict=True):
                    found[place] = label * len(places) + number
            return found

        labels, seconds, memory = timed(run)
        row = self._row(name, 0.0, seconds, memory)
        row.scores = scores(self._labels, labels)
        return row

    def _separate(self) -> Iterator[Row]:
        """Peers in an environment of their own; one partition, fewer pages."""
        row = Row("datasketch MinHash LSH, one partition")
        answer = self._outside.ask(
            "datasketch", vectors=[vector.features for vector in self._vectors]
        )
        if answer:
            row.cluster_us = answer["seconds"] / len(self._labels) * 1e6
            row.scores = scores(self._labels, answer["labels"])
            yield row
        pages = self._corpus.pages
        places = random.Random(1).sample(range(len(pages)), min(FEW, len(pages)))
        bodies = [pages[place].body.decode("utf-8", "replace") for place in places]
        row = Row(f"html-similarity, leader, {len(places)} pages")
        at = {place: number for number, place in enumerate(places)}
        pairs = [(at[a], at[b]) for a, b, _ in self._corpus.pairs]
        answer = self._outside.ask("html-similarity", pages=bodies, pairs=pairs)
        if answer:
            row.cluster_us = answer["seconds"] / len(places) * 1e6
            row.scores = scores([self._labels[p] for p in places], answer["labels"])
            alike = [same for _, _, same in self._corpus.pairs]
            row.judged = judged(answer["values"], alike, 0.8) if pairs else None
            yield row
        if pairs:
            yield from self._edits(bodies, pairs)

    def _edits(self, bodies: list[str], pairs: list[tuple[int, int]]) -> Iterator[Row]:
        chosen = random.Random(1).sample(range(len(pairs)), PAIRS)
        few = [pairs[number] for number in chosen]
        answer = self._outside.ask("apted", pages=bodies, pairs=few)
        if answer:
            row = Row(f"apted, {PAIRS} pairs, us a pair")
            row.cluster_us = answer["seconds"] / PAIRS * 1e6
            alike = [self._corpus.pairs[number][2] for number in chosen]
            row.judged = judged(answer["values"], alike, 0.8)
            yield row

    def _row(self, name: str, features: float, seconds: float, memory: float) -> Row:
        return Row(name, None, features, seconds / len(self._labels) * 1e6, memory)

    def _judged(
        self, things: Sequence[Any], likeness: Callable[[Any, Any], float]
    ) -> Judged | None:
        pairs = self._corpus.pairs
        if not pairs:
            return None
        values = [likeness(things[a], things[b]) for a, b, _ in pairs]
        return judged(values, [same for _, _, same in pairs], 0.8)
