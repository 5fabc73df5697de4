"""A body as a document: XHTML, head, notes; and any body at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom import PARSER, canonical_link, extract_links, parse, title
from crawler.dom.document import MAX_BASE
from crawler.urls import resolve
from tests.dom.documents import URL, UTF8, document, links, real_urls, urls

XHTML = "application/xhtml+xml"


def xhtml(body: str, head: str = "") -> str:
    return (
        '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head>{head}</head><body>{body}</body></html>"
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<p/><a href="/x"/>', '<p></p><a href="/x"></a>'),
        ('<script src="s.js"/>t', '<script src="s.js"></script>t'),
        ("<textarea/>t", "<textarea></textarea>t"),
        ("<br/><img src='i'/>", '<br><img src="i">'),
        ("&nbsp;&copy;&amp;&lt;&#65;", "&nbsp;©&amp;&lt;A"),
        ("&LT;b>&unknown;", "&lt;b&gt;&amp;unknown;"),
        ("<!-- <b/> --><?php x ?>t", "t"),
        ("<![CDATA[<b/>&amp;]]>", "&lt;b/&gt;&amp;amp;"),
        (
            "<script><![CDATA[if (a<b) '</script>']]></script>t",
            r"<script>if (a<b) '<\/script>'</script>t",
        ),
        (
            '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>',
            "<svg><g></g></svg>",
        ),
        ("<DIV><p>x</p></DIV>", "<div><p>x</p></div>"),
        # Prefixes that nobody declared, as pages with buttons of others have them.
        ('<g:plusone size="m"/>', '<g:plusone size="m"></g:plusone>'),
        ("<fb:like>x</fb:like>", "<fb:like>x</fb:like>"),
        ("<lp:/>", "<x-rare></x-rare>"),
        ("x&#xD800;&#57343;&#x00dfFf;y&#xe000;", "x\ufffd\ufffd\ufffdy\ue000"),
        ("<p>unclosed <b>bold", "<p>unclosed <b>bold</b></p>"),
    ],
)
def test_xhtml_by_the_rules_of_xml(body: str, expected: str) -> None:
    page = document(xhtml(body), XHTML)
    assert page.kind == "html"
    assert page.tree is not None
    assert page.tree.body is not None
    assert page.tree.body.inner_html == expected


def test_xhtml_takes_links_base_and_xlinks() -> None:
    source = xhtml(
        '<a href="k?a=1&amp;b=2">t</a><svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:q="http://www.w3.org/1999/xlink"><a xlink:href="/y"'
        ' xmlns:xlink="http://www.w3.org/1999/xlink"/></svg>',
        '<base href="/b/"/><title>a &lt; b</title>',
    )
    assert real_urls(source, XHTML) == [
        "http://h.test/b/k?a=1&b=2",
        "http://h.test/y",
    ]
    assert title(document(source, XHTML)) == "a < b"


@pytest.mark.parametrize("source", ["junk", "<p>x", "<<>>", '<a href="/x">t', "<html"])
def test_what_is_not_xml_under_that_label_is_read_as_html(source: str) -> None:
    page = document(source, XHTML)
    assert page.kind == "html"
    assert page.tree is not None
    assert "xml-as-html" in page.notes or source == "<html"


def test_a_huge_xhtml_document_has_one_tree_only() -> None:
    page = document(xhtml("<br/>" * 1_000_001), XHTML)
    assert set(page.notes) == {"xml-as-html", "truncated"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<title> a \n b </title>", "a b"),
        ("<title>a</title><title>b</title>", "a"),
        ("<body><title>late</title>", "late"),
        ("<title>a <b>c</title>", "a <b>c"),
        ("<title>a &amp; b", "a & b"),
        ("<svg><title>image</title></svg><title>page</title>", "page"),
        ("<svg><title>image</title></svg>", ""),
        ("<title></title>", ""),
        ("<!-- <title>x</title> -->", ""),
        ("<title>" + "x" * 1000 + "</title>", "x" * 300),
        ("", ""),
    ],
)
def test_title(source: str, expected: str) -> None:
    assert title(document(source)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<link rel="canonical" href="/c">', "http://h.test/c"),
        ('<LINK REL="nofollow CANONICAL" HREF="/c#f">', "http://h.test/c"),
        ('<base href="//o.test/"><link rel=canonical href="c">', "http://o.test/c"),
        (
            '<link rel=canonical href=""><link rel=canonical href="/d">',
            "http://h.test/d",
        ),
        ('<link rel=canonical href="ftp://x/">', ""),
        ('<link rel=canonicalx href="/c">', ""),
        ("<link rel=canonical>", ""),
        ('<a rel=canonical href="/c">t</a>', ""),
        ("", ""),
    ],
)
def test_canonical_link(source: str, expected: str) -> None:
    assert canonical_link(document(source)) == expected


def test_kinds_without_a_tree_have_no_head() -> None:
    for content_type in ("text/plain", "image/png", "application/json", "text/xml"):
        page = document('<title>x</title><link rel=canonical href="/c">', content_type)
        assert (title(page), canonical_link(page)) == ("", "")


def test_the_parser_is_named_with_its_version() -> None:
    name, version, *_ = PARSER.split()
    assert name == "selectolax"
    assert version[0].isdigit()


def test_notes_of_decoding() -> None:
    assert document(b"<p>\xe9t\xe9", "text/html").notes == ("encoding-guessed",)
    assert document("<p>été", "text/html").notes == ()


_TYPES = st.sampled_from(
    [
        UTF8,
        "text/html",
        XHTML,
        "text/xml",
        "text/plain",
        "text/css",
        "application/json",
        "image/svg+xml",
        "text/html; charset=gbk",
        "text/html; charset=utf-16",
        None,
        "x",
    ]
)
_ADDRESSES = st.sampled_from(
    [
        URL,
        "http://h.test/robots.txt",
        "http://h.test/sitemap.xml.gz",
        "https://h.test/",
        "http://h.test/sitemap.txt",
        "http://[",
        "",
        "about:blank",
        "http://h.test/\ud800",
    ]
)


def _check(body: bytes, content_type: str | None, url: str) -> None:
    page = parse(body, url=url, content_type=content_type)
    assert (page.tree is not None) == (page.kind == "html")
    title(page)
    canonical_link(page)
    for link in extract_links(
        page, {"Link": "</l>", "Refresh": "0;r", "Location": "?"}
    ):
        assert resolve(link.url, "http://other.test/") == link.url
        assert link.url.startswith(("http://", "https://"))
        assert len(link.text) <= 200
        assert link.text == " ".join(link.text.split()) or len(link.text) == 200


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=200), _TYPES, _ADDRESSES)
def test_any_bytes(body: bytes, content_type: str | None, url: str) -> None:
    _check(body, content_type, url)


# Parts of markup, one a word; "+" stands for a space within a part.
_PARTS = """
<a+href="/x"> <a+href='?y#z'> <a+href=> <a+href="javascript:f('/b/c')"> </a> text
<area+href=//o.test> <base+href="/q/"> <base+href="mailto:x"> <img+src= <img+srcset="
a.png+1x, " ' > < /> <!-- --> <script> </script> '/p/q' "r/s.php?t" <style> </style>
url( ) ;@import+ <meta+http-equiv=refresh+content="0;url=u"> <meta+charset=gbk>
<form+method=post+action=v> </form> <button+formaction=w> <iframe+srcdoc="<a+href=x>">
</iframe> <template> </template> <noscript> </noscript> <textarea> </textarea> <svg>
<use+xlink:href=y> </svg> <![CDATA[ ]]> &amp; &nbsp; &#0; &#x110000; &lt <p+onclick="
<p+data-url="/d"> style="background:url(e)" é 中 \x00 \ufeff <?xml <!DOCTYPE
<!ENTITY+x+SYSTEM+"file:///etc/passwd"> &x; <html+xmlns="http://www.w3.org/1999/xhtml">
</html> <urlset> <loc> http://h.test/s </loc> </urlset> <rss> <link> </link>
<title> </title> <link+rel=canonical+href= <frameset> <frame+src=f> <noframes>
</noframes>
User-agent:+* \n Disallow:+/g Sitemap:+/h %PDF-
"""
_SOUP = st.lists(st.sampled_from(_PARTS.split()), max_size=25).map(
    lambda parts: "".join(parts).replace("+", " ")
)


@settings(deadline=None, max_examples=200)
@given(_SOUP, _TYPES, _ADDRESSES, st.sampled_from(["utf-8", "gbk", "utf-16-le"]))
def test_any_soup(text: str, content_type: str | None, url: str, codec: str) -> None:
    _check(text.encode(codec, "replace"), content_type, url)


@settings(deadline=None, max_examples=60)
@given(_SOUP, st.text(max_size=20))
def test_reading_again_gives_the_same(text: str, tail: str) -> None:
    source = (text + tail).encode("utf-8", "surrogatepass")
    assert links(source) == links(source)


@pytest.mark.parametrize(
    ("base", "found"),
    [
        ("/a/" + "b" * MAX_BASE + "/", "http://h.test/a/x"),
        ("/a/" + "b/" * MAX_BASE, "http://h.test/a/" + "b/" * 1033 + "x"),
        ("/a/b?" + "c/" * MAX_BASE, "http://h.test/a/x"),
        ("/a/b#" + "c/" * MAX_BASE, "http://h.test/a/x"),
        ("/a/" + "b" * 2_000 + "/", "http://h.test/a/" + "b" * 2_000 + "/x"),
    ],
)
def test_a_long_base_is_cut_to_a_folder_above_it(base: str, found: str) -> None:
    source = f'<base href="{base}"><a href=x>x</a>'
    page = document(source)
    assert len(page.base_url) <= MAX_BASE
    assert [url for url in urls(source) if url.endswith("x")] == [found]
    assert ("base" in page.notes) is (len(base) > MAX_BASE)


def test_so_is_a_long_url_of_the_document_itself() -> None:
    page = document("<a href=x>x</a>", url="http://h.test/a/b?" + "c" * 9_000)
    assert page.url.endswith("cc")
    assert page.notes == ("base",)
    assert [link.url for link in extract_links(page)] == ["http://h.test/a/x"]
