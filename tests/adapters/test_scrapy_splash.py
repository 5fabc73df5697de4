"""scrapy-splash itself, mended: requests that a spider writes for Splash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware

from crawler.middlewares.render import place, render_key
from crawler.splash import (
    SplashCookiesMiddleware,
    SplashDeduplicateArgsMiddleware,
    SplashJsonResponse,
    SplashMiddleware,
    SplashRequest,
)
from tests.adapters.crawling import Crawled, crawl
from tests.servers.web import Reply, Web, web

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy import Request
    from scrapy.settings import Settings

TITLE = """
function main(splash, args)
  splash:init_cookies(args.cookies)
  assert(splash:go(args.url))
  return {title = splash:evaljs("document.title"), cookies = splash:get_cookies()}
end
"""

REPLIES = {
    "/a": Reply("<title>A</title><script>document.title += '!'</script>"),
    "/b": Reply("<title>B</title>"),
    "/set": Reply("<title>set</title>", headers=(("Set-Cookie", "sid=1; Path=/"),)),
    "/show": Reply("<title>{cookie}</title>"),
}


class Fingerprinter:
    """As the project's: the page's URL and what else is the request's identity."""

    def fingerprint(self, request: Request) -> bytes:
        return request.url.encode() + request.body + render_key(request)


def in_middlewares(settings: Settings) -> None:
    """Where scrapy-splash's own documentation places its parts."""
    settings.set(
        "DOWNLOADER_MIDDLEWARES",
        {
            SplashCookiesMiddleware: 723,
            SplashMiddleware: 725,
            HttpCompressionMiddleware: 810,
        },
    )
    settings.set("SPIDER_MIDDLEWARES", {SplashDeduplicateArgsMiddleware: 100})


@pytest.fixture(scope="module")
def site() -> Iterator[Web]:
    with web(REPLIES) as running:
        yield running


@pytest.fixture(params=[place, in_middlewares], ids=["handler", "middlewares"])
def fetch(request: pytest.FixtureRequest, splash: str) -> Callable[..., Crawled]:
    """Crawl, with scrapy-splash in either place, one request at a time."""

    def run(*requests: Request, **more: Any) -> Crawled:
        settings = {
            "RENDER": "splash",
            "SPLASH_URL": splash,
            "REQUEST_FINGERPRINTER_CLASS": Fingerprinter,
            "CONCURRENT_REQUESTS": 1,
            **more,
        }
        return crawl(requests, settings, request.param)

    return run


def titled(url: str, name: str, **more: Any) -> Request:
    args = {"lua_source": TITLE}
    request: Request = SplashRequest(
        url, endpoint="execute", args=args, meta={"name": name}, **more
    )
    return request


def test_html(fetch: Callable[..., Crawled], site: Web) -> None:
    crawled = fetch(SplashRequest(site.url + "/a", args={"wait": 0.1}))
    response = crawled.responses[site.url + "/a"]
    assert response.url == site.url + "/a"
    assert response.css("title::text").get() == "A!"


def test_requests_differ_by_url_and_script_and_repeats_are_dropped(
    fetch: Callable[..., Crawled], site: Web
) -> None:
    other = TITLE.replace("document.title", "document.title + ' again'")
    again = SplashRequest(
        site.url + "/a",
        endpoint="execute",
        args={"lua_source": other},
        meta={"name": "again"},
    )
    found = fetch(
        titled(site.url + "/a", "a"),
        titled(site.url + "/b", "b"),
        titled(site.url + "/a", "repeat"),
        again,
    )
    titles = {name: found.responses[name].data["title"] for name in found.responses}  # type: ignore[attr-defined] # untyped package
    assert titles == {"a": "A!", "b": "B", "again": "A! again"}
    assert found.stats["dupefilter/filtered"] == 1


def test_scripts_are_sent_once(fetch: Callable[..., Crawled], site: Web) -> None:
    requests = [
        titled(f"{site.url}/{name}", name, cache_args=["lua_source"], priority=-number)
        for number, name in enumerate("ab")
    ]
    found = fetch(*requests).responses
    assert {name: found[name].data["title"] for name in found} == {"a": "A!", "b": "B"}  # type: ignore[attr-defined] # untyped package


def test_session(fetch: Callable[..., Crawled], site: Web) -> None:
    found = fetch(
        titled(site.url + "/set", "set", session_id="s"),
        titled(site.url + "/show", "show", session_id="s", priority=-1),
        titled(site.url + "/show", "other", session_id="t", dont_filter=True),
    ).responses
    assert found["show"].data["title"] == "sid=1"  # type: ignore[attr-defined] # untyped package
    assert found["other"].data["title"] == "None"  # type: ignore[attr-defined] # untyped package


def test_a_script_with_a_mistake(fetch: Callable[..., Crawled], site: Web) -> None:
    request = SplashRequest(
        site.url + "/a", endpoint="execute", args={"lua_source": "no Lua"}
    )
    response = fetch(request).responses[site.url + "/a"]
    assert response.status == 400


def test_retries_go_through_splash_again(
    fetch: Callable[..., Crawled], site: Web
) -> None:
    before = site.count("/none")
    fetch(
        titled(site.url + "/none", "none"),
        RETRY_ENABLED=True,
        RETRY_TIMES=1,
        RETRY_HTTP_CODES=[404],
    )
    assert site.count("/none") == before + 2


@pytest.mark.parametrize("info", ['"a text"', '{"error": "http404"}', "{}"])
def test_errors_whose_info_is_a_text_are_no_crash(info: str) -> None:
    request = SplashRequest("http://h/", args={})
    body = f'{{"error": 400, "info": {info}}}'.encode()
    response = SplashJsonResponse(
        "http://splash/", status=400, body=body, request=request
    )
    assert response.status == (404 if "404" in info else 400)
