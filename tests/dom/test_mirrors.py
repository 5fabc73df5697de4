"""Mirrors: pairs of prefixes under which the same pages are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.mirrors import STRONG, Mirrors, prefixes_of, repeated

V1, LATEST = "http://h/v1/", "http://h/latest/"


def counted(count: int = STRONG) -> Mirrors:
    mirrors = Mirrors()
    for number in range(count):
        mirrors.alike(f"{LATEST}{number}.html", f"{V1}{number}.html")
    return mirrors


@pytest.mark.parametrize(
    ("one", "other", "prefixes"),
    [
        (f"{V1}a/b", f"{LATEST}a/b", (V1, LATEST)),
        (V1, LATEST, (V1, LATEST)),
        (f"{V1}a?b=c", f"{LATEST}a?b=c", (V1, LATEST)),
        ("http://www.h/a/b", "http://h/a/b", ("http://www.h/", "http://h/")),
        ("https://h/", "http://h/", ("https://h/", "http://h/")),
        ("http://h/a/b/c", "http://h/c", ("http://h/a/b/", "http://h/")),
        ("http://h/en/p", "http://h/en/en/p", ("http://h/", "http://h/en/")),
        (f"{V1}a", f"{LATEST}b", None),
        (f"{V1}a?x=1", f"{LATEST}a?x=2", None),
        (f"{V1}a?x=1", f"{LATEST}a", None),
        (V1, V1, None),
    ],
)
def test_prefixes(one: str, other: str, prefixes: tuple[str, str] | None) -> None:
    assert prefixes_of(one, other) == prefixes


def test_a_mirror_is_told_after_eight_pages_alike() -> None:
    mirrors = counted(STRONG - 1)
    assert not [*mirrors.counterparts(f"{LATEST}x", strong=True)]
    assert [*mirrors.counterparts(f"{LATEST}x")] == [f"{V1}x"]
    found = mirrors.alike(f"{V1}last", f"{LATEST}last")  # the other way round
    assert found == (V1, LATEST)
    assert [*mirrors.counterparts(f"{LATEST}a/b?c", strong=True)] == [f"{V1}a/b?c"]
    assert [*mirrors.counterparts(f"{V1}x", strong=True)] == [f"{LATEST}x"]
    assert not [*mirrors.counterparts("http://h/other/x")]


def test_one_page_that_differs_is_enough() -> None:
    mirrors = counted()
    mirrors.differ(f"{LATEST}x", f"{V1}x")
    assert mirrors.alike(f"{LATEST}y", f"{V1}y") is None
    assert not [*mirrors.counterparts(f"{LATEST}x", strong=True)]


def test_pages_alike_that_are_no_counterparts_count_for_nothing() -> None:
    mirrors = Mirrors()
    for number in range(100):
        assert mirrors.alike(f"{V1}{number}", f"{LATEST}start") is None
    assert not [*mirrors.counterparts(f"{V1}x")]


def test_pairs_are_bounded_and_single_ones_make_room() -> None:
    mirrors = counted()
    for number in range(5_000):
        mirrors.alike(f"http://h/a{number}/x", f"http://h/b{number}/x")
    assert len(mirrors._pairs) <= 1_000
    assert [*mirrors.counterparts(f"{V1}x", strong=True)] == [f"{LATEST}x"]


@pytest.mark.parametrize(
    ("path", "segments"),
    [
        ("/en/en/en/p", "/en"),
        ("/x/a/b/a/b/a/b", "/a/b"),
        ("/a/b/a/b/c", ""),
        ("/en/enen/en", ""),
        ("/2024/11/11", ""),
        ("/en/en/english", ""),
        ("/a/a/ab", ""),
    ],
)
def test_segments_again_and_again(path: str, segments: str) -> None:
    assert repeated(f"http://h{path}?q=/a/a/a") == segments


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(["a", "b", "%2f", ""]), max_size=30))
def test_any_url_has_counterparts_that_resemble_it(names: list[str]) -> None:
    url = "http://h/v1/" + "/".join(names)
    other = "http://h/latest/" + "/".join(names)
    prefixes = prefixes_of(url, other)
    assert prefixes == (V1, LATEST)
    assert [*counted().counterparts(url, strong=True)] == [other]


def test_time_is_bounded() -> None:
    url = "http://h" + "/ab" * 20_000
    assert repeated(url) == "/ab"
    assert repeated("http://h" + "/a/b/c/d/e" * 10_000) == ""
    assert len([*counted().counterparts(url)]) == 0
