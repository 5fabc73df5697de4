"""Structure of a page, as *Intelligent crawling for web inspection* measures it.

The whole document is a tree: tags are nodes, texts are nodes called ``text``. The
root weighs 1 and each node shares its weight evenly among its children. Two nodes
are compared position by position: equal leaves contribute their weight (the
smaller one where they differ, on which the paper is silent), equal inner nodes
the sum over their children, unequal nodes nothing. Two pages join when the
similarity of their roots is above 0.8.

That recursion is a sum of minima. A leaf contributes when each node on its way
from the root is equal to the one at the same place of the other tree, that is,
when both trees have a leaf at the same path of (place, name); so with a feature
for each such path and its weight as the value, the similarity of two pages is the
sum over all features of the smaller value: :func:`crawler.cluster.similarity`.

>>> from selectolax.lexbor import LexborHTMLParser
>>> from crawler.cluster import ClusterOptions, similarity, tree_vector
>>> def page(html):
...     return tree_vector(LexborHTMLParser(html), ClusterOptions(mode="paper"))

Two small pages. Their heads (weight 1/2) are equal; of their bodies, the
paragraphs (1/4) are, but ``img`` under ``a`` against ``img`` under ``center`` is 0:

>>> a = page("<title>A</title><body><a><img></a><p>one</p>")
>>> b = page("<title>B</title><body><center><img></center><p>two</p>")
>>> similarity(a, b)
0.75

A text against an element, and a leaf against an inner node of the same name:

>>> similarity(a, page("<title>C</title><body>one<p>two</p>"))
0.75
>>> similarity(a, page("<title>C</title><body><a></a><p>two</p>"))
0.75

Where the numbers of children differ, so do the weights, and the smaller counts:

>>> similarity(a, page("<title>C</title><body><a><img></a><p>two</p><hr><hr>"))
0.75
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.cluster.vector import ONE, build, step, token_id

if TYPE_CHECKING:
    from crawler.cluster.options import ClusterOptions
    from crawler.cluster.tree import Node
    from crawler.items import Vector

# Odd and random: places are told apart by 64 random bits, like names.
_PLACE = 0xD6E8FEB86659FD93


def paper_vector(start: Node, options: ClusterOptions) -> Vector:
    """The vector of the tree below *start*.

    White space between elements and comments are no nodes; a text that a comment
    interrupts is one text. Weights below 2**-52 vanish. Nodes beyond the limit
    are cut off, of later parts of the document first.
    """
    units: dict[int, int] = {}
    reader = _Reader(options.max_nodes)
    nodes = 1
    waiting = [(start, token_id(start.tag or ""), 1.0)]
    while waiting:
        node, path, weight = waiting.pop()
        children = reader.children(node)
        if not children:
            units[path] = units.get(path, 0) + int(weight * ONE)
            continue
        nodes += len(children)
        share = weight / len(children)
        # The last is put on the stack first, so that the first is read first.
        place = len(children) * _PLACE
        for child, name in reversed(children):
            place -= _PLACE
            waiting.append((child, step(path, name + place), share))
    return build(units, nodes=nodes, limit=options.max_features, capped=reader.capped)


class _Reader:
    """Reads children, of as many nodes as are left."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._names: dict[str, int] = {}
        self.capped = False

    def children(self, node: Node) -> list[tuple[Node, int]]:
        """The children that are nodes of the measure, with the ids of their names."""
        found: list[tuple[Node, int]] = []
        after_text = False
        child = node.first_child
        while child is not None and self._left:
            self._left -= 1
            tag = child.tag or ""
            if tag == "-text":
                if not after_text and not child.is_empty_text_node:
                    found.append((child, self._name(tag)))
                    after_text = True
            elif tag != "-comment":
                found.append((child, self._name(tag)))
                after_text = False
            child = child.next
        self.capped = self.capped or child is not None
        return found

    def _name(self, tag: str) -> int:
        found = self._names.get(tag)
        if found is None:
            found = self._names[tag] = token_id(tag)
        return found
