"""The canonical key: equal for one URL's spellings, different for other URLs."""

from __future__ import annotations

from urllib.parse import urljoin

import ada_url
import pytest
from hypothesis import example, given, settings

from crawler.urls import UrlOptions, canonical_key
from tests.cases import case
from tests.urls.strategies import urls

ROUTES = UrlOptions(routes=True)
UNRESERVED = "ABCXYZabcxyz0189-._~"
RESERVED = ":/?#[]@!$&()*+,;="


@pytest.mark.parametrize("pair", case("C02")[0]["equal"])
def test_c02_equivalent_spellings_have_one_key(pair: list[str]) -> None:
    base = case("C02")[0]["base"]
    assert canonical_key(base + pair[0]) == canonical_key(base + pair[1])


@pytest.mark.parametrize("pair", case("C02")[0]["different"])
def test_c02_different_resources_have_different_keys(pair: list[str]) -> None:
    base = case("C02")[0]["base"]
    assert canonical_key(base + pair[0]) != canonical_key(base + pair[1])


@pytest.mark.parametrize("path", case("C02")[0]["idempotent"])
def test_c02_the_key_is_its_own_key(path: str) -> None:
    key = canonical_key(case("C02")[0]["base"] + path)
    assert canonical_key(key) == key
    assert "#" not in key


@pytest.mark.parametrize("char", UNRESERVED)
@pytest.mark.parametrize("place", ["/x{}y", "/?x{}y=1", "/?k=x{}y"])
def test_an_unreserved_character_equals_its_escape(place: str, char: str) -> None:
    escape = f"%{ord(char):02x}"
    assert canonical_key("http://h" + place.format(escape)) == canonical_key(
        "http://h" + place.format(char)
    )


@pytest.mark.parametrize("char", RESERVED)
@pytest.mark.parametrize("place", ["/x{}y", "/?x{}y=1", "/?k=x{}y"])
def test_a_reserved_character_never_meets_its_escape(place: str, char: str) -> None:
    escape = f"%{ord(char):02X}"
    assert canonical_key("http://h" + place.format(escape)) != canonical_key(
        "http://h" + place.format(char)
    )


@pytest.mark.parametrize("byte", range(256))
def test_the_case_of_an_escape_says_nothing(byte: int) -> None:
    lower, upper = f"http://h/a%{byte:02x}b", f"http://h/a%{byte:02X}b"
    assert canonical_key(lower) == canonical_key(upper)


@settings(deadline=None, max_examples=200)
@given(urls)
@example("http://h/%%34%31")
@example("http://h/%4%31?%%34%31&%4%31")
@example("http://h/..;jsessionid=1/x")
@example("http://h/a/..%3bx/%2E%2E;sid=c0de0001c0de0002c0de0003c0de0004/x")
@example("http://h/XTCsid/(S(x))/c0de0001c0de0002c0de0003c0de0004")
@example("http://h/oscsid/zenid/c0de0001c0de0002/c0de0001c0de0003")
@example("http://h/?jsessionid;sid=c0de0001c0de0002")
@example("http://h/?sid=c0de0001c0de0002;jsessionid")
@example("http://h../")
@example("http://1.2.03.4../")
@example("http://./")
@example("http://h/(S(x))")
@example("http://h/#!/a#b")
def test_the_key_of_a_key_is_the_key(url: str) -> None:
    for options in (UrlOptions(), ROUTES):
        key = canonical_key(url, options)
        assert canonical_key(key, options) == key


@settings(deadline=None, max_examples=200)
@given(urls)
def test_the_key_is_that_of_the_serialised_url(url: str) -> None:
    """The way round the parser and the parser itself agree."""
    try:
        href = ada_url.normalize_url(url)
    except ValueError:
        return
    if href.startswith(("http://", "https://")):
        assert canonical_key(url) == canonical_key(href)
        assert canonical_key(url, ROUTES) == canonical_key(href, ROUTES)


