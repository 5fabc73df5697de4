"""Scope: whole labels of the parsed host, whatever the URL pretends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from crawler.urls import BAD_PORTS, Scope, host_of, resolve
from tests.cases import case
from tests.urls.strategies import urls

OUT = "out-of-scope"
START = "http://www.shop.test/docs/en/index.html"


def test_c60_hosts() -> None:
    given, expect = case("C60")
    scope = Scope.parse("domain", [f"http://{host}/" for host in given["allowed"]])
    assert [scope.refuse(url) is None for url in given["urls"]] == expect["in_scope"]
    # Once more, from the remembered verdicts and as links would bring them.
    for url, inside in zip(given["urls"], expect["in_scope"], strict=True):
        assert (scope.refuse(url) is None) == inside
        assert (scope.refuse(str(resolve(url, "http://x/"))) is None) == inside


def test_c57_targets() -> None:
    scope = Scope.parse("domain", ["http://shop.test/"])
    inside = []
    for target in case("C57")[0]["targets"]:
        url = resolve(target, "http://shop.test/r/1")
        assert scope.refuse(target) is not None or url == target
        if url is not None and scope.refuse(url) is None:
            inside.append(url)
    assert inside == ["http://shop.test/ok", "http://www.shop.test/ok"]


@pytest.mark.parametrize(
    ("url", "host", "domain", "prefix"),
    [
        ("http://www.shop.test/docs/en/a", None, None, None),
        ("https://www.shop.test/docs/en/a/b?c#d", None, None, None),
        ("http://WWW.SHOP.TEST./docs/en/", None, None, None),
        ("http://www.shop.test:8443/docs/en/a", None, None, None),
        ("http://www.shop.test/docs/en", None, None, OUT),
        ("http://www.shop.test/docs/english/", None, None, OUT),
        ("http://www.shop.test/docs/%65n/a", None, None, None),
        ("http://www.shop.test/docs/en/../de/", None, None, OUT),
        ("http://www.shop.test/docs/en/%2e%2e/de/", None, None, OUT),
        ("http://www.shop.test/x/../docs/en/a", None, None, None),
        ("http://www.shop.test/", None, None, OUT),
        ("http://shop.test/docs/en/a", OUT, None, OUT),
        ("http://img.shop.test/docs/en/a", OUT, None, OUT),
        ("http://a.b.shop.test/docs/en/a", OUT, None, OUT),
        ("http://shop.test.evil.test/docs/en/a", OUT, OUT, OUT),
        ("http://evilshop.test/docs/en/a", OUT, OUT, OUT),
        ("http://www.shop.test.evil.test/docs/en/a", OUT, OUT, OUT),
        ("http://www-shop.test/docs/en/a", OUT, OUT, OUT),
        ("http://shop/docs/en/a", OUT, OUT, OUT),
        ("http://test/docs/en/a", OUT, OUT, OUT),
        ("http://www.shop.test@evil.test/docs/en/a", OUT, OUT, OUT),
        ("http://evil.test@www.shop.test/docs/en/a", None, None, None),
        ("http://www.shop.test:80@evil.test/docs/en/a", OUT, OUT, OUT),
        ("http://evil.test\\@www.shop.test/docs/en/a", OUT, OUT, OUT),
        ("http://evil.test\\.www.shop.test/docs/en/a", OUT, OUT, OUT),
        ("http://evil.test/@www.shop.test/docs/en/a", OUT, OUT, OUT),
        ("http://evil.test?@www.shop.test/docs/en/a", OUT, OUT, OUT),
        ("http://evil.test#@www.shop.test/docs/en/a", OUT, OUT, OUT),
        ("http://www.shop.test\t.evil.test/docs/en/a", OUT, OUT, OUT),
        ("http://www.shop.test%2eevil.test/docs/en/a", OUT, OUT, OUT),
        ("http://www.shop.test%00.evil.test/docs/en/a", "scheme", "scheme", "scheme"),
        ("http://www。shop。test/docs/en/a", None, None, None),
        ("http://www.shоp.test/docs/en/a", OUT, OUT, OUT),  # Cyrillic o
        ("http:/www.shop.test/docs/en/a", None, None, None),
        ("http:www.shop.test/docs/en/a", None, None, None),
        ("http://www.shop.test:22/docs/en/a", OUT, OUT, OUT),
        ("http://www.shop.test:6379/docs/en/a", None, None, None),
        ("ftp://www.shop.test/docs/en/a", "scheme", "scheme", "scheme"),
        ("file://www.shop.test/docs/en/a", "scheme", "scheme", "scheme"),
        ("javascript:'http://www.shop.test/docs/en/a'", "scheme", "scheme", "scheme"),
        ("//www.shop.test/docs/en/a", "scheme", "scheme", "scheme"),
        ("", "scheme", "scheme", "scheme"),
    ],
)
def test_what_each_scope_refuses(
    url: str, host: str | None, domain: str | None, prefix: str | None
) -> None:
    for spec, expected in (("host", host), ("domain", domain), ("prefix", prefix)):
        scope = Scope.parse(spec, [START])
        assert scope.refuse(url) == expected
        assert scope.refuse(url) == expected


@pytest.mark.parametrize("port", sorted(BAD_PORTS))
def test_blocked_ports_are_out(port: int) -> None:
    for spec in ("host", "domain", "prefix", "re:."):
        scope = Scope.parse(spec, ["http://shop.test/"])
        assert scope.refuse(f"http://shop.test:{port}/") == OUT
        assert scope.refuse(f"http://shop.test:{port}/") == OUT


@pytest.mark.parametrize("spec", ["host", "domain", "prefix"])
@pytest.mark.parametrize(
    ("start", "inside", "outside"),
    [
        (
            "http://10.0.0.5/",
            [
                "http://10.0.0.5:8080/",
                "http://167772165/",
                "http://0xa.0.5/",
                "http://012.5/",
            ],
            [
                "http://110.0.0.5/",
                "http://10.0.0.55/",
                "http://5/",
                "http://a.10.0.0.5.x/",
            ],
        ),
        (
            "http://2130706433/",
            ["http://127.0.0.1/", "http://127.1/", "http://0x7f.1./"],
            [
                "http://localhost/",
                "http://[::1]/",
                "http://[::ffff:127.0.0.1]/",
                "http://127.2/",
            ],
        ),
        (
            "http://[::1]/",
            ["http://[::1]:8080/", "http://[0:0:0:0:0:0:0:1]/"],
            ["http://[::2]/", "http://127.0.0.1/", "http://[::11]/"],
        ),
        (
            "http://localhost:8000/",
            ["http://localhost/", "http://LOCALHOST./"],
            [
                "http://a.localhost/",
                "http://localhost.evil.test/",
                "http://notlocalhost/",
            ],
        ),
        (
            "http://github.io/",  # a public suffix itself
            ["https://github.io/"],
            ["http://alice.github.io/", "http://io/"],
        ),
        (
            "http://bücher.test/",
            ["http://xn--bcher-kva.test/", "http://BÜCHER.test/"],
            ["http://bucher.test/", "http://xn--bcher-kva.evil.test/"],
        ),
    ],
)
def test_addresses_and_names_without_sub_domains(
    spec: str, start: str, inside: list[str], outside: list[str]
) -> None:
    scope = Scope.parse(spec, [start])
    assert [scope.refuse(url) for url in inside] == [None] * len(inside)
    assert [scope.refuse(url) for url in outside] == [OUT] * len(outside)


@settings(deadline=None, max_examples=200)
@given(urls, urls)
def test_a_remembered_verdict_is_the_verdict(first: str, second: str) -> None:
    """A URL in scope has the host of the start, in any order of asking."""
    scope = Scope.parse("host", ["http://h.test/"])
    for url in (first, second, first):
        assert (scope.refuse(url) is None) == (host_of(url) == "h.test")


def test_a_pattern_is_searched_in_the_serialised_url() -> None:
    scope = Scope.parse(
        r"re:^https?://[^/]*\.shop\.test/(a|b)/", ["http://www.shop.test/"]
    )
    assert scope.refuse("HTTP://X.Shop.TEST:80/c/../a/1?q#f") is None
    assert scope.refuse("http://x.shop.test/c/1") == OUT
    assert scope.refuse("http://x.shop.test@evil.test/a/") == OUT
    assert scope.refuse("http://evil.test/#http://x.shop.test/a/") == OUT
    assert scope.refuse("ftp://x.shop.test/a/") == "scheme"


def test_several_starts() -> None:
    starts = ["http://a.test/x/1", "http://a.test/y/1", "http://www.b.test/"]
    assert Scope.parse("host", starts).hosts == {"a.test", "www.b.test"}
    assert Scope.parse("domain", starts).hosts == {"a.test", "www.b.test"}
    prefix = Scope.parse("prefix", starts)
    answers = [prefix.refuse(f"http://a.test/{p}/2") for p in ("x", "y", "z")]
    assert answers == [None, None, OUT]
    assert prefix.refuse("http://www.b.test/z") is None


@pytest.mark.parametrize(
    ("spec", "starts", "message"),
    [
        (
            "hosts",
            ["http://h/"],
            "scope must be host, domain, prefix or re:PATTERN, not 'hosts'",
        ),
        ("", ["http://h/"], "scope must be"),
        ("re:", ["http://h/"], "scope must be"),
        ("re:(", ["http://h/"], "scope 're:\\(' is no regular expression: missing"),
        ("host", [], "scope needs at least one start URL"),
        ("host", ["h.test"], "start is not an http\\(s\\) URL: 'h.test'"),
        ("host", ["http://h/", "ftp://h/"], "start is not .*'ftp://h/'"),
    ],
)
def test_what_is_no_scope(spec: str, starts: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Scope.parse(spec, starts)
    assert "\n" not in str(caught.value)


def test_a_start_that_moves_within_its_domain_is_followed() -> None:
    scope = Scope.parse("host", ["http://shop.test/"])
    assert scope.refuse("https://www.shop.test/a") == OUT
    assert scope.adopt("https://www.shop.test/en/")
    assert scope.refuse("https://www.shop.test/a") is None
    assert scope.refuse("https://img.shop.test/a") == OUT
    assert scope.hosts == {"shop.test", "www.shop.test"}


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://other.test/",
            "http://shop.test.evil.test/",
            "http://shop.test@evil.test/",
        ),
        *("http://10.0.0.5/", "http://www.shop.test:22/", "ftp://www.shop.test/", ""),
    ],
)
@pytest.mark.parametrize("spec", ["host", "domain", "prefix"])
def test_a_start_that_moves_elsewhere_is_not_followed(spec: str, url: str) -> None:
    scope = Scope.parse(spec, ["http://shop.test/"])
    hosts = scope.hosts
    assert not scope.adopt(url)
    assert scope.hosts == hosts
    assert scope.refuse(url) is not None


def test_neighbours_under_a_public_suffix_are_not_followed() -> None:
    scope = Scope.parse("host", ["http://alice.github.io/"])
    assert not scope.adopt("http://bob.github.io/")
    address = Scope.parse("host", ["http://10.0.0.5/"])
    assert not address.adopt("http://10.0.0.6/")
    assert address.adopt("https://10.0.0.5/login")


def test_a_prefix_moves_with_its_start() -> None:
    scope = Scope.parse("prefix", ["http://shop.test/docs/"])
    assert scope.adopt("http://www.shop.test/docs/en/start")
    assert scope.refuse("http://www.shop.test/docs/en/a") is None
    assert scope.refuse("http://www.shop.test/docs/de/") == OUT
    assert scope.refuse("http://shop.test/docs/de/") is None


def test_a_pattern_is_not_widened() -> None:
    scope = Scope.parse("re:^http://shop[.]test/", ["http://shop.test/"])
    assert not scope.adopt("http://www.shop.test/")
    assert scope.adopt("http://shop.test/x")


def test_a_site_with_endless_hosts_is_bounded() -> None:
    scope = Scope.parse("domain", ["http://shop.test/"])
    for number in range(10_000):
        assert scope.refuse(f"http://h{number}.shop.test/") is None
    assert len(scope._verdicts) <= 4096
