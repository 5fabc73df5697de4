"""The cache gives what the functions give, and does not grow."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import Fingerprinter, Identity, UrlOptions, canonical_key, identity
from tests.urls.strategies import urls


@settings(deadline=None, max_examples=100)
@given(st.lists(urls, max_size=8), st.booleans())
def test_cached_or_not_the_answer_is_the_same(texts: list[str], routes: bool) -> None:
    options = UrlOptions(routes=routes)
    known = Identity(options, b"secret")
    digest = Fingerprinter(options, b"secret").digest
    for url in [*texts, *texts]:
        key = canonical_key(url, options)
        print_ = digest(key.encode("utf-8", "surrogatepass"))
        assert known.identify(url) == (key, print_)
        assert known.key(url) == key
        assert known.fingerprint(key) == print_


def test_spellings_share_a_fingerprint() -> None:
    known = Identity(UrlOptions())
    spellings = ("http://h/a?b&c", "HTTP://h:80/%61?c&b#x", "http://h./a?b&utm_id=1&c")
    assert len({known.identify(url)[1] for url in spellings}) == 1


@pytest.mark.parametrize("method", ["blake2b", "mmh3", "rabin"])
def test_every_fingerprint(method: Literal["blake2b", "mmh3", "rabin"]) -> None:
    known = Identity(UrlOptions(fingerprint=method))
    assert known.identify("http://h/a")[1] != known.identify("http://h/b")[1]


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_GENERATION", 50)
    known = Identity()
    menu = "http://h/menu"
    entry = known.identify(menu)
    for number in range(2000):
        known.key(f"http://h/{number}")
        if number % 40 == 0:
            assert known.identify(menu) is entry  # what comes back is kept
        assert len(known._young) + len(known._old) <= 100


def test_a_url_that_is_too_long_is_not_remembered() -> None:
    known = Identity(UrlOptions(max_length=100))
    url = "http://h/" + "a" * 100
    assert known.identify(url) == known.identify(url)
    assert url not in known._young
