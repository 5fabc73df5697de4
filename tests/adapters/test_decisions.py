"""One link of every kind: each URL becomes a page, or leaves its rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from crawler.store.text import bounded
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, page, to
from tests.servers.web import HANG_UP, Reply, Web, web

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.servers.web import Replies

LONG = "/long?" + "x" * 2100


def cookie_check(headers: object) -> Reply:
    assert isinstance(headers, dict)
    if "checked=1" in headers.get("Cookie", ""):
        return page("what the cookie check guards")
    return to("/check")


HOME = """
<link rel=stylesheet href=/style.css>
<script>go("/guess/none"); go("/guess/hit")</script>
<a href=/new>New</a> <a href=/new>Again</a> <a href=/new#part>Part</a>
<a href=/%6Eew>Spelt</a> <a href=/new?utm_source=x>Tracked</a> <a href=/new?>Empty</a>
<a href=/list?b=2&a=1>Sorted</a> <a href=/list?a=1&b=2>Sorted otherwise</a>
<a href=http://other.test/>Away</a> <a href=http://evilshop.test/>Look-alike</a>
<a href=https://shop.test.evil.test/>Look-alike</a>
<a href=mailto:me@shop.test>Mail</a> <a href="javascript:void(0)">Script</a>
<a href=/skip/this>Skipped</a> <a href=/session/end>Log out</a>
<a href=/quit>Remove</a> <a href=/basket?op=delete>x</a>
<a href=/help/how-to-logout-everywhere>How to log out everywhere</a>
<img src=/logo.png> <a href=/report.PDF?v=2>Report</a> <img src=/picture>
<a href=/private/x>Private</a>
<a href=/moved>Moved</a> <a href=/old>Old</a> <a href=/leaves>Leaves</a>
<a href=/hop/1>Hops</a> <a href=/loop/1>Loop</a> <a href=/chain/1>Chain</a>
<a href=/to-skip>To what is skipped</a> <a href=/leads-on>To the end</a>
<a href=/to-private>To the private</a> <a href=/to-file>To a file</a>
<a href=/to-nowhere>To nowhere</a> <a href=/fragment>To a part</a>
<a href=/enter>Session</a> <a href=/account>Cookie check</a>
<a href=/missing>Missing</a> <a href=/broken>Broken</a> <a href=/silent>Silent</a>
<a href=/deep>Deep</a> <a href=http://me:pw@shop.test/named?q=a@b>Named</a>
<form method=post action=/comment><input name=text></form>
<form method=post action=/both><input name=text></form> <a href=/both>Comments</a>
<form action=/search><input name=q></form>
"""

REPLIES: Replies = {
    f"{SITE}/robots.txt": Reply(
        "User-agent: *\nDisallow: /private/", type="text/plain"
    ),
    f"{SITE}/": page("Home", HOME, f"<a href={LONG}>Long</a>"),
    f"{SITE}/new": page("New", "<a href=/>Home</a> <a href=/quit>Q</a>"),
    f"{SITE}/list?b=2&a=1": page("A list"),
    f"{SITE}/style.css": Reply("a {color: red}", type="text/css"),
    f"{SITE}/guess/hit": page("A page that a script tells of"),
    f"{SITE}/picture": Reply("GIF89a", type="image/gif"),
    f"{SITE}/help/how-to-logout-everywhere": page("How to log out everywhere"),
    f"{SITE}/moved": to("/target"),
    f"{SITE}/target": page("Where it moved to"),
    f"{SITE}/old": to("/new"),
    f"{SITE}/leaves": to("http://other.test/welcome"),
    f"{SITE}/hop/1": to("/hop/2"),
    f"{SITE}/hop/2": to("/hop/3"),
    f"{SITE}/hop/3": page("At last"),
    f"{SITE}/loop/1": to("/loop/2"),
    f"{SITE}/loop/2": to("/loop/1"),
    f"{SITE}/to-skip": to("/skip/that"),
    f"{SITE}/leads-on": to("/logout"),
    f"{SITE}/to-private": to("/private/y"),
    f"{SITE}/to-file": to("file:///etc/passwd"),
    f"{SITE}/to-nowhere": to("http://[::1"),
    f"{SITE}/fragment": to("/whole#part"),
    f"{SITE}/whole": page("Whole", "<a href=/whole>Itself</a>"),
    f"{SITE}/enter": to("/enter;jsessionid=1A2B3C4D"),
    f"{SITE}/enter;jsessionid=1A2B3C4D": page(
        "In", "<a href='/enter;jsessionid=1A2B3C4D'>"
    ),
    f"{SITE}/account": cookie_check,
    f"{SITE}/check": Reply(
        "", 302, headers=(("Location", "/account"), ("Set-Cookie", "checked=1; Path=/"))
    ),
    f"{SITE}/broken": Reply("<p>Internal error", 500),
    f"{SITE}/silent": Reply("", HANG_UP),
    f"{SITE}/deep": page("Deep", "<a href=/deeper>Deeper</a>"),
    f"{SITE}/deeper": page("Deeper", "<a href=/too-deep>Too deep</a>"),
    f"{SITE}/both": page("Comments"),
    f"{SITE}/named?q=a@b": page("Named", "<a href='/named?q=a@b'>Itself</a>"),
    f"{SITE}/search": page("Search"),
    **{f"{SITE}/chain/{n}": to(f"/chain/{n + 1}") for n in range(1, 30)},
}

PAGES = {
    *("/", "/new", "/list?b=2&a=1", "/style.css", "/guess/hit", "/picture"),
    *("/help/how-to-logout-everywhere", "/target", "/hop/3", "/whole"),
    *("/enter;jsessionid=1A2B3C4D", "/account", "/missing", "/broken", "/to-file"),
    *("/deep", "/deeper", "/both", "/search", "/robots.txt", "/named?q=a@b"),
}
"""/to-file is a page: what it redirects to is nothing of the web."""

REFUSED = {
    "/%6Eew": "duplicate",
    "/new?utm_source=x": "duplicate",
    "/new?": "duplicate",
    "/list?a=1&b=2": "duplicate",
    "http://other.test/": "out-of-scope",
    "http://other.test/welcome": "out-of-scope",
    "http://evilshop.test/": "out-of-scope",
    "https://shop.test.evil.test/": "out-of-scope",
    "/skip/this": "excluded",
    "/skip/that": "excluded",
    "/session/end": "danger",
    "/quit": "danger",
    "/basket?op=delete": "danger",
    "/logout": "danger",
    "/logo.png": "asset",
    "/report.PDF?v=2": "asset",
    LONG: "length",
    "/too-deep": "depth",
    "/private/x": "robots",
    "/private/y": "robots",
    # A guess from the lines of robots.txt, which may not be followed either.
    "/private/": "robots",
    "/moved": "redirect",
    "/leaves": "redirect",
    "/hop/1": "redirect",
    "/hop/2": "redirect",
    "/fragment": "redirect",
    "/enter": "redirect",
    "/check": "redirect",
    "/to-skip": "redirect",
    "/leads-on": "redirect",
    "/to-private": "redirect",
    "/old": "redirect-to-seen",
    "/loop/1": "failed",
    "/loop/2": "failed",
    "/to-nowhere": "failed",
    "/silent": "failed",
    "file:///etc/passwd": "scheme",
    "mailto:me@shop.test": "scheme",
    "/comment": "method",
    "/guess/none": "guess-failed",
    "/sitemap.xml": "guess-failed",
    **{f"/chain/{n}": "failed" for n in range(1, 22)},
}


@dataclass
class Done:
    """A crawl and what its site saw."""

    left: Inspected
    site: Web

    def asked(self) -> Counter[str]:
        return Counter(target.removeprefix("GET ") for target in self.site.asked)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Done]:
    survey = tmp_path_factory.mktemp("decisions") / "s.sqlite"
    with web(REPLIES) as site:
        left = inspect(
            survey, start=SITE + "/", proxy=site.url, exclude="/skip/", depth=2
        )
        yield Done(left, site)


def whole(url: str) -> str:
    return bounded(SITE + url) if url.startswith("/") else url


def test_every_url_is_a_page_or_has_its_rule(done: Done) -> None:
    """The whole table, so that nothing is missing, twice, or there by chance."""
    assert {url.removeprefix(SITE) for url in done.left.pages} == PAGES
    assert done.left.rules == {whole(url): rule for url, rule in REFUSED.items()}


def test_what_was_refused_was_not_requested(done: Done) -> None:
    asked = done.asked()
    silent = {"redirect", "redirect-to-seen", "failed", "guess-failed"}
    for url, rule in done.left.rules.items():
        if rule not in silent:
            assert asked[url] == 0, (url, rule)
    assert all(url.startswith(SITE + "/") for url in asked)
    assert {target.partition(" ")[0] for target in done.site.asked} == {"GET"}


def test_each_url_is_requested_once(done: Done) -> None:
    asked = done.asked()
    several = {url.removeprefix(SITE): n for url, n in asked.items() if n > 1}
    assert several.pop("/silent") >= 3  # the client tries again by itself
    assert several == {
        "/account": 2,  # before and after the cookie check
        "/loop/1": 3,
        "/loop/2": 3,
        "/broken": 3,  # RETRY_TIMES = 2
    }


def test_a_chain_of_redirects_ends(done: Done) -> None:
    chain = [url for url in done.asked() if "/chain/" in url]
    assert len(chain) == 21  # REDIRECT_MAX_TIMES = 20
    assert "max redirections" in done.left.decisions[f"{SITE}/chain/1"].detail


def test_reasons_are_told(done: Done) -> None:
    told = {
        url.removeprefix(SITE): (row.detail, row.source.removeprefix(SITE))
        for url, row in done.left.decisions.items()
    }
    assert told["/moved"] == (f"{SITE}/target", "")
    assert told["/hop/1"] == (f"{SITE}/hop/3", "")
    assert told["/leaves"] == ("http://other.test/welcome", "")
    assert told["http://other.test/welcome"][1] == "/leaves"
    assert told["/skip/this"] == ("/skip/", "/")
    assert told["/quit"][0] == "delete"
    assert told["/logo.png"] == ("png", "/")
    assert told["/too-deep"] == ("3", "/deeper")
    assert told["/comment"] == ("POST", "/")
    assert told["/loop/1"][0].startswith("redirect loop")
    assert told["file:///etc/passwd"] == ("redirect", "/to-file")


def test_repeats_are_counted(done: Done) -> None:
    # /quit stands on the home page as "Remove", and as "Q" on another.
    assert done.left.decisions[f"{SITE}/quit"].count == 2
    assert done.left.decisions[f"{SITE}/logo.png"].count == 1
    stats = done.left.stats
    assert stats["fingerprint/repeat"] >= 3  # /new -> /, /whole, /enter
    assert stats["fingerprint/duplicate"] == 4
    assert stats["fingerprint/redirect_to_seen"] == 1


def test_the_log_is_calm(done: Done) -> None:
    assert all("Gave up retrying" in line for line in done.left.faults())
    assert done.left.trouble == ""
    assert "Traceback" not in done.left.text()


def test_any_text_of_a_link_may_tell_of_danger(tmp_path: Path) -> None:
    """The second text on a page; and on another page, after the URL was met."""
    replies: Replies = {
        f"{SITE}/": page(
            "Home",
            '<a href="/session/end">Account</a> <a href="/next">Next</a>',
            '<nav><a href="/session/end"><b>Log out</b></a></nav>',
        ),
        f"{SITE}/next": page("Next", '<a href="/session/end">Account</a>'),
    }
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url)
    assert site.count(f"{SITE}/session/end") == 0
    assert done.rules[f"{SITE}/session/end"] == "danger"
    assert f"{SITE}/next" in done.pages
