"""The options of a select, and which of them are selected at first (HTML 4.10.7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from crawler.forms.controls import Control

MAX_OPTIONS = 5_000
"""Options of a field."""
_MAX_LABEL = 200
# What a list, an option of one, and one with markup cost whatever their text.
_LIST, _OPTION, _RICH = 4_096, 10, 16_384
_SPACES = re.compile(r"[\t\n\f\r ]+")


class Choice(NamedTuple):
    """The options of one field, in tree order."""

    values: tuple[str, ...]
    labels: tuple[str, ...]
    chosen: tuple[int, ...]
    barred: tuple[int, ...]

    @property
    def sent(self) -> list[str]:
        """The values that go out when nothing is changed."""
        return [self.values[at] for at in self.chosen if at not in self.barred]


def of_select(control: Control) -> Choice:
    """A drop-down without a selected option shows the first that is not disabled.

    A selected option that is disabled is shown, but not sent.
    """
    values, labels, selected, barred = [], [], [], []
    for at, node in enumerate(_nodes(control.node)):
        attributes = node.attributes
        text = collapsed(node.text())
        values.append((attributes["value"] or "") if "value" in attributes else text)
        labels.append((attributes.get("label") or text)[:_MAX_LABEL])
        if "selected" in attributes:
            selected.append(at)
        if _off(node):
            barred.append(at)
    if not control.has("multiple"):
        selected = selected[-1:]
        if not selected and (control.integer("size") or 1) == 1:
            off = set(barred)
            first = next((at for at in range(len(values)) if at not in off), None)
            selected = [] if first is None else [first]
    return Choice(tuple(values), tuple(labels), tuple(selected), tuple(barred))


def of_datalist(node: LexborNode, room: int) -> tuple[list[str], list[str], int]:
    """Suggested values, their labels, and what they leave of *room* (characters).

    Lists nest, so a document can have all its text in each of its options.
    """
    values, labels = [], []
    room -= _LIST
    for option in _nodes(node):
        if room <= 0:
            break
        attributes = option.attributes
        text, cost = _text(option)
        room -= len(text) + cost
        text = collapsed(text)
        value = (attributes["value"] or "") if "value" in attributes else text
        if value:
            values.append(value)
            labels.append((attributes.get("label") or text)[:_MAX_LABEL])
    return values, labels, room


def _text(option: LexborNode) -> tuple[str, int]:
    """The text of an option, and what else it cost to gather it."""
    child = option.first_child
    if child is None:
        return "", _OPTION
    if child.is_text_node and child.next is None:
        return child.text_content or "", _OPTION
    return option.text(), _RICH


def collapsed(text: str) -> str:
    """Strip and collapse ASCII white space; a no-break space stays.

    >>> collapsed(" a\\n\\t b\\xa0 ")
    'a b\\xa0'
    """
    return _SPACES.sub(" ", text).strip(" ")


def _nodes(node: LexborNode) -> list[LexborNode]:
    return node.css("option")[:MAX_OPTIONS]


def _off(option: LexborNode) -> bool:
    """Whether an option is disabled, by itself or by its group."""
    if "disabled" in option.attributes:
        return True
    group = option.parent
    return (
        group is not None
        and group.tag == "optgroup"
        and ("disabled" in group.attributes)
    )
