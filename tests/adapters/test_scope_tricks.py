"""Addresses that are not what they seem, and places where we should not go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from crawler.store.text import bounded
from tests.adapters.inspecting import hosts, inspect
from tests.adapters.pages import SITE, links, page, to
from tests.cases import case
from tests.servers.web import Reply, web
from tests.spiders.crawling import crawl, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

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
