"""Links of what is no part of the tree, and what is relative to a base of its own."""

from __future__ import annotations

import base64
import time
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.links_prose import absolute_urls, dotted_paths, rooted_paths
from crawler.items import Link
from tests.dom.documents import links, urls

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><a href="/xy"/></svg>'


@pytest.mark.parametrize(
    "url",
    [
        f"data:image/svg+xml,{quote(SVG)}",
        f"data:image/svg+xml;utf8,{quote(SVG)}",
        f"DATA:text/html;charset=utf-8,{quote(SVG)}",
        f"data:text/html;base64,{base64.b64encode(SVG.encode()).decode()}",
        "data:image/svg+xml,<svg><a xlink:hr%65f='/xy'></a></svg>",
    ],
)
@pytest.mark.parametrize("tag", ["img", "iframe", "embed"])
def test_documents_in_data_urls(url: str, tag: str) -> None:
    url = url.replace('"', "&quot;")
    assert links(f'<{tag} src="{url}">') == (
        Link("http://h.test/xy", "data-url", guessed=True),
    )


@pytest.mark.parametrize(
    "url",
    [
        f"data:image/png,{quote(SVG)}",
        f"data:text/plain,{quote(SVG)}",
        "data:text/html;base64,!!!",
        "data:text/html;base64,é",
        "data:text/html",
        "data:,",
        "data:",
        "data:text/html," + quote(SVG) + "x" * 100_000,
    ],
)
def test_data_urls_without_a_document(url: str) -> None:
    assert links(f'<img src="{url}">') == ()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<!--[if IE]><link href=/xy><![endif]-->", ["/xy"]),
        ("<!--[if lt IE 9]><script src=/xy.js></script><![endif]-->", ["/xy.js"]),
        ("<!-- <ul><li><a href=/a1>1<li><a href=/a2>2</ul> -->", ["/a1", "/a2"]),
        ("<p><!--<!-- <a href=/xy> --></p>", ["/xy"]),
        ("<!-- <a href='xy'> -->", ["/dir/xy"]),
        ("<!-- <img src=/i.png><script>f('/xy')</script> -->", ["/i.png", "/xy"]),
        ("<template><!-- <a href=/xy> --></template>", ["/xy"]),
        ("<!-- <iframe srcdoc='<a href=/xy>'></iframe> -->", ["/xy"]),
    ],
)
def test_commented_out(source: str, found: list[str]) -> None:
    assert [link.url for link in links(source)] == [f"http://h.test{u}" for u in found]
    assert all(link.guessed for link in links(source))


def test_a_form_that_is_commented_out_keeps_its_method() -> None:
    source = "<!-- <form method=post action=/p></form><form action=/g></form> -->"
    assert [(link.url[13:], link.origin) for link in links(source)] == [
        ("/p", "form@action:post"),
        ("/g", "comment"),
    ]


@pytest.mark.parametrize(
    ("tag", "name"),
    [("applet", "archive"), ("applet", "code"), ("object", "data")],
)
def test_what_is_relative_to_a_codebase(tag: str, name: str) -> None:
    assert links(f'<{tag} codebase="/lib/" {name}="a/b.x"></{tag}>') == (
        Link("http://h.test/lib/", f"{tag}@codebase", guessed=True),
        Link("http://h.test/lib/a/b.x", f"{tag}@{name}", embedded=True),
    )
    assert urls(f'<{tag} {name}="a/b.x"></{tag}>') == ["http://h.test/dir/a/b.x"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<h1>t</h1><frameset><frame src=/xy></frameset>", ["/xy"]),
        (
            "<h1>t</h1><FRAMESET><FRAME SRC='/xy'><FRAME SRC=/z></FRAMESET>",
            ["/xy", "/z"],
        ),
        ("<p>t<frame src=/xy>", ["/xy"]),
        ("<p>&lt;frame src=/xy>", []),
        ("<p>t" + "x" * 10_000 + "<frame src=/xy>", []),
    ],
)
def test_frames_that_browsers_drop(source: str, found: list[str]) -> None:
    assert links(source) == tuple(
        Link(f"http://h.test{url}", "dropped", guessed=True) for url in found
    )


