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
        self._known: dict[int, str] = {}

    def remember(
        self, identity: str, fields: Mapping[str, str], links: Mapping[str, str]
    ) -> str:
        """The identity of whoever said this first, which may be this one."""
        return self._known.setdefault(self._said(fields, links), identity)

    def of(self, record: Record) -> Record:
        """The record, under the identity of its like: one string for all answers."""
        found = self.remember(record.identity, record.fields, record.links)
        return replace(record, identity=found)

    def _said(self, fields: Mapping[str, str], links: Mapping[str, str]) -> int:
        texts = [
            fold(value)
            for name, value in fields.items()
            if name not in self._identifier.columns
        ]
        urls = sorted({self._identifier.link(url) for url in links.values()})
        said = "\n".join([" ".join(_WORD.findall(" ".join(texts))), *urls])
        data = said.encode("utf-8", "surrogatepass")
        # Eight bytes as a number: there may be very many.
        return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
