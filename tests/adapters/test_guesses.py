"""Guesses: paths in scripts are tried once, and kept only when a page answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from spiders.base import LeadlineSpider
from spiders.inspect_site import InspectSpider
from tests.adapters.inspecting import inspect
from tests.adapters.pages import SITE, links, page, to
from tests.servers.web import Reply, web
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scrapy.http import Response

SORRY = "Sorry, we could not find what you were looking for. " * 12
SCRIPT = "<script>load('/api/none'); load('/api/gone'); load('/guide/real')</script>"


class Site(dict[str, Any]):
    """Answers to what it does not know as *otherwise* says."""

    def __init__(
        self, otherwise: Callable[[str], Reply], **pages: Reply | Callable[..., Reply]
    ) -> None:
        super().__init__({f"{SITE}/{path}": reply for path, reply in pages.items()})
        self.otherwise = otherwise

    def get(self, key: str, default: Any = None) -> Any:
        return super().get(key) or self.otherwise(key)


def soft(url: str) -> Reply:
    """Names what was asked for, as such pages do; slowly for what is nonsense."""
    seconds = 0.7 if "no-such-page" in url else 0.0
    return Reply(f"<title>Oops</title><p>{SORRY}<p>{url}", seconds=seconds)


def login(url: str) -> Reply:
    if url.startswith(f"{SITE}/login"):
        return page("Log in", "<form method=post action=/in><input name=user></form>")
    return to("/login")


def own_login(url: str) -> Reply:
    """Remembers where one came from: each guess ends at a URL of its own."""
    if url.startswith(f"{SITE}/login"):
        return page("Log in", "<p>" + SORRY, "<form method=post><input name=u></form>")
    return to("/login?next=" + url.removeprefix(SITE).strip("/"))


def hard(url: str) -> Reply:
    return Reply("<p>" + SORRY, 500 if url.endswith("/gone") else 404)


GUIDE = page("A guide", "<p>What nobody links to, and a script tells of.")


@pytest.mark.parametrize(
    ("otherwise", "rule", "details"),
    [
        (soft, "soft-404", {"like the answer to a nonsense URL", "an HTML page"}),
        (hard, "guess-failed", {"404", "500"}),
    ],
)
def test_a_guess_is_kept_when_a_page_answers(
    tmp_path: Path, otherwise: Callable[[str], Reply], rule: str, details: set[str]
) -> None:
    site = Site(otherwise, **{"": page("Home", SCRIPT), "guide/real": GUIDE})
    with web(site) as running:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=running.url)
    assert {*done.pages} == {f"{SITE}/", f"{SITE}/guide/real"}
    assert done.pages[f"{SITE}/guide/real"].guessed
    # robots.txt and the sitemap are guesses too: not every site has them.
    wanted = ("/api/none", "/api/gone", "/robots.txt", "/sitemap.xml")
    assert done.rules == {SITE + path: rule for path in wanted}
    assert {row.detail for row in done.decisions.values()} == details
    for path in wanted[:1]:
        assert running.count(SITE + path) == 1
    nonsense = [target for target in running.asked if "no-such-page" in target]
    # One for each of two directories; an honest error needs none.
    assert len(nonsense) == (2 if rule == "soft-404" else 1)
    assert all("Gave up" in line for line in done.faults())


@pytest.mark.parametrize("otherwise", [login, own_login])
def test_a_site_that_sends_strangers_to_its_login(
    tmp_path: Path, otherwise: Callable[[str], Reply]
) -> None:
    """The page it sends them to is no guess once a link leads there."""
    reached = page("A guide", links("/login"), "<p>No login needed here.")
    site = Site(otherwise, **{"": page("Home", SCRIPT), "guide/real": reached})
    with web(site) as running:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=running.url)
    assert {*done.pages} == {f"{SITE}/", f"{SITE}/guide/real", f"{SITE}/login"}
    assert not done.pages[f"{SITE}/login"].guessed
    assert done.rules[f"{SITE}/api/none"] in {"redirect", "redirect-to-seen"}
    ends = {url: rule for url, rule in done.rules.items() if "/login?" in url}
    assert {*ends.values()} <= {"soft-404"}
    assert not [url for url in done.decisions if "no-such-page" in url]


@pytest.mark.parametrize("status", [200, 404])
def test_what_a_link_leads_to_is_no_guess(tmp_path: Path, status: int) -> None:
    """Before the guess is tried, on the same page or on another."""

    def known(url: str) -> Reply:
        return Reply(SORRY, status)

    markup = "<script>go('/both/here'); go('/both/there'); go('/only')</script>"
    site = Site(
        known,
        **{
            "": page("Home", markup, links("/both/here", "/next")),
            "next": page("Next", links("/both/there")),
        },
    )
    with web(site) as running:
        done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=running.url)
    found = {url.removeprefix(SITE): row for url, row in done.pages.items()}
    assert {*found} == {"/", "/next", "/both/here", "/both/there"}
    assert not found["/both/here"].guessed
    assert not found["/both/there"].guessed
    assert found["/both/there"].status == status
    assert f"{SITE}/only" in done.decisions


class Notes(LeadlineSpider):
    """Yields an item before the page and one after it."""

    name = "notes"

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        yield {"url": response.url, "when": "before"}
        yield self.measure(response)
        yield {"url": response.url, "when": "after"}


def test_a_refused_guess_leaves_no_items(tmp_path: Path) -> None:
    site = Site(soft, **{"": page("Home", SCRIPT), "guide/real": GUIDE})
    with web(site) as running:
        done = inspect(tmp_path / "s", Notes, start=f"{SITE}/", proxy=running.url)
    kept = [
        (row.data["url"].removeprefix(SITE), row.data["when"]) for row in items(done)
    ]
    assert sorted(kept) == [
        ("/", "after"),
        ("/", "before"),
        ("/guide/real", "after"),
        ("/guide/real", "before"),
    ]


def items(done: Any) -> list[Any]:
    return rows(done.survey, "items")


def test_the_nonsense_url_keeps_to_the_scope(tmp_path: Path) -> None:
    script = "<script>load('/app/none'); load('/app/real')</script>"
    site = Site(soft, **{"app/": page("Home", script), "app/real": GUIDE})
    with web(site) as running:
        done = inspect(
            tmp_path / "s",
            InspectSpider,
            start=f"{SITE}/app/",
            scope="prefix",
            proxy=running.url,
        )
    assert {*done.pages} == {f"{SITE}/app/", f"{SITE}/app/real"}
    outside = {
        target.removeprefix(f"GET {SITE}")
        for target in running.asked
        if not target.startswith(f"GET {SITE}/app/")
    }
    assert outside == {"/robots.txt", "/sitemap.xml"}
    assert done.rules[f"{SITE}/app/none"] == "soft-404"
