"""Registrable domains, by the public suffix list."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from crawler.urls import host_of, registrable_domain
from tests.urls.strategies import urls


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("shop.test", "shop.test"),
        ("a.b.shop.test", "shop.test"),
        ("shop.test.", "shop.test"),
        ("SHOP.Test", "shop.test"),
        ("example.com", "example.com"),
        ("a.example.co.uk", "example.co.uk"),
        ("co.uk", ""),
        ("com", ""),
        ("localhost", ""),
        ("alice.github.io", "alice.github.io"),
        ("x.alice.github.io", "alice.github.io"),
        ("www.city.kawasaki.jp", "city.kawasaki.jp"),
        ("a.b.c.kawasaki.jp", "b.c.kawasaki.jp"),
        ("a.b.ck", "a.b.ck"),
        ("b.ck", ""),
        ("a.www.ck", "www.ck"),
        ("a.xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
        ("xn--bcher-kva.test", "xn--bcher-kva.test"),
        ("10.0.0.5", ""),
        ("[::1]", ""),
        ("[::ffff:a00:5]", ""),
        ("", ""),
        (".", ""),
        ("a..b", ""),
    ],
)
def test_registrable_domain(host: str, domain: str) -> None:
    assert registrable_domain(host) == domain


@settings(deadline=None, max_examples=150)
@given(urls)
def test_the_registrable_domain_is_the_end_of_the_host(url: str) -> None:
    host = host_of(url)
    domain = registrable_domain(host)
    if domain:
        assert host == domain or host.endswith("." + domain)
        assert registrable_domain(domain) == domain
