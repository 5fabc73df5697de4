"""What a response is."""

from __future__ import annotations

import gzip
import zlib

import pytest

from crawler.dom import document as document_module
from crawler.dom import parse
from crawler.dom.media import content_type, kind, sniff
from tests.dom.documents import document, urls

HTML = b"<!doctype html><p>x"


@pytest.mark.parametrize(
    ("header", "essence", "charset"),
    [
        (None, "", None),
        ("", "", None),
        ("text/html", "text/html", None),
        (" Text/HTML ;charset=UTF-8", "text/html", "UTF-8"),
        ("text/html;charset", "text/html", None),
        ("text/html; x=y; charset='a'", "text/html", "'a'"),
        ('text/html; x="; charset=gbk"; charset=big5', "text/html", "big5"),
        ('text/html; charset="gbk', "text/html", "gbk"),
        ("text/html; charset=gbk, text/html; charset=big5", "text/html", "gbk"),
        ("text/html, text/html; charset=gbk", "text/html", "gbk"),
        ("html", "", None),
        ("a b/c", "", None),
        (";charset=gbk", "", "gbk"),
        ("text/html;" + 'a="\\' * 5000, "text/html", None),
    ],
)
def test_header(header: str | None, essence: str, charset: str | None) -> None:
    assert content_type(header) == (essence, charset)


@pytest.mark.parametrize(
    ("essence", "expected"),
    [
        ("text/html", "html"),
        ("application/xhtml+xml", "xhtml"),
        ("text/xml", "xml"),
        ("application/xml", "xml"),
        ("application/rss+xml", "xml"),
        ("image/svg+xml", "xml"),
        ("application/json", "json"),
        ("application/ld+json", "json"),
        ("text/css", "css"),
        ("text/plain", "text"),
        ("text/csv", "text"),
        ("application/javascript", "script"),
        ("text/javascript", "script"),
        ("application/x-javascript", "script"),
        ("application/ecmascript", "script"),
        ("application/octet-stream", "binary"),
        ("application/pdf", "binary"),
        ("application/zip", "binary"),
        ("image/png", "binary"),
        ("video/mp4", "binary"),
        ("font/woff2", "binary"),
        ("multipart/form-data", "binary"),
        ("", "html"),
        ("*/*", "html"),
        ("unknown/unknown", "html"),
        ("application/unknown", "html"),
    ],
)
def test_kind_by_label(essence: str, expected: str) -> None:
    assert kind("/x", essence, HTML) == expected


@pytest.mark.parametrize(
    "signature",
    [
        b"%PDF-1.7",
        b"%!PS-Adobe-3.0",
        b"\x1f\x8b\x08\x00",
        b"PK\x03\x04",
        b"Rar!\x1a\x07\x00",
        b"7z\xbc\xaf\x27\x1c",
        b"\xfd7zXZ\x00",
        b"BZh91AY&SY",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"\xff\xd8\xff\xe0",
        b"RIFF\x01\x02\x03\x04WEBPVP8 ",
        b"\x00\x00\x01\x00",
        b"II*\x00",
        b"\x00\x00\x00\x18ftypmp42",
        b"OggS\x00",
        b"ID3\x03",
        b"\x1a\x45\xdf\xa3",
        b"wOF2",
        b"\x00\x01\x00\x00\x00",
        b"\x7fELF",
        b"MZ\x90\x00",
        b"\xca\xfe\xba\xbe",
        b"\x00asm",
        b"SQLite format 3\x00",
    ],
)
@pytest.mark.parametrize("label", ["text/html", "text/plain", "text/xml", None])
def test_a_binary_signature_beats_a_label_of_text(
    signature: bytes, label: str | None
) -> None:
    body = signature + b'<a href="/no">x</a>'
    assert document(body, label).kind == "binary"
    assert urls(body, label) == []


