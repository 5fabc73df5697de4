"""Tables of data: which rows and columns name what the others hold.

A table says it with ``thead``, ``th`` and ``scope``; one that does not is looked at: a
first row (column) of names differs from what stands below (beside) it in type.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crawler.harvest.naming import kind_of_value, label_like
from crawler.harvest.records_tree import BREAKING, text_of

if TYPE_CHECKING:
    from crawler.harvest.records_grid import Grid, Row
    from crawler.harvest.records_tree import Element

_MAX_HEADERS: Final = 5
_SAMPLE: Final = 30
_LONG: Final = 60
_SORTING: Final = "▲▼△▽↑↓↕⇅⇵▴▾⌃⌄"
"""Marks of the column that rows are sorted by."""


@dataclass(slots=True, eq=False)
class DataTable:
    """A table of data: names of columns, and rows of cells."""

    table: Element
    names: list[str]
    """Of each column; empty where nothing names it."""
    rows: list[list[Element | None]]
    sections: list[str]
    """Heading of the group of each row."""
    sources: list[Element]
    """The ``tr`` of each row; of a transposed table, the cell that leads it."""
    keys: bool = False
    """One record, whose fields are the rows: name and value."""


def data_table(grid: Grid) -> DataTable | None:
    """The table as records, or None when it only places things on the page."""
    if grid.nested or grid.width < 2 or not grid.rows or _layout(grid):
        return None
    head, body = _split_head(grid)
    if not body:
        return None
    if not head and _is_sideways(body, grid.width):
        return _transposed(grid, body)
    names = _column_names(head, grid.width)
    made = DataTable(grid.table, names, [], [], [])
    section = ""
    for row in body:
        cells = row.cells()
        if len(cells) == 1 and grid.width > 1 and None not in row.slots[:2]:
            # One cell across all columns: a heading of those below, or a remark.
            section = text_of(cells[0])
            continue
        if head and row.texts() == head[-1].texts():
            continue
        made.rows.append(list(row.slots))
        made.sections.append(section)
        made.sources.append(row.element)
    if not made.rows or (not head and _headed(made)):
        return None
    return made if _regular(made, bool(head)) else None


def _headed(table: DataTable) -> bool:
    """Whether each row has a heading of its own: the two are one record."""
    sections = {section for section in table.sections if section}
    return len(sections) > 0.6 * len(table.rows)


def _layout(grid: Grid) -> bool:
    if grid.table.attributes.get("role") in {"presentation", "none"}:
        return True
    # Cells with blocks of their own, one or two in a row, are places on a page.
    cells = [cell for row in grid.rows[:_SAMPLE] for cell in row.cells()]
    blocks = sum(
        any(c.tag in BREAKING and c.tag not in {"br", "button"} for c in cell.children)
        for cell in cells
    )
    return blocks > len(cells) / 2 and grid.width <= 3 and not _has_header(grid)


def _has_header(grid: Grid) -> bool:
    return any(row.group == "thead" for row in grid.rows) or any(
        cell.tag == "th" for row in grid.rows[:2] for cell in row.cells()
    )


def _split_head(grid: Grid) -> tuple[list[Row], list[Row]]:
    """Header rows and the rows of the body; footers are neither."""
    rows = [row for row in grid.rows if row.group != "tfoot"]
    rows = [row for row in rows if any(cell.size for cell in row.cells())]
    head = [row for row in rows if row.group == "thead"]
    body = [row for row in rows if row.group != "thead"]
    if not head:
        while body and len(head) < _MAX_HEADERS and _all_headers(body[0]):
            if head and len(body[0].cells()) == 1:
                break  # a heading of the rows below
            head.append(body.pop(0))
    if not head and len(body) > 1 and _looks_like_header(body):
        head.append(body.pop(0))
    return head, body


def _all_headers(row: Row) -> bool:
    cells = [cell for cell in row.cells() if cell.size]
    if not cells:
        return False
    return (
        all(cell.tag == "th" for cell in cells)
        and (len(row.cells()) > 1 or any(cell.tag == "th" for cell in cells))
        and cells[0].attributes.get("scope") != "row"
    )


def _looks_like_header(body: list[Row]) -> bool:
    """Whether a first row of ``td`` names the columns."""
    first, rest = body[0], body[1:_SAMPLE]
    cells, texts = first.cells(), first.texts()
    if len(cells) < 2 or any(cell.tag == "th" for cell in cells):
        return False
    said = [text for text in texts if text]
    if len(cells) != len(first.slots) or not all(map(label_like, said)):
        return False
    if len(said) < max(2, len(texts) - 1):
        return False
    if len(set(texts)) != len(texts):
        return False
    if all(_emphasised(cell) for cell in cells):
        return not all(_emphasised(cell) for row in rest[:3] for cell in row.cells())
    words = " ".join(
        [first.element.attributes.get("class", "")]
        + [cell.attributes.get("class", "") for cell in cells]
    ).lower()
    if "head" in words or "label" in words:
        return True
    differ = sum(
        _column_kind(rest, column) not in {"word", "text", ""}
        for column in range(len(first.slots))
    )
    linked = any(cell.tag == "a" for row in rest for cell in row.element.below())
    own = any(cell.tag == "a" for cell in first.element.below())
    return differ >= 1 or (linked and not own)


def _emphasised(cell: Element) -> bool:
    """All of its text is bold."""
    parts = [child for child in cell.children if child.size]
    return bool(parts) and all(part.tag in {"b", "strong"} for part in parts)


def _column_kind(rows: list[Row], column: int) -> str:
    """The kind of value that most rows have in a column."""
    kinds = Counter(
        kind_of_value(text)
        for row in rows
        if column < len(row.slots) and (text := row.texts()[column])
    )
    if not kinds:
        return ""
    kind, times = kinds.most_common(1)[0]
    return kind if times >= 0.8 * kinds.total() else "text"


def _column_names(head: list[Row], width: int) -> list[str]:
    """Texts of the header cells above a column, top to bottom, each once."""
    names = []
    # A cell across all columns is a caption, not a name.
    head = [row for row in head if len(row.cells()) > 1 or width == 1]
    for column in range(width):
        parts: list[str] = []
        last: Element | None = None
        for row in head:
            cell = row.slots[column]
            text = text_of(cell, 200) if cell is not None and cell is not last else ""
            if text and parts[-1:] != [text]:
                parts.append(text)
            last = cell
        names.append(" ".join(parts).strip(" :" + _SORTING))
    return names


def _is_sideways(body: list[Row], width: int) -> bool:
    """Whether the first column names the rows, and records are columns."""
    rows = [row for row in body if len(row.cells()) > 1]
    if len(rows) < 2 or len(rows) > 200:
        return False
    firsts = [row.slots[0] for row in rows]
    if all(cell is not None and cell.tag == "th" for cell in firsts):
        others = [cell for row in rows for cell in row.cells()[1:]]
        return all(cell.tag == "td" for cell in others)
    texts = [text_of(cell) if cell is not None else "" for cell in firsts]
    if not all(label_like(text) for text in texts) or len(set(texts)) != len(texts):
        return False
    if width == 2:
        colons = sum(text.endswith(":") for text in texts)
        bold = all(cell is not None and _emphasised(cell) for cell in firsts)
        return bold or colons > len(texts) / 2
    # Rows of one kind whose columns are not: the kinds go down, not across.
    return _steadiness(rows, across=True) > _steadiness(rows, across=False) + 0.2


def _steadiness(rows: list[Row], *, across: bool) -> float:
    """Share of rows (or columns) beyond the first with values of one kind."""
    table = [[kind_of_value(text) for text in row.texts()[1:]] for row in rows]
    lines = table if across else [list(column) for column in zip(*table, strict=False)]
    lines = [[kind for kind in line if kind] for line in lines]
    lines = [line for line in lines if len(line) > 1]
    same = sum(len(set(line)) == 1 for line in lines)
    return same / len(lines) if lines else 0.0


def _transposed(grid: Grid, body: list[Row]) -> DataTable:
    rows = [row for row in body if len(row.cells()) > 1]
    names = [text_of(row.slots[0]) if row.slots[0] else "" for row in rows]
    names = [name.strip(" :") for name in names]
    made = DataTable(grid.table, names, [], [], [], keys=grid.width == 2)
    for column in range(1, grid.width):
        cells = [row.slots[column] for row in rows]
        if any(cell is not None and cell.size for cell in cells):
            made.rows.append(cells)
            made.sections.append("")
            made.sources.append(next(cell for cell in cells if cell is not None))
    return made


def _regular(table: DataTable, named: bool) -> bool:
    """Whether the rows are filled alike, as rows of data are."""
    if named:
        return True
    widths = Counter(
        sum(cell is not None for cell in dict.fromkeys(row)) for row in table.rows
    )
    most = widths.most_common(1)[0]
    long = sum(
        cell.size > 4 * _LONG for row in table.rows[:_SAMPLE] for cell in row if cell
    )
    return (
        most[0] > 1
        and most[1] >= 0.8 * len(table.rows)
        and not (long > len(table.rows[:_SAMPLE]) and len(table.names) < 3)
    )
