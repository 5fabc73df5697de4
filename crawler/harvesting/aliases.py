"""Records that are one although they were taken apart in different ways.

A record that stands alone on its page has no neighbours to tell where its fields
begin: its text may be cut elsewhere than in a list. What it says is the same.
"""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from crawler.harvest.identity import fold
from crawler.harvest.names import Names, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.harvest.identity import Identifier
    from crawler.harvest.records_item import Record

# With what tells names apart (C, C++) and numbers (5, -5); the rest may part fields.
_WORD = re.compile(r"(?:(?<![\w)])-(?=\d))?[\w+#*]+")


class Aliases:
    """Text and links of a record -> the identity that it was met with first."""

    def __init__(self, identifier: Identifier) -> None:
        self._identifier = identifier
        self._said = Names()
        """Digests of texts and links: few bytes, for there may be very many."""
        self._identities = Texts()
        """In the same order."""

    def remember(
        self, identity: str, fields: Mapping[str, str], links: Mapping[str, str]
    ) -> str:
        """The identity of whoever said this first, which may be this one."""
        number = self._said.add(self._digest(fields, links))
        if number == len(self._identities):
            self._identities.append(identity)
        return self._identities[number]

    def of(self, record: Record) -> Record:
        """The record, under the identity of its like."""
        found = self.remember(record.identity, record.fields, record.links)
        return replace(record, identity=found)

    def _digest(self, fields: Mapping[str, str], links: Mapping[str, str]) -> str:
        texts = [
            fold(value)
            for name, value in fields.items()
            if name not in self._identifier.columns
        ]
        urls = sorted({self._identifier.link(url) for url in links.values()})
        said = "\n".join([" ".join(_WORD.findall(" ".join(texts))), *urls])
        data = said.encode("utf-8", "surrogatepass")
        # 128 bits: two of a million share theirs with a probability of 1.5e-27.
        return blake2b(data, digest_size=16).hexdigest()
