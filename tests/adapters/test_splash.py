"""Rendering through a real Splash: what comes out is the page, told truly."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)
from scrapy.http import HtmlResponse, Response, TextResponse

from tests.adapters.crawling import Crawled, crawl
from tests.cases import case
from tests.servers.running import free_port
from tests.servers.splash import splash_server
from tests.servers.web import Reply, Web, web

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EMPTY = (
    "<!doctype html><meta charset=gbk><title>App</title><div id=a></div><script>"
    "document.getElementById('a').innerHTML = '<a href=/found>中文</a>'</script>"
)
FORM = "<form action=/find><input name=q></form>"


def script(source: str, before: str = "") -> str:
    """A page that runs *source*."""
    return f"<!doctype html><p>page</p>{before}<script>{source}</script>"


REPLIES = {
    "/empty": Reply(EMPTY, charset="gbk"),
    "/other": Reply(script("document.body.innerHTML = '<a href=/second>2</a>'")),
    "/late": Reply(script("setTimeout(function () { document.title = 'late' }, 100)")),
    "/xhr": Reply(
        script(
            "var x = new XMLHttpRequest(); x.open('GET', '/data');"
            "x.onload = function () { document.title = JSON.parse(x.responseText).a };"
            "x.send()"
        )
    ),
    "/data": Reply('{"a": "from data"}', type="application/json"),
    "/missing": Reply(script("document.title = 'nothing here'"), 404),
    "/broken": Reply("<p>trouble", 500),
    "/login": Reply("<p>who", 401, headers=(("WWW-Authenticate", "Basic realm=x"),)),
    "/headers": Reply(
        "<p>h", headers=(("X-One", "1"), ("Link", "</a>; rel=next"), ("ETag", "e"))
    ),
    "/xhtml": Reply(
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p id="x"/></body></html>',
        type="application/xhtml+xml",
    ),
    "/untyped": Reply("<p>page", type=None),
    "/agent": Reply("<p>{agent}"),
    "/blank": Reply(""),
    "/moved": Reply("", 302, headers=(("Location", "/empty?from=moved"),)),
    "/away": Reply("", 301, headers=(("Location", "http://other.invalid/x"),)),
    "/script-moved": Reply(script("location.replace('/empty?from=script#/r1')")),
    "/timer-moved": Reply(
        script("setTimeout(function () { location = '/empty?from=timer' }, 50)")
    ),
    "/refresh": Reply("<meta http-equiv=refresh content='0;url=/empty?from=meta'>"),
    "/refresh-form": Reply(
        f"<meta http-equiv=refresh content='0;url=/empty?from=form'>{FORM}"
    ),
    "/refresh-itself": Reply("<meta http-equiv=refresh content=0><p>again"),
    "/pushed": Reply(
        "<a href=rel0>0</a>" + script("history.pushState({}, '', '/app/view/?p=1')")
    ),
    "/hash": Reply(
        script(
            "onhashchange = function () { document.title = location.hash };"
            "location.hash = '#/home'"
        )
    ),
    "/post": Reply(
        script(
            "document.getElementById('f').submit()",
            "<form id=f method=post action=/buy><input name=a></form>",
        )
    ),
    "/frames": Reply(
        "<p>framed<iframe src=/framed></iframe>"
        "<iframe src=http://127.0.0.1:9/></iframe>"
    ),
    "/framed": Reply(script("top.location = '/empty?from=frame'")),
    "/dialogs": Reply(script("alert(1); confirm(2); prompt(3); window.open('/data')")),
    "/surrogate": Reply(script("document.title = '\\ud800'")),
    "/image": Reply("<p>i<img src=/logo.png>"),
    "/slow-style": Reply("<link rel=stylesheet href=/slow.css><p>styled"),
    "/slow.css": Reply("", type="text/css", seconds=30),
    "/json": Reply('{"a": 1}', type="application/json"),
    "/feed": Reply("<feed/>", type="application/atom+xml"),
    "/plain": Reply("plain <b>", type="text/plain"),
    "/document": Reply("%PDF-1.4", type="application/pdf"),
    "/attached": Reply(
        "<p>x", headers=(("Content-Disposition", "attachment; filename=x.html"),)
    ),
    "/nothing": Reply("", 204, type=None),
    "/style.css": Reply("a { color: red }", type="text/css"),
    "/robots.txt": Reply("User-agent: *\nDisallow: /no", type="text/plain"),
}


@pytest.fixture(scope="module")
def splash(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with splash_server(tmp_path_factory.mktemp("splash")) as url:
        yield url


@pytest.fixture(scope="module")
def site() -> Iterator[Web]:
    with web(REPLIES) as running:
        yield running


@pytest.fixture(scope="module")
def crawled(splash: str, site: Web) -> Crawled:
    """One crawl of every page, with a user agent of its own."""
    requests = [Request(site.url + path) for path in REPLIES if path != "/slow.css"]
    return crawl(requests, {**options(splash), "USER_AGENT": "Sounding/1"})


def options(splash: str, **more: Any) -> dict[str, Any]:
    return {
        "RENDER": "splash",
        "SPLASH_URL": splash,
        "RENDER_WAIT": 0.3,
        "RENDER_TIMEOUT": 9,
        **more,
    }


def page(crawled: Crawled, site: Web, path: str) -> HtmlResponse:
    """The rendered answer to a path."""
    response = crawled.responses[site.url + path]
    assert isinstance(response, HtmlResponse), response
    assert "rendered" in response.flags
    return response


def test_page_without_content_is_rendered_and_its_link_found(
    crawled: Crawled, site: Web
) -> None:
    response = page(crawled, site, "/empty")
    assert links_of(response) == [f"{site.url}/found"]
    assert response.css("a::text").get() == "中文"
    assert response.url == f"{site.url}/empty"
    assert response.headers["Content-Type"] == b"text/html; charset=utf-8"
    assert response.body.decode("utf-8").startswith("<!DOCTYPE html>")


def test_each_page_has_its_own_identity(crawled: Crawled, site: Web) -> None:
    # All of them go to one URL of Splash.
    assert "/second" in page(crawled, site, "/other").text
    assert "/second" not in page(crawled, site, "/empty").text
    assert set(crawled.failures) == {f"{site.url}/away"}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/late", "late"),
        ("/xhr", "from data"),
        ("/hash", "#/home"),
        ("/missing", "nothing here"),
    ],
)
def test_scripts_run(crawled: Crawled, site: Web, path: str, title: str) -> None:
    assert page(crawled, site, path).css("title::text").get() == title


@pytest.mark.parametrize(
    ("path", "status"),
    [("/empty", 200), ("/missing", 404), ("/broken", 500), ("/login", 401)],
)
def test_status_is_the_page_s(
    crawled: Crawled, site: Web, path: str, status: int
) -> None:
    assert page(crawled, site, path).status == status


def test_headers_are_the_page_s(crawled: Crawled, site: Web) -> None:
    headers = page(crawled, site, "/headers").headers
    assert headers["X-One"] == b"1"
    assert headers["Link"] == b"</a>; rel=next"
    assert "Content-Length" not in headers


@pytest.mark.parametrize("path", ["/xhtml", "/untyped", "/blank", "/dialogs", "/image"])
def test_every_kind_of_page_is_rendered(crawled: Crawled, site: Web, path: str) -> None:
    assert page(crawled, site, path).css("body")


def test_the_user_agent_goes_along(crawled: Crawled, site: Web) -> None:
    assert page(crawled, site, "/agent").css("p::text").get() == "Sounding/1"
    assert site.headers["/data"]["User-Agent"] == "Sounding/1"


def test_pages_load_no_images(crawled: Crawled, site: Web) -> None:
    assert crawled.responses
    assert site.count("/logo.png") == 0


def test_half_a_surrogate_pair_is_no_trouble(crawled: Crawled, site: Web) -> None:
    assert page(crawled, site, "/surrogate").body.decode("utf-8")


def test_a_style_that_never_comes_does_not_hold_up_the_page(
    crawled: Crawled, site: Web
) -> None:
    assert page(crawled, site, "/slow-style").css("p::text").get() == "styled"


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
    crawled: Crawled, site: Web, path: str, source: str, fragment: str
) -> None:
    response = page(crawled, site, path)
    assert response.url == f"{site.url}/empty?from={source}{fragment}"
    assert "/found" in response.text
    assert response.meta["redirect_urls"] == [site.url + path]
    assert site.count(f"/empty?from={source}") == 1


def test_redirect_to_another_host_is_left_to_the_scope(
    crawled: Crawled, site: Web
) -> None:
    # It was followed, since this crawl has no scope; it was Scrapy that did it.
    failure = crawled.failures[f"{site.url}/away"]
    assert isinstance(failure, CannotResolveHostError)
    assert "other.invalid" in str(failure)


def test_a_page_with_a_form_stays_a_page(crawled: Crawled, site: Web) -> None:
    response = page(crawled, site, "/refresh-form")
    assert response.css("input::attr(name)").get() == "q"
    assert response.headers["Refresh"] == (
        f"0; url={site.url}/empty?from=form".encode()
    )
    assert site.count("/empty?from=form") == 0


def test_a_refresh_of_itself_is_no_redirect(crawled: Crawled, site: Web) -> None:
    assert page(crawled, site, "/refresh-itself").css("p::text").get() == "again"
    assert site.count("/refresh-itself") == 1


def test_no_form_is_submitted(crawled: Crawled, site: Web) -> None:
    assert page(crawled, site, "/post").css("form")
    assert not [line for line in site.asked if line.startswith("POST")]


def test_frames_do_not_move_the_page(crawled: Crawled, site: Web) -> None:
    response = page(crawled, site, "/frames")
    assert len(response.css("iframe")) == 2
    assert response.url == f"{site.url}/frames"


def test_pushed_url_is_the_page_s(crawled: Crawled, site: Web) -> None:
    response = page(crawled, site, "/pushed")
    assert response.url == f"{site.url}/app/view/?p=1"
    assert response.urljoin("rel0") == f"{site.url}/app/view/rel0"


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
    crawled: Crawled, site: Web, path: str, body: bytes
) -> None:
    response = crawled.responses[site.url + path]
    assert "rendered" not in response.flags
    assert response.body == body
    media = REPLIES[path].type
    assert response.headers.get("Content-Type") == (media.encode() if media else None)


def test_files_are_asked_for_once(crawled: Crawled, site: Web) -> None:
    assert crawled.responses
    assert site.count("/style.css") == 1
    assert site.count("/robots.txt") == 1


def test_stats(crawled: Crawled) -> None:
    assert crawled.stats["render/redirects"] == 4
    assert crawled.stats["render/plain"] == 7
    # Four of the redirects end at a page.
    assert crawled.stats["render/pages"] >= 25


def test_meta_render_says_it_for_one_request(splash: str, site: Web) -> None:
    requests = [
        Request(site.url + "/empty", meta={"render": False, "name": "plain"}),
        Request(site.url + "/empty?1", meta={"name": "rendered"}),
    ]
    found = crawl(requests, options(splash)).responses
    assert "found" not in found["plain"].css("div").get("")
    assert "found" in found["rendered"].css("div").get("")


def test_delay_of_the_host_is_kept(splash: str, site: Web) -> None:
    requests = [Request(f"{site.url}/blank?{number}") for number in range(4)]
    settings = options(
        splash, DOWNLOAD_DELAY=0.4, DOWNLOAD_DELAY_JITTER=0, RENDER_WAIT=0
    )
    found = crawl(requests, settings)
    assert len(found.responses) == 4
    assert found.stats["elapsed_time_seconds"] >= 1.2


def test_waiting_for_the_dom_does_not_slow_the_throttle(splash: str, site: Web) -> None:
    request = Request(site.url + "/blank?latency")
    settings = options(splash, RENDER_WAIT=2, RENDER_TIMEOUT=20)
    found = crawl([request], settings)
    latency = found.responses[request.url].meta["download_latency"]
    # However slow this machine is just now.
    assert found.stats["elapsed_time_seconds"] - latency >= 2


# Cookies


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


def links_of(response: Response) -> list[str]:
    return [response.urljoin(href) for href in response.css("a::attr(href)").getall()]


def test_credentials_of_a_proxy_arrive(splash: str) -> None:
    with web({"http://spa.test/": Reply("<p>through")}) as proxy:
        address = proxy.url.replace("://", "://user:p%40ss@")
        found = crawl(
            [Request("http://spa.test/", meta={"proxy": address})], options(splash)
        ).responses
        assert "through" in found["http://spa.test/"].text
        sent = proxy.headers["http://spa.test/"]["Proxy-Authorization"]
    assert sent == "Basic dXNlcjpwQHNz"


# Trouble


@pytest.mark.parametrize(
    ("url", "error"),
    [
        (f"http://127.0.0.1:{free_port()}/", DownloadConnectionRefusedError),
        ("http://no-such-host.invalid/", CannotResolveHostError),
        ("http://127.0.0.1:9/", DownloadFailedError),
    ],
)
def test_errors_are_those_of_scrapy(
    splash: str, url: str, error: type[Exception]
) -> None:
    failure = crawl([Request(url)], options(splash)).failures[url]
    assert isinstance(failure, error)
    assert url in str(failure)


def test_a_page_that_takes_too_long_is_a_timeout(splash: str) -> None:
    with web({"/slow": Reply("<p>slow", seconds=20)}) as site:
        url = site.url + "/slow"
        failures = crawl([Request(url)], options(splash, RENDER_TIMEOUT=1)).failures
    assert isinstance(failures[url], DownloadTimeoutError)
    assert url in str(failures[url])


def test_a_timeout_that_splash_does_not_allow_is_told(splash: str, site: Web) -> None:
    url = site.url + "/empty"
    failures = crawl([Request(url)], options(splash, RENDER_TIMEOUT=500)).failures
    assert "timeout" in str(failures[url])


def test_no_splash_is_one_line_that_names_the_setting(site: Web) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    found = crawl([Request(site.url + "/empty")], options(nowhere))
    (failure,) = found.failures.values()
    assert isinstance(failure, DownloadConnectionRefusedError)
    assert f"SPLASH_URL={nowhere}" in str(failure)
    assert "\n" not in str(failure)


def test_a_splash_that_ends_and_comes_back_costs_no_page(
    site: Web, tmp_path: Path
) -> None:
    port = free_port()
    with ExitStack() as first, ExitStack() as second:
        url = first.enter_context(splash_server(tmp_path, port))

        def restart() -> None:
            first.close()
            starts = partial(second.enter_context, splash_server(tmp_path, port))
            threading.Thread(target=starts).start()

        requests = [
            Request(site.url + "/empty", meta={"then": restart}),
            Request(site.url + "/other", priority=-1),
        ]
        settings = options(url, CONCURRENT_REQUESTS=1, RETRY_ENABLED=True)
        found = crawl(requests, settings)
    assert not found.failures
    assert len(found.responses) == 2


def test_a_server_that_is_no_splash_is_told(site: Web) -> None:
    found = crawl([Request(site.url + "/empty")], options(site.url))
    (failure,) = found.failures.values()
    assert "404" in str(failure)
    assert "not the answer of a Splash" in str(failure)


# Without Splash, and beside it


def test_a_crawl_without_rendering_does_not_import_scrapy_splash() -> None:
    source = (
        "import sys, crawler.middlewares.render;"
        "assert not [n for n in sys.modules if n.startswith('scrapy_splash')]"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", source], check=True)


def test_the_mended_package_imports_without_a_warning() -> None:
    source = "import crawler.splash, scrapy_splash; scrapy_splash.SplashRequest"
    subprocess.run([sys.executable, "-W", "error", "-c", source], check=True)


def test_jars_of_scrapy_are_what_this_relies_on() -> None:
    assert CookiesMiddleware().jars[None].jar is not None
