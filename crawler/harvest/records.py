"""The records that an answer shows, whatever it is: HTML, JSON or XML.

The method is described in ``docs/methods/records.md``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crawler.harvest.contrast import Contrast
from crawler.harvest.identity import Identifier
from crawler.harvest.paging_claims import best_claim
from crawler.harvest.records_choice import Choice, Chooser
from crawler.harvest.records_fields import Page, records_of_runs, records_of_table
from crawler.harvest.records_found import Found
from crawler.harvest.records_json import json_answer
from crawler.harvest.records_lines import lines_of, placed_lines
from crawler.harvest.records_tree import tree_of
from crawler.harvest.records_xml import xml_answer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.dom import Document
    from crawler.harvest.records_item import Record


class Extractor:
    """Finds the records of answers of one form, and remembers where they stand."""

    def __init__(
        self, contrast: Contrast | None = None, identifier: Identifier | None = None
    ) -> None:
        self.contrast = contrast if contrast is not None else Contrast()
        self.identifier = identifier if identifier is not None else Identifier()
        self._chooser = Chooser()

    def extract(self, document: Document, echo: Iterable[str] = ()) -> Found:
        """The records of one answer; *echo* is what was asked for.

        No document raises; time and memory are bounded.
        """
        asked = [text for text in echo if text]
        if document.kind == "json":
            found = json_answer(document)
        elif document.kind in {"xml", "sitemap"}:
            found = xml_answer(document)
        else:
            found = self._html(document, asked)
        found.records = tuple(
            replace(record, identity=self.identifier.identity(record))
            for record in found.records
            if record.fields or record.links
        )
        self._leave_constant(found)
        return found

    def _html(self, document: Document, asked: list[str]) -> Found:
        tree = tree_of(document)
        self.contrast.mark(tree, asked)
        every = placed_lines(tree, fresh=bool(self.contrast))
        choice = self._chooser.choose(tree, every, contrasted=bool(self.contrast))
        found = Found(tree=tree, notes=("cut",) if tree.cut else ())
        if choice is None:
            found.claim = best_claim((line for line, _ in every), 0)
            return found
        page = Page(
            document.base_url, document.encoding, frozenset(a.casefold() for a in asked)
        )
        found.records = tuple(_records(choice, page))
        found.how, found.promoted = choice.how, choice.promoted
        found.known, found.firm = choice.known, choice.firm
        found.places = frozenset(e.place for item in choice.items for e in item)
        found.claim = best_claim(lines_of(tree, found.places), len(found.records))
        if choice.cut:
            found.notes = ("cut",)
        return found

    def _leave_constant(self, found: Found) -> None:
        """Leave out what every answer shows, whatever was asked."""
        identities = [record.identity for record in found.records]
        constant = self.contrast.constant(identities)
        if constant:
            found.promoted += len(constant)
            found.records = tuple(
                r for r in found.records if r.identity not in constant
            )
        self.contrast.answered(identities)


def _records(choice: Choice, page: Page) -> list[Record]:
    found: list[Record] = []
    for table in choice.tables:
        found += records_of_table(table, page)
    if not choice.tables:
        found = records_of_runs(choice.items, page, choice.sections)
    return found
