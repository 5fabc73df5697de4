"""Which pages are rendered by RENDER=auto: learned from pages seen both ways."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from crawler.renderers.shells import AGAIN, Gain, Shells, compare, groups_of

SCRIPTED = "<p>text of the page</p><script src=/js/site.js?v=3></script>"
SHELL = "<div id=root></div><script src=/js/app.js></script>"


def answer(url: str, body: str) -> HtmlResponse:
    return HtmlResponse(url, body=body.encode(), request=Request(url))


def teach(shells: Shells, url: str, body: str, more: str) -> Gain:
    return shells.learn(answer(url, body), answer(url, body + more))


@pytest.mark.parametrize(
    ("more", "gain"),
    [
        ("", Gain()),
        ("<a href=/new>n</a>", Gain(links=1)),
        ("<a href=/known#top>k</a>", Gain()),
        ("<a href=http://other.test/x>o</a><img src=/ad.png>", Gain()),
        ("<form action=/find><input name=q></form>", Gain(links=1, forms=1)),
        (" 2026", Gain()),
        (" ".join(f"word{n}" for n in range(30)), Gain(words=30)),
    ],
)
def test_what_rendering_brings(more: str, gain: Gain) -> None:
    plain = f"<a href=/known>k</a>{SCRIPTED}"
    found = compare(answer("http://h/", plain), answer("http://h/", plain + more))
    # A link and a form have words, too.
    assert (found.links, found.forms) == (gain.links, gain.forms)
    assert bool(found.words) == bool(gain.words)


def test_calls_of_scripts_are_a_gain() -> None:
    plain, rendered = answer("http://h/", SHELL), answer("http://h/", SHELL)
    rendered.meta["rendered"] = {
        "requests": [("GET", "http://h/api/x"), ("GET", "http://stats.test/")],
        "routes": [],
    }
    assert compare(plain, rendered) == Gain(links=1)


def test_a_page_without_scripts_is_left_alone() -> None:
    shells = Shells(3)
    assert shells.wants("http://h/a", b"<p>text<a href=/b>b</a>") == "no_script"
    assert shells.wants("http://h/a", b"<body onload=go()>") == "sample"
    assert shells.wants("http://h/a", b"<SCRIPT>x()</SCRIPT>") == "sample"


def test_a_shape_is_known_by_its_sample() -> None:
    shells = Shells(3)
    for number in range(3):
        url = f"http://h/item/{number}"
        assert shells.wants(url, SHELL.encode()) == "sample"
        teach(shells, url, SHELL, f"<a href=/part/{number}>p</a>")
    assert shells.wants("http://h/item/77", SHELL.encode()) == "shell"
    for number in range(3):
        teach(shells, f"http://h/news/{number}", SCRIPTED, "")
    verdicts = [
        shells.wants(f"http://h/news/{number}", SCRIPTED.encode())
        for number in range(1, 2 * AGAIN + 1)
    ]
    assert verdicts.count("sample") == 2
    assert verdicts.count("static") == 2 * AGAIN - 2


def test_static_pages_that_come_to_life_are_noticed() -> None:
    shells = Shells(2)
    for number in range(2):
        teach(shells, f"http://h/x/{number}", SCRIPTED, "")
    teach(shells, "http://h/x/9", SCRIPTED, "<a href=/more>m</a>")
    assert shells.wants("http://h/x/10", SCRIPTED.encode()) == "shell"
    for number in range(10):
        teach(shells, f"http://h/x/{number}", SCRIPTED, "")
    assert shells.wants("http://h/x/11", SCRIPTED.encode()) == "static"


def test_where_each_page_has_a_shape_the_folder_tells() -> None:
    shells = Shells(3)
    for name in ("intro", "setup", "usage"):
        teach(shells, f"http://h/docs/{name}", SCRIPTED, "")
    assert shells.wants("http://h/docs/faq", SCRIPTED.encode()) == "static"
    # Another script is another program.
    assert shells.wants("http://h/docs/search", SHELL.encode()) == "sample"
    assert shells.wants("http://h/blog/first", SCRIPTED.encode()) == "static"
    assert shells.wants("http://other/docs/faq", SCRIPTED.encode()) == "sample"


def test_groups_forget_what_is_of_one_page() -> None:
    assert groups_of("http://h/a/7", SCRIPTED.encode()) == groups_of(
        "http://h/a/8", SCRIPTED.replace("v=3", "v=4").encode()
    )
