"""When a page joins a leader.

A page joins when its similarity to the leader is above the threshold. But a page
of fewer than ``CLUSTER_MIN_NODES`` nodes says too little about its template by its
structure alone: the log-in form and the search form of a site can be the same ten
elements. Such a page and a leader of another URL shape (or such a leader and a
page) join only when their vectors are equal.

In ``paper`` mode the threshold is all there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from crawler.cluster.options import ClusterOptions


@dataclass(frozen=True, slots=True)
class Joining:
    """The rule, with its numbers."""

    threshold: float
    min_nodes: int

    @classmethod
    def of(cls, options: ClusterOptions) -> Self:
        """As the options say."""
        min_nodes = 0 if options.mode == "paper" else options.min_nodes
        return cls(options.threshold, min_nodes)

    def equal_only(self, nodes: int, *, same_shape: bool) -> bool:
        """Whether a page and a leader have to be equal; *nodes* of the smaller."""
        return nodes < self.min_nodes and not same_shape
