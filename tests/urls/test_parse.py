"""Resolving references as a browser does."""

from __future__ import annotations

import ada_url
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crawler.urls import BAD_PORTS, host_of, resolve, split
from tests.cases import case
from tests.urls.strategies import tails, urls

BASE = "http://docs.test/d/e?q#f"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("", "http://docs.test/d/e?q"),
        ("#top", "http://docs.test/d/e?q#top"),
        ("?p=2", "http://docs.test/d/e?p=2"),
        ("k", "http://docs.test/d/k"),
        ("./k/../l", "http://docs.test/d/l"),
        ("./k", "http://docs.test/d/k"),
        ("./", "http://docs.test/d/"),
        (".", "http://docs.test/d/"),
        ("./#f", "http://docs.test/d/#f"),
        ("../", "http://docs.test/"),
        ("..", "http://docs.test/"),
        ("../?q", "http://docs.test/?q"),
        ("..//x", "http://docs.test//x"),
        (".././x", "http://docs.test/x"),
        ("../k:l", "http://docs.test/k:l"),
        ("../../../x", "http://docs.test/x"),
        ("../" * 40 + "x?../", "http://docs.test/x?../"),
        ("/x", "http://docs.test/x"),
        ("/x/../y", "http://docs.test/y"),
        ("/x/.%2e/y", "http://docs.test/y"),
        ("//cdn.test/y", "http://cdn.test/y"),
        ("/\\cdn.test/y", "http://cdn.test/y"),
        ("\\x\\y", "http://docs.test/x/y"),
        (" /x \n", "http://docs.test/x"),
        ("/x\ty", "http://docs.test/xy"),
        ("http:k", "http://docs.test/d/k"),
        ("https:k", "https://k/"),
        ("HTTPS://X.test", "https://x.test/"),
        ("http://x.test:80/a", "http://x.test/a"),
        ("http://x.test:8080/a", "http://x.test:8080/a"),
        ("http://x.test:08080/a", "http://x.test:8080/a"),
        ("http://x.test:10000/a", "http://x.test:10000/a"),
        ("http://x.test:65535/a", "http://x.test:65535/a"),
        ("http://x.test:65536/a", None),
        (
            "/a;b=1/c%2Fd?x[]=1&y=a|b#!/r",
            "http://docs.test/a;b=1/c%2Fd?x[]=1&y=a|b#!/r",
        ),
        ("http://h\ud800.test/", None),
        ("/\ud800", "http://docs.test/%EF%BF%BD"),
    ],
)
def test_references(href: str, url: str | None) -> None:
    assert resolve(href, BASE) == url


@pytest.mark.parametrize("href", case("C57")[0]["targets"])
def test_c57_only_http_and_open_ports(href: str) -> None:
    url = resolve(href, "http://shop.test/r/1")
    if href.partition(":")[0] in {"file", "data", "ftp", "gopher"} or ":22/" in href:
        assert url is None
    else:
        assert url is not None
        assert url.startswith("http://")


@pytest.mark.parametrize(
    "href",
    [
        *("javascript:alert(1)", "JaVaScRiPt:x", "java\nscript:x", " data:,x"),
        *("blob:http://h/1", "mailto:a@b", "tel:1", "about:blank"),
        *("ws://h/", "wss://h/", "view-source:http://h/", "file:///etc/passwd"),
        *("\\\\?\\c:", "x:y", "http://", "http://:80/"),
        *("http://[1", "http://h:65536/", "http://h:x/", "http://a b/"),
        *("http://a<b/", "http://1.2.3.256/"),
    ],
)
def test_what_is_no_place_to_go_to(href: str) -> None:
    assert resolve(href, BASE) is None


@pytest.mark.parametrize("port", sorted(BAD_PORTS))
def test_ports_of_other_protocols(port: int) -> None:
    for href in (
        f"http://h.test:{port}/",
        f"//h.test:{port}",
        f"http://H.test:{port}/a",
    ):
        assert resolve(href, BASE) is None
    assert resolve("/x", f"http://h.test:{port}/") is None
    assert resolve("x", f"http://h.test:{port}/") is None


@pytest.mark.parametrize("port", [3000, 5000, 8000, 8080, 8443, 9999, 10081, 65535])
def test_ports_that_web_servers_use(port: int) -> None:
    assert resolve(f"http://h.test:{port}/", BASE) == f"http://h.test:{port}/"
    assert resolve("/x", f"http://127.0.0.1:{port}") == f"http://127.0.0.1:{port}/x"


@pytest.mark.parametrize("base", ["", "nonsense", "about:blank", "data:,x"])
def test_a_base_that_is_no_page(base: str) -> None:
    assert resolve("http://h.test/a/../b", base) == "http://h.test/b"
    assert resolve("http://h.test/a", base) == "http://h.test/a"
    assert resolve("/a", base) is None
    assert resolve("a", base) is None


