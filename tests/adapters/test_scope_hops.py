"""Scope holds at every hop: redirects, retries, start pages, tricks with addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
import scrapy

from crawler.store.text import bounded
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, links, page, to
from tests.cases import case
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import crawl, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scrapy.http import Response

    from tests.servers.web import Replies

TARGETS: list[str] = case("C57")[0]["targets"]
# Ways around a filter that compares strings.
TRICKS = [
    "http://evil.test\\@shop.test/",
    "http://shop.test\\.evil.test/",
    "http://shop.test\\@evil.test/",
    "http://shop.test@evil.test/",
    "http://shop.test:80@evil.test/",
    "http://shop.test%2Fx@evil.test/",
    "http://evil.test#@shop.test/",
    "http://evil.test?@shop.test/",
    "http://shop.test.evil.test/",
    "http://evilshop.test/",
    "//evil.test/x",
    "///evil.test/x",
    "////evil.test/x",
    "/\\evil.test/x",
    "\\\\evil.test\\x",
    "\\/evil.test/x",
    "http:/evil.test/x",
    "http:\\\\evil.test",
    "http:///evil.test/x",
    "https:evil.test/x",
    "HTTP://EVIL.TEST/x",
    "http://ｅvil.test/",
    "http://evil。test/",
    "http://shop。test.evil.test/",
    "http://evil.test:80:80/",
    "http://[shop.test]/",
    "http://[::1",
    "http://shop.test:99999/",
    "http://shop.test:-1/",
    "http://",
    "//",
    "http:",
    "",
    "?",
    "#part",
    "\xff\xfe",
    "javascript:alert(1)",
    "view-source:http://evil.test/",
    "jar:http://evil.test/!/",
    "http://shop.test/" + "a" * 30_000,
]


def as_header(text: str) -> str:
    """UTF-8 for what Latin-1 cannot write."""
    return text if max(text, default="") <= "\xff" else text.encode().decode("latin-1")


def hops(targets: list[str]) -> Replies:
    """A page that links to one redirect for each target, and to the same in markup."""
    names = [f"/r/{number}" for number in range(len(targets))]
    replies: dict[str, Any] = {
        f"{SITE}{name}": to(as_header(target))
        for name, target in zip(names, targets, strict=True)
    }
    replies[f"{SITE}/"] = page("Home", links(*names, "/last"))
    replies[f"{SITE}/last"] = page("Last")
    return replies


def hosts(site: Web) -> set[str]:
    """As the client that sent them read the URLs."""
    return {str(urlsplit(target.split(" ")[1]).hostname) for target in site.asked}


@pytest.fixture(scope="module")
def secrets() -> Iterator[str]:
    """What is in a local file."""
    with open("/etc/passwd", encoding="utf-8") as file:  # noqa: PTH123
        yield file.readline().strip()


def test_redirects_to_where_we_should_not_go(tmp_path: Path, secrets: str) -> None:
    """C57 by Location."""
    with web({**hops(TARGETS), f"{SITE}/ok": page("Fine")}) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url)
    assert hosts(site) == {"shop.test"}
    assert f"{SITE}/ok" in done.pages
    for number, target in enumerate(TARGETS):
        source = f"{SITE}/r/{number}"
        assert source in done.decisions or source in done.pages, target
        if target == "/ok":
            continue
        recorded = [
            url
            for url, row in done.decisions.items()
            if row.source == source
            # Some are other spellings of an address that was refused before.
            and row.rule in {"out-of-scope", "scheme", "duplicate"}
        ]
        assert len(recorded) == 1, target
    for place in (done.text().encode(), done.survey.read_bytes()):
        assert secrets.encode() not in place
    assert done.faults() == []


MARKUP: dict[str, Callable[[str], str]] = {
    "link": lambda url: f'<a href="{url}">x</a>',
    "refresh": lambda url: f'<meta http-equiv=refresh content="0;url={url}">',
    "form": lambda url: f'<form action="{url}"><input name=q></form>',
    "frame": lambda url: f'<iframe src="{url}"></iframe>',
    "image": lambda url: f'<img src="{url}" srcset="{url} 2x">',
    "script": lambda url: f'<script>location.href = "{url}"</script>',
    "base": lambda url: f'<base href="{url}"><a href=x>x</a>',
    "css": lambda url: f"<style>@import '{url}'</style>",
}


def test_markup_that_leads_where_we_should_not_go(tmp_path: Path) -> None:
    """C57 in all other places: a page for each target and each place."""
    targets = [url.replace('"', "%22").replace("<", "%3C") for url in TARGETS]
    replies: dict[str, Any] = {
        f"{SITE}/{place}/{number}": page(f"{place} {number}", markup(target))
        for place, markup in MARKUP.items()
        for number, target in enumerate(targets)
    }
    locs = "".join(f"<url><loc>{url}</loc></url>" for url in targets)
    replies[f"{SITE}/sitemap.xml"] = Reply(
        f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{locs}</urlset>",
        type="application/xml",
    )
    replies[f"{SITE}/ok"] = page("Fine")
    replies[f"{SITE}/"] = page("Home", links(*(url for url in replies)))
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url)
    assert hosts(site) == {"shop.test"}
    assert {urlsplit(target.split(" ")[1]).port for target in site.asked} == {None}
    assert {*replies} <= {*done.pages}
    for url in ("http://169.254.169.254/latest/", "http://localhost:8050/"):
        assert done.rules[url] == "out-of-scope"
    assert done.faults() == []


def test_subdomains_with_scope_domain(tmp_path: Path) -> None:
    replies = {**hops(TARGETS), f"{SITE}/ok": page("Fine")}
    replies["http://www.shop.test/ok"] = page("Fine too")
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", scope="domain", proxy=site.url)
    assert hosts(site) == {"shop.test", "www.shop.test"}
    assert {f"{SITE}/ok", "http://www.shop.test/ok"} <= {*done.pages}


@pytest.mark.parametrize("reactor", [False, True])
def test_tricks_in_locations(tmp_path: Path, reactor: bool) -> None:
    """What the filter reads is what the client does, with either client of Scrapy."""
    survey = tmp_path / "s"
    with web(hops(TRICKS)) as site:
        if reactor:
            ran = crawl("inspect", survey, start=f"{SITE}/", proxy=site.url)
            assert ran.status == 0, ran.err
            assert "Traceback" not in ran.err
        else:
            done = inspect(survey, start=f"{SITE}/", proxy=site.url)
            assert all("Got more than 8190 bytes" in line for line in done.faults())
    assert hosts(site) == {"shop.test"}
    left = {row.url for row in rows(survey, "decisions")}
    left |= {row.url for row in rows(survey, "pages")}
    names = {bounded(f"{SITE}/r/{number}") for number in range(len(TRICKS))}
    assert names <= left
    assert f"{SITE}/last" in left


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
