"""Settings that do not fit: one line, whatever the kind of the setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy.crawler import Crawler
from scrapy.settings import Settings

from crawler.addon import Leadline
from crawler.checks import doubtful, own_settings, setting_error
from crawler.settings import USER_AGENT
from spiders.inspect_site import InspectSpider

if TYPE_CHECKING:
    from pathlib import Path


def given(**values: str) -> Settings:
    """The project's settings, and some of the command line."""
    settings = Settings()
    settings.setmodule("crawler.settings", priority="project")
    settings.setdict(values, priority="cmdline")
    return settings


def test_the_settings_of_the_project_fit() -> None:
    settings = given()
    assert setting_error(settings) is None
    assert list(doubtful(settings)) == []


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("CLUSTER_THRESHOLD", "x", "CLUSTER_THRESHOLD='x'"),
        ("CLUSTER_THRESHOLD", "1.5", "CLUSTER_THRESHOLD='1.5'"),
        ("CLUSTER_MODE", "papr", "'default' or 'paper'"),
        ("CLUSTER_MODES", "paper", "did you mean CLUSTER_MODE?"),
        ("URLS_FILTER", "all", "URLS_FILTER='all'"),
        ("URLS_MAX_LENGTH", "0", "URLS_MAX_LENGTH='0'"),
        ("URL_FILTERS", "x", None),
        ("URLS_FILTERS", "similar", "did you mean URLS_FILTER?"),
        ("STORE_BATCH", "0", "STORE_BATCH='0'"),
        ("STORE_PATIENCE", "-1", "STORE_PATIENCE='-1'"),
        ("STORE_LINK", "1", "did you mean STORE_LINKS?"),
        ("FOCUS_MODEL", "/nowhere/model.json", "FOCUS_MODEL=/nowhere/model.json"),
        ("FOCUS_THRESHOLD", "2", "FOCUS_THRESHOLD='2'"),
        ("FOCUS_MODE", "papre", "FOCUS_MODE='papre'"),
        ("FOCUS_MODE", "paper", "FOCUS_MODE=paper: FOCUS_MODEL is needed"),
        ("FOCUS_GOAL", "forms", "FOCUS_GOAL='forms'"),
        ("FOCUS_EXPLORE", "-1", "FOCUS_EXPLORE='-1'"),
        ("FOCUS_TOPIC", "--", "FOCUS_TOPIC='--'"),
        ("FOCUS_LINKS", "/dev/null", "FOCUS_LINKS=/dev/null"),
        ("RENDER", "chrome", "use none, auto, splash, playwright"),
        ("RENDER_WAIT", "-1", "RENDER_WAIT"),
        ("RENDER_WIAT", "1", "did you mean RENDER_WAIT?"),
        ("SPLASH_URL", "localhost:8050", "use http://HOST:8050"),
        ("PROGRESS_SECONDS", "often", "PROGRESS_SECONDS='often': use a number"),
        ("CONTACT", "a b@c", "without spaces"),
        ("CONTACT", "a)b", "without spaces"),
        ("CONTACT", "a\r\nX: y", "without spaces"),
        ("CONTACT", "https://corp.example/~bot?a=b#c", None),
        ("CONTACT", "sec@corp.example", None),
        ("DOWNLOAD_TIMEOUT", "soon", "DOWNLOAD_TIMEOUT='soon': use a number"),
        ("DOWNLOAD_TIMEOUT", "0.5", None),
        ("DOWNLOAD_DELAY", "none", "DOWNLOAD_DELAY='none': use a number"),
        ("CONCURRENT_REQUESTS", "", "CONCURRENT_REQUESTS='': use a number"),
        ("ROBOTSTXT_OBEY", "maybe", "ROBOTSTXT_OBEY='maybe': use 1 or 0"),
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL='LOUD': use CRITICAL"),
        ("LOG_FILE", "/nowhere/x.log", "LOG_FILE='/nowhere/x.log': No such file"),
        ("MY_OWN", "x", None),
    ],
)
def test_a_value_that_does_not_fit_is_told_in_one_line(
    name: str, value: str, told: str | None
) -> None:
    error = setting_error(given(**{name: value}))
    if told is None:
        assert error is None
        return
    assert error is not None
    assert told in error
    assert "\n" not in error
    assert "\r" not in error


@pytest.mark.parametrize("name", sorted(own_settings()))
def test_a_misspelt_name_of_ours_is_told(name: str) -> None:
    settings = given(**{name[:-2] + name[-1]: "1"})
    told = [setting_error(settings), *doubtful(settings)]
    assert any(line and f"did you mean {name}?" in line for line in told), told


@pytest.mark.parametrize(
    ("given_name", "meant"),
    [
        ("ROBOTSTXT_OBAY", "ROBOTSTXT_OBEY"),
        ("DOWNLOAD_DELAYS", "DOWNLOAD_DELAY"),
        ("CLUSTR_MODE", "CLUSTER_MODE"),
        ("TORE_URL", "STORE_URL"),
    ],
)
def test_a_misspelt_name_of_scrapy_is_doubted(given_name: str, meant: str) -> None:
    (line,) = doubtful(given(**{given_name: "1"}))
    assert line == f"setting {given_name} is unknown: did you mean {meant}?"


@pytest.mark.parametrize("kind", ["file", "folder", "below a file", "new", "deep"])
def test_a_feed_that_cannot_be_written_is_told_first(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    path = tmp_path / {"below a file": "file/x", "deep": "a/b/c"}.get(kind, kind)
    settings = given()
    settings.set("FEEDS", {str(path): {"format": "csv"}}, priority="cmdline")
    error = setting_error(settings)
    if kind in {"folder", "below a file"}:
        assert error is not None
        assert str(path) in error
    else:
        assert error is None
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder"]


@pytest.mark.parametrize(
    ("values", "agent"),
    [
        ({}, USER_AGENT),
        ({"CONTACT": ""}, USER_AGENT),
        ({"CONTACT": "a@b.example"}, f"{USER_AGENT} (+a@b.example)"),
        ({"CONTACT": "https://b.example/x"}, f"{USER_AGENT} (+https://b.example/x)"),
        ({"CONTACT": "a@b.example", "USER_AGENT": "Mine/1"}, "Mine/1"),
    ],
)
def test_the_user_agent_tells_the_contact(values: dict[str, str], agent: str) -> None:
    settings = given(**values)
    Leadline(Crawler(InspectSpider, settings)).update_settings(settings)
    assert settings["USER_AGENT"] == agent
    # What robots.txt is asked for stays the plain name.
    assert settings["ROBOTSTXT_USER_AGENT"] == "Leadline"
