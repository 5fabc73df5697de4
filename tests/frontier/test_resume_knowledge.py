"""What one run learned, another knows: guesses, soft 404, and the scope."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, links, page, to
from tests.adapters.test_guess_budget import Site, missing, script, soft
from tests.servers.web import web

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers.web import Web

PATIENCE = 4


def run(folder: Path, site: Web, start: str, **more: Any) -> Inspected:
    """One run of the job in a folder."""
    settings = {
        "JOBDIR": str(folder / "job"),
        "RETRY_ENABLED": False,
        "GUESS_PATIENCE": PATIENCE,
        "CONCURRENT_REQUESTS": 1,
    }
    return inspect(
        folder / "survey.sqlite", settings=settings, start=start, proxy=site.url, **more
    )


def guesses(site: Web, prefix: str) -> list[str]:
    return [each for each in site.asked if f"{SITE}/{prefix}" in each]


def test_guesses_that_brought_nothing_are_not_tried_again(tmp_path: Path) -> None:
    first = [f"/one/{n}" for n in range(20)]
    second = [f"/two/{n}" for n in range(20)]
    pages = {
        "/": page("Home", script(*first)),
        "/more": page("More", script(*second), links("/one/0")),
        "/one/0": page("One", "<p>It is there after all."),
    }
    replies = Site(missing, pages)
    del replies[f"{SITE}/one/0"]
    with web(replies) as site:
        done = run(tmp_path, site, f"{SITE}/")
        tried = len(guesses(site, "one/"))
        assert PATIENCE <= tried < 20
        assert Counter(done.rules.values())["guess-budget"] == 20 - tried
        replies[f"{SITE}/one/0"] = pages["/one/0"]
        again = run(tmp_path, site, f"{SITE}/more")
        assert guesses(site, "two/") == []
        assert Counter(again.rules.values())["guess-budget"] >= 20
        # A real link leads to what was refused as a guess: it is asked for again.
        assert f"{SITE}/one/0" in again.pages
        assert not again.faults()


def test_what_a_place_answers_to_nonsense_is_known(tmp_path: Path) -> None:
    pages = {
        "/": page("Home", script("/app/a")),
        "/more": page("More", script("/app/b")),
    }
    with web(Site(soft, pages)) as site:
        first = run(tmp_path, site, f"{SITE}/")
        assert first.rules[f"{SITE}/app/a"] == "soft-404"
        assert first.stats["soft404/probes"] > 0
        second = run(tmp_path, site, f"{SITE}/more")
        assert second.rules[f"{SITE}/app/b"] == "soft-404"
        assert "soft404/probes" not in second.stats
        nonsense = [each for each in site.asked if "no-such-page" in each]
        assert len(nonsense) == len(set(nonsense))


def test_a_host_that_a_start_page_led_to_stays_in_scope(tmp_path: Path) -> None:
    """The start page is not asked again; what it led to is."""
    other = "http://www.shop.test"
    replies: dict[str, Any] = {
        f"{SITE}/": to(f"{other}/"),
        f"{other}/": page("Home", links(*(f"/p/{n}" for n in range(20)))),
    }
    for n in range(20):
        replies[f"{other}/p/{n}"] = page(f"Page {n}", links(f"/q/{n}"))
        replies[f"{other}/q/{n}"] = page(f"More {n}", "<p>The end.")
    with web(replies) as site:
        first = run(tmp_path, site, f"{SITE}/", pages=5, scope="host")
        assert len(first.pages) == 5
        assert all(url.startswith(other) for url in first.pages)
        asked = site.asked.count(f"GET {SITE}/")
        second = run(tmp_path, site, f"{SITE}/", scope="host")
        assert site.asked.count(f"GET {SITE}/") == asked
        assert len(second.pages) == 41
        assert "offsite" not in second.rules.values(), second.rules
