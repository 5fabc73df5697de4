"""How two URLs stand to each other: the inspection paper's classes, and ours."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from crawler.urls.key import canonical_key
from crawler.urls.options import DEFAULT
from crawler.urls.shape import shape_of_key

if TYPE_CHECKING:
    from crawler.urls.options import UrlOptions

Relation = Literal["duplicate", "similar", "contains", "different"]
Family = Literal["duplicate", "similar", "contained", "distinct"]


def _split_key(key: str) -> tuple[str, list[str]]:
    """What the pages of a key are called, and its pairs of name and value."""
    text, _, route = key.partition("#")
    base, _, query = text.partition("?")
    # A client-side route says which page it is, as the path does.
    return f"{base}#{route}", query.split("&") if query else []


def parameters_of_key(key: str) -> tuple[str, list[str]]:
    """A key without its query, and the names of its parameters with repeats."""
    base, pairs = _split_key(key)
    return base, [pair.partition("=")[0] for pair in pairs]


def relation(a: str, b: str, options: UrlOptions = DEFAULT) -> Relation:
    """*a* in relation to *b*, as the inspection paper defines it.

    ``duplicate``: the same key. ``similar``: protocol, host, port, path, the names
    of the parameters and their number are equal. ``contains``: equal up to the
    path, *a* has at least as many parameters and *b*'s names are among its own.
    The first that holds is given; the last one is not symmetric.

    >>> relation("http://h/l?c=1&p=2", "http://h/l?p=7&c=3")
    'similar'
    >>> relation("http://h/l?c=1&p=2", "http://h/l?c=3")
    'contains'
    >>> relation("http://h/l?c=3", "http://h/l?c=1&p=2")
    'different'
    """
    key_a, key_b = canonical_key(a, options), canonical_key(b, options)
    if key_a == key_b:
        return "duplicate"
    base_a, names_a = parameters_of_key(key_a)
    base_b, names_b = parameters_of_key(key_b)
    if base_a != base_b or len(names_a) < len(names_b):
        return "different"
    distinct_a, distinct_b = set(names_a), set(names_b)
    if len(names_a) == len(names_b) and distinct_a == distinct_b:
        return "similar"
    return "contains" if distinct_b <= distinct_a else "different"


def family(a: str, b: str, options: UrlOptions = DEFAULT) -> Family:
    """Whether *a* and *b* are likely instances of one page, judged by their shapes.

    ``contained``: the same path, and *a*'s pairs of name and value are a proper
    subset of *b*'s. ``similar``: the same shape, see :func:`crawler.urls.shape`.

    >>> family("http://h/product/1", "http://h/product/2")
    'similar'
    >>> family("http://h/account/login", "http://h/account/logout")
    'distinct'
    >>> family("http://h/list?cat=3", "http://h/list?cat=3&page=1")
    'contained'
    """
    key_a, key_b = canonical_key(a, options), canonical_key(b, options)
    if key_a == key_b:
        return "duplicate"
    base_a, pairs_a = _split_key(key_a)
    base_b, pairs_b = _split_key(key_b)
    if base_a == base_b and Counter(pairs_a) < Counter(pairs_b):
        return "contained"
    same = shape_of_key(key_a) == shape_of_key(key_b)
    return "similar" if same else "distinct"
