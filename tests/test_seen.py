"""What was asked for, against sets of strings."""

from __future__ import annotations

import random

import pytest

from crawler.seen import Seen
from crawler.urls import UrlOptions, canonical_key


def spellings(number: int, seed: int) -> list[str]:
    """URLs of few pages, each spelled in several ways."""
    source = random.Random(seed)
    found = []
    for _ in range(number):
        page = source.randrange(number // 3)
        query = source.choice([f"a={page}&b=2", f"b=2&a={page}", f"b=2&a={page}&"])
        found.append(f"http://h.test/{source.choice(['', './'])}p?{query}")
    return found


@pytest.mark.parametrize("fingerprint", ["blake2b", "mmh3", "rabin"])
def test_pages_and_spellings(fingerprint: str) -> None:
    """Enough of them that the tables grow."""
    options = UrlOptions(fingerprint=fingerprint)  # type: ignore[arg-type] # a case
    seen, keys, sent = Seen(options, b"secret"), set[str](), set[str]()
    for url in spellings(6000, 1):
        key, page = seen.identity.identify(url)
        assert (page in seen) == (key in keys)
        assert seen.spelled(url) == (url in sent)
        assert seen.add(page, url) == (key not in keys)
        if key not in keys:
            sent.add(url)
        keys.add(key)
        assert seen.spelled(url) == (url in sent)
    assert len(seen) == len(keys) > 1536
    assert len(sent) == len(keys)


def test_a_url_is_forgotten_and_asked_for_again() -> None:
    seen = Seen(UrlOptions())
    page = seen.identity.identify("http://h.test/")[1]
    seen.forget(page)
    assert seen.add(page, "http://h.test/")
    seen.forget(page)
    assert page not in seen
    assert seen.add(page, "http://h.test/?")
    assert not seen.add(page, "http://h.test/")


def test_paper_mode_takes_some_new_pages_for_known() -> None:
    """As many as its formula says, and they are told: nobody asked for them."""
    options = UrlOptions(mode="paper", bits=8, expected=5000)
    seen = Seen(options)
    lost = []
    for number in range(5000):
        url = f"http://h.test/item/{number}"
        page = seen.identity.identify(url)[1]
        if not seen.add(page, url):
            lost.append(url)
        assert page in seen
    assert 0.05 < len(lost) / 5000 < 0.07
    assert len(seen) == 5000 - len(lost)
    assert not any(seen.spelled(url) for url in lost)


@pytest.mark.parametrize("mode", ["default", "paper"])
def test_the_filter_works_in_either_mode(mode: str) -> None:
    options = UrlOptions(mode=mode, filter="similar", samples=1)  # type: ignore[arg-type] # a case
    seen = Seen(options)
    url = "http://h.test/p?a=1"
    assert seen.refuse("http://h.test/p?a=2") is None
    seen.add(seen.identity.identify(url)[1], url)
    assert seen.refuse("http://h.test/p?a=2") == "similar"
    assert canonical_key(url) == seen.identity.key(url)
