"""Expressions of JavaScript, as far as what they make can be told without running them.

Parsed by tree-sitter, which reads on over what it does not understand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import tree_sitter_javascript
from tree_sitter import Language, Parser

if TYPE_CHECKING:
    from tree_sitter import Node

_MAX_DEPTH: Final = 60
_MAX_PIECES: Final = 40
MAX_NAMES: Final = 100
HOLE: Final = "\0"
"""What is not known."""
_PARTED: Final = frozenset(
    {"parenthesized_expression", "string", "template_string", "template_substitution"}
)


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(Language(tree_sitter_javascript.language()))


def arguments_of(text: str) -> list[Node]:
    """What stands in the brackets that *text* begins with, closed or not."""
    tree = _parser().parse(f"f{text})".encode("utf-8", "replace"))
    node: Node | None = tree.root_node
    for _ in range(_MAX_DEPTH):
        if node is None or node.type == "arguments":
            break
        first = node.child_by_field_name("arguments")
        node = first or next(iter(node.children), None)
        if node is not None and node.type == "identifier":
            node = node.next_sibling
    if node is None:
        return []
    return [one for one in node.named_children if one.type != "comment"][:4]


@dataclass(frozen=True)
class Reading:
    """Reads expressions of a script whose constants are *known*."""

    known: dict[str, str]

    def text(self, node: Node) -> str:
        """The text that an expression makes, with a hole for all that is not known."""
        pieces: list[str] = []
        pending = [node]
        while pending and len(pieces) < _MAX_PIECES:
            one = pending.pop()
            if one.type == "binary_expression":
                sides = map(one.child_by_field_name, ("right", "left"))
                adds = _text(one.child_by_field_name("operator")) == "+"
                if adds:
                    pending += [side for side in sides if side is not None]
                else:
                    pieces.append(HOLE)
            elif one.type in _PARTED:
                pending += reversed(one.named_children)
            else:
                pieces.append(self._piece(one))
        return "".join(pieces)

    def _piece(self, node: Node) -> str:
        """The text of what has no parts."""
        match node.type:
            case "string_fragment" | "number":
                return _text(node)
            case "escape_sequence":
                return _unescaped(_text(node))
            case "identifier":
                return self.known.get(_text(node), HOLE)
            case "member_expression":
                last = _text(node.child_by_field_name("property"))
                return self.known.get(last, HOLE)
        return HOLE


def _text(node: Node | None) -> str:
    return node.text.decode("utf-8", "replace") if node and node.text else ""


def _unescaped(escape: str) -> str:
    r"""
    >>> _unescaped("\\/"), _unescaped("\\u0026"), _unescaped("\\x2f"), _unescaped("\\n")
    ('/', '&', '/', ' ')
    """
    if escape[1:2] in {"u", "x"}:
        digits = escape[2:].strip("{}")
        try:
            return chr(int(digits, 16))
        except (ValueError, OverflowError):
            return HOLE
    return escape[1:] if escape[1:] not in {"n", "r", "t", "b", "f", "v", "0"} else " "


def pairs_of(node: Node) -> dict[str, Node]:
    """Keys of an object -> their values."""
    found: dict[str, Node] = {}
    for child in node.named_children[:MAX_NAMES]:
        key, value = child, child
        if child.type == "pair":
            key = child.child_by_field_name("key") or child
            value = child.child_by_field_name("value") or child
        elif child.type != "shorthand_property_identifier":
            continue
        found.setdefault(_text(key).strip("\"'"), value)
    return {key: value for key, value in found.items() if key.isprintable()}


def names_of(node: Node) -> list[str]:
    """Names in a body: an object, also within JSON.stringify or URLSearchParams."""
    for _ in range(4):
        if node.type == "object":
            return list(pairs_of(node))
        inner = node.child_by_field_name("arguments")
        if inner is None or not inner.named_children:
            break
        node = inner.named_children[0]
    return []
