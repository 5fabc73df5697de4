"""What each URLS_FILTER refuses, and that peeking changes nothing."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import (
    Identity,
    UrlFilter,
    UrlOptions,
    canonical_key,
    make_filter,
    relation,
)

SITE = "http://h.test/list"
Name = Literal["duplicate", "similar", "contains"]


def build(name: Name, samples: int = 2) -> UrlFilter:
    options = UrlOptions(filter=name, samples=samples)
    return make_filter(options, Identity(options))


def crawl(known: UrlFilter, *queries: str) -> list[str | None]:
    """The answer for each URL in turn; those that pass are added."""
    answers = []
    for query in queries:
        url = SITE + query
        key = canonical_key(url)
        answer = known.refuse(url, key)
        assert known.seen(url, key) == (answer is not None)
        assert known.refuse(url, key) == answer
        if answer is None:
            known.add(url, key)
            known.add(url, key)
        answers.append(answer)
    return answers


def test_duplicate_is_the_default() -> None:
    assert UrlOptions().filter == "duplicate"
    queries = ("?a=1", "?a=1#x", "?a=2", "?a=3", "?a=1&utm_id=1", "?a=1&b=2", "")
    expected = [None, "duplicate", None, None, "duplicate", None, None]
    assert crawl(build("duplicate"), *queries) == expected


def test_similar_lets_two_of_a_family_pass() -> None:
    queries = (
        "?a=1",
        "?a=2",
        "?a=3",
        "?a=1",
        "?a=1&b=2",
        "?b=3&a=1",
        "?b&a",
        "/1?a=1",
        "",
    )
    expected = [None, None, "similar", "duplicate", None, None, "similar", None, None]
    assert crawl(build("similar"), *queries) == expected


def test_contains_lets_two_of_a_family_pass() -> None:
    queries = ("?a=1&b=2", "?a=3", "?a=4", "?b=1", "?a=1&b=3", "?b=2", "?c=1", "", "/x")
    expected = [
        None,
        None,
        "contained",
        None,
        None,
        "contained",
        None,
        "contained",
        None,
    ]
    assert crawl(build("contains"), *queries) == expected


def test_contains_never_refuses_a_url_with_a_new_name() -> None:
    known = build("contains", samples=1)
    for number in range(1000):
        assert crawl(known, f"?n{number}=1") == [None]


def test_the_number_of_samples() -> None:
    answers = crawl(build("similar", samples=5), *(f"?a={n}" for n in range(9)))
    assert answers == [None] * 5 + ["similar"] * 4
    assert crawl(build("similar", samples=0), "?a=1", "?a=2") == [None, "similar"]


queries = st.lists(
    st.lists(st.sampled_from(["a=1", "a=2", "b=1", "b=2", "c"]), max_size=4).map(
        "&".join
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=150)
@given(
    queries, st.sampled_from(("duplicate", "similar", "contains")), st.integers(1, 3)
)
def test_a_filter_refuses_what_the_relation_says(
    texts: list[str], name: Name, samples: int
) -> None:
    """Against the definition: count the known URLs that stand in the relation."""
    known, passed = build(name, samples), list[str]()
    for text in texts:
        url = f"{SITE}?{text}"
        found = [relation(other, url) for other in passed]
        similar, contains = found.count("similar"), found.count("contains")
        if "duplicate" in found:
            expected: str | None = "duplicate"
        elif name != "duplicate" and similar >= samples:
            expected = "similar"
        elif name == "contains" and similar + contains >= samples:
            expected = "contained"
        else:
            expected = None
            passed.append(url)
        assert crawl(known, f"?{text}") == [expected]


def test_a_key_that_is_not_the_urls_own_is_respected() -> None:
    """A form submission has the identity that its caller gives it."""
    known = build("duplicate")
    known.add(SITE, "POST " + SITE)
    assert not known.seen(SITE, SITE)
    assert known.seen(SITE, "POST " + SITE)


@pytest.mark.parametrize("name", ["similar", "contains"])
def test_a_site_that_invents_names_is_bounded(name: Name) -> None:
    known = build(name)
    for number in range(3000):
        url = f"{SITE}?n{number}=1"
        known.add(url, url)
    paths = getattr(known, "_paths", {})
    assert sum(len(path) for path in paths.values()) <= 256
