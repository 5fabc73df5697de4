"""What may count as structure, over all that is labelled: one table."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from bench.contest import measured, signatures
from bench.quality import cluster_scores, judged
from bench.structure import TRUTH, label_pages
from crawler.cluster import (
    ClusterOptions,
    Member,
    cluster_members,
    recipe,
    similarity,
    vector,
)
from crawler.finalise import Measured
from crawler.store import Survey

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.corpora import Corpus
    from crawler.cluster import Clustering


class Cell(NamedTuple):
    """A variant on one bed."""

    clusters: int
    homogeneity: float
    ari: float

    def __str__(self) -> str:
        return f"{self.clusters}, {self.homogeneity:.3f}, {self.ari:.3f}"


class Bed:
    """Labelled pages that can be measured again by any options."""

    def __init__(self, name: str, labels: dict[str, str]) -> None:
        self.name = name
        self.labels = labels
        self._recipe = ""
        self._members: list[Member] = []

    def members(self, options: ClusterOptions) -> list[Member]:
        """Its pages; those of the last recipe are at hand."""
        if self._recipe != recipe(options):
            self._members = self.measure(options)
            self._recipe = recipe(options)
        return self._members

    def measure(self, options: ClusterOptions) -> list[Member]:
        """Its pages, measured."""
        raise NotImplementedError

    def cell(self, options: ClusterOptions) -> Cell:
        """The clusters by these options against the labels."""
        found: Clustering = cluster_members(self.members(options), options)
        scored = cluster_scores(found, self.labels)
        return Cell(scored.clusters, scored.homogeneity, scored.ari)


class CorpusBed(Bed):
    """Pages at hand."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus.name, corpus.labels)
        self.corpus = corpus
        self._shown = signatures(corpus)

    def measure(self, options: ClusterOptions) -> list[Member]:
        """From the bytes."""
        vectors = measured(self.corpus, lambda page: vector(page, options))[0]
        return [
            Member(page.key, page.partition, page.shape, found, shown)
            for page, found, shown in zip(
                self.corpus.pages, vectors, self._shown, strict=True
            )
        ]

    def pairs(self, options: ClusterOptions) -> str:
        """F1 of judged pairs at the best threshold, and at that of the options."""
        pages = [member.vector for member in self.members(options)]
        values = [similarity(pages[a], pages[b]) for a, b, _ in self.corpus.pairs]
        alike = [same for _, _, same in self.corpus.pairs]
        found = judged(values, alike, options.threshold)
        return f"{found.best:.3f} ({found.threshold:.3f}), {found.given:.3f}"


class SurveyBed(Bed):
    """Pages of a stored survey, from their skeletons."""

    def __init__(self, path: str, truth: str) -> None:
        self._path = path
        with Survey.open(path) as survey:
            labels = label_pages(survey, TRUTH[truth])
        super().__init__(f"{truth} survey", labels)

    def measure(self, options: ClusterOptions) -> list[Member]:
        """Pages without a label stay out: other kinds and statuses are no rivals."""
        with Survey.open(self._path) as survey:
            return [
                member
                for member in Measured(survey, options).members()
                if member.key in self.labels
            ]


def recipes(*, wide: bool) -> Iterator[ClusterOptions]:
    """What counts as structure; the surveys' default first."""
    shares = ("log", "sqrt", "linear", "even") if wide else ("log",)
    roots = ("body", "document") if wide else ("body",)
    for token, share, root, runs in product(
        ("tag", "tag.class"), shares, roots, (True, False)
    ):
        yield ClusterOptions(token=token, share=share, root=root, runs=runs)  # type: ignore[arg-type]


def show(corpora: Sequence[Corpus], surveys: Sequence[str], *, wide: bool) -> None:
    """Each cell: clusters, homogeneity, ARI."""
    beds: list[Bed] = [CorpusBed(corpus) for corpus in corpora]
    for given in surveys:
        path, _, truth = given.rpartition(":")
        beds.append(SurveyBed(path, truth))
    head = "| token, share, root, siblings | T | look | "
    judged_beds = [b for b in beds if isinstance(b, CorpusBed) and b.corpus.pairs]
    names = [bed.name for bed in beds] + [f"{b.name} pairs" for b in judged_beds]
    print("\nEach cell: clusters, homogeneity, ARI; of pairs: best F1 (at), F1 at T\n")
    print(head + " | ".join(names) + " |")
    print("|---" * (3 + len(names)) + "|")
    for base in recipes(wide=wide):
        runs = "once" if base.runs else "all"
        name = f"{base.token}, {base.share}, {base.root}, {runs}"
        for threshold in (0.8,) if wide else (0.7, 0.8, 0.85, 0.9):
            options = replace(base, threshold=threshold)
            for look in ("leader", "second"):
                chosen = options if look == "second" else _plain(options)
                cells = [str(bed.cell(chosen)) for bed in beds]
                cells += [bed.pairs(chosen) for bed in judged_beds]
                print(f"| {name} | {threshold} | {look} | " + " | ".join(cells) + " |")


def _plain(options: ClusterOptions) -> ClusterOptions:
    return replace(options, fine_threshold=0)
