"""Random trees, the markup that parses to them, and the plain definitions on them.

A tree is a nested tuple ``(name, children)``; a text is ``("#", ())``. The
definitions here are written for the eye, as recursions, and share nothing with
the product.
"""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from crawler.cluster import ClusterOptions, tree_vector

if TYPE_CHECKING:
    from crawler.items import Vector

Tree: TypeAlias = tuple[str, tuple["Tree", ...]]

TEXT: Tree = ("#", ())

# Names that the HTML parser nests as they are written.
NAMES = st.sampled_from(["div", "section", "span", "x-a", "x-b"])

trees: st.SearchStrategy[Tree] = st.recursive(
    st.one_of(st.just(TEXT), st.builds(lambda name: (name, ()), NAMES)),
    lambda inner: st.builds(
        lambda name, children: (name, tuple(children)),
        NAMES,
        st.lists(inner, max_size=5),
    ),
    max_leaves=20,
)
bodies: st.SearchStrategy[Tree] = st.builds(
    lambda children: ("body", tuple(children)), st.lists(trees, max_size=5)
)


def markup(tree: Tree) -> str:
    """The tree as HTML; a comment keeps neighbouring texts from being one node."""
    name, children = tree
    if name == "#":
        return "text<!-- -->"
    inner = "\n ".join(markup(child) for child in children)
    return f"<{name}>{inner}</{name}>"


def measure(html: str, options: ClusterOptions | None = None) -> Vector:
    """The vector of a page."""
    return tree_vector(LexborHTMLParser(html), options or ClusterOptions())


def paper_similarity(
    a: Tree, b: Tree, a_weight: Fraction, b_weight: Fraction
) -> Fraction:
    """The published recursion, to the letter."""
    if a[0] != b[0]:
        return Fraction(0)
    a_children, b_children = merged(a[1]), merged(b[1])
    if not a_children and not b_children:
        return min(a_weight, b_weight)
    return sum(
        (
            paper_similarity(
                one, other, a_weight / len(a_children), b_weight / len(b_children)
            )
            for one, other in zip(a_children, b_children, strict=False)
        ),
        Fraction(0),
    )


def merged(children: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Texts side by side are one."""
    kept: list[Tree] = []
    for child in children:
        if child != TEXT or not kept or kept[-1] != TEXT:
            kept.append(child)
    return tuple(kept)


Folded: TypeAlias = tuple[str, frozenset["Folded"]]


def folded(tree: Tree) -> Folded:
    """Each element with the set of its distinct children."""
    return tree[0], frozenset(folded(child) for child in tree[1])


def size(tree: Folded) -> int:
    """Nodes, identical siblings once."""
    return 1 + sum(size(child) for child in tree[1])


def weights(tree: Folded) -> dict[tuple[str, ...], float]:
    """The default measure: path of names -> weight."""
    found: dict[tuple[str, ...], float] = defaultdict(float)

    def spread(node: Folded, path: tuple[str, ...], weight: float) -> None:
        name, children = node
        if not children:
            found[*path, name] += weight
        total = sum(math.log(1 + size(child)) for child in children)
        for child in children:
            share = weight * math.log(1 + size(child)) / total
            spread(child, (*path, name), share)

    spread(tree, (), 1.0)
    return found


def common(a: dict[tuple[str, ...], float], b: dict[tuple[str, ...], float]) -> float:
    """The sum of minima."""
    return sum(min(weight, b.get(path, 0.0)) for path, weight in a.items())
