"""The second look at a cluster: several templates in one frame, or one that varies.

On a site whose header, menus and footer outweigh what they frame, pages of all
templates are above any sensible threshold: on a DokuWiki the page, its history and
its editor share 0.88 to 0.95. A higher threshold for all would break the templates
of other sites, whose own pages share less (0.80 to 0.90 in generated documentation).

What tells the two apart needs all pages of the cluster, so it is looked at when the
crawl is over. Grouped once more at ``fine_threshold``, the pages of several
templates in a common frame fall into a few *tight* groups, nearly all pages with
others of their kind; one template that varies falls to pieces. Only in the first
case is the cluster split.

Before that, pages that show other forms are taken apart, since a form is what a
template is for; pages whose URLs have one shape stay together, with and without it.
A form is here what it asks for (method and controls), not where it goes: a search box
that goes back to its own page has as many addresses as a site has directories.

At last, what was only an optional part is put together again: groups that share a URL
shape and the same forms, and of which one has nothing that the other lacks (a list
with and without a pager).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crawler.cluster.leader import Leader

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crawler.cluster.options import ClusterOptions
    from crawler.items import Vector

LEAST = 5
"""Pages that make a group, rather than an exception."""
OPTIONAL = 0.01
"""Weight that a page may have beyond another, and still have nothing more."""
_RIVALS = 32
"""Larger groups of the same shape and forms that a group is compared to."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the second look sees of a page."""

    shape: str
    vector: Vector
    forms: frozenset[str]
    """Of each form what :func:`asked` leaves of its signature."""


def asked(signature: str) -> str:
    """A form's signature without its address: the method, and what it asks for.

    >>> asked("GET http://h/std/{page} q=search +=submit")
    'GET q=search +=submit'
    >>> asked("POST -")
    'POST'
    """
    method, _, rest = signature.partition(" ")
    return f"{method} {rest.partition(' ')[2]}".rstrip()


def refine(pages: Sequence[Look], options: ClusterOptions) -> list[int]:
    """Group number of each page of one cluster, counted from 0 as they come.

    All 0 when the cluster is one template. *pages* in the order of their keys.
    """
    if not _applies(options):
        return [0] * len(pages)
    by_forms: dict[int, list[int]] = {}
    for place, group in enumerate(_by_forms(pages)):
        by_forms.setdefault(group, []).append(place)
    numbers: list[tuple[int, int]] = [(0, 0)] * len(pages)
    for group, places in by_forms.items():
        inside = _tight_groups([pages[place] for place in places], options)
        for place, number in zip(places, inside, strict=True):
            numbers[place] = group, number
    return _renumber(numbers)


def _by_forms(pages: Sequence[Look]) -> list[int]:
    """Pages of other forms are other templates, unless a URL shape joins them."""
    sets = {page.forms: 0 for page in pages}
    sets = {forms: number for number, forms in enumerate(sets)}
    parent = {number: number for number in sets.values()}
    first: dict[str, int] = {}
    for page in pages:
        number = sets[page.forms]
        other = first.setdefault(page.shape, number)
        parent[_root(parent, number)] = _root(parent, other)
    return [_root(parent, sets[page.forms]) for page in pages]


def _tight_groups(pages: Sequence[Look], options: ClusterOptions) -> list[int]:
    """Group of each page when nearly all are in tight groups, else all 0."""
    if len(pages) < 2 * LEAST:
        return [0] * len(pages)
    fine = Leader(replace(options, threshold=options.fine_threshold))
    groups = [fine.add("", page.shape, page.vector).cluster for page in pages]
    sizes = Counter(groups)
    tight = sum(size for size in sizes.values() if size >= LEAST) / len(pages)
    if len(sizes) == 1 or tight < options.tight:
        return [0] * len(pages)
    joined = _join_optional(pages, groups, sizes)
    return [joined[group] for group in groups]


def _applies(options: ClusterOptions) -> bool:
    return options.mode == "default" and options.threshold < options.fine_threshold


def _join_optional(
    pages: Sequence[Look], groups: Sequence[int], sizes: Counter[int]
) -> dict[int, int]:
    """Group -> the group it belongs to, once optional parts are looked through."""
    leaders: dict[int, Vector] = {}
    alike: defaultdict[tuple[str, frozenset[str]], set[int]] = defaultdict(set)
    for page, group in zip(pages, groups, strict=True):
        leaders.setdefault(group, page.vector)
        alike[page.shape, page.forms].add(group)
    parent = {group: group for group in sizes}
    for found in alike.values():
        rivals = sorted(found, key=lambda group: (-sizes[group], group))
        for place, group in enumerate(rivals):
            for other in rivals[: min(place, _RIVALS)]:
                if one_sided(leaders[group], leaders[other]):
                    parent[_root(parent, group)] = _root(parent, other)
    return {group: _root(parent, group) for group in parent}


def _root(parent: dict[int, int], group: int) -> int:
    while parent[group] != group:
        parent[group] = parent[parent[group]]
        group = parent[group]
    return group


def one_sided(a: Vector, b: Vector) -> bool:
    """Whether one of the two has no feature that the other lacks, by weight.

    >>> from crawler.items import Vector
    >>> one_sided(Vector({1: 0.5, 2: 0.5}), Vector({1: 0.3, 2: 0.3, 3: 0.4}))
    True
    >>> one_sided(Vector({1: 0.5, 2: 0.5}), Vector({1: 0.6, 3: 0.4}))
    False
    """
    return _beyond(a, b) <= OPTIONAL or _beyond(b, a) <= OPTIONAL


def _beyond(a: Vector, b: Vector) -> float:
    others = b.features
    return sum(w for feature, w in a.features.items() if feature not in others)


def _renumber(groups: Iterable[tuple[int, int]]) -> list[int]:
    numbers: dict[tuple[int, int], int] = {}
    return [numbers.setdefault(group, len(numbers)) for group in groups]
