"""Logging in, on a site with two roles whose sessions may end."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

import pytest

from crawler.commands.diff import Command as Diff
from crawler.report import FORMATS, VIEWS, lines
from crawler.report.documents import DOCUMENTS, Handover
from crawler.report.html import write_report
from crawler.store import Survey
from spiders.arguments import ArgumentError, Arguments
from spiders.hidden_web import HiddenSpider
from spiders.inspect_site import InspectSpider
from tests.adapters.inspecting import Inspected, inspect
from tests.commands.surveys import run
from tests.servers.accounts import MEMBERS, PASSWORDS, Accounts, accounts
from tests.spiders.crawling import rows, scrapy

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy import Spider

ANN, ROOT = PASSWORDS["ann"], PASSWORDS["root"]
PRIVATE = {f"/member/{n}" for n in range(MEMBERS)} | {"/profile"}
ADMIN = {f"/admin/{n}" for n in range(3)}


def crawl(
    site: Accounts,
    survey: Path,
    user: str = "ann",
    password: str = ANN,
    *,
    settings: dict[str, Any] | None = None,
    spider: type[Spider] = InspectSpider,
    **more: Any,
) -> Inspected:
    given = {"start": f"{site.url}/", "login": f"{site.url}/login", "user": user}
    given |= {name: str(value) for name, value in more.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEADLINE_PASSWORD", password)
        return inspect(survey, spider, settings, **given)


def paths(site: Accounts, survey: Path) -> set[str]:
    """Paths of the pages that are in the survey with 200."""
    return {
        row.url.removeprefix(site.url).partition("?")[0]
        for row in rows(survey, "pages")
        if row.status == 200
    }


def spellings(secret: str) -> set[bytes]:
    """How a secret may be written down."""
    found = {secret, quote(secret), quote(secret, safe=""), quote_plus(secret)}
    found |= {html.escape(secret), secret.encode("unicode_escape").decode()}
    return {text.encode() for text in found}


def leaks(folder: Path, *texts: str) -> list[str]:
    """Files and texts in which the password of ``ann`` is found."""
    named = {
        str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    named |= {text[:40]: text.encode() for text in texts}
    return [
        name
        for name, data in named.items()
        if any(spelling in data for spelling in spellings(ANN))
    ]


class Both:
    """One crawl by each role."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ann, self.root = folder / "ann.sqlite", folder / "root.sqlite"
        with accounts() as site:
            self.site = site
            kept = {
                "JOBDIR": str(folder / "job"),
                "STORE_LINKS": True,
                "FEEDS": {folder / "pages.jsonl": {"format": "jsonl"}},
            }
            self.ran = crawl(site, self.ann, settings=kept, unsafe=1)
            self.other = crawl(site, self.root, "root", ROOT)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    return Both(tmp_path_factory.mktemp("roles"))


def test_each_role_sees_its_pages(both: Both) -> None:
    assert (both.ran.trouble, both.other.trouble) == ("", "")
    assert both.ran.faults() == both.other.faults() == []
    assert paths(both.site, both.ann) >= PRIVATE
    assert not paths(both.site, both.ann) & ADMIN
    assert paths(both.site, both.root) >= PRIVATE | ADMIN
    # robots.txt keeps the login page out of the survey, not from who names it.
    assert "/login" not in paths(both.site, both.ann)
    # Pages that are not for this role cost no login.
    assert both.site.logins == [True, True]


def test_nobody_is_logged_out_even_with_unsafe(both: Both) -> None:
    assert all(path != "/logout" for _, path, _ in both.site.asked)
    told = {(row.rule, row.detail) for row in rows(both.ann, "decisions")}
    assert ("danger", "logout") in told


def test_the_password_is_nowhere(both: Both) -> None:
    exports = []
    with Survey.open(both.ann) as survey:
        for view in VIEWS.values():
            told = list(survey.read(view.read))
            exports += [
                "".join(lines(view, told, form))
                for form in view.formats
                if form in FORMATS
            ]
            if view.requests is not None:
                for form in DOCUMENTS:
                    handover = Handover(survey, view.requests, version="1")
                    exports.append("".join(handover.lines(form)))
        assert sum("/profile" in text for text in exports) > 10
        with (both.folder / "report.html").open("wb") as file:
            write_report(survey, file, "")
    # The site did show it on a page, and the log did tell what was asked for.
    assert "/profile" in paths(both.site, both.ann)
    assert "/member/5" in both.ran.text()
    files = {path.name for path in both.folder.rglob("*") if path.is_file()}
    assert files >= {"ann.sqlite", "frontier.sqlite", "pages.jsonl", "report.html"}
    assert leaks(both.folder, both.ran.text(), *exports) == []


