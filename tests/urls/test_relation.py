"""The paper's relation and the families of shapes, which are two things."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import UrlOptions, canonical_key, family, relation, shape
from tests.cases import case
from tests.urls.strategies import urls

SITE = "http://h.test:8080/list"

# a in relation to b, b in relation to a
PAPER = [
    ("?a=1&b=2", "?a=1&b=2", "duplicate", "duplicate"),
    ("?a=1&b=2", "?b=2&a=1", "duplicate", "duplicate"),
    ("?a=1", "?a=1#x", "duplicate", "duplicate"),
    ("?a=1", "?a=1&utm_source=x", "duplicate", "duplicate"),
    ("", "?", "duplicate", "duplicate"),
    ("?a=1&b=2", "?a=3&b=4", "similar", "similar"),
    ("?a=1&b=2", "?b=1&a=2", "similar", "similar"),
    ("?a=1&a=2", "?a=2&a=1", "similar", "similar"),
    ("?a", "?a=1", "similar", "similar"),
    ("?a=1&a=2&b", "?a=1&b=2&b=3", "similar", "similar"),  # names, and their number
    ("?a=1&b=2", "?a=1", "contains", "different"),
    ("?a=1&b=2", "?a=9", "contains", "different"),  # values say nothing
    ("?a=1&b=2&c=3", "?c=1&a=2", "contains", "different"),
    ("?a=1", "", "contains", "different"),
    ("?a=1&a=2", "?a=1", "contains", "different"),
    ("?a=1&b=2", "?a=1&a=2", "contains", "different"),
    ("?a=1&b=2", "?a=1&a=2&a=3", "different", "different"),  # fewer parameters
    ("?a=1", "?b=1", "different", "different"),
    ("?a=1&b=2", "?a=1&c=2", "different", "different"),
    ("/x?a=1", "?a=1", "different", "different"),
    ("/1?a=1", "/2?a=1", "different", "different"),  # the path must be equal
]


@pytest.mark.parametrize(("a", "b", "forwards", "backwards"), PAPER)
def test_the_papers_relation(a: str, b: str, forwards: str, backwards: str) -> None:
    assert relation(SITE + a, SITE + b) == forwards
    assert relation(SITE + b, SITE + a) == backwards


@pytest.mark.parametrize(
    "other",
    [
        *("https://h.test:8080/list?a=1", "http://h.test/list?a=1"),
        *("http://www.h.test:8080/list?a=1", "http://h.test:8080/LIST?a=1"),
        *("http://h.test:8080/list/?a=1", "ftp://h.test:8080/list?a=1"),
    ],
)
def test_protocol_host_port_and_path_count(other: str) -> None:
    assert relation(SITE + "?a=2", other) == "different"
    assert relation(other, SITE + "?a=2") == "different"


@settings(deadline=None, max_examples=150)
@given(urls, urls)
def test_laws_of_the_relation(a: str, b: str) -> None:
    there, back = relation(a, b), relation(b, a)
    assert relation(a, a) == "duplicate"
    assert (there == "duplicate") == (canonical_key(a) == canonical_key(b))
    if there in {"duplicate", "similar"}:
        assert back == there
    if there == "contains":
        assert back == "different"


queries = st.lists(st.sampled_from(["a=1", "a=2", "b=1", "c"]), max_size=4).map(
    "&".join
)


@settings(deadline=None, max_examples=200)
@given(queries, queries, queries)
def test_contains_is_transitive(a: str, b: str, c: str) -> None:
    known = [relation(f"{SITE}?{x}", f"{SITE}?{y}") for x, y in pairwise((a, b, c))]
    if "different" not in known:
        assert relation(f"{SITE}?{a}", f"{SITE}?{c}") != "different"


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (*pair, answer)
        for pair, answer in zip(
            case("C07")[0]["pairs"], case("C07")[1]["class"], strict=True
        )
    ],
)
def test_c07(a: str, b: str, expected: str) -> None:
    assert family("http://h.test" + a, "http://h.test" + b) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (
            "/u/550e8400-e29b-41d4-a716-446655440000",
            "/u/6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            "similar",
        ),
        ("/c/9fceb02d0ae598e9", "/c/1e0c61a3cf0b3f6b", "similar"),
        ("/2024-01-31/", "/2023-12-01/", "similar"),
        ("/item-17.html", "/item-18.html", "similar"),
        ("/item-17.html", "/item-18.htm", "distinct"),
        ("/item-17", "/offer-17", "distinct"),
        ("/a/1/b/2", "/a/3/b/4", "similar"),
        ("/a/1/b", "/a/1/c", "distinct"),
        ("/a/1", "/a/1/", "distinct"),
        ("/a/1", "/a/x", "distinct"),
        ("/v1", "/v2", "distinct"),
        ("/docs/3.11/", "/docs/3.12/", "distinct"),
        ("/list?item[17]=a", "/list?item[18]=a", "similar"),
        ("/list?a=1", "/list?b=1", "distinct"),
        ("/list", "/list?a=1", "contained"),
        ("/list?a=1", "/list", "distinct"),  # the first must be in the second
        ("/list?a=1", "/list?a=1&a=2", "contained"),
        ("/list?a=1&a=1", "/list?a=1", "similar"),
        ("/1?a=1", "/2?a=1&b=2", "distinct"),
        ("/1?a=1", "/2?a=2", "similar"),
        ("/p?a=1", "/p?utm_source=x&a=1", "duplicate"),
        ("/Login", "/login", "distinct"),
        ("/ni%C3%B1o", "/ni%C3%B1a", "distinct"),
    ],
)
def test_families(a: str, b: str, expected: str) -> None:
    assert family("http://h.test" + a, "http://h.test" + b) == expected


def test_a_family_stays_on_its_origin() -> None:
    for other in ("http://g.test/1", "https://h.test/1", "http://h.test:81/1"):
        assert family("http://h.test/2", other) == "distinct"


@settings(deadline=None, max_examples=150)
@given(urls, urls)
def test_laws_of_the_family(a: str, b: str) -> None:
    there, back = family(a, b), family(b, a)
    assert family(a, a) == "duplicate"
    if there == "duplicate":
        assert back == "duplicate"
    if there == "contained":
        assert back in {"distinct", "similar"}
    if there == "similar":
        assert shape(a) == shape(b)


def test_routes_are_pages_of_their_own_when_rendered() -> None:
    a, b = "http://h.test/#/order/7", "http://h.test/#/order/8"
    routes = UrlOptions(routes=True)
    assert family(a, b) == relation(a, b) == "duplicate"
    assert family(a, b, routes) == "similar"
    assert relation(a, b, routes) == "different"
