"""Hostile bodies that are no HTML, scripts, and bytes in encodings of every kind."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.hostile.markup import count, repeat

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.hostile.markup import Family


class Kind(NamedTuple):
    """How a body is sent."""

    content_type: str
    url: str = "http://h.test/dir/page"


HTML: Final = Kind("text/html; charset=utf-8")
CSS: Final = Kind("text/css")
SCRIPT: Final = Kind("text/javascript", "http://h.test/app.js")
JSON: Final = Kind("application/json")
XML: Final = Kind("application/xml")
XHTML: Final = Kind("application/xhtml+xml")
TEXT: Final = Kind("text/plain")
YAML: Final = Kind("text/yaml", "http://h.test/openapi.yaml")
ROBOTS: Final = Kind("text/plain", "http://h.test/robots.txt")
SITEMAP: Final = Kind("text/xml", "http://h.test/sitemap.xml")

SCRIPTS: Final[dict[str, Family]] = {
    "paths": count("f('/s@');"),
    "paths with dots": count("f('./a/s@.html');"),
    "paths that go on": repeat("a/", "'"),
    "paths of names": repeat("a.b.", "'"),
    "paths of names, quoted": repeat("'a.b.c.d.e.f.g.h"),
    "a path of names": repeat("a/b.", "f('", "html')"),
    "names and slashes": repeat("'a/"),
    "names, dots and slashes": repeat("'aa.aa/aa.aa"),
    "quotes": repeat("'"),
    "quotes of all kinds": repeat("'\"`"),
    "quotes and slashes": repeat("'/"),
    "quotes and dots": repeat("'."),
    "escapes": repeat("\\/"),
    "escapes of escapes": repeat("\\"),
    "escaped quotes": repeat("\\'"),
    "schemes": repeat("'http://"),
    "templates": repeat("`/a/${"),
    "constants": count("A@@='/c@/';f(A@@+'x');"),
    "one constant, many uses": count("f(API+'/u@');", "API='/c';"),
    "one constant, its name everywhere": repeat("API ", "API='/c';"),
    "constants, their names everywhere": lambda n: (
        "".join(f"N{i}='/c{i}/';" for i in range(50)) + "N1+N2;" * (n // 6)
    ),
    "constants, each other's names": lambda n: (
        "".join(f"Name{i}='/c{i}/';" for i in range(50)) + count("Name1+Other@;")(n)
    ),
    "constants of one letter thrice": repeat("aaa", "aaa='/c/';"),
    "constants in a run": repeat("A", "AAA='/c/';"),
    "assignments": repeat("abc="),
    "names": repeat("a", "x='/c/';"),
    "spaces": repeat(" ", "abc='/c/'+"),
    "spaces and additions": repeat("abc   +   ", "abc='/c/';"),
    "additions": repeat("'/a'+"),
    "imports": count("import '/m@.js';"),
    "imports that go on": repeat("import '/a.j"),
    "imports of spaces": repeat("import         "),
    "imports of one path": repeat("a", "import '/"),
    "imports of many paths": repeat("import'/.js?"),
    "imports of files": repeat("import'/a.js.js.js.js.js.js.js.js"),
    "from": repeat("from "),
    "routes": count("{path:'/r@',component:C},"),
    "routes that go on": repeat("path:'a',"),
    "routes of spaces": repeat("path   :   'a'         ,                  "),
    "router links": repeat("routerLink='/a"),
    "whens": repeat(".when(         '/"),
    "modules of a bundle": count('"/a@b":function(){},'),
    "modules of a bundle, of spaces": repeat('"/abc":   ('),
    "no line ends": repeat("x"),
    "regular expressions": repeat("/a/g,"),
    "dates": repeat("'dd/mm/yyyy',"),
    "one long string": repeat("/a", "f('", "')"),
    "long strings": count("f('/" + "a/" * 2_000 + "@');"),
    "percent signs": count("f('/%4" + "%41" * 100 + "@');"),
}


def _in_a_page(script: Family) -> Family:
    return lambda size: f"<script>{script(size)}"


BODIES: Final[dict[str, tuple[Kind, Family]]] = {
    "css: URLs": (CSS, count("a{b:url(/u@)}")),
    "css: brackets": (CSS, repeat("url(")),
    "css: quotes": (CSS, repeat('url("')),
    "css: comments": (CSS, repeat("/*", "(")),
    "css: comments closed": (CSS, repeat("/*(*/")),
    "css: escapes": (CSS, repeat("\\", "url(")),
    "css: imports": (CSS, count("@import '/i@';")),
    "css: spaces": (CSS, repeat("url( ")),
    "json: depth": (JSON, repeat("[")),
    "json: depth of objects": (JSON, repeat('{"a":')),
    "json: strings": (JSON, count('"/j@",', "[")),
    "json: members": (JSON, count('"url":"j@.html",', "{")),
    "json: quotes": (JSON, repeat('"')),
    "json: escapes": (JSON, repeat('"\\')),
    "json: one string": (JSON, repeat("/a", '["')),
    "json: long strings": (JSON, count('"' + "\\u002F" * 600 + '@",')),
    "json: surrogates": (JSON, count('"url":"\\ud800/@.html",')),
    "json: spaces": (JSON, repeat('"a"    ')),
    "xml: depth": (XML, repeat("<a>")),
    "xml: width": (XML, count("<a href='/x@'/>", "<r>")),
    "xml: text": (XML, repeat("x", "<r>")),
    "xml: attributes": (XML, count(" a@='1'", "<r", "/>")),
    "xml: names": (XML, count("<a@/>", "<r>")),
    "xml: namespaces": (XML, count("<a xmlns='n@'>")),
    "xml: prefixes": (XML, count("<p@:a xmlns:p@='n@'/>", "<r>")),
    "xml: entities": (XML, count("<!ENTITY a@ '&a@;'>", "<!DOCTYPE r [")),
    "xml: entities not declared": (XML, repeat("&x;", "<r>")),
    "xml: surrogates": (XML, repeat("<a b='&#xD800;'>&#57343;</a>", "<r>")),
    "xml: prefixes not declared": (XML, count("<p@:a href='/x@'/>", "<r>")),
    "xml: instructions": (XML, count("<?xml-stylesheet href='/x@'?>")),
    "xml: one instruction": (XML, repeat("a =", "<?x ", "?><r/>")),
    "xml: CDATA": (XML, repeat("<![CDATA[x]]>", "<r>")),
    "xml: CDATA never closed": (XML, repeat("<![CDATA[&", "<r>")),
    "xml: comments": (XML, repeat("<!--x-->", "<r>")),
    "xml: before the root": (XML, repeat("<?x?>")),
    "xml: comments before the root": (XML, repeat("<!--")),
    "xml: doctype": (XML, repeat("<!DOCTYPE ")),
    "xhtml: depth": (
        XHTML,
        repeat("<div>", "<html xmlns='http://www.w3.org/1999/xhtml'>"),
    ),
    "xhtml: width": (XHTML, count("<a href='/@'/>", "<html><body>")),
    "xhtml: attributes": (XHTML, count(" a@='1'", "<html", "/>")),
    "xhtml: entities": (XHTML, repeat("&nbsp;", "<html><body>")),
    "xhtml: surrogates": (XHTML, repeat("<p b='&#xDFFF;'>&#xD800;</p>", "<html>")),
    "xhtml: prefixes not declared": (
        XHTML,
        count(
            "<g@:a><a href='/@'/></g@:a><lp:/>",
            "<html xmlns='http://www.w3.org/1999/xhtml'>",
        ),
    ),
    "xhtml: not XML": (XHTML, repeat("<p <", "<html>")),
    "xhtml: namespaces": (XHTML, count("<p@:a xmlns:p@='n@'/>", "<html>")),
    "sitemap: locations": (SITEMAP, count("<url><loc>/l@</loc></url>", "<urlset>")),
    "sitemap: one location": (SITEMAP, repeat("x", "<urlset><loc>/")),
    "sitemap: texts in a location": (SITEMAP, repeat("x<a/>", "<urlset><loc>")),
    "sitemap: depth": (SITEMAP, repeat("<loc>", "<urlset>")),
    "sitemap: lines": (
        Kind("text/plain", "http://h.test/sitemap.txt"),
        count("http://h.test/l@\n"),
    ),
    "robots: rules": (ROBOTS, count("Disallow: /r@\n")),
    "robots: one rule": (ROBOTS, repeat("/a", "Disallow: ")),
    "robots: colons": (ROBOTS, repeat(":")),
    "robots: lines": (ROBOTS, repeat("\n")),
    "robots: site maps": (ROBOTS, count("Sitemap: /s@\n")),
    "text: lines": (TEXT, repeat("x\n")),
    "text: URLs": (TEXT, count("http://h.test/u@\n")),
    "text: paths": (TEXT, count("../a/b@.html\n")),
    "text: spaces": (TEXT, repeat(" ", "x")),
    "text: rooted paths": (TEXT, count(" /a/b@.html\n")),
    "text: slashes": (TEXT, repeat(" /a/", "x")),
    "yaml: keys": (YAML, count("k@: 1\n", "openapi: 3.0.1\n")),
    "yaml: one key": (YAML, repeat("a: 1\n", "openapi: 3.0.1\n")),
    "yaml: anchors": (YAML, count("k@: &a@ x\n", "openapi: 3.0.1\n")),
    "yaml: braces": (YAML, repeat("{", "openapi: 3.0.1\na: ")),
    "yaml: objects": (YAML, repeat("{a: b},", "openapi: 3.0.1\na: [")),
    "yaml: paths": (YAML, count("  /a@: {get: {}}\n", "openapi: 3.0.1\npaths:\n")),
    **{f"script: {name}": (SCRIPT, make) for name, make in SCRIPTS.items()},
    **{
        f"script in a page: {name}": (HTML, _in_a_page(make))
        for name, make in SCRIPTS.items()
    },
}


def _bytes(unit: bytes, before: bytes = b"") -> Callable[[int], bytes]:
    return lambda size: before + unit * (size // len(unit))


_PAGE = repeat("<p><a href=/x>é x</a>")

BYTES: Final[dict[str, tuple[Kind, Callable[[int], bytes]]]] = {
    "bytes: zeros": (HTML, _bytes(b"\0")),
    "bytes: 0xff": (HTML, _bytes(b"\xff")),
    "bytes: 0x80": (Kind("text/html"), _bytes(b"\x80", b"<p>")),
    "bytes: of UTF-8, cut": (HTML, _bytes(b"\xe4\xb8", b"<p>")),
    "bytes: of UTF-8, too long": (HTML, _bytes(b"\xf0\x80\x80\xaf")),
    "bytes: UTF-16, odd": (
        Kind("text/html"),
        lambda n: b"\xff\xfe" + _PAGE(n).encode("utf-16-le")[:-1],
    ),
    "bytes: UTF-16, as UTF-8": (HTML, lambda n: _PAGE(n).encode("utf-16-le")),
    "bytes: surrogates of UTF-16": (
        Kind("text/html"),
        _bytes(b"\x00\xd8", b"\xff\xfe"),
    ),
    "bytes: UTF-7": (
        Kind("text/html; charset=utf-7"),
        _bytes(b"+ADw-script+AD4-"),
    ),
    "bytes: escapes of ISO-2022-JP": (
        Kind("text/html; charset=iso-2022-jp"),
        _bytes(b"\x1b$B\x1b(B"),
    ),
    "bytes: ISO-2022-JP never ended": (
        Kind("text/html; charset=iso-2022-jp"),
        _bytes(b"<p>", b"\x1b$B"),
    ),
    "bytes: ISO-2022-JP, wrong": (
        Kind("text/html; charset=iso-2022-jp"),
        _bytes(b"\x1b\xff"),
    ),
    "bytes: GBK, wrong": (Kind("text/html; charset=gbk"), _bytes(b"\xff\x80")),
    "bytes: GB18030 of four": (
        Kind("text/html; charset=gb18030"),
        _bytes(b"\x81\x30\x81\x30"),
    ),
    "bytes: Big5, wrong": (Kind("text/html; charset=big5"), _bytes(b"\xff<")),
    "bytes: Shift JIS, wrong": (Kind("text/html; charset=shift_jis"), _bytes(b"\xa0<")),
    "bytes: EUC-JP, wrong": (Kind("text/html; charset=euc-jp"), _bytes(b"\x8f\xa1<")),
    "bytes: EUC-KR, wrong": (Kind("text/html; charset=euc-kr"), _bytes(b"\xff<")),
    "bytes: windows-1252, undefined": (
        Kind("text/html; charset=windows-1252"),
        _bytes(b"\x81"),
    ),
    "bytes: replacement": (Kind("text/html; charset=iso-2022-kr"), _bytes(b"<p>")),
    "bytes: metas": (Kind("text/html"), _bytes(b"<meta charset=x>")),
    "bytes: metas never closed": (Kind("text/html"), _bytes(b"<meta charset=")),
    "bytes: metas of spaces": (
        Kind("text/html"),
        _bytes(b" ", b"<meta http-equiv=content-type content='charset"),
    ),
    "bytes: XML declarations": (Kind("text/xml"), _bytes(b"<?xml encoding= ")),
    "bytes: marks within": (HTML, _bytes(b"\xef\xbb\xbf<p>", b"<p>")),
    "bytes: a sitemap that grows": (
        Kind("application/gzip", "http://h.test/sitemap.xml.gz"),
        lambda n: gzip.compress(b"<urlset>" + b" " * 20 * n, mtime=0),
    ),
    "bytes: a binary": (Kind("application/pdf"), _bytes(b"\x00\xffx", b"%PDF-")),
    "bytes: a type that is none": (Kind(";" * 5000), _bytes(b"<p>")),
    "bytes: quotes in a type": (Kind('text/html; a="' + "\\" * 5000), _bytes(b"<p>")),
}
