"""Structure of pages: vectors, similarity, clusters, representatives.

``vector(document, options)`` measures a page, :class:`Leader` assigns pages as
they come, :func:`finalise` computes the clusters of a survey and the pages that
represent them. The methods are described in ``docs/methods/cluster.md``.
"""

from __future__ import annotations

from crawler.cluster.finalise import (
    Cluster,
    Clustering,
    Member,
    SurveyLike,
    cluster_members,
    finalise,
)
from crawler.cluster.leader import Assignment, Leader
from crawler.cluster.measure import tree_vector, vector
from crawler.cluster.options import ClusterOptions
from crawler.cluster.representatives import (
    Candidate,
    Representative,
    representatives,
)
from crawler.cluster.vector import (
    FEATURES,
    digest,
    marker_vector,
    pack,
    recipe,
    similarity,
    unpack,
)

__all__ = [
    "FEATURES",
    "Assignment",
    "Candidate",
    "Cluster",
    "ClusterOptions",
    "Clustering",
    "Leader",
    "Member",
    "Representative",
    "SurveyLike",
    "cluster_members",
    "digest",
    "finalise",
    "marker_vector",
    "pack",
    "recipe",
    "representatives",
    "similarity",
    "tree_vector",
    "unpack",
    "vector",
]