@pytest.mark.parametrize(
    "body", [b"BM is no image", b"MZ", b"ID: 3", b"PK", b"RIFF raff"]
)
def test_a_text_is_no_signature(body: bytes) -> None:
    assert document(body, "text/html").kind == "html"
    assert document(body, "text/plain").kind == "text"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"<!DOCTYPE HTML>", "text/html"),
        (b"\n\t <html>", "text/html"),
        (b"<h1 class=x>", "text/html"),
        (b"<!-- x", "text/html"),
        (b"<a\thref=x>", "text/html"),
        (b"<article>", "text/plain"),
        (b"<?xml version='1.0'?>", "text/xml"),
        (b"hello", "text/plain"),
        (b"\xef\xbb\xbfhello\x00", "text/plain"),
        (b"hello\x00", "application/octet-stream"),
        (b"\x1b[0m", "text/plain"),
        (b"x" * 1445 + b"\x00", "text/plain"),
    ],
)
def test_sniffing(body: bytes, expected: str) -> None:
    assert sniff(body) == expected


def test_text_plain_is_never_html_but_may_be_binary() -> None:
    assert document(HTML, "text/plain").kind == "text"
    assert document(b"ab\x00\x01", "text/plain").kind == "binary"


@pytest.mark.parametrize("body", [b"", b" \n\t\r\f"])
@pytest.mark.parametrize("label", ["text/html", "image/png", "application/json", None])
def test_empty(body: bytes, label: str | None) -> None:
    assert document(body, label).kind == "empty"


@pytest.mark.parametrize(
    ("url", "label", "body", "expected"),
    [
        ("http://h.test/robots.txt", "text/plain", b"User-agent: *", "robots"),
        ("http://h.test/robots.txt", None, b"User-agent: *", "robots"),
        ("http://h.test/robots.txt?x", "text/plain", b"User-agent: *", "robots"),
        ("http://h.test/robots.txt", "text/html", b"User-agent: *", "html"),
        ("http://h.test/robots.txt", "text/html", HTML, "html"),
        ("http://h.test/a/robots.txt", "text/plain", b"User-agent: *", "text"),
        ("http://h.test/x", "text/xml", b"<urlset/>", "sitemap"),
        ("http://h.test/x", "text/html", b"<?xml version='1.0'?><urlset/>", "sitemap"),
        ("http://h.test/x", "text/plain", b"<!-- x --><sitemapindex>", "sitemap"),
        ("http://h.test/x", "application/xml", b"<rss version='2.0'>", "sitemap"),
        ("http://h.test/x", "application/atom+xml", b"<a:feed xmlns:a='x'>", "sitemap"),
        ("http://h.test/x", "application/xml", b"<r:RDF>", "sitemap"),
        ("http://h.test/x", "text/html", b"<p><urlset>", "html"),
        ("http://h.test/sitemap.txt", "text/plain", b"http://h.test/a", "sitemap"),
        ("http://h.test/notes.txt", "text/plain", b"http://h.test/a", "text"),
        ("http://h.test/x", "text/xml", b"<note/>", "xml"),
        (
            "http://h.test/x",
            "text/xml",
            b"<html xmlns='http://www.w3.org/1999/xhtml'/>",
            "html",
        ),
        ("http://[/robots.txt", "text/plain", b"User-agent: *", "text"),
    ],
)
def test_kind_by_name_and_root(
    url: str, label: str | None, body: bytes, expected: str
) -> None:
    assert parse(body, url=url, content_type=label).kind == expected


SITEMAP = b"<urlset><url><loc>http://h.test/a</loc></url></urlset>"


@pytest.mark.parametrize("label", ["application/gzip", "text/xml", None])
@pytest.mark.parametrize("name", ["sitemap.xml.gz", "SiteMap-1.XML.gz", "sitemap.gz"])
def test_a_packed_sitemap_is_unpacked(label: str | None, name: str) -> None:
    url = f"http://h.test/{name}"
    assert document(gzip.compress(SITEMAP), label, url).kind == "sitemap"
    assert urls(gzip.compress(SITEMAP), label, url) == ["http://h.test/a"]


def test_other_packed_files_are_not() -> None:
    packed = gzip.compress(SITEMAP)
    assert (
        document(packed, "application/gzip", "http://h.test/a.tar.gz").kind == "binary"
    )
    broken = packed[:10] + b"\xff" * 20
    assert document(broken, None, "http://h.test/sitemap.xml.gz").kind == "binary"


def test_unpacking_is_bounded() -> None:
    packer = zlib.compressobj(wbits=31)
    packed = b"".join(packer.compress(b"<url/>" * 2**20) for _ in range(20))
    packed += packer.flush()
    found = document(packed, None, "http://h.test/sitemap.xml.gz")
    assert len(found.text) == document_module.MAX_UNPACKED
    assert "truncated" in found.notes
