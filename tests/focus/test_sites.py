"""Sites of a focused crawl: when one is enough, what it is worth, what is kept."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom import parse
from crawler.focus.language import declared_language, speaks
from crawler.focus.sites import UNKNOWN, Sites


def test_more_interfaces_than_are_wanted_are_enough() -> None:
    sites = Sites(interfaces=2)
    assert [sites.add("a.test", name) for name in "xyxz"] == [True, True, False, True]
    assert sites.found("a.test") == 3
    assert sites.is_enough("a.test")
    assert sites.has("a.test", "x")
    assert not sites.has("b.test", "x")
    # The same interface on another site is another one.
    assert sites.add("b.test", "x")
    assert not sites.is_enough("b.test")


def test_no_limit_is_none() -> None:
    sites = Sites(interfaces=0, pages=0)
    for number in range(3_000):
        sites.add("a.test", str(number))
        sites.count("a.test", relevant=True)
    assert not sites.is_enough("a.test")
    assert not sites.is_spent("a.test")
    # Bounded, whatever a site shows.
    assert sites.found("a.test") <= 1_001


def test_so_many_pages_are_enough_whatever_they_are() -> None:
    sites = Sites(pages=3)
    for judged in (True, False, None):
        assert not sites.is_spent("a.test")
        sites.count("a.test", judged)
    assert sites.is_spent("a.test")
    assert sites.stop("a.test", "budget pages=3")
    assert not sites.stop("a.test", "again")
    assert sites.stopped("a.test") == "budget pages=3"


def test_so_many_sites_are_entered() -> None:
    sites = Sites(sites=2)
    sites.enter("a.test")
    sites.enter("a.test")
    assert not sites.is_full
    sites.enter("b.test")
    assert sites.is_full


def test_a_site_is_worth_what_it_yielded_and_before_that_what_is_promised() -> None:
    sites = Sites()
    assert sites.worth("a.test") == UNKNOWN
    sites.promise("a.test", 0.9)
    sites.promise("a.test", 0.1)  # the best page counts
    assert sites.worth("a.test") == 0.9
    for _ in range(8):
        sites.count("a.test", relevant=False)
    assert sites.worth("a.test") == pytest.approx(0.18)
    # What nobody judged says nothing.
    sites.count("a.test", None)
    assert sites.worth("a.test") == pytest.approx(0.18)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a.test", "b.test", "127.0.0.1"]),
            st.sampled_from(["page", "drop", "unjudged", "find", "promise", "stop"]),
            st.text(max_size=5),
        ),
        max_size=40,
    )
)
@settings(deadline=None, max_examples=100)
def test_what_is_kept_is_what_was_known(steps: list[tuple[str, str, str]]) -> None:
    sites, kept = Sites(interfaces=3, pages=5), dict[str, bytes]()
    for site, step, text in steps:
        if step == "find":
            sites.add(site, text)
        elif step == "promise":
            sites.promise(site, 0.75)
        elif step == "stop":
            sites.stop(site, f"rule {text}")
        else:
            sites.count(site, {"page": True, "drop": False}.get(step))
        kept |= sites.news()
    assert not sites.news()
    again = Sites(interfaces=3, pages=5)
    again.restore({"site:a.test": b"4", **kept})
    for site in ("a.test", "b.test", "127.0.0.1"):
        assert (site in again) == (site in sites)
        assert 0 <= again.worth(site) <= 1
        if site in sites:
            assert again.worth(site) == sites.worth(site)
            for asked in ("found", "is_enough", "is_spent", "stopped"):
                assert getattr(again, asked)(site) == getattr(sites, asked)(site)


@pytest.mark.parametrize("value", [b"", b"{}", b"[1]", b'[1,2,3,"x","",0]', b"\xff"])
def test_what_is_damaged_is_a_site_of_which_nothing_is_known(value: bytes) -> None:
    sites = Sites()
    sites.restore({"focus-site:a.test": value})
    assert "a.test" in sites
    assert sites.worth("a.test") == UNKNOWN


@pytest.mark.parametrize(
    ("html", "header", "told"),
    [
        ("<html lang=de-AT>", "en", "de-at"),
        ("<html xml:lang=fr>", "", "fr"),
        ("<p>", "en", "en"),
        ("<p>", "en, de", ""),
        ("<html lang=''>", "", ""),
        ("", "", ""),
        (f"<html lang={'x' * 999}>", "", "x" * 40),
    ],
)
def test_the_language_that_a_page_declares(html: str, header: str, told: str) -> None:
    document = parse(html.encode(), url="http://h.test/", content_type="text/html")
    assert declared_language(document, header) == told
    assert speaks("", ["en"])
