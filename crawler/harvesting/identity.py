"""Which records of a search are one, though each answer shows them in another light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.harvest.identity import Identifier, digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest.records_item import Record

_LEAST: Final = 3
_SHARE: Final = 0.3


class Identities(Identifier):
    """Snippets, scores and highlighted words change with what was asked: where records
    with one link say different things from answer to answer, the link tells them.
    """

    by_link = False

    def identity(self, record: Record) -> str:
        if self.by_link and record.links:
            return digest([("@", self.own_link(record))])
        return super().identity(record)

    def own_link(self, record: Record) -> str:
        """The first link, without what was asked for."""
        return self.link(next(iter(record.links.values()))) if record.links else ""

    def compare(self, answers: Sequence[tuple[Sequence[Record], str]]) -> None:
        """Learn from answers to different words, each with its word."""
        for _ in range(2):  # what repeats the word in links is known after the first
            for records, word in answers:
                self.learn(records, [word])
        same = other = 0
        known: dict[str, str] = {}
        for records, _ in answers:
            links = [self.own_link(record) for record in records]
            for record, link in zip(records, links, strict=True):
                if not link or links.count(link) > 1:
                    continue
                said = super().identity(record)
                first = known.setdefault(link, said)
                if first is not said:
                    same += first == said
                    other += first != said
        if other >= _LEAST and other >= _SHARE * (same + other):
            self.by_link = True
