"""Syntaxes around URLs: refresh, srcset, Link, style sheets, scripts."""

from __future__ import annotations

import pytest

from crawler.dom.links_css import css_urls
from crawler.dom.links_looks import is_part
from crawler.dom.links_script import script_urls
from crawler.dom.links_values import link_values, refresh_target, srcset_urls


@pytest.mark.parametrize(
    ("value", "target"),
    [
        ("0;url=/n", "/n"),
        ("0; url=/n", "/n"),
        ("0 ;url=/n", "/n"),
        ("  0;url=/n  ", "/n"),
        ("0;URL=/n", "/n"),
        ("0;Url = /n", "/n"),
        ("0,url=/n", "/n"),
        ("0, /n", "/n"),
        ("0 /n", "/n"),
        ("0\n/n", "/n"),
        ("0;/n", "/n"),
        ("0.5;url=/n", "/n"),
        (".5;url=/n", "/n"),
        ("..;url=/n", "/n"),
        ("1.2.3;url=/n", "/n"),
        ("0;url='/n'", "/n"),
        ('0;url="/n"x\'y', "/n"),
        ("0;url='/n", "/n"),
        ("0;'/n'", "/n"),
        ("0;url=/n'x", "/n'x"),
        ("0;url", "url"),
        ("0;urls", "urls"),
        ("0;url /n", "url /n"),
        ("0;u=/n", "u=/n"),
        ("0;;url=/n", ";url=/n"),
        ("99999999999999999999;url=/n", "/n"),
        ("0;url=", None),
        ("0;url=''", None),
        ("0;", None),
        ("0", None),
        ("", None),
        ("url=/n", None),
        ("-1;url=/n", None),
        ("+1;url=/n", None),
        ("0x;url=/n", None),
        ("0url=/n", None),
        ("0/n", None),
        ("٣;url=/n", None),
    ],
)
def test_refresh(value: str, target: str | None) -> None:
    assert refresh_target(value) == target


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a.png", ["a.png"]),
        ("a.png 1x, b.png 2x", ["a.png", "b.png"]),
        ("a.png,b.png", ["a.png,b.png"]),
        ("a.png, b.png", ["a.png", "b.png"]),
        ("a.png 100w,b.png 200w", ["a.png", "b.png"]),
        (" , ,a.png , ", ["a.png"]),
        ("a.png,, ,b.png", ["a.png", "b.png"]),
        ("data:,x 1x, b.png", ["data:,x", "b.png"]),
        ("a(1,2).png 1x", ["a(1,2).png"]),
        ("a.png (1,2), b.png", ["a.png", "b.png"]),
        ("a.png (1", ["a.png"]),
        ("/i?w=1,h=2 2x", ["/i?w=1,h=2"]),
        ("", []),
        (",", []),
        (" ", []),
    ],
)
def test_srcset(value: str, expected: list[str]) -> None:
    assert list(srcset_urls(value)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("</a>; rel=next", [("/a", {"next"})]),
        ('</a>; rel="next prev"; title="x"', [("/a", {"next", "prev"})]),
        ("</a>;rel=next,</b>;REL=PREV", [("/a", {"next"}), ("/b", {"prev"})]),
        ('</a,b>; title="<c>, d"; rel=next', [("/a,b", {"next"})]),
        ("</a>", [("/a", set())]),
        ("< /a >; rel = next", [("/a", {"next"})]),
        ('</a>; title="unclosed, </b>', [("/a", set())]),
        ("/a; rel=next", []),
        ("<<<", []),
        ("", []),
    ],
)
def test_link_header(value: str, expected: list[tuple[str, set[str]]]) -> None:
    assert [(link.url, set(link.rels)) for link in link_values(value)] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a{b:url(x.png)}", ["x.png"]),
        ("a{b:url( 'x y.png' )}", ["x y.png"]),
        ('a{b:URL("x.png")}', ["x.png"]),
        ("@import 'a.css' screen; @import url(b.css);", ["a.css", "b.css"]),
        ('@IMPORT\n"a.css"', ["a.css"]),
        ("a{src:url(a.woff2) format('woff2'),url(b.woff)}", ["a.woff2", "b.woff"]),
        (r"a{b:url(x\29.png)}", ["x).png"]),
        (r"a{b:url('x\'y')}", ["x'y"]),
        ("a{b:url(x\\0.png)}", ["x�.png"]),
        ("a{b:image-set('x.png' 1x)}", ["x.png"]),
        ("a{b:url(data:image/png,x)}", []),
        ("a{b:url(#id)}", []),
        ("a{b:url()}", []),
        ("/* url(x) */ a{b:url(y)}", ["y"]),
        ("/* url(x)", []),
        ("@namespace url(http://www.w3.org/2000/svg);", []),
        ("a{b:url('x\n')}", []),
        ("a{b:url(x y)}", []),
        ("a{b:url(", []),
        ("", []),
    ],
)
def test_style_sheets(source: str, expected: list[str]) -> None:
    assert list(css_urls(source)) == expected


