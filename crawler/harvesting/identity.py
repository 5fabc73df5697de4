"""Which records of a search are one, though each answer shows them in another light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.harvest.identity import Identifier, digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest.records_item import Record

_LEAST: Final = 3
_APART: Final = 0.02


class Identities(Identifier):
    """Snippets, scores and highlighted words change with what was asked: where one link
    under one name comes with other words from answer to answer, link and name tell the
    record.
    """

    by_link = False

    def identity(self, record: Record) -> str:
        if self.by_link and record.links:
            return digest(self._head(record))
        return super().identity(record)

    def compare(self, answers: Sequence[tuple[Sequence[Record], str]]) -> None:
        """Learn from answers to different words, each with its word.

        Only where the first thing that a record says is its link: a link further on may
        be that of its author or its shop.
        """
        if not all(_leads(record) for records, _ in answers for record in records):
            return
        for _ in range(2):  # what repeats the word in links is known after the first
            for records, word in answers:
                self.learn(records, [word])
        known: dict[str, tuple[str, str]] = {}
        same = other = apart = 0
        for records, _ in answers:
            links = set()
            for record in records:
                (link, _), (_, name) = self._head(record)
                if not link:
                    continue
                said = super().identity(record)
                first = known.setdefault(link, (name, said))
                # Twice in one answer, or under two names: no link of the record's own.
                apart += link in links or first[0] != name
                same += first == (name, said)
                other += first[0] == name and first[1] != said
                links.add(link)
        if other >= _LEAST and apart <= _APART * (same + other):
            self.by_link = True

    def _head(self, record: Record) -> tuple[tuple[str, str], tuple[str, str]]:
        """The first link, without what was asked for, and the text that it is on."""
        if not record.links:
            return ("", ""), ("", "")
        name, url = next(iter(record.links.items()))
        link = self.link(url)
        return (link, link), ("name", record.fields.get(name, ""))


def _leads(record: Record) -> bool:
    """Whether its first field is a link."""
    return bool(record.links) and next(iter(record.links)) == next(
        iter(record.fields), ""
    )
