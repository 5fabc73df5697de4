"""Where store and cluster meet: the clusters of a survey, made from all its pages.

One owner finalises, and doing it twice changes nothing: the crawl at its end, else
(after a kill) whoever reads the survey next.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Protocol

from crawler.cluster import (
    ClusterOptions,
    Member,
    marker_vector,
    pack,
    recipe,
    tree_vector,
    unpack,
)
from crawler.cluster import finalise as cluster_pages
from crawler.dom import PARSER
from crawler.dom.skeleton import decode
from crawler.options import read_options
from crawler.store import SurveyError, VectorFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.cluster import Clustering
    from crawler.items import Vector
    from crawler.store import MemberRow, Survey


_MAX_KNOWN = 10_000  # vectors at hand; pages of one structure tend to be neighbours


class Placed(Protocol):
    """What decides which pages may be in one cluster."""

    @property
    def host(self) -> str: ...
    @property
    def status(self) -> int: ...
    @property
    def kind(self) -> str: ...


# Files that a server hands out as they are, unless they take parameters: nothing to
# test, so they stand for no cluster.
_FILES = frozenset({"css", "robots", "script", "sitemap"})
_STANDS_FOR_NOTHING = frozenset({"form", "soft-404"})


def partition(page: Placed) -> str:
    """Host, status class and kind: pages of two partitions are never compared."""
    return f"{page.host} {page.status // 100}xx {page.kind}"


def vector_format(options: ClusterOptions) -> VectorFormat:
    """How the vectors of a run are made, for its writer."""
    return VectorFormat(PARSER, recipe(options), pack)


def remember_options(survey: Survey, options: ClusterOptions) -> None:
    """Keep the options with the survey, for whoever finalises it after a kill."""
    survey.set_cluster_options(asdict(options))


def stored_options(survey: Survey) -> ClusterOptions:
    """The options that its clusters are to be made with.

    :raises ValueError: when they are none that this version knows.
    """
    known = survey.cluster_options() or {}
    named = {f"CLUSTER_{name.upper()}": value for name, value in known.items()}
    return read_options(ClusterOptions, "CLUSTER", named)


def finalise(survey: Survey, options: ClusterOptions | None = None) -> bool:
    """Make the clusters of all pages; whether there was anything to do.

    Without *options*, those the survey remembers.

    :raises SurveyError: when its pages cannot be measured by these options, or the
        clusters cannot be written.
    """
    options = options or stored_options(survey)
    if survey.is_final() and survey.cluster_options() == asdict(options):
        return False
    cluster_pages(Measured(survey, options), options)
    return True


class Measured:
    """A survey as the clustering wants it: pages with vectors of some options."""

    def __init__(self, survey: Survey, options: ClusterOptions) -> None:
        self._survey = survey
        self._options = options
        self._recipe = recipe(options)
        self._generation = survey.generation()
        self._known: dict[str, Vector] = {}

    def members(self) -> Iterator[Member]:
        """All pages, in the order of their keys."""
        again = bool(self._survey.recipes() - {self._recipe})
        for row in self._survey.member_rows(with_skeletons=again):
            yield Member(
                key=row.key,
                partition=partition(row),
                shape=row.shape,
                vector=self.vector(row),
                signatures=row.signatures,
                parameters=row.parameters,
                eligible=row.status // 100 == 2
                and (row.kind not in _FILES or bool(row.parameters))
                # What a site answers to anything stands for nothing; nobody can ask
                # for the answer to a form by its address.
                and not _STANDS_FOR_NOTHING & {*row.notes},
            )

    def replace_clusters(self, clustering: Clustering) -> None:
        """Store them, as made of the pages that were there at the beginning."""
        self._survey.replace_clusters(
            clustering, self._generation, asdict(self._options)
        )

    def vector(self, row: MemberRow) -> Vector:
        """As stored when it was made by the same recipe, else from the skeleton.

        :raises SurveyError: when it was not, and there is no skeleton.
        """
        if not row.vector:
            return marker_vector(row.kind, row.shape)
        if row.recipe == self._recipe:
            return self._once(row.vector, lambda: unpack(row.features))
        if row.skeleton:
            return self._once(row.skeleton_digest, lambda: self._again(row))
        if row.kind == "html":
            raise SurveyError(
                f"{row.key} was measured as '{row.recipe}' and its tree was not kept:"
                f" crawl again to cluster as '{self._recipe}'"
            )
        # The vector of a page without a tree is made of labels: any recipe's.
        return self._once(row.vector, lambda: unpack(row.features))

    def _once(self, name: str, make: Callable[[], Vector]) -> Vector:
        if name not in self._known:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            self._known[name] = make()
        return self._known[name]

    def _again(self, row: MemberRow) -> Vector:
        try:
            skeleton = decode(row.skeleton)
        except ValueError as error:
            raise SurveyError(f"{row.key}: {error}") from None
        found = tree_vector(skeleton, self._options)
        return replace(found, capped=found.capped or skeleton.cut)