REFERENCES = [
    "/api/v1/users",
    "/api/v1/users?page=2&sort=name#top",
    "/login",
    "/a/",
    "/img/a.png",
    "/%7euser/",
    "/中文/页",
    "./next.html",
    "../up/page.php?id=1",
    "./dir/",
    "http://o.test/x",
    "https://o.test",
    "http://localhost:8080/x",
    "//cdn.o.test/x.js",
    "detail.php?id=3",
    "index.html#a",
    "js/app.min.js",
    "a/b-c/d_e.json",
]


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize(
    "code", ["f('{}')", 'x = "{}";', "[`{}`]", '{{"a":"{}"}}', "'{}'", "a ?'{}':b"]
)
def test_references_in_scripts(code: str, reference: str) -> None:
    assert list(script_urls(code.format(reference))) == [reference]


@pytest.mark.parametrize(
    "string",
    [
        "/",
        "//",
        "/*",
        "*/",
        "./",
        "../",
        "/x y",
        "/g",
        "/foo/gi",
        "/^a$/",
        "/[a-z]/",
        "/a|b/",
        "/users/:id",
        "/users/{id}",
        "/users/{{id}}",
        "/users/<%= id %>",
        "/users/%s",
        "/users/%d/x",
        "/users/*",
        "/usr/bin/env",
        "/etc/passwd",
        "text/html",
        "application/json",
        "image/svg+xml",
        "text/javascript; charset=utf-8",
        "01/02/2020",
        "dd/mm/yyyy",
        "/MM/DD/YYYY",
        "m/d/y",
        "1/2",
        "/1/2/3",
        "and/or",
        "./af",
        "lodash/fp",
        "jquery",
        "a.b",
        "e.target.value",
        "www.o.test/x.html",
        "www.example.pl",
        "//comment",
        "//div",
        "http://",
        "http://x",
        "https://www.w3.org/1999/xhtml",
        "http://www.w3.org/2000/svg",
        "http://schema.org",
        "https://schema.org/Product",
        "http://ogp.me/ns#",
        "http://schemas.microsoft.com/x",
        "/" + "A" * 100,
        "/9j/4AAQSkZJRgABAQAAAQABAAD" + "A" * 80,
        "",
        "?",
        "#",
        "#top",
        ".",
        "..",
        ".png",
    ],
)
def test_strings_that_are_no_references(string: str) -> None:
    assert list(script_urls(f'f("{string}");')) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = '/a/' + id", ["/a/"]),
        ("a = f('/ab') + id", ["/ab"]),
        ("a = '/a?id=' + id", []),
        ("a = '/img/icon-' + n + '.png'", []),
        ("a = base + '/path'", []),
        ("a = base+'/path'", []),
        ('x["a"]/yy/z["b"]', []),
        ("'it''s /xy'", []),
        (r'{"a":"\/x\/y"}', ["/x/y"]),
        (r'"\u002Fx\u002Fy"', ["/x/y"]),
        (r'"/xy?a=1\u0026b=2"', ["/xy?a=1&b=2"]),
        ("'/aa','/bb','/aa'", ["/aa", "/bb", "/aa"]),
        ("// don't '/aa'\n'/bb'", ["/aa", "/bb"]),
        ("f('/aa", []),
        ("f('/aa\")", []),
        ("f(`/users/${id}`)", ["/users/"]),
        ("f(`/users/${id}/edit`)", ["/users/"]),
        ("f(`${base}/users`)", []),
        ("require('./a.json'), import('./b.json'), x('./c.json')", ["./c.json"]),
        ("import a from './a.json'", []),
        ("f('../lib/css', './html')", []),
        ('f("<a href=\\"/xy\\">")', ["/xy"]),
    ],
)
def test_scripts(code: str, expected: list[str]) -> None:
    assert list(script_urls(code)) == expected


def test_parts_by_extension() -> None:
    assert all(
        map(is_part, ["/a.png", "a.JS?v=1", "x/y.woff2#z", "http://h.test/a.css"])
    )
    assert not any(map(is_part, ["/a.php", "/png", "/a.png/b", "/a?b.png", "", "/a."]))
