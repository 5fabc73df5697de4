"""A record, and how the fields of a detail page join it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from crawler.harvest.identity import fold

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Record:
    """One record of an answer."""

    fields: Mapping[str, str]
    """Name -> text, white space collapsed; in the order shown."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Name -> absolute URL; of images too."""
    section: str = ""
    """Heading of the group that it stands in; not part of what it is."""
    identity: str = ""
    """32 hex digits: see :mod:`crawler.harvest.identity`."""

    def flat(self) -> dict[str, str]:
        """All in one: links as ``name.url``.

        >>> Record({"title": "T"}, {"title": "http://a.test/"}).flat()
        {'title': 'T', 'title.url': 'http://a.test/'}
        """
        found = dict(self.fields)
        for name, url in self.links.items():
            found.setdefault(f"{name}.url", url)
        if self.section:
            found.setdefault("section", self.section)
        return found

    def text(self) -> str:
        """What a reader reads of it."""
        return " ".join(self.fields.values())


def merge_details(record: Record, details: Record) -> Record:
    """*record* with what its detail page adds; its identity stays.

    A field that both have with different values is kept as shown in the list; the
    longer text of the detail page stands beside it as ``detail.NAME``, or takes its
    place when it continues a text that was cut off with an ellipsis.

    >>> a = Record({"title": "A long na…", "price": "12"}, identity="x")
    >>> b = Record({"Title": "A long name", "price": "13", "year": "1999"})
    >>> merge_details(a, b).fields == {
    ...     "title": "A long name", "price": "12", "detail.price": "13", "year": "1999"}
    True
    """
    fields = dict(record.fields)
    names = {name.casefold(): name for name in fields}
    for name, value in details.fields.items():
        own = names.get(name.casefold())
        if own is None:
            fields[name] = value
        elif fold(fields[own]) != fold(value):
            start = fields[own].rstrip(" .…[]")
            cut = start != fields[own] and fields[own].rstrip().endswith(("…", "..."))
            if cut and value.startswith(start):
                fields[own] = value
            else:
                fields[f"detail.{own}"] = value
    links = {**details.links, **record.links}
    return replace(record, fields=fields, links=links)
