"""The lines of a page, as blocks and line breaks divide it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.harvest.records_tree import BREAKING, TEXT

if TYPE_CHECKING:
    from collections.abc import Collection

    from crawler.harvest.records_tree import Element, Tree

MAX_LINES: Final = 5_000
_MAX_LINE: Final = 400


def lines_of(
    tree: Tree, without: Collection[int] = (), *, fresh: bool = False
) -> list[str]:
    """Texts of the lines, in document order.

    *without* are places of elements that are left out with all in them; *fresh*: only
    lines with something that reference pages lack.
    """
    return [line for line, _ in placed_lines(tree, without, fresh=fresh)]


def placed_lines(
    tree: Tree, without: Collection[int] = (), *, fresh: bool = False
) -> list[tuple[str, int]]:
    """The same, with the place in the tree of the first text of each."""
    found: list[tuple[str, int]] = []
    pieces: list[str] = []
    new = start = 0
    stack: list[Element | None] = [tree.root]
    while stack and len(found) < MAX_LINES:
        element = stack.pop()
        if element is None or element.tag in BREAKING or element.place in without:
            line = " ".join("".join(pieces).split())
            if line and (new or not fresh):
                found.append((line[:_MAX_LINE], start))
            pieces, new, start = [], 0, 0
            if element is None or element.place in without:
                continue
            stack.append(None)
        elif element.spaced:
            pieces.append(" ")
        if element.tag == TEXT:
            pieces.append(element.text)
            start = start or element.place
            new += element.fresh
        stack.extend(reversed(element.children))
    return found
