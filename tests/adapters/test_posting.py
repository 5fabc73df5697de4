"""``-a post=1``: which forms are sent, what comes of them, and what is left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crawler.store import Survey, readers
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import page
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

PAINT = """
<form action="/paint" method="post"><input name="colour"><button>Apply</button></form>
"""
HOME = f"""
{PAINT}
<form action="/step" method="post"><input name="a"><button>On</button>
 <button formaction="/other" name="b">Other</button></form>
<form action="/prg" method="post"><input name="c"></form>
<form action="/users/5/delete" method="post"><input type="hidden" name="id" value="5">
 <button>Delete</button></form>
<form action="/enter" method="post"><input name="user">
 <input type="password" name="pass"></form>
<form action="/upload" method="post" enctype="multipart/form-data">
 <input type="file" name="f"></form>
<form action="http://elsewhere.test/x" method="post"><input name="q"></form>
<form action="/find"><input name="q"></form>
<a href="/again">again</a><a href="/step">the same address, by a link</a>
"""
REPLIES = {
    "/": page("Home", HOME),
    "/again": page("Again", PAINT),
    "/paint": page("Kept", '<a href="/behind">what only the answer links</a>'),
    "/step": page("Step", '<form action="/last" method="post"><input name="z"></form>'),
    "/other": Reply("<p>no", 500),
    "/prg": Reply("", 303, headers=(("Location", "/thanks"),)),
    "/thanks": page("Thanks"),
    "/behind": page("Behind"),
    "/last": page("Last"),
    "/find": page("Find"),
}


def crawl(folder: Path, post: str) -> tuple[Inspected, list[str], str]:
    with web(REPLIES) as site:
        done = inspect(folder / "s", start=f"{site.url}/", post=post)
        return done, sorted(site.asked), site.url


@pytest.fixture(scope="module")
def sent(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Inspected, list[str], str]:
    return crawl(tmp_path_factory.mktemp("posting"), "1")


def test_each_form_is_sent_once_and_the_forms_of_its_answer_too(
    sent: tuple[Inspected, list[str], str],
) -> None:
    posts = [one for one in sent[1] if one.startswith("POST")]
    expected = ["/last", "/other", "/paint", "/prg", "/step"]
    assert posts == [f"POST {path}" for path in expected]
    assert sent[0].stats["posts/sent"] == len(posts)


def test_what_an_answer_links_is_crawled(
    sent: tuple[Inspected, list[str], str],
) -> None:
    done, _, url = sent
    assert f"{url}/behind" in done.pages
    # A redirect leads to a page as any other.
    assert f"{url}/thanks" in done.pages
    assert done.rules[f"{url}/prg"] == "redirect"
    # The page of a link stays that of the link.
    assert f"{url}/step" in done.pages
    assert not done.faults()


def test_an_answer_is_a_page_of_its_own_and_stands_for_no_cluster(
    sent: tuple[Inspected, list[str], str],
) -> None:
    done, _, url = sent
    answers = [one for one in done.pages.values() if "form" in one.notes]
    told = sorted(one.url.removeprefix(url).partition("#form=")[0] for one in answers)
    assert told == ["/last", "/other", "/paint", "/step"]
    with Survey.open(str(done.survey)) as survey:
        chosen = {row.url for row in survey.read(readers.read_representatives)}
        forms = {row.action for row in survey.read(readers.read_forms)}
    assert chosen
    assert not {one.url for one in answers} & chosen
    assert f"{url}/last" in forms


def test_what_is_left_alone_has_its_reason(
    sent: tuple[Inspected, list[str], str],
) -> None:
    done, _, url = sent
    told = {
        row.url.removeprefix(url).partition("#")[0]: (row.rule, row.detail)
        for row in done.decisions.values()
        if "#form=" in row.url
    }
    assert told == {
        "/users/5/delete": ("form", "delete"),
        "/enter": ("form", told["/enter"][1]),
        "/upload": ("form", "upload"),
        "http://elsewhere.test/x": ("out-of-scope", ""),
    }
    assert told["/enter"][1] in {"login", "password"}
    assert done.stats["posts/refused"] == len(told)
    assert "post=1" in done.text()


def test_without_the_argument_nothing_is_sent(tmp_path: Path) -> None:
    done, asked, url = crawl(tmp_path, "0")
    assert not [one for one in asked if one.startswith("POST")]
    assert done.rules[f"{url}/paint"] == "method"
    assert "posts/sent" not in done.stats
