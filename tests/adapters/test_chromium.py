"""Rendering in a real Chromium: the page as it is, and nothing gets past us."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Request

from crawler.middlewares.render import no_browser
from crawler.rendered import Beyond
from tests.adapters.chromium_site import REPLIES, escapes, options
from tests.adapters.crawling import Crawled, crawl
from tests.adapters.splash_site import links_of, page
from tests.cases import case
from tests.servers.running import missing
from tests.servers.web import Reply, Web, web

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import Response


@pytest.fixture(scope="module")
def outside() -> Iterator[Web]:
    """A site that no page of the other one may reach."""
    with web({}, host="127.0.0.2") as running:
        yield running


@pytest.fixture(scope="module")
def site(outside: Web) -> Iterator[Web]:
    """The site of pages."""
    more = {
        "/escapes": escapes(outside.url),
        "/hop.js": moved(f"{outside.url}/hop.js"),
    }
    with web({**REPLIES, **more}) as running:
        yield running


def moved(target: str) -> Reply:
    """A redirect."""
    return Reply("", 302, headers=(("Location", target),))


@pytest.fixture(scope="module")
def shown(site: Web) -> Crawled:
    """One crawl of every page, in one browser."""
    if told := no_browser(""):
        missing(told)
    files = ("/slow.css", "/app.js", "/hop.js", "/api/items", "/graphql")
    paths = [path for path in site.replies if path not in files]
    return crawl([Request(site.url + path) for path in paths], options())


def found(shown: Crawled, site: Web, path: str) -> Beyond:
    """What a page has besides its DOM."""
    response = page(shown, site, path)
    return Beyond().and_found(response.meta, response.url)


def origins(shown: Crawled, site: Web, path: str) -> set[tuple[str, str]]:
    return {
        (link.url.removeprefix(site.url), link.origin)
        for link in found(shown, site, path).links
    }


def test_pages_are_told_as_by_splash(shown: Crawled, site: Web) -> None:
    response = page(shown, site, "/empty")
    assert links_of(response) == [f"{site.url}/found"]
    assert response.css("a::text").get() == "中文"
    titles = {
        "/late": "late",
        "/xhr": "from data",
        "/hash": "#/home",
        "/missing": "nothing here",
    }
    for path, title in titles.items():
        assert page(shown, site, path).css("title::text").get() == title
    for path, status in {"/missing": 404, "/broken": 500, "/login": 401}.items():
        response = page(shown, site, path)
        assert response.status == status
        assert response.headers["X-One"] == b"1"
    assert page(shown, site, "/agent").css("title::text").get() == "Sounding/1"
    assert site.headers["/agent"]["User-Agent"] == "Sounding/1"
    # Nothing runs in it: a browser would show the same.
    assert shown.responses[f"{site.url}/frames"].flags == []
    assert shown.stats["render/no_script"] >= 1
    assert page(shown, site, "/surrogate").body.decode("utf-8")
    for path in ("/json", "/plain", "/document", "/attached", "/nothing", "/style.css"):
        assert "rendered" not in shown.responses[site.url + path].flags
        assert site.count(path) == 1
    assert site.count("/logo.png") == 0


def test_redirects_are_the_crawler_s(shown: Crawled, site: Web) -> None:
    for path, target in {
        "/moved": "/empty?from=moved",
        "/script-moved": "/empty?from=script#/r1",
        "/timer-moved": "/empty?from=timer",
        "/refresh": "/empty?from=meta",
    }.items():
        response = page(shown, site, path)
        assert response.url == site.url + target
        assert response.meta["redirect_urls"] == [site.url + path]
    assert page(shown, site, "/refresh-form").css("input")
    assert site.count("/empty?from=form") == 0
    assert page(shown, site, "/pushed").url == f"{site.url}/app/view/?p=1"
    assert "GET /buy" not in site.asked
    assert "POST /buy" not in site.asked


def test_what_scripts_ask_for_is_a_link_and_names_are_parameters(
    shown: Crawled, site: Web
) -> None:
    assert links_of(page(shown, site, "/modern")) == [
        f"{site.url}/item/a",
        f"{site.url}/item/b",
    ]
    assert site.headers["/api/items"]["X-Own"] == "yes"
    assert origins(shown, site, "/modern") >= {
        ("/api/items?page=1", "request"),
        ("/graphql", "request:post"),
        ("/app.js", "request"),
    }
    assert found(shown, site, "/modern").parameters == ("body:query", "body:variables")


def test_shadow_trees_and_what_scripts_take_away(shown: Crawled, site: Web) -> None:
    form = page(shown, site, "/shadow").css("form")
    assert form.attrib["action"] == "/in-shadow"
    assert ("/was", "a@href") in origins(shown, site, "/taken-away")


def test_events_are_fired_once_and_harm_nothing(shown: Crawled, site: Web) -> None:
    assert origins(shown, site, "/events") >= {
        ("/api/more?of=1", "request"),
        ("/api/inline", "request"),
        ("/api/save", "request:post"),
        ("/api/find?q=a", "request"),
        ("/late-link", "event"),
        ("/gone-to", "route"),
        ("/r/1", "route"),
    }
    forms = {form.action for form in found(shown, site, "/events").forms}
    assert f"{site.url}/late" in forms
    # The DOM is that of before.
    assert "/late" not in page(shown, site, "/events").text.partition("<script>")[0]
    assert site.count("/api/more?of=1") == 1
    for never in ("GET /api/out", "POST /api/save", "GET /gone-to"):
        assert never not in site.asked


def test_nothing_leaves_the_scope(shown: Crawled, site: Web, outside: Web) -> None:
    assert page(shown, site, "/escapes")
    assert outside.asked == []
    refused = {
        name.rpartition("/")[2]
        for name in shown.stats
        if name.startswith("render/refused/")
    }
    assert refused >= {"out-of-scope", "kind"}
    told = found(shown, site, "/escapes")
    assert (f"{outside.url}/socket".replace("http", "ws", 1), "ws") in told.refused


def test_c45_final_urls() -> None:
    given, expect = case("C45")
    with web({url: Reply(body) for url, body in given["pages"].items()}) as proxy:
        requests = [
            Request(f"http://spa.test/{name}", meta={"proxy": proxy.url})
            for name in ("start", "js", "away")
        ]
        crawled = crawl(requests, options())
    for name in ("start", "js"):
        response = crawled.responses[f"http://spa.test/{name}"]
        assert response.url == expect[name]["final_url"]
        assert links_of(response) == expect[name]["links"]
    assert proxy.count("http://spa.test/landed/") == 1
    away = crawled.responses["http://spa.test/away"]
    assert away.meta["redirect_urls"] == ["http://spa.test/away"]
    assert proxy.count("http://other.test/") == 1


def test_a_page_that_breaks_its_limits_costs_itself(shown: Crawled, site: Web) -> None:
    for path in ("/endless", "/hungry"):
        response: Response = shown.responses[site.url + path]
        assert "render-failed" in response.flags
        assert response.css("a::attr(href)").get() == "/plain-link"
    assert page(shown, site, "/after").css("title::text").get() == "after"
    assert shown.stats["render/failed"] == 2
