"""Guesses of a source that bring nothing come to an end; others do not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, links, page, to
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# So many requests may be under way when patience ends: 16 are being downloaded, and
# a few answers being read.
UNDER_WAY = 40


class Site(dict[str, Any]):
    """What *otherwise* answers to what is not listed."""

    def __init__(self, otherwise: Callable[[str], Reply], pages: dict[str, Reply]):
        pages = {"/robots.txt": Reply("", 404), **pages}
        super().__init__({f"{SITE}{path}": reply for path, reply in pages.items()})
        self.otherwise = otherwise

    def get(self, key: str, default: Any = None) -> Any:
        return super().get(key) or self.otherwise(key)


def script(*paths: str) -> str:
    calls = " ".join(f"load('{path}');" for path in paths)
    return f"<script>{calls}</script>"


def comment(*paths: str) -> str:
    return "".join(f'<!-- <a href="{path}">x</a> -->' for path in paths)


def own(url: str) -> Reply:
    """A page of its own text."""
    name = urlsplit(url).path
    words = " ".join(f"{name}{letter * 3} {letter * 5}" for letter in "abcdefghijklm")
    return page(f"Page {name}", f"<p>{words.replace('/', ' ')}")


def missing(url: str) -> Reply:
    return Reply("<p>Not here.", 404)


def soft(url: str) -> Reply:
    return page("Sorry", "<p>" + "What you were looking for cannot be found. " * 9)


def home(url: str) -> Reply:
    return to("/")


def hang_up(url: str) -> Reply:
    return Reply("", 0)


def crawl(tmp_path: Path, site: Site, **settings: Any) -> Inspected:
    with web(site) as running:
        return inspect(
            tmp_path / "s",
            settings={"RETRY_ENABLED": False, **settings},
            start=f"{SITE}/",
            proxy=running.url,
        )


DEAD = [f"/dead/{number}" for number in range(120)]
LIVE = [f"/live/{number}" for number in range(60)]


@pytest.mark.parametrize("otherwise", [missing, soft, home, hang_up])
def test_a_source_that_brings_nothing_ends(
    tmp_path: Path, otherwise: Callable[[str], Reply]
) -> None:
    """However nothing is brought; another source of the same pages goes on."""
    pages = {path: own(path) for path in LIVE}
    pages["/"] = page("Home", script(*DEAD), comment(*LIVE))
    done = crawl(tmp_path, Site(otherwise, pages), GUESS_PATIENCE=20)
    left = [url for url in done.rules if "/dead/" in url]
    rules = Counter(done.rules[url] for url in left)
    assert len(left) == len(DEAD)
    assert 20 <= len(DEAD) - rules["guess-budget"] <= 20 + UNDER_WAY
    assert {
        row.detail for row in done.decisions.values() if row.rule == "guess-budget"
    } == {"script"}
    stats = done.stats
    refused = stats.get("failed/guess-budget", 0)
    refused += stats.get("fingerprint/guess_budget", 0)
    assert refused == rules["guess-budget"]
    assert {f"{SITE}{path}" for path in LIVE} <= {*done.pages}


def test_it_is_counted_for_each_host(tmp_path: Path) -> None:
    both = script(*DEAD[:60]) + script(*(f"http://b.test{path}" for path in LIVE[:30]))
    site = Site(missing, {"/": page("Home", both, links("http://b.test/"))})
    for path in LIVE:
        site[f"http://b.test{path}"] = own(path)
    site["http://b.test/"] = page("Other")
    with web(site) as running:
        done = inspect(
            tmp_path / "s",
            settings={"GUESS_PATIENCE": 10, "LINKS_SCRIPTS": True},
            start=f"{SITE}/,http://b.test/",
            proxy=running.url,
        )
    budget = {url for url, rule in done.rules.items() if rule == "guess-budget"}
    assert budget
    assert all(url.startswith(SITE) for url in budget)
    assert {f"http://b.test{path}" for path in LIVE[:30]} <= {*done.pages}


def test_success_lengthens_patience(tmp_path: Path) -> None:
    """One in nine is there: nobody stops after 10 that are not."""
    paths = [(LIVE if n % 9 == 0 else DEAD)[n // 2] for n in range(110)]
    pages = {path: own(path) for path in LIVE}
    pages["/"] = page("Home", script(*paths))
    site = Site(missing, pages)
    done = crawl(tmp_path, site, GUESS_PATIENCE=10, CONCURRENT_REQUESTS=1)
    assert "guess-budget" not in done.rules.values()


def test_a_link_is_followed_whatever_was_guessed(tmp_path: Path) -> None:
    """Before its guess was refused, in the queue or on a page, and after."""
    last = page("Last", links(*DEAD[100:110]))
    pages = {
        "/": page("Home", script(*DEAD), links("/next", DEAD[119])),
        "/next": page("Next", links("/last", DEAD[118])),
        "/last": last,
    }
    done = crawl(tmp_path, Site(missing, pages), GUESS_PATIENCE=5)
    linked = {f"{SITE}{path}" for path in (*DEAD[100:110], *DEAD[118:])}
    assert linked <= {*done.pages}
    assert "guess-budget" in done.rules.values()
    assert not linked & {*done.decisions}


def test_no_patience_is_no_end(tmp_path: Path) -> None:
    site = Site(missing, {"/": page("Home", script(*DEAD))})
    done = crawl(tmp_path, site, GUESS_PATIENCE=0)
    rules = Counter(rule for url, rule in done.rules.items() if "/dead/" in url)
    assert rules == {"guess-failed": len(DEAD)}


def test_a_guess_that_shows_a_known_page_leaves_none(tmp_path: Path) -> None:
    """But where it takes parameters as no page does, or has another title."""
    text = "".join(f"<p>{letter * 4} and {letter * 6} words." for letter in "abcdefgh")
    shown = page("Shown", text * 3)
    paths = ["/copy", "/near", "/titled", "/list?sort=up", "/more?page=2"]
    pages = {
        "/": page("Home", script(*paths), links("/shown", "/more?page=1")),
        "/shown": shown,
        "/copy": shown,
        "/near": page("Shown", text * 3, "<p>End."),
        "/titled": page("Another title", text * 3),
        "/list?sort=up": shown,
        "/more?page=1": own("/more"),
        "/more?page=2": own("/more"),
    }
    done = crawl(tmp_path, Site(missing, pages), CONCURRENT_REQUESTS=1)
    details = {
        url.removeprefix(SITE): row.detail.removeprefix(SITE)
        for url, row in done.decisions.items()
        if row.rule == "duplicate"
    }
    assert details == {
        "/copy": "/shown",
        "/near": "/shown",
        "/more?page=2": "/more?page=1",
    }
    assert {f"{SITE}/titled", f"{SITE}/list?sort=up"} <= {*done.pages}
