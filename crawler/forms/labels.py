"""What a reader is told about a control."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from crawler.forms.owners import Control

MAX_LABEL = 200
"""Characters of a label."""
_MAX_NODES = 500
_MAX_LABELS = 5_000
_MAX_DEPTH = 100
_LABELABLE = 'input:not([type="hidden" i]),button,select,textarea,meter,output,progress'
_NO_LABEL = frozenset({"script", "style", "select", "textarea", "button", "datalist"})


class Labels:
    """The labels of a document, looked up by control."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._by_id: dict[str, str] = {}
        self._wrapping: dict[int, str] = {}
        for label in tree.css("label")[:_MAX_LABELS]:
            text = _text(label)
            attributes = label.attributes
            if "for" in attributes:
                self._by_id.setdefault(attributes["for"] or "", text)
            elif (first := label.css_first(_LABELABLE)) is not None:
                self._wrapping.setdefault(first.mem_id, text)
        self._by_id.pop("", None)

    def of(self, control: Control) -> str:
        """Text of its label, else ``aria-label``, ``placeholder`` or ``title``."""
        return (
            self._by_id.get(control.get("id"))
            or self._wrapping.get(control.node.mem_id)
            or _short(control.get("aria-label"))
            or _short(control.get("placeholder"))
            or _short(control.get("title"))
        )

    def of_group(self, radio: Control) -> str:
        """Legend of the field set around a radio button, else its own label."""
        node = radio.node.parent
        for _ in range(_MAX_DEPTH):
            if node is None or node.tag == "form":
                break
            if node.tag == "fieldset" and (legend := first_legend(node)) is not None:
                return _text(legend) or self.of(radio)
            node = node.parent
        return self.of(radio)


def first_legend(fieldset: LexborNode) -> LexborNode | None:
    """The legend that names a field set: its first child of that kind."""
    return next((node for node in fieldset.iter() if node.tag == "legend"), None)


def _short(text: str) -> str:
    return " ".join(text[: 4 * MAX_LABEL].split())[:MAX_LABEL].rstrip()


def _text(label: LexborNode) -> str:
    """Text of *label* without that of the controls inside it."""
    pieces: list[str] = []
    path: list[LexborNode] = []
    node = label.first_child
    for _ in range(_MAX_NODES):
        if node is None:
            if not path:
                break
            node = path.pop().next
        elif node.is_text_node:
            pieces.append((node.text_content or "")[: 4 * MAX_LABEL])
            node = node.next
        elif node.tag in _NO_LABEL or node.first_child is None:
            pieces.append(" ")
            node = node.next
        else:
            path.append(node)
            node = node.first_child
    return _short("".join(pieces))
