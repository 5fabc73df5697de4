"""What a reader is told about a control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.forms import nearby

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from crawler.forms.controls import Control

MAX_LABEL = 200
"""Characters of a label."""
_MAX_NODES = 500
_MAX_LABELS = 5_000
_MAX_DEPTH = 100
_MAX_NEARBY = 500
_LABELABLE = 'input:not([type="hidden" i]),button,select,textarea,meter,output,progress'
_NO_LABEL = frozenset({"script", "style", "select", "textarea", "button", "datalist"})


class Labels:
    """The labels of a document, looked up by control."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._tree = tree
        self._by_id: dict[str, str] = {}
        self._wrapping: dict[int, str] = {}
        self._elements: dict[str, LexborNode] | None = None
        self._left = _MAX_NEARBY
        self._legends = tree.css_first("legend") is not None
        for label in tree.css("label")[:_MAX_LABELS]:
            text = _text(label)
            attributes = label.attributes
            if "for" in attributes:
                self._by_id.setdefault(attributes["for"] or "", text)
            elif (first := label.css_first(_LABELABLE)) is not None:
                self._wrapping.setdefault(first.mem_id, text)
        self._by_id.pop("", None)

    def of(self, control: Control, *, follows: bool = False) -> str:
        """Its label element, else ARIA's, the text beside it, placeholder or title.

        The text beside a check box or radio button *follows* it.
        """
        if control.get("type").lower() == "hidden":
            return ""
        return (
            self.own(control)
            or self._beside(control.node, follows=follows)
            or _short(control.get("placeholder"))
            or _short(control.get("title"))
        )

    def own(self, control: Control) -> str:
        """What the markup itself says to be its label."""
        return (
            self._by_id.get(control.get("id"))
            or self._wrapping.get(control.node.mem_id)
            or self._named(control.get("aria-labelledby"))
            or _short(control.get("aria-label"))
        )

    def of_group(self, radio: Control, legend: str) -> str:
        """Of the radio buttons that begin with *radio*: what they all answer.

        The legend, the ``radiogroup`` of ARIA around them, or the text before.
        """
        if legend:
            return legend
        node = radio.node.parent
        for _ in range(_MAX_DEPTH):
            if node is None or node.tag in {"form", "body"}:
                break
            attributes = node.attributes
            if attributes.get("role") in {"radiogroup", "group"}:
                named = self._named(attributes.get("aria-labelledby") or "")
                if name := named or _short(attributes.get("aria-label") or ""):
                    return name
            node = node.parent
        wrapped = radio.node.mem_id in self._wrapping
        around = radio.node.parent if wrapped else radio.node
        before = self._beside(around or radio.node, follows=False)
        return "" if before in {self._by_id.get(radio.get("id")), None} else before

    def legend(self, control: Control) -> str:
        """Of the nearest field set around a control that has one."""
        node = control.node.parent if self._legends else None
        for _ in range(_MAX_DEPTH):
            if node is None or node.tag in {"form", "body"}:
                break
            if node.tag == "fieldset" and (legend := first_legend(node)) is not None:
                return _text(legend)
            node = node.parent
        return ""

    def _beside(self, node: LexborNode, *, follows: bool) -> str:
        if self._left == 0:
            return ""
        self._left -= 1
        if follows:
            return nearby.after(node) or nearby.before(node)
        return nearby.before(node)

    def _named(self, ids: str) -> str:
        """Text of the elements that ``aria-labelledby`` names."""
        if not ids:
            return ""
        if self._elements is None:
            self._elements = {}
            for node in self._tree.css("[id]"):
                self._elements.setdefault(node.id or "", node)
        found = (self._elements.get(name) for name in ids.split()[:10])
        return _short(" ".join(_text(node) for node in found if node is not None))


def first_legend(fieldset: LexborNode) -> LexborNode | None:
    """The legend that names a field set: its first child of that kind."""
    return next((node for node in fieldset.iter() if node.tag == "legend"), None)


def button_label(control: Control) -> str:
    """What stands on a button."""
    if control.tag == "button":
        text = _short(control.node.text()[: 4 * MAX_LABEL])
        if not text and (image := control.node.css_first("img[alt]")) is not None:
            text = _short(image.attributes.get("alt") or "")
    else:
        text = _short(control.get("value") or control.get("alt"))
    return text or _short(control.get("aria-label")) or _short(control.get("title"))


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
