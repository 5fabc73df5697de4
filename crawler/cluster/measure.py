"""From a document to its structure vector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.cluster.features import default_vector
from crawler.cluster.paper import paper_vector
from crawler.cluster.vector import marker_vector

if TYPE_CHECKING:
    from crawler.cluster.options import ClusterOptions
    from crawler.cluster.tree import Document, Node, Tree
    from crawler.items import Vector


def vector(document: Document, options: ClusterOptions) -> Vector:
    """The structure of a document; of one that has no tree, only its kind."""
    if document.tree is None:
        return marker_vector(document.kind)
    return tree_vector(document.tree, options)


def tree_vector(tree: Tree, options: ClusterOptions) -> Vector:
    """The structure of a tree: the parser's, or one of a stored skeleton.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> from crawler.cluster import ClusterOptions, similarity
    >>> def page(rows):
    ...     html = f"<main><h1>List</h1><ul>{'<li><a>x</a></li>' * rows}</ul></main>"
    ...     return tree_vector(LexborHTMLParser(html), ClusterOptions())
    >>> similarity(page(1), page(200))
    1.0
    """
    whole = options.mode == "paper" or options.root == "document"
    start = tree.root if whole else _body(tree) or tree.root
    if start is None:
        return marker_vector("empty")
    if options.mode == "paper":
        return paper_vector(start, options)
    return default_vector(start, options)


def _body(tree: Tree) -> Node | None:
    """The body that is in the tree: a frameset takes the place of one.

    Lexbor's own ``body`` is then the element that was replaced.
    """
    node = tree.root.first_child if tree.root is not None else None
    while node is not None and node.tag != "body":
        node = node.next
    return node
