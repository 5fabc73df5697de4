"""The online clusters of a crawl, the same to all its workers and in all its runs."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from crawler.cluster import Assignment, Leader, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.cluster import ClusterOptions
    from crawler.items import Vector

_MOST: Final = 5_000
"""Leaders that are told."""


class Leading:
    """Leader clustering, whose leaders may be told and taken over.

    A cluster has a number here, which is this process's own, and an identity: the hash
    of its leader. A leader that was told and fits a cluster is that cluster too.
    """

    def __init__(self, options: ClusterOptions) -> None:
        self._leader = Leader(options)
        self._identities: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        self._all: list[tuple[str, str, bytes]] = []
        self._fresh: list[tuple[str, str, bytes]] = []

    def add(self, partition: str, shape: str, vector: Vector) -> Assignment:
        """Assign a page."""
        found = self._leader.add(partition, shape, vector)
        if found.new:
            leader = (partition, shape, pack(vector))
            self._know(leader, found.cluster)
            if len(self._all) <= _MOST:
                self._fresh.append(leader)
        return found

    def identity(self, cluster: int) -> int:
        """What a cluster is called by all workers."""
        return self._identities.get(cluster, cluster)

    def join(self, leaders: Iterable[Any]) -> dict[int, int]:
        """Take over leaders of others: what they call clusters that have other names.

        :raises ValueError: of what is no leader.
        """
        others: dict[int, int] = {}
        for partition, shape, packed in leaders:
            leader = (str(partition), str(shape), bytes(packed))
            found = self._leader.add(leader[0], leader[1], unpack(leader[2]))
            if found.new:
                self._know(leader, found.cluster)
            elif (theirs := _identity(leader)) != self.identity(found.cluster):
                others[theirs] = self.identity(found.cluster)
        return others

    def news(self) -> list[tuple[str, str, bytes]]:
        """Leaders since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def everything(self) -> list[tuple[str, str, bytes]]:
        """All leaders that are told."""
        return self._all

    def _know(self, leader: tuple[str, str, bytes], cluster: int) -> None:
        self._identities[cluster] = _identity(leader)
        if len(self._all) < _MOST:
            self._all.append(leader)


def _identity(leader: tuple[str, str, bytes]) -> int:
    partition, shape, packed = leader
    text = f"{partition}\0{shape}\0".encode("utf-8", "replace")
    digest = blake2b(text + packed, digest_size=7).digest()
    return int.from_bytes(digest)