def test_what_each_role_sees(
    both: Both, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    done = run(Diff(), capsysbinary, str(both.ann), str(both.root))
    assert done.status == 1, done.err
    for path in ADMIN:
        assert path in done.out
    assert "/admin/ban" in done.out
    assert "victim" in done.out
    assert done.out.splitlines()[-2:] == [
        "Only ann sees: nothing",
        "Only root sees: 3 pages, 1 form, 2 parameters, 1 kind of page",
    ]
    again = run(Diff(), capsysbinary, str(both.ann), str(both.ann))
    assert "Only" not in again.out


@pytest.mark.parametrize("denial", ["redirect", "form", "401"])
def test_a_lost_session_is_renewed(tmp_path: Path, denial: str) -> None:
    with accounts(denial=denial, lasts=5) as site:
        ran = crawl(site, tmp_path / "s.sqlite")
        assert ran.trouble == ""
        assert paths(site, tmp_path / "s.sqlite") >= PRIVATE
        assert 2 <= len(site.logins) <= 15
        assert all(site.logins)


def test_logged_out_again_and_again_ends(tmp_path: Path) -> None:
    with accounts(lasts=2) as site:
        ran = crawl(site, tmp_path / "s.sqlite", settings={"LOGIN_TIMES": 2})
    assert len(site.logins) <= 4
    assert "LOGIN_TIMES" in ran.trouble


def test_a_site_that_tells_nothing_is_bounded(tmp_path: Path) -> None:
    """Without a link to log out a page that is denied looks like a lost session."""
    with accounts(logout="") as site:
        ran = crawl(site, tmp_path / "s.sqlite")
        assert ran.trouble == ""
        assert paths(site, tmp_path / "s.sqlite") >= PRIVATE
    assert len(site.logins) <= 6


def test_a_marker_tells(tmp_path: Path) -> None:
    """Where nothing else does: each page greets who is logged in."""
    with accounts(logout="", lasts=5) as site:
        ran = crawl(site, tmp_path / "s.sqlite", marker="for ann")
        assert ran.trouble == ""
        assert paths(site, tmp_path / "s.sqlite") >= PRIVATE
        assert len(site.logins) > 2
    with accounts() as site:
        ran = crawl(site, tmp_path / "t.sqlite", marker="for somebody else")
    assert "does not show marker=for somebody else" in ran.trouble


def test_hidden_logs_in_too(tmp_path: Path) -> None:
    """The form of members is found, and asked as one of them."""
    with accounts() as site:
        ran = crawl(site, tmp_path / "s.sqlite", spider=HiddenSpider, queries=3)
        assert ran.trouble == ""
        assert site.logins == [True]
        assert {"/member/0", "/find"} <= site.paths("ann")


def test_cookies_of_an_earlier_run_may_do(tmp_path: Path) -> None:
    """A login page that sends those on who are logged in has no form for them."""
    with accounts(onward=True) as site:
        for _ in range(2):
            settings = {"JOBDIR": str(tmp_path / "job")}
            ran = crawl(site, tmp_path / "s.sqlite", settings=settings)
            assert ran.trouble == ""
        assert site.logins == [True]


@pytest.mark.parametrize(
    ("changes", "password", "told"),
    [
        ({"action": "http://127.0.0.2:9/in"}, ANN, "another origin"),
        ({"method": "get"}, ANN, "into an address"),
        ({"status": 307}, ANN, "to be sent elsewhere"),
        ({"denial": "401", "bad": 401}, "wrong-Pw", "answered 401"),
    ],
)
def test_no_login_no_crawl(
    tmp_path: Path, changes: dict[str, Any], password: str, told: str
) -> None:
    with accounts(**changes) as site:
        ran = crawl(site, tmp_path / "s.sqlite", password=password)
    assert told in ran.trouble
    assert password not in ran.text() + ran.trouble
    assert {path for _, path, _ in site.asked} <= {"/robots.txt", "/login"}


def test_wrong_password_ends_the_command(tmp_path: Path) -> None:
    with accounts() as site:
        arguments = (f"start={site.url}/", f"login={site.url}/login", "user=ann")
        flags = [part for one in arguments for part in ("-a", one)]
        ran = scrapy(
            *("crawl", "inspect", *flags), cwd=tmp_path, LEADLINE_PASSWORD="wrong-Pw"
        )
    assert ran.status == 1
    assert "wrong user or password ('ann')" in ran.last_line
    assert "wrong-Pw" not in ran.err
    assert site.logins == [False]


@pytest.mark.parametrize(
    ("given", "password", "told"),
    [
        ({"login": "http://h.test/in"}, "x", "-a user=NAME"),
        ({"login": "http://h.test/in", "user": "ann"}, "", "LEADLINE_PASSWORD"),
        ({"user": "ann"}, "x", "login=URL is missing"),
        ({"marker": "Hello"}, "x", "login=URL is missing"),
        ({"password": "hush"}, "", "LEADLINE_PASSWORD"),
        ({"login": "in", "user": "a"}, "x", "URL of the login page"),
        ({"login": "http://evil.test/", "user": "ann"}, "x", "no other host"),
    ],
)
def test_wrong_arguments(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], password: str, told: str
) -> None:
    monkeypatch.setenv("LEADLINE_PASSWORD", password)
    with pytest.raises(ArgumentError, match=re.escape(told)) as caught:
        Arguments.read({"start": "http://h.test/", **given})
    assert "hush" not in str(caught.value)
    assert "\n" not in str(caught.value)
