"""Links of headers and of documents that are not HTML."""

from __future__ import annotations

import pytest

from crawler.dom import extract_links
from crawler.items import Link
from tests.dom.documents import document, links

FEED = "http://h.test/feed"


def found(body: str, content_type: str, url: str) -> list[tuple[str, bool]]:
    return [
        (link.url.removeprefix("http://h.test"), link.embedded)
        for link in links(body, content_type, url)
    ]


def test_robots() -> None:
    body = """\ufeffUser-agent: *
Disallow: /admin/ # keep out
ALLOW : /admin/public
Disallow:
Disallow: /*.php
Disallow: /end$
Disallow: relative
Crawl-delay: 5
Sitemap: http://h.test/map.xml
sitemap: /other.xml
# Disallow: /comment
Disallow: /a\rDisallow: /b
"""
    assert links(body, "text/plain", "http://h.test/robots.txt") == (
        Link("http://h.test/admin/", "robots", guessed=True),
        Link("http://h.test/admin/public", "robots", guessed=True),
        Link("http://h.test/map.xml", "robots"),
        Link("http://h.test/other.xml", "robots"),
        Link("http://h.test/a", "robots", guessed=True),
        Link("http://h.test/b", "robots", guessed=True),
    )


def test_sitemap() -> None:
    body = """<?xml version="1.0"?><!-- x -->
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      xmlns:image="urn:i" xmlns:xhtml="http://www.w3.org/1999/xhtml">
    <url><loc> http://h.test/a?x=1&amp;y=2 </loc><lastmod>2020-01-01</lastmod>
      <xhtml:link rel="alternate" hreflang="de" href="http://h.test/de?a=1&amp;b"/>
      <image:image><image:loc>http://h.test/i.png</image:loc></image:image></url>
    <url><loc><![CDATA[http://h.test/b]]></loc></url>
    <url><loc>ftp://h.test/c</loc></url><url><loc></loc></url>
    <url><loc>http://h.test/d&nbsp;e</loc></url>
    <url><loc>http://h.test/f"""
    assert found(body, "text/xml", "http://h.test/sitemap.xml") == [
        ("/a?x=1&y=2", False),
        ("/de?a=1&b", False),
        ("/i.png", True),
        ("/b", False),
        ("/d%C2%A0e", False),
    ]


def test_sitemap_index_and_plain_sitemap() -> None:
    index = "<sitemapindex><sitemap><loc>/1.xml</loc></sitemap></sitemapindex>"
    assert found(index, "text/xml", "http://h.test/x") == [("/1.xml", False)]
    plain = "\ufeffhttp://h.test/a\r\n\n  http://h.test/b \nnot a url\n/c\n"
    assert found(plain, "text/plain", "http://h.test/sitemap.txt") == [
        ("/a", False),
        ("/b", False),
    ]
    notes = links(plain, "text/plain", "http://h.test/notes.txt")
    assert [(link.url, link.origin, link.guessed) for link in notes] == [
        ("http://h.test/a", "text", True),
        ("http://h.test/b", "text", True),
    ]


def test_rss() -> None:
    body = """<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
      xmlns:media="urn:m"><channel><title>t &copy;</title><link>http://h.test/</link>
    <atom:link href="http://h.test/feed" rel="self"/>
    <item><title>x</title><link>http://h.test/1</link><guid>http://h.test/guid</guid>
      <description>&lt;a href="/no"></description>
      <comments>http://h.test/1#c</comments>
      <enclosure url="http://h.test/1.mp3" type="audio/mpeg"/>
      <media:thumbnail url="http://h.test/1.png"/></item></channel></rss>"""
    assert found(body, "application/rss+xml", FEED) == [
        ("/", False),
        ("/feed", False),
        ("/1", False),
        ("/1#c", False),
        ("/1.mp3", True),
        ("/1.png", True),
    ]


