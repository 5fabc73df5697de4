"""What is believed of shapes, kept with the queue: for all workers, in all runs."""

from __future__ import annotations

import logging
import secrets
import zlib
from typing import TYPE_CHECKING, Any, Final

from crawler.frontier import Batch, pack, unpack
from crawler.saturation import Evidence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.frontier import Backend, Ledger
    from crawler.leading import Leading
    from crawler.saturation import Saturation

logger = logging.getLogger(__name__)

_LARGEST: Final = 1 << 28
"""Bytes of a piece of evidence, unpacked."""
_TAIL: Final = 1 << 20
"""Bytes of evidence from which it may be summed up."""
_TIMES: Final = 2
"""How many times the sum they must be: what is kept is in proportion to it."""


class Beliefs:
    """Tells the queue what was learned here, and the policy what it tells of others.

    A piece of evidence is kept in the commit that ends the leases of the pages it is
    of, and queues the URLs: neither is without the other after a kill.
    """

    def __init__(self, policy: Saturation, leading: Leading) -> None:
        self._policy = policy
        self._leading = leading
        self._token = secrets.token_bytes(8)
        self._position = 0
        self._tail = self._sum = 0
        self._aliases: dict[int, int] = {}
        self.hosts: dict[str, str] = {}
        """Shape -> host."""

    def piece(self) -> list[bytes]:
        """What was learned since the last call, if anything was."""
        evidence, leaders = self._policy.take_evidence(), self._leading.news()
        if not evidence and not leaders:
            return []
        shapes = [*evidence.pools, *evidence.closed]
        piece = self._packed(evidence, leaders, shapes)
        self._tail += len(piece)
        return [piece]

    def read(self, backend: Backend) -> bool:
        """Learn what others did; whether there was anything.

        :raises FrontierError: as the backend does.
        """
        first = self._position == 0
        self._position, pieces = backend.evidence(self._position)
        if first and pieces:
            self._sum = len(pieces[0])
        found = False
        for data in pieces:
            if data[: len(self._token)] != self._token and self._take(data):
                self._tail += len(data)
                found = True
        return found

    def sum_up(self, ledger: Ledger, *, always: bool = False) -> None:
        """Keep one whole in place of many pieces, when there are enough of them.

        :raises FrontierError: as the backend does.
        """
        if self._tail < (1 if always else max(_TAIL, _TIMES * self._sum)):
            return
        # All that is known here, and nothing that is to come as a piece.
        ledger.learn(self.piece())
        ledger.commit()
        self.read(ledger.backend)
        if piece := self.piece():  # what others told changed what is believed here
            ledger.backend.commit(Batch(evidence=piece))
            self.read(ledger.backend)
        evidence = self._policy.evidence()
        shapes = list(self.hosts)
        leaders = self._leading.everything()
        whole = self._packed(evidence, leaders, shapes, aliases=self._aliases)
        ledger.backend.sum_up(self._position, whole)
        self._tail, self._sum = 0, len(whole)

    def _packed(
        self,
        evidence: Evidence,
        leaders: list[Any],
        shapes: list[str],
        aliases: dict[int, int] | None = None,
    ) -> bytes:
        """Whose it is, and the rest compressed; a whole is nobody's."""
        hosts = {shape: self.hosts[shape] for shape in shapes if shape in self.hosts}
        data = pack([evidence.pack(), leaders, hosts, aliases or {}])
        token = self._token if aliases is None else bytes(len(self._token))
        return token + zlib.compress(data, 1 if aliases is None else 6)

    def _take(self, data: bytes) -> bool:
        """Take in a piece of others; whether it is one."""
        try:
            unpacker = zlib.decompressobj()
            told = unpack(unpacker.decompress(data[len(self._token) :], _LARGEST))
            packed, leaders, hosts, aliases = told
            evidence = Evidence.unpack(packed)
            self._aliases |= _numbers(aliases)
            self._aliases |= self._leading.join(leaders)
        except (ValueError, TypeError, zlib.error) as error:
            logger.debug("A piece of evidence is left out: %s", error)
            return False
        self.hosts.update(hosts)
        evidence.rename(self._aliases)
        self._policy.join(evidence)
        return True


def _numbers(aliases: Mapping[Any, Any]) -> dict[int, int]:
    return {int(theirs): int(ours) for theirs, ours in aliases.items()}
