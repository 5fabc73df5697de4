"""Rendering through a real Splash: what comes out is the page, told truly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Request

from tests.adapters.crawling import crawl
from tests.adapters.splash_site import REPLIES, links_of, options, page

if TYPE_CHECKING:
    from tests.adapters.crawling import Crawled
    from tests.servers.web import Web


def test_page_without_content_is_rendered_and_its_link_found(
    crawled: Crawled, pages: Web
) -> None:
    response = page(crawled, pages, "/empty")
    assert links_of(response) == [f"{pages.url}/found"]
    assert response.css("a::text").get() == "中文"
    assert response.url == f"{pages.url}/empty"
    assert response.headers["Content-Type"] == b"text/html; charset=utf-8"
    assert response.body.decode("utf-8").startswith("<!DOCTYPE html>")


def test_each_page_has_its_own_identity(crawled: Crawled, pages: Web) -> None:
    # All of them go to one URL of Splash.
    assert "/second" in page(crawled, pages, "/other").text
    assert "/second" not in page(crawled, pages, "/empty").text
    assert set(crawled.failures) == {f"{pages.url}/away"}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/late", "late"),
        ("/xhr", "from data"),
        ("/hash", "#/home"),
        ("/missing", "nothing here"),
    ],
)
def test_scripts_run(crawled: Crawled, pages: Web, path: str, title: str) -> None:
    assert page(crawled, pages, path).css("title::text").get() == title


@pytest.mark.parametrize(
    ("path", "status"),
    [("/empty", 200), ("/missing", 404), ("/broken", 500), ("/login", 401)],
)
def test_status_is_the_page_s(
    crawled: Crawled, pages: Web, path: str, status: int
) -> None:
    assert page(crawled, pages, path).status == status


def test_headers_are_the_page_s(crawled: Crawled, pages: Web) -> None:
    headers = page(crawled, pages, "/headers").headers
    assert headers["X-One"] == b"1"
    assert headers["Link"] == b"</a>; rel=next"
    assert "Content-Length" not in headers


@pytest.mark.parametrize("path", ["/xhtml", "/untyped", "/blank", "/dialogs", "/image"])
def test_every_kind_of_page_is_rendered(
    crawled: Crawled, pages: Web, path: str
) -> None:
    assert page(crawled, pages, path).css("body")


def test_the_user_agent_goes_along(crawled: Crawled, pages: Web) -> None:
    assert page(crawled, pages, "/agent").css("p::text").get() == "Sounding/1"
    assert pages.headers["/data"]["User-Agent"] == "Sounding/1"


def test_pages_load_no_images(crawled: Crawled, pages: Web) -> None:
    assert crawled.responses
    assert pages.count("/logo.png") == 0


def test_half_a_surrogate_pair_is_no_trouble(crawled: Crawled, pages: Web) -> None:
    assert page(crawled, pages, "/surrogate").body.decode("utf-8")


def test_a_style_that_never_comes_does_not_hold_up_the_page(
    crawled: Crawled, pages: Web
) -> None:
    assert page(crawled, pages, "/slow-style").css("p::text").get() == "styled"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/json", b'{"a": 1}'),
        ("/feed", b"<feed/>"),
        ("/plain", b"plain <b>"),
        ("/document", b"%PDF-1.4"),
        ("/attached", b"<p>x"),
        ("/nothing", b""),
        ("/style.css", b"a { color: red }"),
        ("/robots.txt", b"User-agent: *\nDisallow: /no"),
    ],
)
def test_what_is_no_page_comes_as_it_is(
    crawled: Crawled, pages: Web, path: str, body: bytes
) -> None:
    response = crawled.responses[pages.url + path]
    assert "rendered" not in response.flags
    assert response.body == body
    media = REPLIES[path].type
    assert response.headers.get("Content-Type") == (media.encode() if media else None)


def test_files_are_asked_for_once(crawled: Crawled, pages: Web) -> None:
    assert crawled.responses
    assert pages.count("/style.css") == 1
    assert pages.count("/robots.txt") == 1


def test_stats(crawled: Crawled) -> None:
    assert crawled.stats["render/redirects"] == 4
    assert crawled.stats["render/plain"] == 7
    # Four of the redirects end at a page.
    assert crawled.stats["render/pages"] >= 25


def test_meta_render_says_it_for_one_request(splash: str, pages: Web) -> None:
    requests = [
        Request(pages.url + "/empty", meta={"render": False, "name": "plain"}),
        Request(pages.url + "/empty?1", meta={"name": "rendered"}),
    ]
    found = crawl(requests, options(splash)).responses
    assert "found" not in found["plain"].css("div").get("")
    assert "found" in found["rendered"].css("div").get("")


def test_delay_of_the_host_is_kept(splash: str, pages: Web) -> None:
    requests = [Request(f"{pages.url}/blank?{number}") for number in range(4)]
    settings = options(
        splash, DOWNLOAD_DELAY=0.4, DOWNLOAD_DELAY_JITTER=0, RENDER_WAIT=0
    )
    found = crawl(requests, settings)
    assert len(found.responses) == 4
    assert found.stats["elapsed_time_seconds"] >= 1.2


def test_waiting_for_the_dom_does_not_slow_the_throttle(
    splash: str, pages: Web
) -> None:
    request = Request(pages.url + "/blank?latency")
    settings = options(splash, RENDER_WAIT=2, RENDER_TIMEOUT=20)
    found = crawl([request], settings)
    latency = found.responses[request.url].meta["download_latency"]
    # However slow this machine is just now; Splash may fire its timer a little early.
    assert found.stats["elapsed_time_seconds"] - latency >= 1.5