@pytest.mark.parametrize(
    ("doctype", "found"),
    [
        ("<!DOCTYPE html SYSTEM '/dtd/a.dtd'>", ["/dtd/a.dtd"]),
        ('<!doctype html public "x" "/dtd/a.dtd">', ["/dtd/a.dtd"]),
        ('\n <!-- c --><!DOCTYPE a SYSTEM "http://h.test/a.dtd" [', ["/a.dtd"]),
        ('<!DOCTYPE html SYSTEM "about:legacy-compat">', []),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">', []),
        (
            '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://www.w3.org/x.dtd">',
            [],
        ),
        ("<!DOCTYPE html>", []),
        ("<!DOCTYPE", []),
    ],
)
def test_doctype(doctype: str, found: list[str]) -> None:
    assert links(f"{doctype}<p>t") == tuple(
        Link(f"http://h.test{url}", "doctype", guessed=True, embedded=True)
        for url in found
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://h.test/a", ["http://h.test/a"]),
        ("(http://h.test/a)", ["http://h.test/a"]),
        ("http://h.test/a_(b)", ["http://h.test/a_(b)"]),
        ("http://h.test/a, http://h.test/b.", ["http://h.test/a", "http://h.test/b"]),
        ("http://h.test/a?b=1&amp;c=2#d!", ["http://h.test/a?b=1&c=2#d"]),
        ("http://h.test/a&gt;, x", ["http://h.test/a"]),
        ("http://h.test/a&quot;b", ["http://h.test/a"]),
        ("<http://h.test/a>", ["http://h.test/a"]),
        ("'http://h.test/a' \"http://h.test/b\" x=http://h.test/c `http://h", []),
        ("\\http://h.test/a blob:http://h.test/a", []),
        ("http://", []),
        ("HTTP and https", []),
    ],
)
def test_urls_in_text(text: str, found: list[str]) -> None:
    assert list(absolute_urls(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("./a/b.html", ["./a/b.html"]),
        ("<p>../a/b.html</p>", ["../a/b.html"]),
        ("(../../a/b.html)", ["../../a/b.html"]),
        ("see ./a/b.html.\n", ["./a/b.html"]),
        ("./a/b.html, ../c/d.php;", ["./a/b.html", "../c/d.php"]),
        ("./b.html ../b.html ./configure ./a/b", []),
        ("x./a/b.html /./a/b.html '../a/b.html' =../a/b.html", []),
        ("./a/b.html? ./a/b.html/c ./a/b.htmlx/", []),
        ("..../a/b.html", []),
    ],
)
def test_paths_in_text(text: str, found: list[str]) -> None:
    assert list(dotted_paths(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<p>see /a/b.html.", ["/a/b.html"]),
        ("<code>/a.php</code> (/b.PDF), /c.json; ", ["/a.php", "/b.PDF", "/c.json"]),
        ("/etc/a.xml /usr/lib/b.js /tmp", []),
        ("and/or.html a/b.html //h.test/c.html '/d.html' =/e.html", []),
        ("/a.html/b /a.unknown /a /a.b/c /.html", []),
    ],
)
def test_paths_from_the_root_in_text(text: str, found: list[str]) -> None:
    assert list(rooted_paths(text)) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        # Nobody can tell where the author of a sentence stood.
        (
            "<p>see ../a/b.html",
            [("http://h.test/a/b.html", "text")],
        ),
        (
            "<p>see ./a/b.html",
            [
                ("http://h.test/dir/a/b.html", "text"),
                ("http://h.test/a/b.html", "text-root"),
            ],
        ),
        # What is linked is not a guess at another place, too.
        (
            "<a href='a/b.html'>./a/b.html </a>",
            [("http://h.test/dir/a/b.html", "a@href")],
        ),
    ],
)
def test_a_path_in_a_sentence_is_tried_from_page_and_root(
    body: str, found: list[tuple[str, str]]
) -> None:
    assert [(link.url, link.origin) for link in links(body)] == found


