"""``inspect`` end to end, on the local site."""

from __future__ import annotations

import re
import socket
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from crawler.urls import canonical_key
from tests.site.process import SiteOptions, SiteProcess
from tests.spiders.crawling import Ran, crawl, rows, scrapy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Inspected:
    """One crawl of the site, and what the site says of it."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.survey = folder / "survey.sqlite"
        with SiteProcess(SiteOptions(pages=200, seed=seed, traps=False)) as site:
            self.url = site.url
            self.ran: Ran = crawl("inspect", self.survey, start=site.url)
            self.log = site.log()
            self.effects = site.effects()
            self.truth = site.truth()
        self.pages = rows(self.survey, "pages")
        self.representatives = rows(self.survey, "representatives")
        self.decisions = {row.url: row for row in rows(self.survey, "decisions")}

    def path(self, url: str) -> str:
        return "/" + url.removeprefix(self.url)

    def template(self, page: Any) -> str:
        """The template that served a page; error pages by their status."""
        if page.status != 200:
            return f"status {page.status}"
        for template in self.truth["templates"]:
            if re.match(template["pattern"], self.path(page.url)):
                return str(template["name"])
        return f"({page.kind})"


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Inspected:
    return Inspected(tmp_path_factory.mktemp("inspect"))


def test_it_ends_well_and_says_where_the_survey_is(done: Inspected) -> None:
    assert done.ran.status == 0, done.ran.err
    assert "Traceback" not in done.ran.err
    assert "Warning" not in done.ran.err
    for word in ("pages", "clusters", "representatives", "forms", str(done.survey)):
        assert word in done.ran.err


def test_every_linked_content_page_is_found(done: Inspected) -> None:
    found = {page.key for page in done.pages}
    for template in done.truth["templates"]:
        if not template["content"]:
            continue
        wanted = (done.url.rstrip("/") + url for url in template["urls"])
        missing = [url for url in wanted if canonical_key(url) not in found]
        assert not missing, (template["name"], missing[:3])


def test_no_url_is_fetched_twice(done: Inspected) -> None:
    asked = Counter(target for method, target in done.log if method == "GET")
    # A failure is tried again.
    for page in done.pages:
        if page.status >= 500:
            asked.pop(done.path(page.url))
    again = {target: times for target, times in asked.items() if times > 1}
    # A redirect may lead back to its own page: a loop is cut, a session id followed.
    assert all("/loop/" in target for target in again), again
    assert all(times <= 3 for times in again.values())


def test_spellings_of_one_page_are_one_request(done: Inspected) -> None:
    asked = {target for _, target in done.log}
    for spellings in done.truth["spellings"].values():
        # None of them holds a fragment on the wire.
        assert len(asked & set(spellings)) == 1, spellings


def test_the_site_is_not_harmed(done: Inspected) -> None:
    assert done.effects == []
    assert {method for method, _ in done.log} == {"GET"}
    assert not [target for _, target in done.log if target.startswith("/private/")]
    rules = {row.rule for row in done.decisions.values()}
    assert {"danger", "robots", "method", "asset", "redirect", "duplicate"} <= rules


def test_every_dangerous_link_is_listed(done: Inspected) -> None:
    for danger in done.truth["dangers"]:
        if not any(
            re.match(danger["pattern"], target) for _, target in done.log
        ) and danger["templates"] == ["*"]:
            assert [
                row
                for url, row in done.decisions.items()
                if row.rule == "danger" and re.match(danger["pattern"], done.path(url))
            ], danger


def test_clusters_are_templates(done: Inspected) -> None:
    """Homogeneity by pages: those of a cluster are of one template."""
    clusters: dict[int, Counter[str]] = {}
    for page in done.pages:
        if page.kind == "html":
            clusters.setdefault(page.cluster, Counter())[done.template(page)] += 1
    mixed = {
        number: dict(counts) for number, counts in clusters.items() if len(counts) > 1
    }
    total = sum(sum(counts.values()) for counts in clusters.values())
    pure = sum(counts.most_common(1)[0][1] for counts in clusters.values())
    assert pure / total >= 0.95, mixed


def test_representatives_show_every_template_form_and_parameter(
    done: Inspected,
) -> None:
    shown = {row.key for row in done.representatives}
    pages = {page.key: page for page in done.pages}
    by_template = {done.template(pages[key]) for key in shown}
    all_templates = {
        done.template(page)
        for page in done.pages
        if page.status == 200 and page.kind == "html"
    }
    # The index of the help pages is a heading and a list, as the journal's archive.
    assert all_templates - by_template <= {"help"}
    assert all(200 <= pages[key].status < 300 for key in shown)
    # Thinned: that is what it is for.
    assert len(shown) < len(done.pages) / 2


def test_every_form_on_a_linked_page_is_known(done: Inspected) -> None:
    forms = rows(done.survey, "forms")
    known = {
        (form.method, frozenset(field.name for field in form.fields)) for form in forms
    }
    for form in done.truth["forms"]:
        if form["method"] == "GET" and not form["controls"]:
            continue
        names = frozenset(control["name"] for control in form["controls"])
        if any(place["count"] for place in form["places"]):
            folded = {
                (method, frozenset(re.sub(r"\d+", "{int}", name) for name in fields))
                for method, fields in known
            }
            wanted = frozenset(re.sub(r"\d+", "{int}", name) for name in names)
            assert (form["method"], wanted) in folded, form["name"]


def test_a_file_is_recorded_by_its_type_and_not_downloaded(done: Inspected) -> None:
    big = [target for _, target in done.log if "/download/" in target]
    for page in done.pages:
        if done.path(page.url) in big:
            assert page.kind == "binary"


def test_two_crawls_give_the_same_representatives(
    done: Inspected, tmp_path: Path
) -> None:
    again = Inspected(tmp_path)

    def told(run: Inspected) -> set[tuple[str, str]]:
        return {
            (run.path(row.key), row.reason.replace(run.url, "/"))
            for row in run.representatives
        }

    assert told(again) == told(done)


@pytest.fixture
def site() -> Iterator[SiteProcess]:
    with SiteProcess(SiteOptions(pages=10, traps=False)) as process:
        yield process


def test_budget_of_pages_is_exact(site: SiteProcess, tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    assert crawl("inspect", survey, start=site.url, pages=7).status == 0
    assert len(rows(survey, "pages")) == 7
    rules = {row.rule for row in rows(survey, "decisions")}
    assert rules & {"not-reached", "budget"}


def test_depth_limits_links_not_their_record(site: SiteProcess, tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    assert crawl("inspect", survey, start=site.url, depth=0).status == 0
    pages = rows(survey, "pages")
    assert {page.depth for page in pages} == {0}
    assert [row for row in rows(survey, "decisions") if row.rule == "depth"]


def test_dangerous_links_are_followed_only_when_asked(
    site: SiteProcess, tmp_path: Path
) -> None:
    ran = crawl("inspect", tmp_path / "s.sqlite", start=site.url, unsafe=1)
    assert ran.status == 0
    assert "unsafe=1" in ran.err
    assert {effect["kind"] for effect in site.effects()} >= {"logout"}
    rules = {row.rule for row in rows(tmp_path / "s.sqlite", "decisions")}
    assert "danger" not in rules


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ({"start": "{closed}"}, 1, "no start page was fetched"),
        ({"start": "http://no-such-host.invalid/"}, 1, "no start page was fetched"),
        ({"start": "{site}no-such-page"}, 1, "answered 404"),
        ({"start": "{site}private/x"}, 1, "robots.txt"),
        ({"start": "{site}", "dpeth": "1"}, 2, "did you mean depth=...?"),
        ({}, 2, "start is missing"),
        ({"start": "{site},{closed}", "depth": "0"}, 0, ""),
    ],
)
def test_exit_status_tells_the_truth(
    site: SiteProcess,
    tmp_path: Path,
    arguments: dict[str, str],
    status: int,
    told: str,
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{free.getsockname()[1]}/"
    given = {
        name: value.format(site=site.url, closed=closed)
        for name, value in arguments.items()
    }
    ran = crawl("inspect", tmp_path / "s.sqlite", "-s", "RETRY_TIMES=0", **given)
    assert ran.status == status, ran.err
    assert "Traceback" not in ran.err
    if status:
        assert told in ran.last_line
        assert ran.last_line.startswith("leadline: ")
    if status == 2:
        assert len(ran.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("crawl", "inspekt"), "did you mean inspect?"),
        (("crawl",), "name one spider"),
        (
            ("crawl", "inspect", "-a", "start=http://h/", "-s", "CLUSTER_THRESHOLD=x"),
            "CLUSTER_THRESHOLD",
        ),
        (("crawl", "inspect", "-a", "start=http://h/", "-s", "RENDER=x"), "RENDER"),
    ],
)
def test_a_wrong_command_is_one_line(
    command: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    ran = scrapy(*command, cwd=tmp_path)
    assert ran.status == 2
    assert told in ran.err
    assert len(ran.err.strip().splitlines()) == 1
