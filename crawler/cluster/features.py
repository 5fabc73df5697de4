"""Structure of a page, default mode: order-free paths of tags below ``<body>``.

Identical sibling subtrees count once, so 3 and 200 rows of a table are one
structure. The weight 1 of the root is shared at each element among its (distinct)
children in proportion to log(1 + size of the child's subtree); what arrives at a
leaf is the weight of the path of tags that leads to it.

What counts:

* an element, unless it is unseen and comes and goes with what the page loads
  (``script``, ``style``, ``template``, ``link``, ``meta``);
* as a leaf, an element whose inside is data or a drawing (``select``,
  ``textarea``, ``svg``, ``math``);
* text, by its presence among the children of an element: a cell with text is
  another thing than an empty one, but the amount of text is not structure. White
  space and comments do not count.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from crawler.cluster.vector import ONE, build, step, token_id

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from crawler.cluster.options import ClusterOptions
    from crawler.cluster.tree import Node
    from crawler.items import Vector

UNSEEN = frozenset({"-comment", "link", "meta", "script", "style", "template"})
OPAQUE = frozenset({"math", "select", "svg", "textarea"})

_SHARES: dict[str, Callable[[int], float]] = {
    "log": math.log1p,
    "sqrt": math.sqrt,
    "linear": float,
    "even": lambda _: 1.0,
}
_DIGITS = re.compile(r"\d+")


UNCOUNTED, TEXT = 0, 1
"""Tokens that no element has."""


class Tokens:
    """The tokens of one page, numbered: of a tag, or of a tag and its first class.

    The token of an element that is a leaf whatever is inside is negative.
    """

    def __init__(self) -> None:
        self.names = ["", "#text"]
        self._numbers: dict[str, int] = {}
        self._classes: dict[tuple[int, str | None], int] = {}

    def of(self, node: Node) -> int:
        """The token of a node by its tag."""
        tag = node.tag
        if not tag or tag in UNSEEN:
            return UNCOUNTED
        if tag == "-text":
            return TEXT
        token = self._number(tag)
        return -token if tag in OPAQUE else token

    def of_class(self, node: Node, token: int) -> int:
        """The token ``tag.class`` of an element, whose token by tag is given.

        The first class names the component, the rest its state; digits are folded.
        """
        value = node.attributes.get("class")
        found = self._classes.get((token, value))
        if found is None:
            first = value.split(None, 1)[:1] if value else []
            names = [self.names[abs(token)], *(_DIGITS.sub("0", s[:64]) for s in first)]
            found = self._classes[token, value] = self._number(".".join(names))
        return found

    def _number(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = len(self.names)
            self.names.append(name)
        return found


class Subtrees:
    """The distinct subtrees of one page, numbered: equal structure, equal number.

    A subtree is its token and its children, as a set when identical siblings count
    once, else as a sequence. Children are compared by number, so the comparison of
    whole subtrees is exact and costs one look-up, and what is folded further down
    is folded before it is compared. There is no subtree 0.
    """

    __slots__ = ("_once", "_sets", "children", "known", "size", "token")

    def __init__(self, *, once: bool) -> None:
        self._once = once
        self._sets: dict[tuple[int, frozenset[int]], int] = {}
        self.known: dict[tuple[int, ...], int] = {}
        """Token and children, as they stand in the page -> number."""
        self.token = [UNCOUNTED]
        self.children: list[tuple[int, ...]] = [()]
        self.size = [0]

    def number(self, sequence: tuple[int, ...]) -> int:
        """The number of the subtree of a token (the first) and its children."""
        found = self.known.get(sequence)
        if found is None:
            found = self.known[sequence] = self._settle(sequence[0], sequence[1:])
        return found

    def _settle(self, token: int, children: tuple[int, ...]) -> int:
        if not self._once:
            return self._add(token, children)
        distinct = frozenset(children)
        found = self._sets.get((token, distinct))
        if found is None:
            found = self._sets[token, distinct] = self._add(token, tuple(distinct))
        return found

    def _add(self, token: int, children: tuple[int, ...]) -> int:
        size = self.size
        self.token.append(token)
        self.children.append(children)
        size.append(1 + sum([size[child] for child in children]))
        return len(size) - 1


def default_vector(start: Node, options: ClusterOptions) -> Vector:
    """The vector of the tree below *start*."""
    tokens, subtrees = Tokens(), Subtrees(once=options.runs)
    classes = options.token == "tag.class"  # noqa: S105 - a token of markup
    root, capped = read(start, tokens, subtrees, options.max_nodes, classes=classes)
    units = _spread(subtrees, root, tokens.names, _SHARES[options.share])
    return build(
        units, nodes=subtrees.size[root], limit=options.max_features, capped=capped
    )


def read(
    start: Node, tokens: Tokens, subtrees: Subtrees, left: int, *, classes: bool
) -> tuple[int, bool]:
    """Number the subtrees below *start*: the number of the whole, and whether cut.

    One walk with a stack of its own, whatever the depth, over at most *left*
    nodes; of what is cut off, nothing counts. What a page costs is this loop: so
    tags are compared by the parser's numbers, and known subtrees found in place.
    """
    known, text = subtrees.known, subtrees.number((TEXT,))
    token_of: dict[Hashable, int] = {}
    root = tokens.of(start)
    here = [tokens.of_class(start, root) if classes else root]
    above: list[tuple[Node, list[int]]] = []
    node = start.first_child
    capped = False
    while True:
        if node is None or not left:
            capped = capped or node is not None
            sequence = tuple(here)
            whole = known.get(sequence) or subtrees.number(sequence)
            if not above:
                return whole, capped
            node, here = above.pop()
            here.append(whole)
            node = node.next
            continue
        left -= 1
        token = token_of.get(node.tag_id)
        if token is None:
            token = token_of[node.tag_id] = tokens.of(node)
        if token == TEXT:
            if here[-1] != text and not node.is_empty_text_node:
                here.append(text)
        elif token:
            inside = node.first_child if token > 0 else None
            if classes:
                token = tokens.of_class(node, token)
            if inside is not None:
                above.append((node, here))
                node, here = inside, [token]
                continue
            here.append(subtrees.number((abs(token),)))
        node = node.next


def _spread(
    subtrees: Subtrees, root: int, names: list[str], share: Callable[[int], float]
) -> dict[int, int]:
    """Path -> weight in units of 2**-52, from the root down.

    A weight depends on the sizes along its path alone (the shares are summed in
    the order of their size), and units add up exactly: the order of siblings
    leaves no trace, not even in the last bit.
    """
    units: dict[int, int] = {}
    below, shares = subtrees.children, [share(size) for size in subtrees.size]
    ids = [token_id(names[token]) for token in subtrees.token]
    waiting = [(root, ids[root], 1.0)]
    while waiting:
        number, path, weight = waiting.pop()
        children = below[number]
        if len(children) == 1:
            child = children[0]
            waiting.append((child, step(path, ids[child]), weight))
        elif children:
            part = weight / sum(sorted([shares[child] for child in children]))
            waiting.extend(
                [(one, step(path, ids[one]), part * shares[one]) for one in children]
            )
        else:
            units[path] = units.get(path, 0) + int(weight * ONE)
    return units
