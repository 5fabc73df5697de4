"""Scope holds at every hop: redirects, retries, start pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import scrapy

from tests.adapters.inspecting import Inspected, hosts, inspect
from tests.adapters.pages import SITE, links, page, to
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.http import Response

    from tests.servers.web import Replies


def flaky(headers: object) -> Reply:
    flaky.calls = getattr(flaky, "calls", 0) + 1  # type: ignore[attr-defined]
    return Reply("", 503) if flaky.calls % 2 else to("http://other.test/")  # type: ignore[attr-defined]


def test_a_retried_request_does_not_leave_the_scope(tmp_path: Path) -> None:
    replies: Replies = {
        f"{SITE}/": page("Home", links("/flaky")),
        f"{SITE}/flaky": flaky,
    }
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url)
    assert site.count(f"{SITE}/flaky") == 2
    assert hosts(site) == {"shop.test"}
    assert done.rules["http://other.test/"] == "out-of-scope"
    assert done.rules[f"{SITE}/flaky"] == "redirect"


def start(tmp_path: Path, replies: Replies, **arguments: Any) -> tuple[Inspected, Web]:
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url, **arguments)
        return done, site


WWW = "http://www.shop.test"


def test_a_start_page_takes_the_scope_along(tmp_path: Path) -> None:
    replies: Replies = {
        f"{SITE}/": to(f"{WWW}/"),
        f"{SITE}/old": page("On the first host"),
        f"{WWW}/": page("Home", links("/in", f"{SITE}/old", "http://img.shop.test/")),
        f"{WWW}/in": page("In"),
    }
    done, site = start(tmp_path, replies)
    assert {*done.pages} == {f"{WWW}/", f"{WWW}/in", f"{SITE}/old"}
    assert hosts(site) == {"shop.test", "www.shop.test"}
    assert done.rules["http://img.shop.test/"] == "out-of-scope"
    assert done.rules[f"{SITE}/"] == "redirect"
    assert done.trouble == ""


def test_another_page_takes_it_nowhere(tmp_path: Path) -> None:
    replies: Replies = {f"{SITE}/": page("Home", links("/go")), f"{SITE}/go": to(WWW)}
    done, site = start(tmp_path, replies)
    assert hosts(site) == {"shop.test"}
    assert done.rules[WWW] == "out-of-scope"


@pytest.mark.parametrize(
    "replies",
    [
        {f"{SITE}/": to("http://other.test/")},
        {f"{SITE}/": to("http://shop.test.other.test/")},
        {f"{SITE}/": to(f"{WWW}/"), f"{WWW}/": to("http://other.test/")},
        {f"{SITE}/": to("http://127.0.0.1:6379/")},
    ],
)
def test_a_start_page_that_leaves_is_told(tmp_path: Path, replies: Replies) -> None:
    done, site = start(tmp_path, replies)
    assert hosts(site) <= {"shop.test", "www.shop.test"}
    assert done.pages == {}
    assert done.trouble.startswith(f"no start page was fetched: {SITE}/: out of scope")
    assert done.rules[f"{SITE}/"] == "redirect"


def test_a_start_page_in_a_circle_is_told(tmp_path: Path) -> None:
    done, site = start(tmp_path, {f"{SITE}/": to("/a"), f"{SITE}/a": to("/")})
    assert "redirect loop" in done.trouble
    assert site.count(f"{SITE}/") == 3


def test_include_is_for_links(tmp_path: Path) -> None:
    """The start page may lead to where no link would be followed."""
    replies: Replies = {
        f"{SITE}/": to("/en/"),
        f"{SITE}/en/": page("Home", links("/docs/1", "/docs/2", "/shop/1")),
        f"{SITE}/docs/1": page("One"),
        f"{SITE}/docs/2": to("/shop/2"),
    }
    done, site = start(tmp_path, replies, include="/docs/")
    assert {*done.pages} == {f"{SITE}/en/", f"{SITE}/docs/1"}
    assert done.rules[f"{SITE}/shop/1"] == "not-included"
    assert done.rules[f"{SITE}/shop/2"] == "not-included"
    assert not [target for target in site.asked if "/shop/" in target]


def test_a_prefix_still_obeys_robots_and_reads_the_sitemap(tmp_path: Path) -> None:
    locs = "".join(
        f"<url><loc>{SITE}{path}</loc></url>" for path in ("/app/told", "/elsewhere")
    )
    replies: Replies = {
        f"{SITE}/robots.txt": Reply(
            "User-agent: *\nDisallow: /app/no", type="text/plain"
        ),
        f"{SITE}/sitemap.xml": to("/maps/sitemap.xml"),
        f"{SITE}/maps/sitemap.xml": Reply(f"<urlset>{locs}</urlset>", type="text/xml"),
        f"{SITE}/app/": page("Home", links("in", "no/x", "/", "/appendix")),
        f"{SITE}/app/in": page("In"),
        f"{SITE}/app/told": page("Told of"),
    }
    with web(replies) as site:
        done = inspect(
            tmp_path / "s", start=f"{SITE}/app/", scope="prefix", proxy=site.url
        )
    assert {url.removeprefix(SITE) for url in done.pages} == {
        *("/app/", "/app/in", "/app/told", "/robots.txt", "/maps/sitemap.xml")
    }
    assert done.rules[f"{SITE}/app/no/x"] == "robots"
    for path in ("/", "/appendix", "/elsewhere"):
        assert done.rules[SITE + path] == "out-of-scope"
        assert f"GET {SITE}{path}" not in site.asked


class Plain(scrapy.Spider):
    """A spider that knows nothing of scopes."""

    name = "plain"
    allowed_domains = ("shop.test",)

    def __init__(self, start: str, **_: str) -> None:
        super().__init__()
        self.start_urls = [start]

    def parse(self, response: Response) -> Any:
        yield {"url": response.url}
        for url in ("http://other.test/", f"{WWW}/", f"{SITE}/"):
            yield response.follow(url)
        yield response.follow("http://third.test/", meta={"allow_offsite": True})


def test_a_spider_without_a_scope_keeps_the_rule_of_scrapy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start pages and ``allow_offsite`` pass, sub-domains belong to it."""
    home = "http://start.test/"
    replies: Replies = {
        home: page("A start page is not filtered"),
        "http://shop.test/": page("In"),
        f"{WWW}/": to("http://other.test/"),
        "http://third.test/": page("As asked"),
    }
    with web(replies) as site:
        monkeypatch.setenv("http_proxy", site.url)
        settings = {"ROBOTSTXT_OBEY": False}
        done = inspect(tmp_path / "s", Plain, settings, start=home)
    assert hosts(site) == {"start.test", "shop.test", "www.shop.test", "third.test"}
    kept = [row.data["url"] for row in rows(done.survey, "items")]
    assert sorted(kept) == [f"{SITE}/", home, "http://third.test/"]
    assert done.faults() == []
