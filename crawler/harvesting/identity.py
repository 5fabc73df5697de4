"""Which records of a search are one, though each answer shows them in another light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crawler.harvest.identity import Identifier, digest
from crawler.harvest.identity_links import Sight, Sightings

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from crawler.harvest.records_item import Record

_CHANGES: Final = 4
"""Times that records are told apart anew at most: each time all of them are read."""


class Identities(Identifier):
    """Where what a record says changes with what was asked, link and name tell it.

    This is learned before the harvest, or on its way (*changed*): then the records
    so far have to be told apart anew.
    """

    def __init__(self, key: Sequence[str] = (), asked: Iterable[str] = ()) -> None:
        super().__init__(key, asked)
        self.by_link = False
        self.changed = False
        self._changes = 0
        self._fixed = False
        self._sightings = Sightings()

    def identity(self, record: Record) -> str:
        if self.by_link:
            link, name = self._head(record)
            if link:
                return digest((("link", link), ("name", name)))
        return super().identity(record)

    def compare(self, answers: Sequence[tuple[Sequence[Record], str, bool]]) -> None:
        """Learn from answers to different words: records, word, and if it is all."""
        if self._fixed:
            return
        for _ in range(2):  # what repeats the word in links is known after the first
            for records, word, _ in answers:
                self.learn_echo(records, [word])
        for records, word, whole in answers:
            self._watch(records, [word], (), whole=whole)
        if self._sightings.tells():
            self._take_hold()
        elif self._sightings.hints():
            for records, _, _ in answers:
                self.learn(records)

    def observe(
        self,
        records: Sequence[Record],
        echo: Sequence[str],
        setting: Hashable,
        *,
        whole: bool,
    ) -> None:
        """Learn on the way from an answer to *echo*; *setting* is what else was chosen.

        Sets ``changed`` when records are to be told apart in another way from now on.
        """
        if not echo or self.by_link or self._changes >= _CHANGES:
            return
        before = len(self.parameters)
        self.learn_echo(records, echo)
        if len(self.parameters) > before:
            self._changes += 1
            self.changed = True
            self._sightings = Sightings()
        self._watch(records, echo, setting, whole=whole)
        if self._sightings.tells():
            self._take_hold()
            self.changed = True

    def data(self) -> dict[str, Any]:
        """What was learned, for the run that goes on with this harvest."""
        return {
            "by_link": self.by_link,
            "columns": sorted(self.columns),
            "parameters": sorted(self.parameters),
            "echoed": sorted(self.echoed),
        }

    def restore(self, data: Mapping[str, Any] | None) -> None:
        """Go on with what an earlier run has learned, and told records apart by."""
        if data:
            self.by_link = bool(data.get("by_link"))
            self.columns = set(data.get("columns", ()))
            self.parameters = set(data.get("parameters", ()))
            self.echoed = set(data.get("echoed", ()))
            self._fixed = True

    def learn_again(self, first: Sequence[Record], again: Sequence[Record]) -> None:
        if not self._fixed:
            super().learn_again(first, again)

    def _take_hold(self) -> None:
        self.by_link = True
        self._changes += 1
        self._sightings.close()

    def _watch(
        self,
        records: Sequence[Record],
        echo: Sequence[str],
        setting: Hashable,
        *,
        whole: bool,
    ) -> None:
        sights = []
        for record in records:
            link, name = self._head(record)
            if link:
                head = digest((("link", link), ("name", name)))
                sights.append(Sight(head, super().identity(record), record.text()))
        self._sightings.add(sights, echo, setting, whole=whole)

    def _head(self, record: Record) -> tuple[str, str]:
        """The first link that has a text, without what was asked for; and the text."""
        for name, text in record.fields.items():
            if text and name in record.links:
                return self.link(record.links[name]), text
        return "", ""
