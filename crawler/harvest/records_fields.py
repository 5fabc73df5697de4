"""Fields and links of records, from their pieces or the cells of a table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from crawler.harvest.naming import class_name, common_words, unique
from crawler.harvest.records_columns import Column, columns_of
from crawler.harvest.records_item import Record
from crawler.harvest.records_leaves import leaves_of
from crawler.harvest.records_tree import HEADINGS, TEXT, text_of
from crawler.urls import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest.records_leaves import Leaf
    from crawler.harvest.records_table import DataTable
    from crawler.harvest.records_tree import Element

MAX_VALUE: Final = 4_000
_MAX_LINKS: Final = 20


class Page:
    """What a record needs to know of its page."""

    def __init__(self, base: str, encoding: str, echo: frozenset[str]) -> None:
        self._base, self._encoding = base, encoding
        self.echo = echo

    def url(self, element: Element | None) -> str:
        """Where an anchor or image leads; empty when that is no http(s) URL."""
        if element is None:
            return ""
        attributes = element.attributes
        href = attributes.get("href") or attributes.get("src") or ""
        href = href or attributes.get("data-src", "")
        href = href.strip()
        if not href or href.startswith("#"):
            return ""
        return resolve(href, self._base, self._encoding) or ""


def records_of_runs(
    runs: Sequence[list[Element]], page: Page, sections: Sequence[str] = ()
) -> list[Record]:
    """Records of runs of siblings, their fields aligned and named."""
    records = [leaves_of(run) for run in runs]
    every = columns_of(records, page.echo)
    actions = [column for column in every if _is_action(column, len(records))]
    columns = [column for column in every if column not in actions]
    names = _names(columns, runs)
    fields: list[dict[str, str]] = [{} for _ in records]
    links: list[dict[str, str]] = [{} for _ in records]
    for name, column in zip(names, columns, strict=True):
        for number, leaves in column.leaves.items():
            text = ", ".join(leaf.text for leaf in leaves if leaf.text)[:MAX_VALUE]
            if text:
                fields[number][name] = text
            _add_links(links[number], name, leaves, page)
    for column in actions:
        for number, leaves in column.leaves.items():
            _add_links(links[number], leaves[0].text.casefold()[:40], leaves, page)
    sections = sections or [""] * len(runs)
    return [
        Record(f, link, section)
        for f, link, section in zip(fields, links, sections, strict=True)
    ]


def _add_links(
    links: dict[str, str], name: str, leaves: list[Leaf], page: Page
) -> None:
    taken = set(links.values())
    for leaf in leaves:
        url = page.url(leaf.link)
        if not url or url in taken or len(links) >= _MAX_LINKS:
            continue
        taken.add(url)
        place, free = 1, name
        while free in links:
            place += 1
            free = f"{name} {place}"
        links[free] = url


def _is_action(column: Column, number: int) -> bool:
    """What one can do with every record: the same words on an anchor or a button."""
    if column.key[0] == "label" or len(column.leaves) < 2 or number < 2:
        return False
    leaf = column.first
    button = leaf.source.tag == "button"
    if not (button or leaf.link is not None) or leaf.source.tag == "img":
        return False
    if not column.constant or not leaf.text:
        return False
    return button or len({_where(leaves) for leaves in column.leaves.values()}) > 1


def _where(leaves: list[Leaf]) -> str:
    return leaves[0].link.attributes.get("href", "") if leaves[0].link else ""


def _names(columns: list[Column], runs: Sequence[list[Element]]) -> list[str]:
    sources = [e for run in runs[:10] for part in run for e in part.below() if e.tag]
    common = common_words(sources[:2_000])
    names: list[str] = []
    titled = False
    texts = 0
    for column in columns:
        texts += column.first.source.tag != "img"
        name = _name(column, common)
        if not name and not titled and _could_be_title(column, texts):
            name, titled = "title", True
        titled = titled or name == "title"
        names.append(name or f"column {texts}")
    return unique(names)


def _name(column: Column, common: frozenset[str]) -> str:
    """What most of a column's pieces are called; empty when nothing says it."""
    times: Counter[str] = Counter()
    sample = [leaves[0] for leaves in column.leaves.values()][:30]
    listed = any(len(leaves) > 1 for leaves in column.leaves.values())
    for leaf in sample:
        if leaf.label or leaf.prop:
            times[leaf.label or leaf.prop] += 1
        elif leaf.source.tag == "img":
            times["image"] += 1
        elif name := _markup_name(leaf, common, listed=listed):
            times[name] += 1
    return times.most_common(1)[0][0] if times else ""


