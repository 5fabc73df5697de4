"""The skeleton of a document: its tree without text, values and addresses.

A survey keeps it so that structure can be measured again, by other options or a
later definition, without fetching the page. Measured on Debian's documentation it
takes 330 bytes (rust) to 1,240 bytes a page (python, 3,100 nodes), where the
positional vector of the published measure takes 2,300 to 13,000.

Format: a byte of flags, then zlib of one line a node in document order. A line is
as many tabs as levels are left since the node before (none: a child of it), then
``#`` for text that is not blank, or the tag and, after a space, the first class.
None of these can contain white space.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable

    from selectolax.lexbor import LexborNode

MAX_NODES: Final = 100_000
_MAX_CLASS: Final = 64
_MAX_RAW: Final = 64 << 20  # a survey may come from a stranger
_CUT: Final = 1


@dataclass(slots=True)
class Node:
    """A node of a skeleton, which reads like a node of the parser's own tree."""

    tag: str
    """``-text`` for a text."""
    attributes: dict[str, str]
    first_child: Node | None = None
    next: Node | None = None
    is_empty_text_node: bool = False

    @property
    def tag_id(self) -> str:
        """Equal for equal tags, like the parser's numbers."""
        return self.tag


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A decoded skeleton."""

    root: Node
    """The ``html`` element."""
    cut: bool
    """The document had more nodes than were kept."""

    @property
    def body(self) -> Node | None:
        """The child of the root that is the body; None where frames replace it."""
        node = self.root.first_child
        while node is not None and node.tag != "body":
            node = node.next
        return node


def encode(root: LexborNode | Node, limit: int = MAX_NODES) -> bytes:
    """The tree below *root* as bytes, equal for equal trees.

    At most *limit* nodes are read, in document order.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> skeleton = decode(encode(LexborHTMLParser("<p class='a b'>x<br>").root))
    >>> p = skeleton.body.first_child
    >>> p.tag, p.attributes, p.first_child.tag, p.first_child.next.tag
    ('p', {'class': 'a'}, '-text', 'br')
    """
    lines: list[str] = []
    open_nodes: list[LexborNode | Node] = []
    # What every page pays for: so names are looked up by the parser's numbers.
    names: dict[Hashable, str] = {}
    known: dict[tuple[str, str], str] = {}
    node: LexborNode | Node | None = root
    left = limit
    tabs = ""
    while node is not None and left:
        left -= 1
        name = names.get(node.tag_id)
        if name is None:
            name = names[node.tag_id] = _name(node)
        child = None
        if name == "#":
            if not node.is_empty_text_node:
                lines.append(tabs + name)
                tabs = "\t"
        elif name:
            # (The mapping of attrs looks slowly for what is not there.)
            if classes := node.attributes.get("class"):
                name = known.get((name, classes)) or _named(known, name, classes)
            lines.append(tabs + name)
            tabs = "\t"
            child = node.first_child
        if child is not None:
            open_nodes.append(node)
            node, tabs = child, ""
            continue
        # The root's own siblings (a doctype, a comment) are no part of the tree.
        node = node.next if open_nodes else None
        while node is None and open_nodes:
            parent = open_nodes.pop()
            tabs += "\t"
            node = parent.next if open_nodes else None
    flags = _CUT if node is not None else 0
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    return bytes([flags]) + zlib.compress(data)


def _name(node: LexborNode | Node) -> str:
    """``#`` for text, empty for what is neither text nor element."""
    tag = node.tag or "-"
    if tag == "-text":
        return "#"
    return "" if tag[0] == "-" else tag


def _named(known: dict[tuple[str, str], str], tag: str, classes: str) -> str:
    """The tag with its first class, remembered."""
    names = classes.split(None, 1)
    found = f"{tag} {names[0][:_MAX_CLASS]}" if names else tag
    known[tag, classes] = found
    return found


def decode(data: bytes) -> Skeleton:
    """The tree that :func:`encode` stored.

    :raises ValueError: when *data* is not of its making.
    """
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(data[1:], _MAX_RAW).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError(f"not a skeleton: {error}") from None
    if not stream.eof:
        raise ValueError("not a skeleton: cut off or too large")
    lines = text.split("\n")
    root = _node(lines[0])
    path = [root]  # the last node at each level
    for line in lines[1:]:
        name = line.lstrip("\t")
        level = len(path) - (len(line) - len(name))
        if level < 1:
            raise ValueError("not a skeleton: a node beside the root")
        node = _node(name)
        if level == len(path):
            path[-1].first_child = node
            path.append(node)
        else:
            path[level].next = node
            del path[level:]
            path.append(node)
    return Skeleton(root, cut=bool(data[0] & _CUT))


def _node(line: str) -> Node:
    tag, _, name = line.partition(" ")
    if tag == "#":
        return Node("-text", {})
    return Node(tag, {"class": name} if name else {})
