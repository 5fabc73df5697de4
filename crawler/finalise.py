"""Where store and cluster meet: the clusters of a survey, made from all its pages.

One owner finalises, and doing it twice changes nothing: the crawl at its end, else
(after a kill) whoever reads the survey next.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Protocol

from crawler.cluster import (
    ClusterOptions,
    Member,
    cluster_members,
    features_version,
    marker_vector,
    pack,
    unpack,
    vector,
)
from crawler.dom import PARSER
from crawler.dom.skeleton import decode
from crawler.options import read_options
from crawler.store import SurveyError, VectorFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.dom.skeleton import Skeleton
    from crawler.items import Vector
    from crawler.store import MemberRow, Survey


class Placed(Protocol):
    """What decides which pages may be in one cluster."""

    @property
    def host(self) -> str: ...
    @property
    def status(self) -> int: ...
    @property
    def kind(self) -> str: ...


def partition(page: Placed) -> str:
    """Host, status class and kind: pages of two partitions are never compared."""
    return f"{page.host} {page.status // 100}xx {page.kind}"


def vector_format(options: ClusterOptions) -> VectorFormat:
    """How the vectors of a run are made, for its writer."""
    return VectorFormat(PARSER, features_version(options), pack)


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
    generation = survey.generation()
    clustering = cluster_members(list(_members(survey, options)), options)
    survey.replace_clusters(clustering, generation, asdict(options))
    return True


def _members(survey: Survey, options: ClusterOptions) -> Iterator[Member]:
    recipe = features_version(options)
    again = bool(survey.recipes() - {recipe})
    measured = _Measured(options, recipe)
    for row in survey.member_rows(with_skeletons=again):
        yield Member(
            key=row.key,
            partition=partition(row),
            shape=row.shape,
            vector=measured.vector(row),
            signatures=row.signatures,
            parameters=row.parameters,
            eligible=row.status // 100 == 2,
        )


class _Measured:
    """The vectors of a survey under some options, each made once."""

    def __init__(self, options: ClusterOptions, recipe: str) -> None:
        self._options = options
        self._recipe = recipe
        self._known: dict[str, Vector] = {}

    def vector(self, row: MemberRow) -> Vector:
        """As stored when it was made by the same recipe, else from the skeleton.

        :raises SurveyError: when it was not, and there is no skeleton.
        """
        if not row.vector:
            return marker_vector(row.kind, row.shape)
        if row.recipe == self._recipe:
            return self._once(row.vector, lambda: unpack(row.features))
        if row.skeleton:
            return self._once(row.skeleton_digest, lambda: self._again(row.skeleton))
        if row.kind == "html":
            raise SurveyError(
                f"{row.key} was measured as '{row.recipe}' and its tree was not kept:"
                f" crawl again to cluster as '{self._recipe}'"
            )
        # The vector of a page without a tree is made of labels: any recipe's.
        return self._once(row.vector, lambda: unpack(row.features))

    def _once(self, name: str, make: Callable[[], Vector]) -> Vector:
        if name not in self._known:
            self._known[name] = make()
        return self._known[name]

    def _again(self, data: bytes) -> Vector:
        skeleton = decode(data)
        found = vector(_Kept(skeleton), self._options)
        return replace(found, capped=found.capped or skeleton.cut)


@dataclass(frozen=True)
class _Kept:
    """A document of which only the tree is left."""

    tree: Skeleton
    kind: str = "html"