def test_atom() -> None:
    body = """<feed xmlns="http://www.w3.org/2005/Atom"><id>http://h.test/id</id>
    <logo>/l.png</logo><link href="http://h.test/"/><entry>
    <link rel="alternate" href="/1"/><link rel="enclosure" href="/1.mp3"/>
    <content src="/1.html"/></entry></feed>"""
    assert found(body, "application/atom+xml", FEED) == [
        ("/l.png", True),
        ("/", False),
        ("/1", False),
        ("/1.mp3", True),
        ("/1.html", True),
    ]


def test_other_xml() -> None:
    body = """<?xml-stylesheet type="text/xsl" href="/s.xsl"?>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
    <a xlink:href="/a"/><image href="/i.png"/><use href="#u"/><script src="/s.js"/>
    </svg>"""
    assert found(body, "image/svg+xml", FEED) == [
        ("/s.xsl", True),
        ("/a", False),
        ("/i.png", True),
        ("/s.js", True),
    ]


def test_style_sheet() -> None:
    body = "@import 'a.css'; b { c: url(/d.png) }"
    assert found(body, "text/css", "http://h.test/css/x.css") == [
        ("/css/a.css", True),
        ("/d.png", True),
    ]


@pytest.mark.parametrize("content_type", ["text/plain", "text/csv", "image/png"])
def test_kinds_without_links(content_type: str) -> None:
    assert links('{"a": "/x"} <a href="/x">', content_type) == ()


def test_headers() -> None:
    headers: dict[str, str | list[str]] = {
        "LOCATION": "/l",
        "Content-Location": ["c", ""],
        "Refresh": ["5; url=r"],
        "Link": [
            "</n>; rel=next, </s.css>; rel=preload; as=style",
            "<http://o.test/>; rel=preconnect, </a>; rel=alternate",
        ],
        "X-Pingback": "http://h.test/xmlrpc.php",
        "X-Next": "/page 2",
        "X-Powered-By": "PHP/8",
        "X-Slash": "/",
        "SourceMap": "/x.js.map",
        "Set-Cookie": "a=/b",
    }
    assert links('<base href="/b/"><a href="k">', headers=headers) == (
        Link("http://h.test/l", "header:location"),
        Link("http://h.test/dir/c", "header:content-location"),
        Link("http://h.test/dir/r", "header:refresh"),
        Link("http://h.test/n", "header:link"),
        Link("http://h.test/s.css", "header:link", embedded=True),
        Link("http://h.test/a", "header:link"),
        Link("http://h.test/xmlrpc.php", "header:x", guessed=True),
        Link("http://h.test/x.js.map", "sourcemap", guessed=True, embedded=True),
        Link("http://h.test/b/", "base@href", guessed=True),
        Link("http://h.test/b/k", "a@href"),
    )


@pytest.mark.parametrize(
    ("name", "value", "targets"),
    [
        ("Content-Security-Policy", "script-src 'self'; report-uri /r", ["/r"]),
        ("Content-Security-Policy", "report-uri /r /s; img-src *", ["/r", "/s"]),
        ("Content-Security-Policy-Report-Only", "Report-URI /r", ["/r"]),
        ("Content-Security-Policy", "default-src http://o.test/x; report-to g", []),
        ("Report-To", '{"group":"g","endpoints":[{"url":"\\/r"}]}', ["/r"]),
        ("Reporting-Endpoints", 'a="/r", b="http://h.test/s"', ["/r", "/s"]),
        ("Expect-CT", 'max-age=1, enforce, report-uri="/r"', ["/r"]),
        ("Expect-CT", "max-age=1", []),
        ("Report-To", "nonsense", []),
    ],
)
def test_what_reports_are_sent_to(name: str, value: str, targets: list[str]) -> None:
    assert links("<p>t", headers={name: value}) == tuple(
        Link(
            f"http://h.test{target.removeprefix('http://h.test')}", origin, guessed=True
        )
        for target in targets
        for origin in [f"header:{name.lower()}"]
    )


def test_headers_of_a_response_without_a_body() -> None:
    redirect = links(b"", None, headers={"Location": "?x"})
    assert redirect == (Link("http://h.test/dir/page?x", "header:location"),)


