"""What a response is: its type by label, by signature, by its first bytes.

After the MIME Sniffing Standard: ``text/html`` is never sniffed away,
``text/plain`` and ``application/octet-stream`` are never made HTML, a missing
type is sniffed. One rule is ours: the signature of a binary format wins over a
label of text, since a PDF under ``text/html`` is a mistake of the server, and
its bytes must not be measured as a page.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PARAMETER = re.compile(
    r""";[\t\n\r ]*+([^;="]*+)"""
    r"""(?:=[\t\n\r ]*+(?:"((?:[^"\\]|\\.)*+)"?[^;]*+|([^;]*+)))?+""",
    re.DOTALL,
)
# MIME Sniffing 6 and 7.1, with the executables, fonts and archives of daily life.
_SIGNATURES = re.compile(
    rb"""%PDF-|%!PS-Adobe-|\x1f\x8b\x08|PK\x03\x04|PK\x05\x06|Rar!\x1a\x07
    |7z\xbc\xaf\x27\x1c|\xfd7zXZ\x00|BZh[1-9]1AY|\x28\xb5\x2f\xfd
    |\x89PNG\r\n\x1a\n|GIF8[79]a|\xff\xd8\xff|RIFF....(?:WEBPVP|WAVE|AVI\x20)
    |BM....\x00\x00\x00\x00|\x00\x00[\x01\x02]\x00|II\*\x00|MM\x00\*
    |....ftyp|OggS\x00|ID3[\x02-\x04]|\xff[\xfb\xf3\xf2]|fLaC\x00|\x1a\x45\xdf\xa3
    |FLV\x01|[CF]WS[\x01-\x20]|MThd\x00\x00\x00\x06|FORM....AIFF
    |wOF[F2]|\x00\x01\x00\x00\x00|OTTO\x00|ttcf\x00
    |\x7fELF|MZ.\x00|\xca\xfe\xba\xbe|\x00asm|SQLite\ format\ 3\x00
    |\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1""",
    re.VERBOSE | re.DOTALL,
)
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_MARKS = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")
_HTML = re.compile(
    rb"[\t\n\f\r ]*+(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font"
    rb"|table|a|style|title|b|body|br|p)[\t\n\f\r >])",
    re.IGNORECASE,
)
_XML = re.compile(rb"[\t\n\f\r ]*+<\?xml")
_XML_ROOT = re.compile(
    r"\s*+(?:<\?.*?\?>\s*+|<!--.*?-->\s*+|<!DOCTYPE[^>\[]*+>\s*+)*+<([^\s/>]++)",
    re.DOTALL,
)
_UNKNOWN = frozenset({"", "unknown/unknown", "application/unknown", "*/*"})
_FEEDS = frozenset({"urlset", "sitemapindex", "rss", "feed", "RDF"})
_SITEMAP_NAME = re.compile(r"sitemap[^/]*$|/sitemaps?/[^/]+$", re.IGNORECASE)
_MARKUP = frozenset({"text/html", "application/xhtml+xml"})
_OBJECT = re.compile(
    rb"(?:\xef\xbb\xbf|\)\]\}')?[\t\n\r ]*+[\[{][\t\n\r ]*+[\"\[\]{}\d]"
)
_JSON_NAMES = (".json", ".webmanifest", "/apple-app-site-association")
_GZIP = b"\x1f\x8b\x08"


_KINDS = {
    "text/html": "html",
    "application/xhtml+xml": "xhtml",
    "+xml": "xml",
    "/xml": "xml",
    "+json": "json",
    "/json": "json",
    "text/css": "css",
    "/javascript": "script",
    "/x-javascript": "script",
    "/ecmascript": "script",
}


class ContentType(NamedTuple):
    """A Content-Type header in parts."""

    essence: str
    """``type/subtype`` in lower case; empty when there is none."""
    charset: str | None


def content_type(header: str | None) -> ContentType:
    """Parse the header as MIME Sniffing 4.4 does.

    >>> content_type('text/html;  Charset="windows-1251" ;x=y')
    ContentType(essence='text/html', charset='windows-1251')
    >>> content_type("TEXT/HTML;charset"), content_type("nonsense").essence
    (ContentType(essence='text/html', charset=None), '')
    """
    header = (header or "")[:1000]
    essence = re.split("[;,]", header, maxsplit=1)[0].strip().lower()
    if not re.fullmatch(r"[^\s/]+/[^\s/]+", essence):
        essence = ""
    for match in _PARAMETER.finditer(header):
        if match[1].strip().lower() == "charset":
            label = match[2] if match[2] is not None else match[3]
            return ContentType(essence, label and label.partition(",")[0].strip())
    return ContentType(essence, None)


def packed_sitemap(path: str, body: bytes) -> bool:
    """Whether a body is a sitemap file that is gzipped as a file.

    (A Content-Encoding was taken off long before.)
    """
    name = path.lower().removesuffix(".gz")
    return body.startswith(_GZIP) and (
        name.endswith((".xml", ".rss", ".atom")) or bool(_SITEMAP_NAME.search(name))
    )


def kind(path: str, essence: str, body: bytes) -> str:
    """The kind of a document, before anything is decoded.

    ``xhtml`` (XML rules, to be measured as HTML) is a kind of its own here.
    """
    if not body.strip(b"\t\n\f\r "):
        return "empty"
    if essence in _UNKNOWN:
        essence = sniff(body)
    if essence not in _MARKUP and (named := _by_name(path, body)):
        return named
    if _SIGNATURES.match(body) or not (_texts(essence) or _is_yaml(path, body)):
        return "binary"
    if path == "/robots.txt" and essence.startswith("text/") and essence != "text/html":
        return "robots"
    for ending, named in _KINDS.items():
        if essence.endswith(ending):
            return named
    if _is_binary(body):
        return "binary"
    if path.endswith((".js", ".mjs")):
        return "script"
    return "sitemap" if _SITEMAP_NAME.search(path) else "text"


def _by_name(path: str, body: bytes) -> str:
    """JSON that servers have no type for; a source map is part of a script."""
    if _OBJECT.match(body) is None:
        return ""
    if path.endswith(".map"):
        return "script"
    return "json" if path.endswith(_JSON_NAMES) else ""


def _is_yaml(path: str, body: bytes) -> bool:
    """YAML that servers have no type for."""
    return path.endswith((".yaml", ".yml")) and not _is_binary(body)


def _texts(essence: str) -> bool:
    return essence.startswith("text/") or essence.endswith(
        ("xml", "json", "yaml", "/javascript", "/ecmascript", "/x-javascript")
    )


def sniff(body: bytes) -> str:
    r"""The type of a response without one (MIME Sniffing 7.1).

    >>> sniff(b"  <!DOCTYPE html><p>"), sniff(b"<q>x"), sniff(b"<q>\x00")
    ('text/html', 'text/plain', 'application/octet-stream')
    """
    if _HTML.match(body):
        return "text/html"
    if _XML.match(body):
        return "text/xml"
    return "application/octet-stream" if _is_binary(body) else "text/plain"


def _is_binary(body: bytes) -> bool:
    # 1445 bytes: what browsers wait for before they decide.
    return not body.startswith(_MARKS) and bool(_BINARY.search(body[:1445]))


def xml_root(text: str) -> str:
    """Name of the first element of an XML document, without its prefix."""
    match = _XML_ROOT.match(text[:8192].lstrip("\ufeff"))
    return match[1].rpartition(":")[2] if match else ""


def is_feed(text: str) -> bool:
    """Whether XML is a sitemap, a sitemap index, RSS or Atom."""
    return xml_root(text) in _FEEDS