def _markup_name(leaf: Leaf, common: frozenset[str], *, listed: bool) -> str:
    """What classes and elements around say; *listed*: one of several alike."""
    element: Element | None = leaf.source
    # The record itself, whose class names all of it, is the first of the path.
    for depth in range(len(leaf.path) - (not leaf.part)):
        if element is None:
            break
        if name := class_name(element, common):
            return name
        # An element around several pieces names none of them, but all of a list.
        above = element.parent
        if above is None or depth > 2 or (_texts(above) > 1 and not listed):
            break
        element = above
    if leaf.title:
        return "title"
    if leaf.source.tag == "time":
        return "date"
    return "description" if leaf.path[0] == "dd" else ""


def _texts(element: Element) -> int:
    return sum(1 for child in element.children if child.tag == TEXT or child.size)


def _could_be_title(column: Column, place: int) -> bool:
    leaf = column.first
    if leaf.path[0] == "dt" or leaf.title:
        return True
    return place == 1 and leaf.link is not None and leaf.source.tag != "img"


def records_of_table(table: DataTable, page: Page) -> list[Record]:
    """Records of a table of data, one for each row."""
    width = len(table.names)
    cells = table.rows
    named = sum(map(bool, table.names)) > 1
    actions = {
        column
        for column in range(width)
        if _action_column(
            [row[column] for row in cells],
            least=1 if named and not table.names[column] else 2,
        )
    }
    names = unique(
        table.names[column] or _cell_name([row[column] for row in cells], column)
        for column in range(width)
    )
    records = []
    for row, section in zip(cells, table.sections, strict=True):
        fields: dict[str, str] = {}
        links: dict[str, str] = {}
        for column, cell in enumerate(row[:width]):
            if cell is None:
                continue
            text = text_of(cell)
            if text and column not in actions:
                fields[names[column]] = text
            _cell_links(links, names[column], cell, page, action=column in actions)
        records.append(Record(fields, links, section))
    return records


def _cell_links(
    links: dict[str, str], name: str, cell: Element, page: Page, *, action: bool
) -> None:
    for element in cell.find("a", "img"):
        url = page.url(element)
        if not url or url in links.values() or len(links) >= _MAX_LINKS:
            continue
        own = "image" if element.tag == "img" else name
        if action and element.tag == "a":
            own = text_of(element, 40).casefold() or name
        links[unique([*links, own])[-1]] = url


def _action_column(cells: Sequence[Element | None], least: int) -> bool:
    """Whether each row has the same words there, on an anchor or a button."""
    filled = [cell for cell in cells if cell is not None and cell.size]
    if len(filled) < least or len({text_of(cell) for cell in filled[:200]}) > 1:
        return False
    for cell in filled[:20]:
        inner = sum(e.size for e in cell.find("a", "button") if e.tag != TEXT)
        if inner < cell.size:
            return False
    hrefs = [e.attributes.get("href", "") for c in filled[:200] for e in c.find("a")]
    return not hrefs or len(set(hrefs)) >= least


def _cell_name(cells: Sequence[Element | None], column: int) -> str:
    """The name of a column without a header: by the markup of its cells, or place."""
    times: Counter[str] = Counter()
    for cell in [cell for cell in cells if cell is not None][:30]:
        name = ""
        for attribute in ("data-label", "data-title", "data-th", "itemprop", "headers"):
            name = name or cell.attributes.get(attribute, "").strip()
        inner = [child for child in cell.children if child.tag]
        name = name or class_name(cell) or (class_name(inner[0]) if inner else "")
        if not name and any(child.tag in HEADINGS for child in inner):
            name = "title"
        times[name] += 1
    best = times.most_common(1)[0][0] if times else ""
    return best or f"column {column + 1}"