def test_more_links_than_are_kept_is_noted() -> None:
    body = "".join(f"<a href={number}>" for number in range(50_010))
    page = document(body)
    assert len(extract_links(page)) == 50_000
    assert page.notes == ("links",)


JSON = """{"next": "/api?page=2", "a": [{"b": "\\/x\\/y"}, "http://o.test/z", "a/b"],
 "icons": [{"src": "i/1.png", "type": "image/png"}], "start_url": "./?a=1",
 "/key": "words / more", "date": "2020/01/02", "href": "p2.html", "note": "p3.html",
 "u": "/\\u00e9t", "bad": "/\\uZZZZ", "re": "/^a$/", "root": "/", "unclosed": "/q"""


def test_json() -> None:
    found = links(JSON, "application/json", "http://h.test/v1/list")
    assert [link.url for link in found] == [
        "http://h.test/api?page=2",
        "http://h.test/x/y",
        "http://o.test/z",
        "http://h.test/v1/i/1.png",
        "http://h.test/v1/?a=1",
        "http://h.test/v1/p2.html",
        "http://h.test/%C3%A9t",
    ]
    assert {(link.origin, link.guessed) for link in found} == {("json", True)}
    assert [link.url for link in found if link.embedded] == ["http://h.test/v1/i/1.png"]


def test_a_script_is_searched_and_its_modules_are_its_own() -> None:
    source = """import a from "./a.js"; export * from '/b.mjs'; c = import("../c.js");
    import d from "d"; // see http://h.test/docs and http://o.test/ ./x/y.html
    fetch("/api/v1"); load("part.php");"""
    page = document(source, "text/javascript", "http://h.test/static/js/main.js")
    page.base_url = "http://h.test/app/"
    assert extract_links(page) == (
        Link("http://h.test/static/c.js", "import", embedded=True),
        Link("http://h.test/static/js/a.js", "import", embedded=True),
        Link("http://h.test/b.mjs", "import", embedded=True),
        Link("http://h.test/api/v1", "script", guessed=True),
        Link("http://h.test/app/part.php", "script", guessed=True),
        Link("http://h.test/docs", "text", guessed=True),
    )


@pytest.mark.parametrize(
    "long", ["x" * 5_000, "\\n" * 5_000, '\\"' * 5_000, "/" * 5_000]
)
def test_what_follows_a_long_string_of_json_is_found(long: str) -> None:
    body = f'{{"{long}": "{long}", "a": "/after", "next": "b.html"}}'
    found = links(body, "application/json", "http://h.test/x")
    assert [link.url for link in found] == [
        "http://h.test/after",
        "http://h.test/b.html",
    ]


@pytest.mark.parametrize("kind", ["application/json", "text/javascript"])
@pytest.mark.parametrize(("names", "taken"), [(20, 21), (21, 1)])
def test_a_list_of_files_is_data(kind: str, names: int, taken: int) -> None:
    listed = ", ".join(f'"file": "dir/{n}.txt"' for n in range(names))
    body = '{"next": "/list/2", ' + listed + "}"
    assert len(links(body, kind, "http://h.test/x")) == taken


@pytest.mark.parametrize("kind", ["application/json", "text/javascript", "text/plain"])
def test_one_file_gives_so_many_guesses(kind: str) -> None:
    body = "\n".join(f'"/a{n}/b", http://h.test/c{n}' for n in range(2000))
    assert 500 <= len(links(body, kind, "http://h.test/x")) <= 1000


@pytest.mark.parametrize(
    "name", ["/a/x.js", "/x.mjs?v=1", "/x.css", "/x.JS#a", "/dir/x.CSS?b"]
)
def test_html_under_the_name_of_a_part_leads_nowhere(name: str) -> None:
    source = '<script src="js/x.js"></script><a href="a/b">t</a>'
    assert links(source, url=f"http://h.test{name}") == ()
    page = name.replace(".", "")
    assert len(links(source, url=f"http://h.test{page}")) == 2
