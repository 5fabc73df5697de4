"""``inspect`` with ``RENDER=splash``: a site that is empty without JavaScript."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.servers.running import free_port
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import Ran, crawl

if TYPE_CHECKING:
    from pathlib import Path


def app(body: str) -> Reply:
    """A page whose content is made by its script."""
    return Reply(
        f"<!doctype html><title>App</title><main id=m></main><script>"
        f"document.getElementById('m').innerHTML = `{body}`.trim()</script>".replace(
            "`", "'"
        )
    )


REPLIES = {
    "/": app("<a href=/list>list</a> <a href=/go>go</a> <a href=/out>out</a>"),
    "/list": app(
        "<ul><li><a href=/item/1>1</a><li><a href=/item/2>2</a>"
        "<li><a href=/nothing>gone</a><li><a href=#/settings>settings</a></ul>"
    ),
    "/item/1": app(
        "<h1>One</h1><p>text</p><form method=post action=/buy><input name=n></form>"
    ),
    "/item/2": app(
        "<h1>Two</h1><p>text</p><form method=post action=/buy><input name=n></form>"
    ),
    "/nothing": Reply("<p>nothing", 404),
    "/go": Reply("<script>location.replace('/item/1')</script>"),
    "/out": Reply("<script>location = 'http://other.invalid/'</script>"),
}


def inspect(site: Web, survey: Path, **settings: str) -> Ran:
    flags = [f"{name}={value}" for name, value in settings.items()]
    options = [part for flag in flags for part in ("-s", flag)]
    return crawl("inspect", survey, *options, start=f"{site.url}/")


def rows(survey: Path, query: str) -> set[tuple[object, ...]]:
    with closing(sqlite3.connect(survey)) as database:
        return set(database.execute(query))


def test_inspect_sees_what_scripts_make(splash: str, tmp_path: Path) -> None:
    survey = tmp_path / "survey.sqlite"
    with web(REPLIES) as site:
        done = inspect(
            site, survey, RENDER="splash", SPLASH_URL=splash, RENDER_WAIT="0.1"
        )
        assert done.status == 0, done.err
        found = rows(survey, "select url, status from pages")
        pages = {(str(url).removeprefix(site.url), status) for url, status in found}
        decisions = {
            (str(url).removeprefix(site.url), rule)
            for url, rule in rows(survey, "select url, rule from decisions")
        }
        asked = list(site.asked)
    assert pages >= {
        ("/", 200),
        ("/list", 200),
        # A client-side route is a page of its own when rendered.
        ("/list#/settings", 200),
        ("/item/1", 200),
        ("/item/2", 200),
        ("/nothing", 404),
    }
    assert decisions >= {
        ("/out", "redirect"),
        ("http://other.invalid/", "out-of-scope"),
    }
    assert "/go" in {url for url, _ in decisions}
    assert "/go" not in {url for url, _ in pages}
    assert asked.count("GET /robots.txt") >= 1
    assert not [line for line in asked if "/buy" in line]
    forms = rows(survey, "select count(distinct signature) from forms")
    assert forms == {(1,)}


def test_without_rendering_there_is_nothing(tmp_path: Path) -> None:
    survey = tmp_path / "survey.sqlite"
    with web(REPLIES) as site:
        inspect(site, survey)
        found = rows(survey, "select url from pages where status = 200")
        assert found == {(f"{site.url}/",)}


def test_no_splash_ends_with_one_true_line(tmp_path: Path) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    with web(REPLIES) as site:
        done = inspect(
            site, tmp_path / "survey.sqlite", RENDER="splash", SPLASH_URL=nowhere
        )
    assert done.status == 1
    told = [line for line in done.err.splitlines() if line.startswith("leadline:")]
    assert f"SPLASH_URL={nowhere}" in told[-1]
    assert "Traceback" not in done.err


def test_a_wrong_setting_is_refused_at_once(tmp_path: Path) -> None:
    with web(REPLIES) as site:
        done = inspect(
            site,
            tmp_path / "survey.sqlite",
            RENDER="playwright",
            RENDER_BROWSER="/no/such/browser",
        )
        assert not site.asked
    assert done.status == 2
    (line,) = done.err.splitlines()
    assert "RENDER_BROWSER=/no/such/browser is no program" in line
