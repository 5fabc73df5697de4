"""What a reader takes for the label of a control that has none: the text beside it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode

MAX_TEXT = 80
"""Characters; a longer text is prose, not a label."""
_STEPS = 40
_CELLS = 30
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "label",
        "mark",
        "nobr",
        "output",
        "picture",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "svg",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
_CONTROLS = frozenset({"input", "select", "textarea", "button"})
_BREAKS = frozenset({"br", "hr"})
_SILENT = frozenset({"script", "style", "template", "datalist", "noscript"})
_ANY_CONTROL = "input:not([type=hidden i]),select,textarea,button"
_NAMING = frozenset(["div", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "p", "td", "th"])


def before(node: LexborNode) -> str:
    """The text before a control on its line, or in the cell or block before it."""
    pieces: list[str] = []
    at: LexborNode | None = node
    for each in _back(node):
        at = each
        tag = each.tag or ""
        if each.is_text_node:
            pieces.append((each.text_content or "")[-2 * MAX_TEXT :])
        elif tag in _BREAKS or tag in _CONTROLS or tag not in _INLINE:
            break
        elif _anothers(each):
            return _label(reversed(pieces))
        else:
            pieces.append(_content(each))
    if text := _label(reversed(pieces)):
        return text
    return _naming(at) if at is not None else ""


def after(node: LexborNode) -> str:
    """The text after a control, up to the next control or the end of the line."""
    pieces: list[str] = []
    each = node.next
    for _ in range(_STEPS):
        if each is None:
            break
        tag = each.tag or ""
        if each.is_text_node:
            pieces.append((each.text_content or "")[: 2 * MAX_TEXT])
        elif tag in _SILENT or each.is_comment_node:
            pass
        elif tag not in _INLINE or _anothers(each):
            break
        else:
            pieces.append(_content(each))
        each = each.next
    return _label(pieces)


def line(node: LexborNode) -> tuple[int, int]:
    """The block that a control stands in and the line break before it, as numbers."""
    at = node
    for each in _back(node):
        at = each
        if (each.tag or "") in _BREAKS:
            return 0, each.mem_id
    block = at if at.tag not in _INLINE | _CONTROLS else at.parent
    return (block.mem_id if block is not None else 0), 0


def _back(node: LexborNode) -> Iterator[LexborNode]:
    """What stands before *node* in its block, nearest first; then the block."""
    at: LexborNode = node
    for _ in range(_STEPS):
        previous = at.prev
        while previous is not None and (
            previous.is_comment_node or (previous.tag or "") in _SILENT
        ):
            previous = previous.prev
        if previous is not None:
            at = previous
            yield at
            continue
        parent = at.parent
        if parent is None:
            return
        at = parent
        if at.tag not in _INLINE:
            yield at
            return


def _naming(block: LexborNode) -> str:
    """The text that names a block: of the cell, heading or term before it."""
    if block.tag in {"td", "th"}:
        return _header(block)
    if block.tag == "dd" or block.tag in _NAMING:
        # A block that holds text alone stands before the control, or before its own.
        if not _holds_control(block):
            return _label([_content(block)])
        other = block.prev
        while other is not None and other.is_text_node and not _said(other):
            other = other.prev
        if other is not None and other.tag in _NAMING and not _holds_control(other):
            return _label([_content(other)])
    return ""


def _header(cell: LexborNode) -> str:
    """The cell before, else the header cell above (HTML 4.9.12.2, in the small)."""
    column, other = 0, cell.prev
    nearest = ""
    for _ in range(_CELLS):
        if other is None:
            break
        if other.tag in {"td", "th"}:
            if column == 0 and not _holds_control(other):
                nearest = _label([_content(other)])
            column += 1
        other = other.prev
    row = cell.parent
    group = row.parent if row is not None else None
    if nearest or group is None:
        return nearest
    table = group if group.tag == "table" else group.parent
    first = table.css_first("tr") if table is not None else None
    if first is None or row is None or first.mem_id == row.mem_id:
        return ""
    cells = [one for one in islice(first.iter(), _CELLS) if one.tag in {"td", "th"}]
    if column < len(cells) and cells[column].tag == "th":
        return _label([_content(cells[column])])
    return ""


def _holds_control(node: LexborNode) -> bool:
    if node.is_text_node:
        return False
    return node.tag in _CONTROLS or node.css_first(_ANY_CONTROL) is not None


def _anothers(node: LexborNode) -> bool:
    """Whether an inline element is, or speaks of, another control."""
    if node.tag == "label" and node.attributes.get("for"):
        return True
    return _holds_control(node)


def _content(node: LexborNode) -> str:
    return node.text(deep=True)[: 2 * MAX_TEXT]


def _said(node: LexborNode) -> bool:
    return bool((node.text_content or "").strip())


def _label(pieces: Iterator[str] | list[str] | reversed[str]) -> str:
    text = " ".join("".join(pieces).split()).strip(" :*•|>»")
    return text if len(text) <= MAX_TEXT else ""
