"""Options of structure clustering: the settings ``CLUSTER_*``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field


@dataclass(frozen=True)
class ClusterOptions:
    """What counts as structure, and how alike two pages of one cluster must be."""

    mode: Literal["default", "paper"] = "default"
    """``paper``: the published measure, to the letter; of the fields below only
    *threshold*, *max_nodes*, *max_features* and *seed* then apply."""
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.8
    """Pages whose similarity to the leader is greater join its cluster."""
    fine_threshold: Annotated[float, Field(ge=0, le=1)] = 0.96
    """At the close a cluster is grouped once more at this similarity: see
    :mod:`crawler.cluster.refine`. 0 switches the second look off."""
    tight: Annotated[float, Field(ge=0, le=1)] = 0.85
    """It is split when this share of its pages is in groups of five or more."""
    token: Literal["tag", "tag.class"] = "tag"  # noqa: S105 - of markup
    """``tag.class`` adds the first class of an element, digits folded."""
    share: Literal["log", "sqrt", "linear", "even"] = "log"
    """How the weight of an element is shared among its children: by which function
    of the size of their subtrees."""
    root: Literal["body", "document"] = "body"
    runs: bool = True
    """Count identical sibling subtrees once."""
    min_nodes: Annotated[int, Field(ge=0)] = 30
    """A page with fewer nodes joins a leader of another URL shape only when their
    vectors are equal: see :mod:`crawler.cluster.joining`."""
    max_nodes: Annotated[int, Field(ge=1)] = 100_000
    """Nodes of a document that are read, in document order, comments and white
    space included; what follows is cut off and the vector marked as capped."""
    max_features: Annotated[int, Field(ge=1)] = 10_000
    """Features that a vector keeps, the heaviest; a vector that has more is
    renormalised and marked as capped."""
    seed: int = 0
    """Of the order in which ``paper`` mode takes the pages."""


DEFAULT = ClusterOptions()
