"""Cookies: one jar for rendered and plain requests, scripts included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import TextResponse

from tests.adapters.crawling import crawl
from tests.adapters.splash_site import options, script
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from tests.servers.web import Web

COOKIES = {
    "/set": Reply(
        "<p>set",
        headers=(
            ("Set-Cookie", "sid=s1; Path=/; HttpOnly"),
            ("Set-Cookie", "deep=d1; Path=/deep"),
        ),
    ),
    "/set-by-script": Reply(script("document.cookie = 'js=j1; path=/'")),
    "/check": Reply(
        "", 302, headers=(("Set-Cookie", "seen=1; Path=/"), ("Location", "/show?check"))
    ),
    "/gate": Reply(
        script(
            "if (document.cookie.indexOf('gate=') < 0) {"
            " document.cookie = 'gate=g1; path=/'; location.reload() }"
            " else { document.title = 'inside' }"
        )
    ),
    "/drop": Reply(script("document.cookie = 'js=; path=/; expires=' + new Date(0)")),
    "/show": Reply("<p>{cookie}"),
    "/deep/show": Reply("<p>{cookie}"),
    "/show.txt": Reply("{cookie}", type="text/plain"),
}


def in_turn(site: Web, paths: list[str]) -> list[Request]:
    """Requests that are sent one after the other (priorities, one at a time)."""
    return [
        Request(site.url + path, priority=-number, dont_filter=True)
        for number, path in enumerate(paths)
    ]


def test_one_jar_for_rendered_and_plain_requests(splash: str) -> None:
    with web(COOKIES) as site:
        paths = ["/set", "/set-by-script", "/show", "/deep/show", "/show.txt"]
        paths += ["/drop", "/show?dropped", "/check"]
        found = crawl(
            in_turn(site, paths), options(splash, CONCURRENT_REQUESTS=1, RENDER_WAIT=0)
        ).responses

    def cookies(path: str) -> set[str]:
        response = found[site.url + path]
        assert isinstance(response, TextResponse)
        text = response.css("p::text").get("") if "html" in response.text else ""
        return set((text or response.text).split("; "))

    assert cookies("/show") == {"sid=s1", "js=j1"}
    assert cookies("/deep/show") == {"sid=s1", "js=j1", "deep=d1"}
    assert cookies("/show.txt") == {"sid=s1", "js=j1"}
    assert cookies("/show?dropped") == {"sid=s1"}
    assert cookies("/check") == {"sid=s1", "seen=1"}


def test_a_script_that_comes_back_with_a_cookie_gets_in(splash: str) -> None:
    with web(COOKIES) as site:
        request = Request(site.url + "/gate", dont_filter=True)
        found = crawl([request], options(splash)).responses
        assert found[site.url + "/gate"].css("title::text").get() == "inside"
        assert site.count("/gate") == 2


def test_cookies_without_a_jar(splash: str) -> None:
    with web(COOKIES) as site:
        request = Request(site.url + "/show", headers={"Cookie": "a=1; b=2"})
        found = crawl([request], options(splash, COOKIES_ENABLED=False)).responses
        assert found[request.url].css("p::text").get() == "a=1; b=2"


def test_jars_of_scrapy_are_what_this_relies_on() -> None:
    assert CookiesMiddleware().jars[None].jar is not None
