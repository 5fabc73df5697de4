"""Cases C50 and C53: a crawl that is stopped in any way goes on, and loses nothing."""

from __future__ import annotations

import random
import time
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from crawler.frontier import open_sqlite
from crawler.store import Survey
from tests.adapters.inspecting import inspect
from tests.cases import case
from tests.frontier.processes import Job, repeats
from tests.servers.web import Reply, web
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.servers.web import Web

CASE, EXPECTED = case("C50")
CONCURRENT = 8


class CookieSite(dict[str, Any]):
    """The site of the case: without the cookie that / sets everything is refused."""

    def get(self, key: str, default: Any = None) -> Any:
        if key == "/":
            links = "".join(f"<a href=/p/{n}>{n}</a>" for n in range(1, 41))
            return Reply(f"<h1>Home</h1>{links}", headers=(("Set-Cookie", "sid=1"),))
        kind, _, number = key[1:].partition("/")
        if kind not in {"p", "q"} or not number.isdigit():
            return default
        return lambda headers: self._item(kind, number, headers)

    def _item(self, kind: str, number: str, headers: Mapping[str, str]) -> Reply:
        if "sid=1" not in headers.get("Cookie", ""):
            return Reply("no session", 403)
        link = f"<a href=/q/{number}>more</a>" if kind == "p" else ""
        text = f"<h1>{kind} {number}</h1>{link}"
        return Reply(text, seconds=0.2 if kind == "p" else 0)


def asked(site: Web) -> list[str]:
    """Pages asked for; robots.txt and the sitemap are none of the case."""
    return [each for each in site.asked if not each.endswith((".txt", ".xml"))]


def has_been_asked(site: Web, times: int) -> bool:
    return asked_p(site) >= times


def asked_p(site: Web) -> int:
    return sum("/p/" in each for each in site.asked)


def test_the_case(tmp_path: Path) -> None:
    """Killed twice; the next start but one finds nothing to do."""
    stops = (12, 5)
    with web(CookieSite()) as site:
        options = ("-s", f"CONCURRENT_REQUESTS={CONCURRENT}")
        job = Job(tmp_path / "job", f"{site.url}/", options)
        for more in stops:
            until = asked_p(site) + more
            assert job.run_until(partial(has_been_asked, site, until))
        before = len(site.asked)
        assert job.run() == 0, job.logs[-1]
        with Survey.open(job.survey) as survey:
            by_status = survey.summary().by_status
        pages = {url.removeprefix(site.url) for url in job.pages()}
        assert pages == {"/", *(f"/{k}/{n}" for k in "pq" for n in range(1, 41))}
        assert len(pages) == CASE["urls"] == EXPECTED["pages_processed_over_all_runs"]
        assert {*by_status} == {"2xx"}, "403_after_restart"
        assert len(asked(site)) <= 81 + 16 * len(stops)
        assert len(site.asked) > before
        # Finished: nothing is fetched again.
        before = len(asked(site))
        assert job.run() == 0, job.logs[-1]
        assert len(asked(site)) == before
        assert [run.reason for run in rows(job.survey, "runs")][-2:] == ["finished"] * 2
        assert "Traceback" not in "".join(job.logs)


PAGES = 120


class Linked(dict[str, Any]):
    """PAGES pages, each with links to others, redirects and a page that fails."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = True

    def get(self, key: str, default: Any = None) -> Any:
        kind, _, number = key[1:].partition("/")
        if kind == "moved":
            if not number.isdigit():
                return default
            return Reply("", 302, headers=(("Location", f"/p/{number}"),))
        if key == "/silent":
            return Reply("", 0) if self.broken else Reply("<h1>At last</h1>")
        if kind not in {"p", ""} or not (number or "0").isdigit():
            return default
        at = int(number or 0)
        to = [f"/p/{(3 * at + step) % PAGES}" for step in (1, 2, 3)]
        to += [f"/moved/{(7 * at) % PAGES}", "/silent", "http://other.test/x"]
        links = "".join(f"<a href={one}>x</a>" for one in to)
        return Reply(f"<h1>Page {at}</h1>{links}")


def in_any_order(rules: dict[str, str]) -> dict[str, str]:
    """Whether the target of a redirect was asked for before is a matter of order."""
    return {url: rule.removesuffix("-to-seen") for url, rule in rules.items()}


@dataclass
class Whole:
    """What a crawl finds that nobody stops."""

    pages: set[str]
    rules: dict[str, str]
    repeats: int


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Of the linked site, by path."""
    with web(Linked()) as site:
        done = inspect(
            tmp_path_factory.mktemp("whole") / "survey.sqlite",
            settings={"RETRY_TIMES": 1, "LINKS_WELL_KNOWN": True},
            start=f"{site.url}/",
        )
        assert not done.trouble
        pages = {url.removeprefix(site.url) for url in done.pages}
        return Whole(pages, by_path(done.rules, site), repeats(site.asked))


def by_path(rules: dict[str, str], site: Web) -> dict[str, str]:
    return {url.removeprefix(site.url): rule for url, rule in rules.items()}


def pages_of(job: Job, site: Web) -> set[str]:
    return {url.removeprefix(site.url) for url in job.pages()}


def test_kills_at_random_moments(tmp_path: Path, whole: Whole) -> None:
    """The same pages and the same decisions as a crawl that nobody killed."""
    source = random.Random(7)
    with web(Linked()) as site:
        job = Job(tmp_path / "job", f"{site.url}/", ("-s", "RETRY_TIMES=1"))
        kills = 0
        for _ in range(3):
            until = len(site.asked) + source.randint(1, 90)
            pause = source.random() * 0.2

            def reached(until: int = until, pause: float = pause) -> bool:
                done = len(site.asked) >= until
                if done:
                    time.sleep(pause)
                return done

            kills += job.run_until(reached)
        assert kills >= 2
        assert job.run() == 0, job.logs[-1]
        assert pages_of(job, site) == whole.pages
        rules = by_path(job.rules(), site)
        assert in_any_order(rules) == in_any_order(whole.rules)
        again = repeats(site.asked) - whole.repeats
        assert again <= 32 * kills + 2 * 3, "the page that fails has three runs more"
        assert "Traceback" not in "".join(job.logs)
        with closing(open_sqlite(job.folder / "frontier.sqlite")) as left:
            assert left.counts().pending == left.counts().leased == 0
            assert left.counts().failed == 1  # /silent


LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (450_000, 450_000))"


def test_a_full_disk_then_space_again(tmp_path: Path, whole: Whole) -> None:
    """Case C53: an error is told, the status is not 0, and nothing is lost."""
    with web(Linked()) as site:
        job = Job(tmp_path / "job", f"{site.url}/", before=LIMIT)
        assert job.run() == 1
        assert "Traceback" not in job.logs[-1]
        assert "disk_full" in job.logs[-1]
        stored = job.pages()
        assert 0 < len(stored) < PAGES
        job.before = ""
        assert job.run() == 0, job.logs[-1]
        assert job.pages() > stored
        assert pages_of(job, site) == whole.pages
