"""Sites that answer anything: what was linked is recorded and marked, nothing grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.adapters.inspecting import Inspected, inspect
from tests.site import catchalls
from tests.site.process import SiteOptions, SiteProcess
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def site() -> Iterator[SiteProcess]:
    with SiteProcess(SiteOptions(pages=10)) as running:
        yield running


@dataclass
class Shell:
    """What a crawl of one kind left, by paths below its prefix."""

    done: Inspected
    home: str

    def path(self, url: str) -> str:
        return url.removeprefix(self.home)

    @property
    def pages(self) -> set[str]:
        return {self.path(url) for url in self.done.pages if url.startswith(self.home)}

    def noted(self, note: str) -> set[str]:
        pages = self.done.pages.values()
        return {self.path(page.url) for page in pages if note in page.notes}

    @property
    def twins(self) -> dict[str, str]:
        return {
            self.path(page.url): self.path(page.twin)
            for page in self.done.pages.values()
            if page.twin
        }

    def ruled(self, rule: str) -> set[str]:
        return {self.path(url) for url, name in self.done.rules.items() if name == rule}

    @property
    def representatives(self) -> set[str]:
        found = {row.url for row in rows(self.done.survey, "representatives")}
        return {self.path(url) for url in found if url.startswith(self.home)}


def crawl(site: SiteProcess, tmp_path: Path, kind: str, **settings: object) -> Shell:
    home = f"{site.url}shell/{kind}/"
    done = inspect(
        tmp_path / "s", start=home, scope="prefix", pages=80, settings=settings
    )
    assert not done.faults(), done.faults()
    return Shell(done, home)


# Kind -> pages that links lead to; of these known as soft 404; requests at most.
# Of a text that is no other's, the first page is met before there is a suspicion.
WORDS = catchalls.WORDS
SOFT: dict[str, tuple[set[str], set[str], int]] = {
    "app": (
        {"", "a", "b/c", "d/e/f", "more/less"},
        {"a", "b/c", "d/e/f", "more/less"},
        16,
    ),
    "same": (
        {"", "deeper/still", *(f"{n}/{n}?tab={n}" for n in "abcd")},
        {"deeper/still", *(f"{n}/{n}?tab={n}" for n in "abcd")},
        18,
    ),
    "growing": ({"", "a/b/"}, {"a/b/"}, 8),
    "apology": (
        {"", "real-0", "real-1", "real-2", *(f"gone/{word}" for word in WORDS[:12])},
        {f"gone/{word}" for word in WORDS[:12]},
        22,
    ),
    "folder": (
        {"", "here", "gone", *(f"app/{word}" for word in WORDS[:6])},
        {f"app/{word}" for word in WORDS[:6]},
        16,
    ),
    "extension": (
        {"", "here.html", "gone.html", *(f"{word}.php" for word in WORDS[:6])},
        {f"{word}.php" for word in WORDS[:6]},
        16,
    ),
    "login": (
        {"", "login", "search", *WORDS[:5]},
        set(WORDS[:5]),
        16,
    ),
}


@pytest.mark.parametrize("kind", SOFT)
def test_what_is_linked_is_recorded_and_nothing_grows(
    site: SiteProcess, tmp_path: Path, kind: str
) -> None:
    pages, soft, most = SOFT[kind]
    shell = crawl(site, tmp_path, kind)
    assert shell.pages == pages
    marked = shell.noted("soft-404")
    assert marked <= soft
    assert len(soft - marked) <= 1
    assert marked <= {*shell.twins}
    assert len(shell.representatives & soft) <= 1
    assert not shell.representatives & marked
    assert shell.done.stats["downloader/request_count"] <= most
    assert shell.done.stats["finish_reason"] == "finished"
    # What only such pages link to was tried, and left no page.
    assert not shell.ruled("soft-404") & pages


def test_fresh_links_end_at_the_first_page_that_stands_for_nothing(
    site: SiteProcess, tmp_path: Path
) -> None:
    shell = crawl(site, tmp_path, "anything")
    assert len(shell.pages) == 3
    assert shell.noted("soft-404") == shell.pages - {""}
    assert len(shell.ruled("soft-404")) == 4
    assert shell.done.stats["finish_reason"] == "finished"


def test_forms_of_a_catch_all_are_tested(site: SiteProcess, tmp_path: Path) -> None:
    shell = crawl(site, tmp_path, "login")
    assert {"login", "search"} <= shell.representatives


# Pages that are none of it, whatever they share, and how many nonsense URLs are asked.
REAL = {
    "catalogue": ({"", *(f"item/{n}" for n in range(12))}, 0),
    "chrome": ({"", *(f"item/{n}" for n in range(8))}, 2),
    "prints": (
        {"", *(f"p{n}{end}" for n in range(6) for end in ("", "?print=1"))},
        2,
    ),
    "gallery": ({"", *(f"v{n}" for n in range(8))}, 2),
}


@pytest.mark.parametrize("kind", REAL)
def test_pages_of_one_template_are_real(
    site: SiteProcess, tmp_path: Path, kind: str
) -> None:
    pages, probes = REAL[kind]
    shell = crawl(site, tmp_path, kind)
    assert shell.pages == pages
    assert shell.noted("soft-404") == set()
    assert shell.done.stats.get("soft404/probes", 0) <= probes
    if kind == "prints":
        assert len(shell.twins) == 6


def test_a_redirect_of_everything_to_the_home_page(
    site: SiteProcess, tmp_path: Path
) -> None:
    shell = crawl(site, tmp_path, "home")
    assert shell.pages == {""}
    assert shell.ruled("redirect-to-seen") == {f"old/{word}" for word in WORDS[:15]}


def test_without_nonsense_urls_content_alone_tells(
    site: SiteProcess, tmp_path: Path
) -> None:
    shell = crawl(site, tmp_path, "same", GUESS_PROBES=0)
    assert "soft404/probes" not in shell.done.stats
    assert shell.noted("soft-404") == set()
    assert {*shell.twins} == shell.pages - {""}


def test_a_canonical_link_is_evidence_not_truth(
    site: SiteProcess, tmp_path: Path
) -> None:
    """The same text without the claim is no twin; home is not every article."""
    shell = crawl(site, tmp_path, "claims")
    assert shell.twins == {"list?sort=a": "list"}
    assert shell.noted("canonical") == {"list?sort=a"}
    assert shell.noted("canonical-disbelieved") == {f"art/{n}" for n in range(4)}
    assert shell.done.stats["fingerprint/canonical"] == 1
    assert shell.done.stats["fingerprint/canonical_disbelieved"] == 4
    claimed = {page.canonical_link for page in shell.done.pages.values()} - {""}
    assert claimed == {shell.home, f"{shell.home}list"}


PARTS = {f"part/{n}.html" for n in range(14)}


@pytest.mark.parametrize("followed", [True, False])
def test_two_versions_of_a_manual(
    site: SiteProcess, tmp_path: Path, followed: bool
) -> None:
    """By default nothing is left out; else what has no counterpart is still found."""
    settings = {"LINKS_MIRRORS": followed, "CONCURRENT_REQUESTS": 1}
    shell = crawl(site, tmp_path, "versions", **settings)
    one, other = ("v1", "latest") if "v1/" not in shell.twins else ("latest", "v1")
    assert {f"{one}/{part}" for part in PARTS} <= shell.pages
    both = {f"{other}/{part}" for part in PARTS} & shell.pages
    assert all(shell.twins[f"{other}/{part}"] for part in PARTS if part in both)
    assert shell.noted("mirror")
    assert "shows what" in shell.done.text()
    if followed:
        assert len(both) == len(PARTS)
        assert "latest/new.html" in shell.pages
        assert not shell.ruled("mirror")
    else:
        skipped = shell.ruled("mirror")
        assert skipped == {f"{other}/{part}" for part in PARTS} - both
    assert not shell.ruled("soft-404")


def test_a_prefix_that_may_be_repeated_ends(site: SiteProcess, tmp_path: Path) -> None:
    shell = crawl(site, tmp_path, "aliased")
    assert shell.pages == {"", "en/p1", "en/en/p1"}
    assert shell.ruled("mirror") == {"en/en/en/p1"}
    assert shell.done.stats["finish_reason"] == "finished"