@pytest.mark.parametrize(
    ("base", "below"),
    [
        ("/app", "/app"),
        ("/app/", "/app"),
        ("/app/index.html", "/app"),
        ("http://h.test/app/", "/app"),
        ("/", ""),
        ("http://other.test/app/", ""),
        ("/index.html", ""),
    ],
)
def test_a_path_from_the_root_is_tried_below_the_base_too(
    base: str, below: str
) -> None:
    source = f'<base href="{base}"><p>see /a.html <script>f("/b/c")</script>'
    found = {(link.url, link.origin) for link in links(source) if "base" in link.origin}
    found -= {link for link in found if link[1] == "base@href"}
    own = {("/a.html", "text-base"), ("/b/c", "script-base")}
    assert found == {
        (f"http://h.test{below}{path}", origin) for path, origin in own if below
    }


def test_what_is_below_the_base_already_is_not_put_there_twice() -> None:
    source = '<base href="/app/"><p>see /app/a.html <script>f("/app/b")</script>'
    assert not [one for one in links(source) if one.origin.endswith("-base")]


def test_a_text_repeats_no_link() -> None:
    source = '<a href="/a">http://h.test/a</a> <a href="b/c.html">./b/c.html</a>'
    assert [link.origin for link in links(source)] == ["a@href", "a@href"]


@pytest.mark.parametrize(
    ("url", "mentioned", "taken"),
    [
        ("http://www.shop.test/", "http://api.shop.test/x", True),
        ("http://www.shop.test/", "https://shop.test/x", True),
        ("http://www.shop.test/", "http://other.test/x", False),
        ("http://www.shop.test/", "http://www.shop.test:81/x", False),
        ("http://a.github.io/", "http://b.github.io/x", False),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/x", True),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8001/x", False),
        ("http://localhost/", "http://localhost/x", True),
        ("http://h.test/", "http://[", False),
    ],
)
def test_a_text_mentions_the_own_site(url: str, mentioned: str, taken: bool) -> None:
    assert [link.url for link in links(f"<p>{mentioned} </p>", url=url)] == (
        [mentioned] if taken else []
    )


_MARKUP = st.sampled_from(
    """<!-- | --> | <template> | </template> | <a href=/x> | <frame src=/y> | x
    | <p data-x="<a href=/z>"> | <iframe srcdoc='<!-- <a href=/w> -->'> | </iframe>
    | <img src='data:text/html,<a href=/v>'> | <noframes> | http://h.test/u
    | <option value=/t> | <object codebase=/s data=r> | <meta content='<a b=c>'>
    """.split(" | ")  # noqa: SIM905 - one a cell
)


@settings(deadline=None, max_examples=150)
@given(st.lists(_MARKUP, max_size=40).map("".join))
def test_any_nesting_is_read(source: str) -> None:
    assert all(link.url.startswith("http://h.test/") for link in links(source))


@pytest.mark.parametrize(
    "piece",
    [
        "<template>",
        "<!-- <a href=/x> -->",
        "<!-- <template> <a href=/x> -->",
        '<img src="data:text/html,<a href=/x>">',
        "<p data-x=\"<a href='/x'>\">",
        "<option value=/x>",
        "<iframe srcdoc='<a href=/x>'></iframe>",
        "http://h.test/" + "(" * 50,
        "./" * 50,
        "<meta content='<a b=c>'>",
    ],
)
def test_a_hostile_page_is_read_in_time(piece: str) -> None:
    start = time.process_time()
    links(piece * (500_000 // len(piece)))
    assert time.process_time() - start < 6
