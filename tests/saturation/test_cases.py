"""The symptom cases, as what saturation makes of them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

from crawler.cluster import ClusterOptions, Leader
from crawler.saturation import Saturation, SaturationOptions, form_species
from crawler.urls import family
from tests.cases import case
from tests.cluster.trees import measure
from tests.saturation.sites import ROOT, Shown, crawl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

OPTIONS = SaturationOptions(explore=0)


def endless(path: str) -> Shown:
    """C05: four families without end beside two pages."""
    if path == "/":
        starts = ("/cal/2024/01", "/view?v=1", "/list?pos=120", "/dir/a.html")
        return Shown(0, (*starts, "/other", "/third"))
    if path.startswith("/cal/"):
        year, month = map(int, path.split("/")[2:])
        at = 12 * year + month - 1
        return Shown(
            1, tuple(f"/cal/{n // 12}/{n % 12 + 1:02}" for n in (at - 1, at + 1))
        )
    if path.startswith("/view"):
        return Shown(2, (f"{path}&v={path.count('v=') + 1}",))
    if path.startswith("/list"):
        return Shown(3, (path + "%2F",))
    if path.startswith("/dir/"):
        return Shown(4, (path.rpartition("/")[0] + "/dir/a.html",))
    return Shown(5, ("/third",)) if path == "/other" else Shown(6)


@pytest.mark.parametrize("seed", range(5))
def test_c05_families_without_end(seed: int) -> None:
    given, expected = case("C05")
    most = given["settings"]["max_requests"]
    done = crawl(endless, options=replace(OPTIONS, seed=seed), most=most)
    assert len(done.fetched) < most
    assert set(expected["must_fetch"]) <= set(done.fetched)
    for entry in ("/cal/", "/view", "/list", "/dir/"):
        assert done.count(entry) <= 40
        assert done.rules(entry) == {"trap"}


def _token(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


SECTIONS = tuple(f"/s{n}" for n in range(5))


def sessions(path: str) -> Shown:
    """Each page links to all sections, under an id that nobody has seen before."""
    section = "/" + path.rpartition("/")[2]
    cluster = SECTIONS.index(section) + 1 if section in SECTIONS else 0
    return Shown(cluster, tuple(f"/{_token(path + to)}{to}" for to in SECTIONS))


def logins(path: str) -> Shown:
    """Each page has a login that comes back to it, and the login has one too."""
    pages = tuple(f"/item/{n}" for n in range(80)) if path == "/" else ()
    back = path.replace("/", "%2F").replace("?", "%3F").replace("=", "%3D")
    kind = 0 if path == "/" else 1 if path.startswith("/item") else 2
    return Shown(kind, (*pages, f"/signin?next={back}"))


@pytest.mark.parametrize(
    ("site", "entry", "kinds"),
    [(sessions, "/", set(range(1, 6))), (logins, "/signin", {2})],
)
def test_sessions_and_ways_back(
    site: Callable[[str], Shown], entry: str, kinds: set[int]
) -> None:
    done = crawl(site, options=OPTIONS, most=5000)
    assert done.count(entry) <= 200
    assert {site(path).cluster for path in done.fetched} >= kinds


def test_c07_what_is_alike_is_sampled_and_what_is_not_is_fetched() -> None:
    """At least two of a family are fetched before the rest is left."""
    given, expected = case("C07")
    single: set[str] = set()
    for (one, other), kind in zip(given["pairs"], expected["class"], strict=True):
        assert family(ROOT + one, ROOT + other) == kind
        if kind != "similar":
            single |= {one, other}
    families = [
        [f"/product/{n}" for n in range(300)],
        [f"/staff/{n}/card" for n in range(300)],
        [f"/story/{70010000 + n}/?from=a" for n in range(300)],
        [f"/search?q={_token(str(n))[:8]}" for n in range(300)],
    ]
    every = (*(url for alike in families for url in alike), *sorted(single))

    def site(path: str) -> Shown:
        number = next((n for n, f in enumerate(families) if path in f), 8)
        return Shown(number, every if path == "/" else ())

    done = crawl(site, options=OPTIONS)
    assert single <= set(done.fetched)
    left = {path for paths in done.parked.values() for path in paths}
    for alike in families:
        fetched = set(alike) & set(done.fetched)
        assert 59 <= len(fetched) < 200
        # None is dropped: each is fetched, or said to be like one that is.
        assert fetched | (left & set(alike)) == set(alike)


def taught(pages: Iterable[str], keys: Iterable[str]) -> tuple[list[bool], Saturation]:
    """Whether each page, in this order, brought news, as a crawl sees it."""
    policy, leader = Saturation(OPTIONS), Leader(ClusterOptions())
    news = []
    for html, key in zip(pages, keys, strict=True):
        shape = policy.find(key).shape
        cluster = leader.add("html", shape, measure(html, ClusterOptions())).cluster
        news.append(policy.learn(shape, key, {("cluster", cluster)}))
    return news, policy


def test_c21_what_changes_with_each_fetch_is_no_news() -> None:
    pages = case("C21")[0]["pages"]
    htmls = [pages["p1_first"], *[pages["p1_again"], pages["p2"]] * 45]
    news, policy = taught(htmls, [f"{ROOT}/pump/{n}" for n in range(91)])
    assert news == [True, *[False] * 90]
    assert not policy.closed, "nothing is left to be set aside"


def test_c23_a_list_with_more_rows_or_a_pager_is_no_news() -> None:
    pages = case("C23")[0]["pages"]
    lists = [html for path, html in pages.items() if path.startswith("/list")]
    keys = [f"{ROOT}/list?c={n}" for n in range(1, len(lists) + 1)]
    items = [html for path, html in pages.items() if path.startswith("/item")]
    more = [f"{ROOT}/item/{n}" for n in range(1, len(items) + 1)]
    news, _ = taught([*lists, *items], [*keys, *more])
    assert [n for n, new in enumerate(news) if new] == [0, len(lists)]


FLAGS = tuple(f"hide{n}" for n in range(8))


@pytest.mark.parametrize("told", [True, False])
def test_a_filter_that_carries_the_query_of_its_page_is_no_news(told: bool) -> None:
    """Changes under every set of eight flags: 256 pages, and as many signatures."""

    def site(path: str) -> Shown:
        flags = {pair.partition("=")[0] for pair in path.partition("?")[2].split("&")}
        words = [f"{flag}=hidden" for flag in FLAGS if flag in flags]
        form = " ".join(["GET http://h/changes", *words, "user=text"])
        species = form_species(form, ROOT + path)[1] if told else form
        links = []
        for flag in FLAGS:
            query = "&".join(f"{f}=1" for f in FLAGS if (f in flags) != (f == flag))
            links.append("/changes" + (f"?{query}" if query else ""))
        return Shown(1, tuple(links), (species,))

    done = crawl(site, starts=("/changes",), options=OPTIONS)
    if told:
        assert len(done.fetched) < 100
    else:
        assert len(done.fetched) == 2 ** len(FLAGS)
