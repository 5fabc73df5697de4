"""The fingerprint middleware and the dupefilter: what becomes a request, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from scrapy import Request
from scrapy.utils.test import get_crawler

from crawler.dupefilter import RequestFingerprinter
from spiders.base import LeadlineSpider
from tests.adapters.inspecting import inspect
from tests.adapters.pages import SITE, links, page, to
from tests.cases import case
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.servers.web import Replies

WORDS = " ".join(f"word{number} of a longer text" for number in range(60))


def test_a_link_too_deep_is_taken_on_a_shorter_path(tmp_path: Path) -> None:
    replies: Replies = {
        f"{SITE}/": page("Home", links("/slow", "/b")),
        f"{SITE}/b": page("B", links("/c")),
        f"{SITE}/c": page("C", links("/x", "/y")),
        f"{SITE}/slow": Reply(links("/x"), seconds=1.5),
        f"{SITE}/x": page("X"),
    }
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url, depth=2)
    text = done.text()
    refused = text.index(f"Not followed {SITE}/x: depth 3")
    assert refused < text.index(f"Crawled (200) <GET {SITE}/x>")
    assert done.pages[f"{SITE}/x"].depth == 2
    assert f"{SITE}/x" not in done.decisions
    assert done.rules[f"{SITE}/y"] == "depth"


def test_fragments_are_one_request(tmp_path: Path) -> None:
    """C04, mode=http."""
    given, expected = case("C04")
    home = "http://spa.test/"
    with web({home: page("Spa", links(*given["links"]))}) as site:
        done = inspect(tmp_path / "s", start=home, proxy=site.url)
    wanted = expected["mode=http"]
    asked = [target for target in site.asked if not target.endswith((".txt", ".xml"))]
    assert asked == [f"GET {wanted['wire_url']}"] * wanted["requests_on_wire"]
    assert list(done.pages) == [home]


TWINS: Replies = {
    f"{SITE}/": page(
        "Home",
        links("/a/same", "/b/same", "/near?1", "/near?2", "/other"),
        links("/empty/1", "/empty/2", "/bare/1", "/bare/2", "/pixel/1", "/pixel/2"),
    ),
    f"{SITE}/a/same": Reply(WORDS + links("next")),
    f"{SITE}/b/same": Reply(WORDS + links("next")),
    f"{SITE}/a/next": page("Next of a"),
    f"{SITE}/b/next": page("Next of b"),
    f"{SITE}/near?1": Reply(f"<p>{WORDS[:900]} <p>12:30:01 a1b2c3d4e5f6a7b8c9"),
    f"{SITE}/near?2": Reply(f"<p>{WORDS[:900]} <p>12:31:44 ffeeddccbbaa998877"),
    f"{SITE}/other": Reply("<p>Quite another text, " * 30),
    # No text at all, and links all the same.
    f"{SITE}/bare/1": Reply("<div><div></div></div><a href=/x1></a>"),
    f"{SITE}/bare/2": Reply("<div></div><a href=/x2></a>"),
    f"{SITE}/empty/1": Reply(""),
    f"{SITE}/empty/2": Reply(""),
    f"{SITE}/pixel/1": Reply("GIF89a", type="image/gif"),
    f"{SITE}/pixel/2": Reply("GIF89a", type="image/gif"),
}


def test_twins_are_recorded_and_their_links_taken(tmp_path: Path) -> None:
    with web(TWINS) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url)
    found = {url.removeprefix(SITE): row for url, row in done.pages.items()}
    assert {*found} == {url.removeprefix(SITE) for url in TWINS} | {"/x1", "/x2"}
    twins = {
        frozenset((url, row.twin.removeprefix(SITE))): row.twin_kind
        for url, row in found.items()
        if row.twin
    }
    # The empty ones are equal; what was not downloaded is not compared.
    assert twins == {
        frozenset(("/a/same", "/b/same")): "content",
        frozenset(("/near?1", "/near?2")): "near",
        frozenset(("/empty/1", "/empty/2")): "content",
        frozenset(("/x1", "/x2")): "content",
    }
    assert done.stats["fingerprint/content_twins"] == 3
    assert done.stats["fingerprint/near_twins"] == 1


FAMILIES = page(
    "Home",
    links(*(f"/item?id={number}" for number in range(8))),
    links(*(f"/list?cat={number}&page={number}" for number in range(4))),
    links("/more", "/go"),
)
SUBSETS = page("More", links("/list?cat=7", "/list?page=7", "/list?dog=7", "/list"))


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("duplicate", {}),
        ("similar", {"/item": {"similar": 6}, "/list": {"similar": 2}}),
        (
            "contains",
            {"/item": {"similar": 6}, "/list": {"similar": 2, "contained": 3}},
        ),
    ],
)
def test_filters_sample_families(
    tmp_path: Path, name: str, rules: dict[str, dict[str, int]]
) -> None:
    """Exactly two of a family, however many links to it one page has."""
    replies: Replies = {
        f"{SITE}/": FAMILIES,
        f"{SITE}/more": SUBSETS,
        f"{SITE}/go": to("/item?id=99"),
    }
    with web(replies) as site:
        done = inspect(
            tmp_path / "s",
            settings={"URLS_FILTER": name},
            start=f"{SITE}/",
            proxy=site.url,
        )
    found: dict[str, dict[str, int]] = {}
    for url, rule in done.rules.items():
        path = url.removeprefix(SITE).partition("?")[0]
        if path in {"/item", "/list"}:
            counts = found.setdefault(path, {})
            counts[rule] = counts.get(rule, 0) + 1
    redirected = found.get("/item", {}).get("similar", 0) - (6 if rules else 0)
    assert redirected == (1 if rules else 0)  # where /go leads
    if redirected:
        found["/item"]["similar"] -= redirected
    assert found == rules
    asked = [target.removeprefix(f"GET {SITE}") for target in site.asked]
    assert sum(url.startswith("/item") for url in asked) == (2 if rules else 9)
    assert not {f"GET {url}" for url in done.decisions if "?" in url} & {*site.asked}


class Sender(LeadlineSpider):
    """Yields requests of its own, some of them twice."""

    name = "sender"

    async def start(self) -> AsyncIterator[Any]:
        (home,) = self.args.start
        for method, url, body in (
            ("GET", home, b""),
            ("POST", home, b"a=1"),
            ("POST", home, b"a=2"),
            ("POST", home, b"a=1"),
            ("PUT", home, b"a=1"),
            ("GET", f"{home}?b=2&a=1", b""),
            ("GET", f"{home}?a=1&b=2", b""),
            ("GET", home, b""),
        ):
            yield Request(url, method=method, body=body, errback=self.failed)


def test_a_form_that_is_sent_is_not_the_page_of_its_url(tmp_path: Path) -> None:
    replies: Replies = {f"{SITE}/": page("Home", links("/"))}
    with web(replies) as site:
        done = inspect(tmp_path / "s", Sender, start=f"{SITE}/", proxy=site.url)
    asked = [target for target in site.asked if not target.endswith(".txt")]
    home, listed = f"GET {SITE}/", f"GET {SITE}/?b=2&a=1"
    post, put = f"POST {SITE}/", f"PUT {SITE}/"
    assert sorted(asked) == sorted([home, post, post, put, listed])
    assert done.rules == {f"{SITE}/?a=1&b=2": "duplicate"}
    # The second POST and GET, and the link that every page has to itself.
    assert done.stats["fingerprint/repeat"] >= 2


def splash(url: str, endpoint: str = "render.html", **args: Any) -> Request:
    return Request(url, meta={"splash": {"endpoint": endpoint, "args": args}})


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (Request("http://h/?a=1&b=2"), Request("http://h/?b=2&a=1"), True),
        (Request("http://h/#x"), Request("http://h/#y"), True),
        (Request("http://h/"), Request("http://h/", headers={"X": "y"}), True),
        (Request("http://h/"), Request("https://h/"), False),
        (Request("http://h/"), Request("http://h/", method="POST"), False),
        (Request("http://h/"), Request("http://h/", body=b"x"), False),
        (
            Request("http://h/", method="POST", body=b"x"),
            Request("http://h/", method="POST", body=b"y"),
            False,
        ),
        (
            Request("http://h/?a=1&b=2", method="POST", body=b"x"),
            Request("http://h/?b=2&a=1", method="POST", body=b"x"),
            True,
        ),
        (Request("http://h/"), splash("http://h/"), False),
        (splash("http://h/", wait=1), splash("http://h/", wait=2), False),
        (splash("http://h/"), splash("http://h/", "render.json"), False),
        (splash("http://h/", wait=1), splash("http://h/", wait=1, timeout=9), True),
    ],
)
@pytest.mark.parametrize("kind", ["blake2b", "mmh3", "rabin"])
def test_identity_of_requests(
    first: Request, second: Request, same: bool, kind: str
) -> None:
    crawler = get_crawler(
        settings_dict={
            "ADDONS": {"crawler.addon.Leadline": 1},
            "URLS_FINGERPRINT": kind,
        }
    )
    fingerprinter = RequestFingerprinter.from_crawler(crawler)
    given = fingerprinter.fingerprint(first)
    assert (given == fingerprinter.fingerprint(second)) is same
    assert len(given) == (8 if kind == "rabin" else 16)


def test_keys_are_of_the_process() -> None:
    """A site cannot prepare URLs that collide."""
    request = Request("http://h/")
    settings = {"ADDONS": {"crawler.addon.Leadline": 1}}
    found = {
        RequestFingerprinter.from_crawler(
            get_crawler(settings_dict=settings)
        ).fingerprint(request)
        for _ in range(2)
    }
    assert len(found) == 2


def test_links_that_do_something_are_not_followed(tmp_path: Path) -> None:
    """C35, its links; also where another link to the same URL looks harmless."""
    given, expected = case("C35")
    anchors = [f'<a href="{row["href"]}">{row["text"]}</a>' for row in given["links"]]
    harmless = [
        f'<a href="{row["href"]}"><img src=/i.png></a>' for row in given["links"]
    ]
    replies: Replies = {
        f"{SITE}/": page("Home", *anchors, *harmless, links("/later", "/go")),
        f"{SITE}/later": page("Later", *harmless),
        f"{SITE}/go": to("/u/quit"),
    }
    with web(replies) as site:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=site.url)
    visited = [f"GET {SITE}{row['href']}" in site.asked for row in given["links"]]
    assert visited == expected["visited_with_session"]
    listed = [done.rules.get(SITE + row["href"]) for row in given["links"]]
    assert listed == [None if seen else "danger" for seen in visited]
