"""Hostile HTML of any size: each family drives one part of a parser or of a walk.

A family is a function from a size in characters to a document of about that size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Family = Callable[[int], str]

_LINK: Final = "<a href=/x>x</a>"
_FORMATTING: Final = ("b", "big", "code", "em", "font", "i", "s", "small", "tt", "u")


def repeat(unit: str, before: str = "", after: str = "") -> Family:
    """The same *unit* again and again."""
    return lambda size: before + unit * (size // len(unit)) + after


def count(unit: str, before: str = "", after: str = "") -> Family:
    """The same again and again, each with its number in place of every ``@``."""

    def make(size: int) -> str:
        times = size // (len(unit) + 5 * unit.count("@"))
        return (
            before + "".join([unit.replace("@", str(n)) for n in range(times)]) + after
        )

    return make


def halves(*units: str, before: str = "") -> Family:
    """As many of the first unit, then as many of the second..., all numbered."""
    return lambda size: (
        before + "".join(count(unit)(size // len(units)) for unit in units)
    )


DEPTH: Final[dict[str, Family]] = {
    "divisions": repeat("<div>"),
    "divisions, closed": lambda n: "<div>" * (n // 11) + _LINK + "</div>" * (n // 11),
    "divisions, comments between": repeat("<div><!--</div>-->"),
    "text on every level": repeat("<div>x"),
    "a link on every level": count("<div><a href=/@>x</a>"),
    "lists": repeat("<ul><li>"),
    "definitions": repeat("<dl><dd>"),
    "quotes": repeat("<blockquote><p>"),
    "spans": repeat("<span>"),
    "custom elements": repeat("<x-y>"),
    "custom elements of different names": count("<x-@>"),
    "tables": repeat("<table><tr><td>"),
    "tables, not in cells": repeat("<table>"),
    "tables with captions": repeat("<table><caption>"),
    "anchors": repeat("<a href=/x><div>"),
    "anchors in tables": repeat("<a href=/x><table><td>"),
    "buttons": repeat("<button><div>"),
    "forms": repeat("<form><div>"),
    "forms in tables": repeat("<table><form><tr><td>"),
    "field sets": repeat("<fieldset disabled><legend>"),
    "field sets with controls": count("<fieldset disabled><input name=n@>"),
    "labels": repeat("<label><div>"),
    "labels with controls": count("<div><label>x<input name=n@>"),
    "articles": repeat("<article><section>"),
    "hidden": repeat("<div hidden>"),
    "roles": repeat('<div role="navigation">'),
    "svg": repeat("<svg><g>"),
    "svg integration points": repeat("<svg><foreignObject><div>"),
    "svg titles": repeat("<svg><title>"),
    "math": repeat("<math><mi>"),
    "math integration points": repeat("<math><annotation-xml encoding=text/html><p>"),
    "math and svg": repeat("<math><mtext><svg><desc>"),
    "templates": repeat("<template>"),
    "templates, closed": lambda n: (
        "<template>" * (n // 21) + _LINK + "</template>" * (n // 21)
    ),
    "templates in tables": repeat("<table><template><tr>"),
    "templates with links": repeat("<template><a href=/x>"),
    "ruby": repeat("<ruby><rt>"),
    "objects": repeat("<object data=/x>"),
    "options": repeat("<select><optgroup><option>"),
    "selects": repeat("<select>"),
    "headings": repeat("<h1><div>"),
    "noscript": repeat("<noscript><div>"),
    "markers": repeat("<b><object>"),
    "marquees": repeat("<marquee><i>"),
}

WIDTH: Final[dict[str, Family]] = {
    "paragraphs": repeat("<p>"),
    "texts": repeat("x<br>"),
    "one text": repeat("x"),
    "one word": repeat("word "),
    "one long word and a number": repeat("a", after="=1"),
    "one long word of pieces and a number": repeat("aaaaaaaaa-", after="1"),
    "list items": repeat("<li>x"),
    "links": repeat(_LINK),
    "links to different pages": count("<a href=/@>x</a>"),
    "links to different hosts": count("<a href=//h@.test/>x</a>"),
    "links with queries": count("<a href='?a@=b&c=@&d[@]=e#f@'>x</a>"),
    "links with dots": count("<a href=../../@/../x>x</a>"),
    "links of text of different scripts": count("<a href='/中@?é=@'>é@</a>"),
    "images": count("<img src=@.png alt=x>"),
    "rows": repeat("<tr><td>x", "<table>"),
    "cells": repeat("<td>", "<table><tr>"),
    "columns": repeat("<col>", "<table>"),
    "tables": repeat("<table></table>"),
    "elements of different names": count("<x@></x@>"),
    "classes": count("<p class=c@>x</p>"),
    "many classes in one": count(" c@", "<p class='", "'>x"),
    "ids": count("<p id=i@>x</p>"),
    "voids": repeat("<hr>"),
    "end tags": repeat("</p>"),
    "end tags of nothing": repeat("</div>"),
    "end tags of different names": count("</x@>"),
    "breaks by end tags": repeat("</br>"),
    "bodies": count("<body a@=1>"),
    "documents": count("<html a@=1>"),
    "heads": repeat("<head></head>"),
    "doctypes": repeat("<!doctype html>"),
    "framesets": repeat("<frameset>"),
    "frames": count("<frame src=@>", "<frameset>"),
    "frames that are dropped": count("<frame src=@>", "<p>"),
    "iframes": count("<iframe srcdoc='<a href=/@>'></iframe>"),
    "iframes with documents in documents": repeat(
        "<iframe srcdoc=\"<iframe srcdoc='<a href=/x>'>\"></iframe>"
    ),
    "svg": repeat("<svg/>"),
    "svg paths": repeat("<path d=M0/>", "<svg>"),
    "svg that ends in HTML": repeat("<svg><p>"),
    "math that ends in HTML": repeat("<math><p>"),
    "metas": count("<meta name=n@ content=/c@>"),
    "refreshes": count("<meta http-equiv=refresh content='0;url=/r@'>"),
    "policies": count(
        '<meta http-equiv=content-security-policy content="report-uri /r@">'
    ),
    "bases": count("<base href=/b@/>"),
    "link elements": count("<link rel=canonical href=/l@>"),
    "titles": repeat("<title>x</title>"),
    "styles": count("<style>a{b:url(/c@)}</style>"),
    "style attributes": count("<p style='b:url(/c@)'>"),
    "scripts": count("<script>f('/s@')</script>"),
    "modules": count("<script type=module>import '/m@.js'</script>"),
    "handlers": count("<p onclick=\"f('/s@')\">"),
    "comments": count("<!-- <a href=/c@> -->"),
    "comments of markup": repeat("<!--<p a=b>-->"),
    "comments after the end": repeat("<!--x-->", "<p></p></body></html>"),
    "comments before the beginning": repeat("<!--x-->", "", "<p>"),
    "templates": count("<template><a href=/t@></template>"),
    "objects": count("<object data=d@ codebase=/c@></object>"),
    "parameters": count("<param name=src value=/p@>"),
    "markup in attributes": count("<p data-x='<a href=/m@>'>"),
    "JSON in attributes": count('<p data-x=\'{"u": "/j@"}\'>'),
    "data URLs": count("<a href='data:text/html,<a href=/d@>'>"),
    "script URLs": count("<a href=\"javascript:f('/j@')\">"),
    "pings": count("<a ping='/p@ /q@'>"),
    "anchors never closed": count("<a href=/@>x"),
    "anchors never closed in paragraphs": count("<p><a href=/@>x"),
    "anchors with images": count("<a href=/@><img alt=x></a>"),
    "navigations": repeat("<nav>x</nav>"),
    "headers": repeat("<header>x</header>"),
}

CONTROLS: Final[dict[str, Family]] = {
    "forms": count("<form action=/f@><input name=n@></form>"),
    "forms without end": count("<form action=/f@><input name=n@>"),
    "forms without controls": repeat("<form></form>"),
    "forms in cells": count("<tr><form><td><input name=n@>", "<table>"),
    "forms broken by divisions": count("<div><form></div><input name=n@>"),
    "end tags of forms": repeat("</form>", "<form><form>"),
    "inputs": count("<input name=n@>", "<form>"),
    "inputs of one name": repeat("<input name=n>", "<form>"),
    "inputs of many forms": count("<form id=f@></form><input form=f@ name=n>"),
    "inputs of a form that is none": repeat("<input form=f name=n>", "<form>"),
    "inputs with lists": count("<input list=l@><datalist id=l@><option>", "<form>"),
    "inputs of one list": halves(
        "<input list=l name=n@>", "<option>@", before="<form><datalist id=l></datalist>"
    ),
    "lists, and inputs of the last": halves(
        "<datalist id=l@></datalist>", "<input list=l9 name=n@>", before="<form>"
    ),
    "radio buttons": count("<input type=radio name=r value=@>", "<form>"),
    "radio buttons of different names": count("<input type=radio name=r@>", "<form>"),
    "radio buttons in field sets": count(
        "<fieldset><legend>x</legend>" + 2 * "<input type=radio name=r@>", "<form>"
    ),
    "check boxes": count("<input type=checkbox name=c[@] value=@>", "<form>"),
    "hidden values": count("<input type=hidden name=h@ value=/v/@>", "<form>"),
    "options": count("<option>@", "<form><select name=s>"),
    "option values": count("<option value=/o@>x</option>", "<form><select name=s>"),
    "selected options": count("<option selected>@", "<form><select multiple name=s>"),
    "groups of options": count("<optgroup><option>@", "<form><select name=s>"),
    "selects": count("<select name=s@><option>x</select>", "<form>"),
    "selects with many options each": count(
        "<select name=s@>" + "<option>x" * 99 + "</select>", "<form>"
    ),
    "text areas": count("<textarea name=t@>x</textarea>", "<form>"),
    "one text area": repeat("<p>x", "<form><textarea name=t>"),
    "buttons": count("<button name=b@ formaction=/b@>x</button>", "<form>"),
    "buttons without form": count("<button formaction=/b@>x</button>"),
    "buttons of forms further on": count("<button form=f@ formaction=/b@>x</button>"),
    "labels": count("<label for=i@>x</label>", "<form><input id=i1>"),
    "labels around inputs": count("<label>x<input name=n@></label>", "<form>"),
    "labels of one input": repeat("<label for=i>x</label>", "<form><input id=i>"),
    "one label": repeat("x", "<form><label>", "<input name=n></label>"),
    "field sets": count("<fieldset disabled><input name=n@></fieldset>", "<form>"),
    "inputs in tables": count("<tr><input name=n@>", "<form><table>"),
    "long names": count("<input name=" + "n" * 5000 + "@>", "<form>"),
    "names of brackets": count("<input name=a" + "[@]" * 50 + ">", "<form>"),
    "names of digits": count("<input name=" + "1a" * 100 + "@>", "<form>"),
    "one name": repeat("n1", "<form><input name='"),
    "one action": repeat("/a1", "<form action='", "'><input name=n>"),
    "one action of parameters": count("&a@=1", "<form method=post action='?", "'>"),
    "actions": count(
        "<button formaction='?a@=1' name=b>x</button>", "<form method=post>"
    ),
}

PARSER: Final[dict[str, Family]] = {
    "formatting": halves("<b x=@>", "<p>x"),
    "formatting without attributes": lambda n: (
        "<p>" + "".join(f"<{name}>" * 3 for name in _FORMATTING) + "<p>x" * (n // 4)
    ),
    "formatting, all in one paragraph": count("<b x=@>"),
    "formatting, closed out of order": repeat("<b><i></b></i>"),
    "formatting, closed across blocks": repeat("<b><div></b>x"),
    "formatting, closed across blocks, at the end": lambda n: (
        "<b><div>" * (n // 12) + "</b>" * (n // 12)
    ),
    "formatting ended many times": lambda n: (
        "<b>" * (n // 8) + "<p>" + "</b><p>" * (n // 14)
    ),
    "formatting ended that is not open": repeat("</b>", "<p>"),
    "formatting behind markers": halves("<b x@><object></b></object>", "<p>x"),
    "formatting in cells": count("<td><b x=@>", "<table>"),
    "formatting in tables": count("<b x=@>", "<table>"),
    "formatting in tables, with rows": count("<b x=@><tr>", "<table>"),
    "formatting of many attributes": count(
        "<b " + " ".join(f"x{n}=@" for n in range(20)) + ">"
    ),
    "formatting, three of each": count("<b x=@><b x=@><b x=@><b x=@>"),
    "formatting in lists": count("<b x=@><li>x", "<ul>"),
    "nobr": repeat("<nobr>x"),
    "nobr in blocks": repeat("<nobr><div>"),
    "anchors across blocks": repeat("<a><div></a>x"),
    "anchors across tables": repeat("<a><table><a>"),
    "foster parenting of text": repeat("x<tr>", "<table>"),
    "foster parenting of elements": repeat("<div>", "<table>"),
    "foster parenting of closed elements": repeat("<p>x</p>", "<table>"),
    "foster parenting in templates": repeat("<p>x</p>", "<template><table>"),
    "foster parenting of white space": repeat(" x", "<table>"),
    "foster parenting, table by table": repeat("<table>x</table>"),
    "foster parenting, table in table": repeat("<table>x<td>"),
    "captions": repeat("<caption>", "<table>"),
    "columns and rows in turn": repeat("<col><tr>", "<table>"),
    "rows ended": repeat("<tr></table>", "<table>"),
    "list items in divisions": repeat("<li><div>"),
    "paragraphs in inline elements": repeat("<p><span>"),
    "end tags of paragraphs in depth": lambda n: "<div>" * 400 + "</p>" * (n // 4),
    "end tags that reach for nothing": lambda n: "<i>" * 400 + "</x>" * (n // 4),
    "end tags that a marker stops": lambda n: (
        "<div>" * 200 + "<object>" + "<i>" * 200 + "</div>" * (n // 6)
    ),
    "headings in headings": repeat("<h1><h2>"),
    "options in options": repeat("<option><option>"),
    "ruby texts": repeat("<rt>x", "<ruby>"),
    "selects in selects": repeat("<select><select>"),
    "inputs in selects": repeat("<select><input>"),
    "keygen in selects": repeat("<select><keygen><textarea>"),
    "selects in tables": repeat("<select><tr>", "<table>"),
    "frame sets in bodies": repeat("<frameset></frameset>", "<p>"),
    "plain text": repeat("<p>x", "<plaintext>"),
    "plain texts": repeat("<plaintext>"),
    "list items in lists in items": repeat("<li><ul></li>"),
    "definitions in turn": repeat("<dt>x<dd>x", "<dl>"),
    "CDATA": repeat("<![CDATA[x]]>", "<svg>"),
    "CDATA, never closed": repeat("<![CDATA[", "<svg>"),
    "CDATA of end tags": repeat("<g><![CDATA[></g>]]>", "<svg>"),
    "CDATA of brackets": repeat("]", "<svg><![CDATA["),
    "CDATA outside SVG": repeat("<![CDATA[x]]>"),
    "breaking out of SVG": repeat("<svg><b></svg>"),
    "font in SVG": repeat("<svg><font color=x>"),
    "a title in SVG": repeat("<title>x</title>", "<svg>"),
    "self-closing SVG": repeat("<g/>", "<svg>"),
    "end tags in SVG": lambda n: "<svg>" + "<g>" * 400 + "</x>" * (n // 4),
}

TOKENS: Final[dict[str, Family]] = {
    "signs": repeat("<"),
    "signs and spaces": repeat("< "),
    "signs and slashes": repeat("</"),
    "ends": repeat(">"),
    "quotes": repeat('"'),
    "quotes and signs": repeat("\"<'>"),
    "equals signs": repeat("="),
    "equals signs in a tag": repeat("=", "<a "),
    "slashes in a tag": repeat("/", "<a "),
    "spaces in a tag": repeat(" ", "<a "),
    "spaces between quotes": repeat("' ", "<a x="),
    "signs in a tag": repeat("<", "<a "),
    "tags never closed": repeat("<a "),
    "tags never closed, with values": count("<a x@='"),
    "tags cut off": repeat("<a href"),
    "comments never closed": repeat("<!--"),
    "comments cut off": repeat("<!-"),
    "comments of dashes": repeat("-", "<!--"),
    "comments with ends that are none": repeat("--x", "<!--"),
    "comments closed wrong": repeat("<!--x--!>"),
    "comments closed at once": repeat("<!-->"),
    "comments in comments": repeat("<!--<!---->-->"),
    "declarations": repeat("<!x"),
    "declarations, closed": repeat("<!x>"),
    "instructions": repeat("<?x?>"),
    "instructions never closed": repeat("<?"),
    "doctypes never closed": repeat("<!doctype '"),
    "one doctype": repeat('"x', "<!doctype html public "),
    "one long tag name": repeat("x", "<"),
    "one long tag name, closed": repeat("x", "<a", ">"),
    "one long attribute name": repeat("x", "<a ", "=1>"),
    "one long value": repeat("x", "<a title='", "'>x"),
    "one long href": repeat("/x", "<a href='", "'>x</a>"),
    "one long href of dots": repeat("../", "<a href='", "'>x</a>"),
    "one long href of escapes": repeat("%41", "<a href='/", "'>x</a>"),
    "one long href of unicode": repeat("é", "<a href='/", "'>x</a>"),
    "long hrefs": count("<a href='/" + "x/" * 20_000 + "@'>x</a>"),
    "long hrefs of unicode": count("<a href='/?" + "é" * 20_000 + "@'>x</a>"),
    "long hosts": count("<a href='http://" + "x." * 100 + "@.test/'>x</a>"),
    "hosts in Punycode": count("<a href='http://é" + "ü" * 50 + "@.test/'>x</a>"),
    "attributes": count(" x@=1", "<a", ">"),
    "attributes without space": count("x@=''", "<a ", ">"),
    "attributes of one name": repeat(" x=1", "<a", ">"),
    "attributes with signs": count(' x@=">"', "<a", ">"),
    "attributes named by signs": count(" <@", "<a", ">"),
    "attributes on many": lambda n: (
        ("<p " + "".join(f" x{i}" for i in range(200)) + ">") * (n // 800)
    ),
    "attributes in end tags": count(" x@=1", "</a", ">"),
    "attributes of data": count(" data-x@=/d@", "<a", ">"),
    "attributes of handlers": count(" on@=\"f('/h@')\"", "<a", ">"),
    "attributes of 200 handlers": lambda n: (
        ("<p" + "".join(f" on{i}=\"f('/h{i}')\"" for i in range(200)) + ">")
        * (n // 4000)
    ),
    "entities": repeat("&amp;"),
    "entities without end": repeat("&amp"),
    "entities that are none": repeat("&x;"),
    "entities in a value": repeat("&amp", "<a href='?", "'>x</a>"),
    "entities of long names": repeat("&CounterClockwiseContourIntegral;"),
    "prefixes of entities": repeat("&CounterClockwiseContourIntegra"),
    "numbered entities": repeat("&#65;"),
    "numbered entities without end": repeat("&#x41 "),
    "numbered entities too large": repeat("&#9999999999;"),
    "one long numbered entity": repeat("9", "&#"),
    "ampersands": repeat("&"),
    "zeros": repeat("\0"),
    "zeros between": repeat("\0x"),
    "zeros in tags": repeat("<a\0b c\0=d\0>"),
    "zeros in raw text": repeat("\0", "<script>"),
    "zeros in tables": repeat("\0", "<table>"),
    "byte order marks": repeat("\ufeff"),
    "surrogates": repeat("\ud800"),
    "carriage returns": repeat("\r"),
    "form feeds": repeat("<a\f>"),
    "spaces": repeat(" "),
    "spaces that are not ASCII": repeat("\u00a0"),
    "breaks": repeat("\n\n"),
    "combining marks": repeat("\u0301\u0323", "a"),
    "combining marks on letters": repeat("a\u0327\u0301"),
    "ligatures that grow": repeat("\ufdfa"),
    "digits": repeat("1"),
    "digits and letters": repeat("1a"),
    "digits and signs": repeat("1-a_"),
    "numbers": count("@ "),
    "letters and signs": repeat("x_:-"),
    "months": repeat("march 1 "),
    "hexadecimal": repeat("0123456789abcdef "),
    "identifiers": repeat("f47ac10b-58cc-4372-a567-0e02b2c3d479 "),
    "words of time": repeat("am "),
    "scripts of many kinds": repeat("a中がก한བ"),
    "raw text never closed": repeat("<script>"),
    "raw text with ends that are none": repeat("</scrip", "<script>"),
    "raw text with ends in comments": repeat("<!--<script>", "<script>"),
    "styles never closed": repeat("<style>"),
    "titles never closed": repeat("<title>"),
    "text areas never closed": repeat("<textarea>"),
    "frames of raw text": repeat("<noframes>"),
    "raw text of many kinds": repeat("<xmp></xmp><noembed></noembed>"),
}

VALUES: Final[dict[str, Family]] = {
    "srcset": count("a@.png 1x, ", "<img srcset='", "'>"),
    "srcset of commas": repeat(",", "<img srcset='", "'>"),
    "srcset of commas in URLs": repeat("a,", "<img srcset='", "'>"),
    "srcset of brackets": repeat("a (", "<img srcset='", "'>"),
    "srcset of closed brackets": repeat("a (),", "<img srcset='", "'>"),
    "srcsets": count("<img srcset='a@.png 1x, b@.png 2x'>"),
    "ping": count("/p@ ", "<a ping='", "'>"),
    "archive": count("a@,", "<object codebase=/c archive='", "'>"),
    "refresh": repeat(" ", "<meta http-equiv=refresh content='0;", "'>"),
    "refresh of digits": repeat("1.", "<meta http-equiv=refresh content='", "'>"),
    "refresh of quotes": repeat('"', "<meta http-equiv=refresh content='0;url=", "'>"),
    "tasks": count("action-uri=/t@;", "<meta name=msapplication-task content='", "'>"),
    "policy": count(
        "report-uri /r@;", "<meta http-equiv=content-security-policy content='", "'>"
    ),
    "policy of spaces": repeat(
        "report-uri ", "<meta http-equiv=content-security-policy content='", "'>"
    ),
    "style of URLs": count("url(/u@)", "<p style='", "'>"),
    "style of brackets": repeat("url(", "<p style='", "'>"),
    "style of quotes": repeat('url("', "<p style='", "'>"),
    "style of escapes": repeat("\\", "<p style='url(", "'>"),
    "style of comments": repeat("/*", "<p style='url()", "'>"),
    "style of imports": repeat("@import ", "<style>"),
    "style of namespaces": repeat("@namespace x ", "<style>("),
    "style of sets": repeat("image-set(", "<style>"),
    "style of spaces": repeat(" ", "<style>url(", "x"),
    "style of spaces, many": repeat("url(      x", "<style>"),
    "data URL": repeat("%3C", "<a href='data:text/html,", "href='>"),
    "data URL in base64": repeat("PGEg", "<a href='data:text/html;base64,", "'>"),
    "data URLs": count(
        "<a href='data:text/html,<a href=/@ title=" + "x" * 2000 + ">'>"
    ),
    "data URLs of spaces": count(
        "<a href='data:text/html" + ";" * 99 + ",<a href=/@>'>"
    ),
    "comment of markup": count("<a href=/c@>", "<!--"),
    "comment of signs": repeat("<a", "<!--"),
    "comment of signs and ends": repeat("<a>", "<!--"),
    "text of URLs": count("http://h.test/u@ "),
    "text of URLs of others": count("http://u@.test/ "),
    "text of schemes": repeat("http://"),
    "text of schemes and more": repeat("http:///x/"),
    "text of one URL": repeat("x", "http://h.test/"),
    "text of brackets": repeat(")", "http://h.test/"),
    "text of brackets, opened": repeat("(", "http://h.test/", ")" * 999),
    "text of URLs that end in brackets": count(
        "http://h.test/u@" + "(" * 900 + ")" * 900 + " "
    ),
    "text of URLs that end in brackets too many": count(
        "http://h.test/u@" + ")" * 1900 + " "
    ),
    "text of URLs with entities": count("http://h.test/u@?" + "&amp;" * 300 + " "),
    "text of dots": repeat("../"),
    "text of dots and names": repeat("./a/"),
    "text of dots and names that go on": repeat("./" + "a" * 70 + "/"),
    "text of paths": count("../a/b@.html "),
    "text of paths that are none": repeat("./a/b/c/d/e/f/g/h/i/j.html!"),
    "text of names": repeat("a.", "./a/"),
    "text of hyphens": repeat("-", "./a/"),
    "text of percent signs": repeat("%", "./a/"),
    "canonical link": repeat("/x", "<link rel=canonical href='"),
    "base of dots": lambda n: (
        f"<base href='{'a/' * 30_000}'>" + "<a href=../x>x</a>" * (n // 18)
    ),
    "a long base": lambda n: (
        f"<base href='/{'a' * 60_000}/'>" + count("<a href=@>x</a>")(n)
    ),
    "a base of unicode": lambda n: (
        f"<base href='/{'é' * 10_000}/'>" + count("<a href=@>x</a>")(n)
    ),
    "a base of script": count("<a href=@>x</a>", "<base href='javascript:f()'>"),
    "a base of data": count("<a href=@>x</a>", "<base href='data:text/html,x'>"),
}

MARKUP: Final[dict[str, Family]] = {
    f"{title}: {name}": make
    for title, group in (
        ("depth", DEPTH),
        ("width", WIDTH),
        ("controls", CONTROLS),
        ("parser", PARSER),
        ("tokens", TOKENS),
        ("values", VALUES),
    )
    for name, make in group.items()
}
