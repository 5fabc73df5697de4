"""The crawler follows redirects, the renderer does not: not even those of scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Request
from scrapy.exceptions import CannotResolveHostError

from tests.adapters.crawling import crawl
from tests.adapters.splash_site import links_of, options, page
from tests.cases import case
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from tests.adapters.crawling import Crawled
    from tests.servers.web import Web


@pytest.mark.parametrize(
    ("path", "source", "fragment"),
    [
        ("/moved", "moved", ""),
        ("/script-moved", "script", "#/r1"),
        ("/timer-moved", "timer", ""),
        ("/refresh", "meta", ""),
    ],
)
def test_redirects_are_followed_by_the_crawler_not_the_renderer(
    crawled: Crawled, pages: Web, path: str, source: str, fragment: str
) -> None:
    response = page(crawled, pages, path)
    assert response.url == f"{pages.url}/empty?from={source}{fragment}"
    assert "/found" in response.text
    assert response.meta["redirect_urls"] == [pages.url + path]
    assert pages.count(f"/empty?from={source}") == 1


def test_redirect_to_another_host_is_left_to_the_scope(
    crawled: Crawled, pages: Web
) -> None:
    # It was followed, since this crawl has no scope; it was Scrapy that did it.
    failure = crawled.failures[f"{pages.url}/away"]
    assert isinstance(failure, CannotResolveHostError)
    assert "other.invalid" in str(failure)


def test_a_page_with_a_form_stays_a_page(crawled: Crawled, pages: Web) -> None:
    response = page(crawled, pages, "/refresh-form")
    assert response.css("input::attr(name)").get() == "q"
    assert response.headers["Refresh"] == (
        f"0; url={pages.url}/empty?from=form".encode()
    )
    assert pages.count("/empty?from=form") == 0


def test_a_refresh_of_itself_is_no_redirect(crawled: Crawled, pages: Web) -> None:
    assert page(crawled, pages, "/refresh-itself").css("p::text").get() == "again"
    assert pages.count("/refresh-itself") == 1


def test_no_form_is_submitted(crawled: Crawled, pages: Web) -> None:
    assert page(crawled, pages, "/post").css("form")
    assert not [line for line in pages.asked if line.startswith("POST")]


def test_frames_do_not_move_the_page(crawled: Crawled, pages: Web) -> None:
    response = page(crawled, pages, "/frames")
    assert len(response.css("iframe")) == 2
    assert response.url == f"{pages.url}/frames"


def test_pushed_url_is_the_page_s(crawled: Crawled, pages: Web) -> None:
    response = page(crawled, pages, "/pushed")
    assert response.url == f"{pages.url}/app/view/?p=1"
    assert response.urljoin("rel0") == f"{pages.url}/app/view/rel0"


# Case C45: URLs after scripts, on hosts of their own behind a proxy


def test_c45_final_urls(splash: str) -> None:
    given, expect = case("C45")
    with web({url: Reply(body) for url, body in given["pages"].items()}) as proxy:
        requests = [
            Request(f"http://spa.test/{name}", meta={"proxy": proxy.url})
            for name in ("start", "js", "away")
        ]
        crawled = crawl(requests, options(splash))
    start = crawled.responses["http://spa.test/start"]
    assert start.url == expect["start"]["final_url"]
    assert links_of(start) == expect["start"]["links"]
    js = crawled.responses["http://spa.test/js"]
    assert js.url == expect["js"]["final_url"]
    assert links_of(js) == expect["js"]["links"]
    assert proxy.count("http://spa.test/landed/") == 1
    # A redirect, and as such for the scope to judge; the renderer did not go there.
    away = crawled.responses["http://spa.test/away"]
    assert away.meta["redirect_urls"] == ["http://spa.test/away"]
    assert proxy.count("http://other.test/") == 1


def test_credentials_of_a_proxy_arrive(splash: str) -> None:
    with web({"http://spa.test/": Reply("<p>through")}) as proxy:
        address = proxy.url.replace("://", "://user:p%40ss@")
        found = crawl(
            [Request("http://spa.test/", meta={"proxy": address})], options(splash)
        ).responses
        assert "through" in found["http://spa.test/"].text
        sent = proxy.headers["http://spa.test/"]["Proxy-Authorization"]
    assert sent == "Basic dXNlcjpwQHNz"
