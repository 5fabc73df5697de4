"""What the user gives for a form: values of its boxes, fields that tell a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.harvesting.entries import names_of
from crawler.harvesting.space import strange, suggested

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from crawler.harvest import Knowledge, Space
    from crawler.harvesting.entries import Entry


def learn_given(
    table: Knowledge, entry: Entry, space: Space, given: Knowledge | None
) -> Iterator[str]:
    """Put the user's values under the labels of the boxes; yields what fits none."""
    if given is None:
        return
    for box in space.boxes:
        for value, weight in suggested(box, given):
            table.learn(box.label or box.name, (value,), weight)
    if labels := strange(entry.form, given):
        told = " or ".join(map(repr, labels[:5]))
        yield (
            f"{entry.name}: fill: no text box is called {told}; there is"
            f" {names_of(entry.form)}"
        )


def unknown_key(key: Sequence[str], fields: Collection[str]) -> Iterator[str]:
    """What to tell when fields of the key are none of those of the records.

    >>> print(*unknown_key(("sku",), {"name", "price"}))
    key=sku: no record has sku, so all that it says counts; there is name, price
    >>> list(unknown_key(("sku",), {"sku", "price"})), list(unknown_key(("sku",), ()))
    ([], [])
    """
    unknown = [name for name in key if name not in fields]
    if unknown and fields:
        yield (
            f"key={','.join(key)}: no record has {', '.join(unknown)}, so all that it"
            f" says counts; there is {', '.join(sorted(fields)[:10])}"
        )