@settings(deadline=None, max_examples=100)
@given(urls)
def test_the_key_of_an_http_url_is_ascii_without_fragment(url: str) -> None:
    key = canonical_key(url)
    if key.startswith(("http://", "https://")):
        try:
            ada_url.normalize_url(key)
        except ValueError:
            assert key == url
        else:
            assert key.isascii()
            assert "#" not in key
            assert " " not in key


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://h", "http://h/"),
        ("HTTP://H.TEST/A", "http://h.test/A"),
        ("http:/h/a", "http://h/a"),
        ("http:\\\\h\\a", "http://h/a"),
        (" http://h/a\n", "http://h/a"),
        ("ht\ntp://h/\ta", "http://h/a"),
        ("http://h:80/", "http://h/"),
        ("http://h:/", "http://h/"),
        ("http://h:0080/", "http://h/"),
        ("https://h:443/", "https://h/"),
        ("http://h:443/", "http://h:443/"),
        ("https://h:80/", "https://h:80/"),
        ("http://h:8080/", "http://h:8080/"),
        ("http://[::1]:80/", "http://[::1]/"),
        ("http://[0:0::0:1]/", "http://[::1]/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://0177.0.0.1/", "http://127.0.0.1/"),
        ("http://127.1:8080/", "http://127.0.0.1:8080/"),
        ("http://h.test./a", "http://h.test/a"),
        ("http://user:secret@h/a", "http://h/a"),
        ("http://h@evil/a", "http://evil/a"),
        ("http://h/./a/../b/.", "http://h/b/"),
        ("http://h/a/%2e%2E/b/%2e", "http://h/b/"),
        ("http://h/a/.%2e/../../b", "http://h/b"),
        ("http://h/a//b", "http://h/a//b"),
        ("http://h/a b", "http://h/a%20b"),
        ("http://h/Ünï", "http://h/%C3%9Cn%C3%AF"),
        ("http://h/...", "http://h/..."),
        ("http://h/.well-known/x", "http://h/.well-known/x"),
    ],
)
def test_host_port_and_path(url: str, key: str) -> None:
    assert canonical_key(url) == key


@pytest.mark.parametrize(
    "host",
    [
        "bücher.test",
        "BÜCHER.TEST",
        "bu\u0308cher.test",  # decomposed
        "b%C3%BCcher.test",
        "xn--bcher-kva.test",
        "XN--BCHER-KVA.Test",
        "bü\u00adcher.test",  # soft hyphen
        "bücher。test",  # ideographic full stop
        "ｂüｃｈｅｒ．ｔｅｓｔ",  # full width
        "bücher.test.",
        "bücher.test:80",
        "me@bücher.test",
    ],
)
def test_an_international_host_has_one_form(host: str) -> None:
    assert canonical_key(f"http://{host}/a") == "http://xn--bcher-kva.test/a"


def test_sharp_s_is_a_letter_of_its_own() -> None:
    assert canonical_key("http://faß.test/") == "http://xn--fa-hia.test/"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?b=2&a=1", "?a=1&b=2"),
        ("?a=2&b=&a=1", "?a=2&a=1&b="),
        ("?", ""),
        ("?&", ""),
        ("?&a=1&&b=2&", "?a=1&b=2"),
        ("?a", "?a"),
        ("?a=", "?a="),
        ("?%62=1&a=2", "?a=2&b=1"),
        ("?q=a+b", "?q=a+b"),
        ("?q=a%20b", "?q=a%20b"),
        ("?q=a b", "?q=a%20b"),
        ("?q='", "?q=%27"),  # the wire has only this form
        ("?a[]=2&a[]=1", "?a[]=2&a[]=1"),
        ("??a=1", "??a=1"),
        ("?q=%D6%D0", "?q=%D6%D0"),  # a document's own encoding
        ("?u=http://x/?y", "?u=http://x/?y"),
    ],
)
def test_query(query: str, expected: str) -> None:
    assert canonical_key("http://h/p" + query) == "http://h/p" + expected


@pytest.mark.parametrize(
    ("a", "b"),
    [("?a", "?a="), ("?a=1&a=2", "?a=2&a=1"), ("?q=a+b", "?q=a%20b"), ("?A=1", "?a=1")],
)
def test_queries_that_a_server_may_tell_apart(a: str, b: str) -> None:
    assert canonical_key("http://h/" + a) != canonical_key("http://h/" + b)


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "/a", "mailto:a@b"),
        *("javascript:void(0)", "data:,x", "ftp://h/", "file:///x"),
        *("http://", "http://h:99999/", "http://[::1/", "http://a b/"),
        *("http://1.2.3.4.5/"),
    ],
)
def test_what_is_no_http_url_is_its_own_key(text: str) -> None:
    assert canonical_key(text) == text


def test_a_huge_url_costs_little() -> None:
    for text in ("a" * 1_000_000, "a/" * 500_000, "%41" * 300_000, "a=1&" * 200_000):
        key = canonical_key(f"http://h/{text}?{text}")
        assert canonical_key(key) == key


def test_resolving_a_key_changes_nothing() -> None:
    key = canonical_key("http://h/a/;v=1/b?x=%41&y")
    assert urljoin("http://other/", key) == key