@settings(deadline=None, max_examples=200)
@given(st.one_of(tails, urls, tails.map("/{}".format)), urls)
@example("", "http://h.test./\ud800")
def test_the_way_round_the_parser_agrees_with_it(href: str, base: str) -> None:
    def by_ada() -> str | None:
        try:
            return ada_url.join_url(base, href)
        except ValueError:
            return None

    url, whole = resolve(href, base), by_ada()
    if whole is not None and whole.startswith("http") and split(base):
        port = ada_url.URL(whole).port
        assert url == (None if port and int(port) in BAD_PORTS else whole)
    if url is not None:
        assert ada_url.normalize_url(url) == url
        assert resolve(url, base) == url


_segments = st.lists(st.sampled_from(["", "a", "b.c", ":", "..", ".", "%2e"]))
_paths = _segments.map("/".join)


@settings(deadline=None, max_examples=200)
@given(
    st.integers(0, 12).map(lambda steps: "../" * steps),
    st.sampled_from(["", "./", ".", "/"]),
    _paths,
    st.sampled_from(["", "?q=1", "#f", "?../#../"]),
    _paths,
)
def test_dot_segments_lead_where_the_parser_goes(
    steps: str, dot: str, path: str, rest: str, base: str
) -> None:
    href = steps + dot + path + rest
    page = f"http://h.test:54321/{base}?q#f"
    if href.startswith("//"):
        return
    assert resolve(href, page) == ada_url.join_url(page, href)


@settings(deadline=None, max_examples=200)
@given(urls)
def test_the_parts_are_those_of_the_parser(url: str) -> None:
    parts = split(url)
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        return
    if parsed.protocol not in {"http:", "https:"}:
        assert parts is None
        return
    assert parts is not None
    assert f"{parts.scheme}:" == parsed.protocol
    assert parts.host + parts.port == parsed.host
    assert parts.path == parsed.pathname
    assert f"?{parts.query or ''}" == (parsed.search or "?")
    assert f"#{parts.fragment or ''}" == (parsed.hash or "#")


@pytest.mark.parametrize(
    ("encoding", "text", "query"),
    [
        ("utf-8", "中é", "%E4%B8%AD%C3%A9"),
        ("utf-16le", "é", "%C3%A9"),  # an encoding that a query cannot have
        ("replacement", "é", "%C3%A9"),
        ("gbk", "中", "%D6%D0"),
        ("gbk", "€", "%80"),
        ("gb18030", "中", "%D6%D0"),
        ("big5", "中", "%A4%A4"),
        ("shift_jis", "ソ", "%83\\"),  # a trail byte in ASCII stays
        ("euc-jp", "中", "%C3%E6"),
        ("iso-2022-jp", "中文", "%1B$BCfJ8%1B(B"),
        ("euc-kr", "중", "%C1%DF"),
        ("windows-1251", "ж", "%E6"),
        ("koi8-r", "ж", "%D6"),
        ("windows-1252", "é€", "%E9%80"),
        ("iso-8859-2", "ž", "%BE"),
        ("iso-8859-8-i", "א", "%E0"),
        ("x-mac-cyrillic", "ж", "%E6"),
        ("windows-1252", "中é", "%26%2320013%3B%E9"),  # not in the encoding
        ("no-such-label", "é", "%C3%A9"),
    ],
)
def test_the_query_is_in_the_encoding_of_the_document(
    encoding: str, text: str, query: str
) -> None:
    url = resolve(f"/{text}?q={text}&r#{text}", BASE, encoding)
    plain = resolve(f"/{text}#{text}", BASE)
    assert url is not None
    assert plain is not None
    assert url == plain.replace("#", f"?q={query}&r#")


def test_c15_link() -> None:
    given, expect = case("C15")
    page = given["link_page"]["body"].decode("gbk")
    href = page.partition('href="')[2].partition('"')[0]
    url = resolve(href, given["link_page"]["url"], "gbk")
    assert url == "http://g.test/%E4%B8%AD?%D6%D0#%E4%B8%AD"
    assert expect["link"].startswith(url.partition("#")[0])


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://SHOP.test:8443/x", "shop.test"),
        ("http://shop.test./", "shop.test"),
        ("http://shop.test../", "shop.test.."),
        ("http://me:pw@shop.test@evil.test/", "evil.test"),
        ("http://167772165/", "10.0.0.5"),
        ("http://0xA.0.5", "10.0.0.5"),
        ("http://[::FFFF:10.0.0.5]/", "[::ffff:a00:5]"),
        ("http://bücher.test", "xn--bcher-kva.test"),
        ("file://shop.test/etc/passwd", ""),
        ("shop.test", ""),
        ("", ""),
    ],
)
def test_host_of(url: str, host: str) -> None:
    assert host_of(url) == host
