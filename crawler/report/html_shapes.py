"""The map of a site: shapes of its URLs as a tree, flattened to rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from crawler.report.html_text import visible
from crawler.store.schema import pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

_DEEPEST: Final = 24
"""Levels; what lies deeper stays in one label."""


@dataclass
class Node:
    """A place in the tree; what is counted is all at it and below."""

    pages: int = 0
    own: int = 0
    clusters: set[int] = field(default_factory=set)
    below: dict[str, Node] = field(default_factory=dict)


def shape_rows(connection: Connection) -> list[list[Any]]:
    """Level, label, whole shape, pages, pages of exactly this shape, clusters."""
    query = select(pages.c.shape, pages.c.cluster_id, func.count()).group_by(
        pages.c.shape, pages.c.cluster_id
    )
    return tree_rows(
        (shape, cluster, count) for shape, cluster, count in connection.execute(query)
    )


def tree_rows(found: Iterable[tuple[str, int | None, int]]) -> list[list[Any]]:
    """The same from shapes, their cluster and how many pages they are.

    A place without pages of its own that has one place below is one with it.

    >>> for row in tree_rows([("http://h/a/{int}", 1, 3), ("http://h/a/{int}?p", 2, 1)]):
    ...     print(row)
    [0, 'http://h/a/{int}', 'http://h/a/{int}', 4, 3, 2]
    [1, '?p', 'http://h/a/{int}?p', 1, 1, 1]
    """  # noqa: E501 - an example
    root = Node()
    for shape, cluster, count in found:
        node = root
        for part in parts_of(shape):
            node = node.below.setdefault(part, Node())
            node.pages += count
            if cluster is not None:
                node.clusters.add(cluster)
        node.own += count
    rows: list[list[Any]] = []
    # Last in, first out: siblings go in backwards.
    todo = [(0, "", name, node) for name, node in _backwards(root)]
    while todo:
        level, before, label, node = todo.pop()
        while not node.own and len(node.below) == 1:
            ((name, node),) = node.below.items()
            label += name
        whole = before + label
        rows.append(
            [
                level,
                visible(label),
                visible(whole, 2_100),
                node.pages,
                node.own,
                len(node.clusters),
            ]
        )
        todo += [(level + 1, whole, name, below) for name, below in _backwards(node)]
    return rows


def _backwards(node: Node) -> list[tuple[str, Node]]:
    return sorted(node.below.items(), reverse=True)


def parts_of(shape: str) -> list[str]:
    """The steps that lead to a shape, which they are when put together.

    >>> parts_of("http://h/a/b?x&y"), parts_of("odd")
    (['http://h', '/a', '/b', '?x&y'], ['odd'])
    """
    path, mark, query = shape.partition("?")
    scheme, slashes, rest = path.partition("://")
    host, *steps = (rest if slashes else path).split("/", _DEEPEST)
    first = scheme + slashes + host if slashes else host
    return [first, *(f"/{step}" for step in steps), *([mark + query] if mark else [])]
