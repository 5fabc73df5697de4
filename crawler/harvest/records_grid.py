"""The cells of a table in their places: the table model of HTML 4.9.12."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crawler.harvest.records_tree import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.harvest.records_tree import Element

MAX_COLUMNS: Final = 300
MAX_CELLS: Final = 400_000
"""Slots of a grid; a cell may ask for 65,534 rows of 1,000 columns."""
_MAX_COLSPAN: Final = 1_000
_MAX_ROWSPAN: Final = 65_534


@dataclass(slots=True, eq=False)
class Row:
    """A row of slots; a spanning cell is in all of its slots."""

    element: Element
    group: str
    """``thead``, ``tbody`` or ``tfoot``."""
    slots: list[Element | None]

    def cells(self) -> list[Element]:
        """The distinct cells, left to right."""
        found: list[Element] = []
        for cell in self.slots:
            if cell is not None and (not found or found[-1] is not cell):
                found.append(cell)
        return found

    def texts(self) -> list[str]:
        """Text of each slot."""
        return [text_of(cell) if cell is not None else "" for cell in self.slots]


@dataclass(slots=True, eq=False)
class Grid:
    """The rows of a table, all of one width."""

    table: Element
    rows: list[Row]
    width: int
    nested: bool
    """There are tables in its cells."""
    cut: bool = False
    """A bound was reached."""


def grid_of(table: Element) -> Grid:
    """Form the table: rows in the order of the document, footers where they stand."""
    rows: list[Row] = []
    width, slots, cut, nested = 0, 0, False, False
    for group, elements in _row_groups(table):
        # Column -> cell, and the rows that it still covers (-1: to the end).
        downward: dict[int, tuple[Element, int]] = {}
        for element in elements:
            if slots > MAX_CELLS:
                cut = True
                break
            row, tables = _row(element, downward)
            nested = nested or tables
            slots += len(row)
            width = max(width, len(row))
            rows.append(Row(element, group, row))
    for each in rows:
        each.slots += [None] * (width - len(each.slots))
    return Grid(table, rows, width, nested, cut)


def _row_groups(table: Element) -> Iterator[tuple[str, list[Element]]]:
    loose: list[Element] = []
    for child in table.children:
        if child.tag == "tr":
            loose.append(child)
        elif child.tag in {"thead", "tbody", "tfoot"}:
            if loose:
                yield "tbody", loose
                loose = []
            yield child.tag, [row for row in child.children if row.tag == "tr"]
    if loose:
        yield "tbody", loose


def _row(
    element: Element, downward: dict[int, tuple[Element, int]]
) -> tuple[list[Element | None], bool]:
    """The slots of one row, and whether a cell holds a table."""
    slots: list[Element | None] = []
    begun: dict[int, tuple[Element, int]] = {}
    nested = False
    for cell in element.children:
        if cell.tag not in {"td", "th"}:
            continue
        while len(slots) in downward:
            slots.append(downward[len(slots)][0])
        nested = nested or any(True for _ in cell.find("table"))
        span = _number(cell, "colspan", 1, _MAX_COLSPAN) or 1
        down = _number(cell, "rowspan", 1, _MAX_ROWSPAN)
        for _ in range(span):
            if len(slots) >= MAX_COLUMNS:
                break
            if down != 1:
                begun[len(slots)] = cell, down - 1
            slots.append(cell)
    while len(slots) in downward:
        slots.append(downward[len(slots)][0])
    last = max(downward, default=-1)
    while len(slots) <= last:
        slots.append(downward[len(slots)][0] if len(slots) in downward else None)
    _go_down(downward, begun)
    return slots, nested


def _go_down(
    downward: dict[int, tuple[Element, int]], begun: dict[int, tuple[Element, int]]
) -> None:
    for column, (cell, left) in list(downward.items()):
        if left == 1:
            del downward[column]
        elif left > 1:
            downward[column] = cell, left - 1
    downward.update(begun)


def _number(cell: Element, name: str, default: int, most: int) -> int:
    text = cell.attributes.get(name, "").strip()[:9]
    return min(int(text), most) if text.isascii() and text.isdigit() else default
