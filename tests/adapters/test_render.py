"""Which requests are rendered, by what, and what they are to the dupefilter."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from scrapy import Request
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from crawler.middlewares.render import (
    HANDLERS,
    RenderMiddleware,
    RenderOptions,
    engine_of,
    place,
    read_render,
    render_key,
    wants_render,
)


def test_options_come_from_settings_as_strings_too() -> None:
    given = {
        "RENDER": "Splash",
        "SPLASH_URL": "http://splash:8050/",
        "RENDER_WAIT": "0.1",
        "RENDER_TIMEOUT": "20",
    }
    assert read_render(given) == RenderOptions("splash", "http://splash:8050/", 0.1, 20)
    assert read_render({}) == RenderOptions()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"RENDER": "splahs"}, "RENDER='splahs'"),
        ({"RENDER_TABS": 0}, "RENDER_TABS=0"),
        ({"RENDER_MEMORY": 1}, "RENDER_MEMORY=1"),
        ({"SPLASH_URL": "splash:8050"}, "SPLASH_URL='splash:8050'"),
        ({"SPLASH_URL": "http://"}, "SPLASH_URL='http://'"),
        ({"RENDER_WAIT": "soon"}, "RENDER_WAIT='soon'"),
        ({"RENDER_WAIT": -1}, "RENDER_WAIT=-1"),
        ({"RENDER_WAIT": 30}, "RENDER_TIMEOUT=30"),
        ({"RENDER_TIMEOUT": "x"}, "RENDER_TIMEOUT='x'"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(
    settings: dict[str, Any], named: str
) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]*$") as caught:
        read_render(settings)
    assert named in str(caught.value)


@pytest.mark.parametrize(
    ("url", "rendered"),
    [
        ("http://h/", True),
        ("http://h", True),
        ("http://h/a.html?x=1.css", True),
        ("http://h/a.php", True),
        ("http://h/release-1.2", True),
        ("http://h/#/route", True),
        ("http://h/robots.txt", False),
        ("http://h/sitemap.xml", False),
        ("http://h/sitemap.xml.gz", False),
        ("http://h/STYLE.CSS?v=1", False),
        ("http://h/app.js#x", False),
        ("http://h/logo.png", False),
        ("http://h/paper.pdf", False),
    ],
)
def test_pages_are_rendered_and_files_are_not(url: str, rendered: bool) -> None:
    assert wants_render(Request(url)) is rendered
    assert not wants_render(Request(url, method="POST"))
    assert not wants_render(Request(url, method="HEAD"))
    assert not wants_render(Request(url, meta={"render": False}))
    assert wants_render(Request(url, meta={"render": True}))
    assert not wants_render(Request(url, meta={"render": True, "splash": {}}))


def test_the_mark_is_made_anew_at_each_hop() -> None:
    middleware = RenderMiddleware()
    request = Request("http://h/page")
    middleware.process_request(request)
    assert request.meta["rendering"] is True
    # A redirect copies the meta.
    hop = request.replace(url="http://h/file.pdf")
    middleware.process_request(hop)
    assert hop.meta["rendering"] is False


NO_BROWSER = {"RENDER_BROWSER": "/no/such/browser"}


@pytest.mark.parametrize(
    ("settings", "engine"),
    [
        ({}, None),
        ({"RENDER": "splash", **NO_BROWSER}, "splash"),
        ({"RENDER": "auto", "SPLASH_URL": "http://h:8050", **NO_BROWSER}, "splash"),
        ({"RENDER": "auto", "RENDER_BROWSER": sys.executable}, "playwright"),
        ({"RENDER": "playwright", "RENDER_BROWSER": sys.executable}, "playwright"),
    ],
)
def test_what_renders(settings: dict[str, Any], engine: str | None) -> None:
    assert engine_of(settings) == engine


@pytest.mark.parametrize("mode", ["playwright", "auto"])
def test_a_browser_that_is_missing_is_one_line(mode: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]*$") as caught:
        engine_of({"RENDER": mode, **NO_BROWSER})
    assert f"RENDER={mode}: RENDER_BROWSER=/no/such/browser" in str(caught.value)
    assert ("SPLASH_URL" in str(caught.value)) is (mode == "auto")


def test_nothing_is_placed_without_a_renderer() -> None:
    settings = Settings()
    place(settings)
    assert settings.getdict("DOWNLOAD_HANDLERS") == {}
    assert settings.get("URLS_ROUTES") is None
    with pytest.raises(NotConfigured):
        RenderMiddleware.from_crawler(get_crawler(settings_dict={"RENDER": "none"}))


def test_a_renderer_stands_on_the_handlers_that_were_there() -> None:
    own = {"http": "my.Handler", "s3": None}
    settings = Settings({"RENDER": "splash"})
    settings.set("DOWNLOAD_HANDLERS", own, "cmdline")
    place(settings)
    assert settings.getdict("DOWNLOAD_HANDLERS") == {
        "http": HANDLERS["splash"],
        "https": HANDLERS["splash"],
        "s3": None,
    }
    assert settings.getdict("RENDER_FETCH_HANDLERS") == own
    assert settings.getbool("URLS_ROUTES")


def test_a_user_s_choice_about_routes_stays() -> None:
    settings = Settings({"RENDER": "splash", "URLS_ROUTES": False})
    place(settings)
    assert not settings.getbool("URLS_ROUTES")


def test_plain_and_rendered_requests_have_no_key_of_their_own() -> None:
    assert render_key(Request("http://h/")) == b""
    assert render_key(Request("http://h/", meta={"render": True})) == b""
    assert render_key(Request("http://h/", meta={"splash": {}})) == b""


def splash_request(meta: dict[str, Any] | None = None, **args: Any) -> Request:
    splash = {"endpoint": "execute", "args": {"url": "http://h/", **args}}
    return Request("http://h/", meta={**(meta or {}), "splash": splash})


def test_a_splash_request_is_what_it_renders() -> None:
    plain = splash_request(lua_source="x", wait=1)
    same = splash_request(
        wait=1, lua_source="x", cookies=[{"name": "a"}], headers={"B": "c"}, timeout=9
    )
    assert render_key(plain) == render_key(same)
    keys = {
        render_key(plain),
        render_key(splash_request(lua_source="y", wait=1)),
        render_key(splash_request(lua_source="x", wait=2)),
        render_key(splash_request(lua_source="x", wait=1, viewport="full")),
        render_key(splash_request({"_splash_processed": True}, lua_source="x", wait=1)),
    }
    assert len(keys) == 5
    assert {len(key) for key in keys} == {16}
