"""What a document may cost, and what its bounded form keeps."""

from __future__ import annotations

import random
import re
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from crawler.dom.flatten import MAX_DEPTH, flatten
from crawler.dom.guard import MAX_REOPENED, SMALL, depth_bound, guard
from crawler.dom.guard_tags import LONG, PIECE, name_bound, tags_of
from tests.dom.documents import depth, document, urls

N = 11_000
LINK = '<a href="/x">t</a>'

# Ways to a deep tree, some of which a count of tags that match does not see.
DEEP = {
    "divisions": "<div>" * N,
    "lists": "<ul><li>" * N,
    "definitions": "<dl><dd>" * N,
    "unknown": "<x-y>" * N,
    "tables": "<table><tr><td>" * N,
    "anchors": "<a><div>" * N,
    "a paragraph that a block ends": "<p><div></p>" * N,
    "an end tag in a comment": "<div><!--</div>-->" * N,
    "an end tag in a value": '<div title="</div>">' * N,
    "an end tag after a quoted sign": '<div title="></div>">' * N,
    "an end tag in a script": "<div><script></div></script>" * N,
    "an end tag in a title": "<div><textarea></div></textarea>" * N,
    "an end tag in a declaration": "<div><!</div>" * N,
    "an end tag out of reach": "<div><table></div></table>" * N,
    "end tags that match nothing": "<div></q>" * N,
    "closed": "<div>" * N + LINK + "</div>" * N,
}
# The same, but where the parser leaves something out, or opens it elsewhere.
RICH = {
    "a row outside a table": "<tr><div></tr>" * N,
    "CDATA": "<svg>" + "<g><![CDATA[></g>]]>" * N,
    "void in SVG": "<svg>" + "<link>" * N,
    "misnested": "<b><div></b>x" * N,
    "reopened": "<p>"
    + "".join(f"<b x={number}>" for number in range(N // 10))
    + "<p>x" * N,
    "reopened without attributes": "<p>"
    + "".join(
        f"<{name}>" * 3
        for name in ["b", "big", "code", "em", "font", "i", "s", "small", "u"]
    )
    + "<p>x" * 4 * N,
    "reopened behind a marker": "".join(
        f"<b x{number}><object></b></object>" for number in range(N // 10)
    )
    + "<p>x" * N,
    "two bodies' attributes": "".join(f"<body x{number}>" for number in range(N)),
    "options": "<select>" + "<option>x" * N,
    "entities": "&amp;&lt" * N,
    "comments": "<!--" * N,
    "signs": "<" * N,
}
ATTRIBUTES = {
    "plain": " ".join(f"x{number}" for number in range(N)),
    "slashes": "/".join(f"x{number}" for number in range(N)),
    "quoted signs": " ".join(f'x{number}=">"' for number in range(N)),
    "two quoted signs": " ".join(f"x{number}='>>'" for number in range(N)),
    "spaced quoted signs": " ".join(f'x{number} =  ">"' for number in range(N)),
    "nothing between": "".join(f"x{number}=''" for number in range(N)),
    "tags in values": " ".join(f'x{number}="<b>"' for number in range(N)),
}

# Ways to many different names, which the parser keeps in one table of a fixed size.
_MANY = range(3_000)
NAMES = {
    "elements": "".join(f"<x{n}></x{n}>" for n in _MANY),
    "elements of SVG": "<svg>" + "".join(f"<g{n} x/>" for n in _MANY),
    "attributes": "".join(f"<p x{n}=1>" for n in _MANY),
    "attributes without value": "".join(f"<p x{n}>" for n in _MANY),
    "attributes that begin with a sign": "".join(f"<p =x{n}>" for n in _MANY),
    "attributes with quotation marks": "".join(f"""<p "x{n}"'>""" for n in _MANY),
    "attributes of some": "".join(
        f"<p {' '.join(f'x{n}_{m}' for m in range(70))}>" for n in range(50)
    ),
    "long ones": "".join(f"<p {'x' * 70}{n}>" for n in _MANY),
    "behind a script": "<script>'</script>" + "".join(f"<p x{n}=1>" for n in _MANY),
}


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.dom.guard.MAX_NAMES", 2_000)
    monkeypatch.setattr("crawler.dom.flatten.MAX_NAMES", 500)
    bounded, marks = guard(NAMES[name] + LINK)
    assert "names" in marks
    tree = LexborHTMLParser(bounded)
    assert tree.root is not None
    found: set[str] = set()
    for node in tree.root.traverse():
        found.update((node.tag or "", *node.attributes))
    assert len(found) < 2 * 500 + 100
    assert urls(NAMES[name] + LINK)[-1:] == ["http://h.test/x"]


def test_rare_names_hide_no_common_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.dom.flatten.MAX_NAMES", 2)
    source = (
        "<a1 b1><a2 b2><a3 b3><form action=/f id=i><input name=n hidden b1 b4>"
        "<script src=s>if (1<a) '<x>'</script><svg><a4/><use xlink:href=#u /></svg>"
        "<a2 b2>x</a2></form></a3>"
    )
    bounded, marks = flatten(source, 9, rare=True)
    assert marks == ("names",)
    assert _shape(bounded) == _shape(
        "<a1 b1><a2 b2><x-rare><form action=/f id=i><input name=n hidden b1>"
        "<script src=s>if (1\\x3ca) '\\x3cx>'</script><svg><x-rare/>"
        "<use xlink:href=#u /></svg><a2 b2>x</a2></form></x-rare>"
    )


@pytest.mark.parametrize("before", ["<p x='>", "<svg><title>", "<!--", "<script>"])
def test_names_that_are_none_make_none(
    before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crawler.dom.guard.MAX_NAMES", 2_000)
    bounded, _ = guard(before + NAMES["attributes"])
    tree = LexborHTMLParser(bounded)
    assert tree.root is not None
    assert sum(len(node.attributes) for node in tree.root.traverse()) < 10


@pytest.mark.parametrize("name", DEEP)
def test_deep(name: str) -> None:
    start = time.process_time()
    page = document(DEEP[name] + LINK)
    assert time.process_time() - start < 4
    assert "deep" in page.notes
    assert depth(page) < 4 * MAX_DEPTH
    assert urls(DEEP[name] + LINK)[-1:] == ["http://h.test/x"]


@pytest.mark.parametrize("name", RICH)
def test_rich(name: str) -> None:
    start = time.process_time()
    page = document(RICH[name] + LINK)
    assert time.process_time() - start < 4
    assert page.tree is not None
    assert depth(page) < 4 * MAX_DEPTH
    nodes = sum(1 for _ in page.tree.root.traverse()) if page.tree.root else 0
    assert nodes < RICH[name].count("<") * 2 + MAX_REOPENED


@pytest.mark.parametrize("name", ATTRIBUTES)
@pytest.mark.parametrize("before", ["", '="', "<svg><title>", "<script>'</script>"])
def test_attributes(name: str, before: str) -> None:
    start = time.process_time()
    page = document(f"{before}<a {ATTRIBUTES[name]} href=/x>t</a>")
    assert time.process_time() - start < 2
    if before != "<svg><title>":
        assert "attributes" in page.notes
        assert urls(f"{before}<a {ATTRIBUTES[name]} href=/x>t</a>") == [
            "http://h.test/x"
        ]


def test_tags_beyond_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.dom.flatten.MAX_TAGS", 100)
    bounded, marks = flatten("<hr>" * 101 + LINK, 1)
    assert marks == ("truncated",)
    assert bounded.count("<") == 100


def test_of_tags_beyond_the_most_nothing_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("guard", "flatten"):
        monkeypatch.setattr(f"crawler.dom.{module}.MAX_TAGS", 2_000)
    monkeypatch.setattr("crawler.dom.flatten.MAX_NAMES", 500)
    bounded, marks = guard(NAMES["attributes"])
    assert marks == ("names", "truncated")
    assert bounded.count("<p") == 2_000


@pytest.mark.parametrize(
    "source",
    [
        "<p>" * (SMALL // 3),
        "<ul>" + "<li><a href=/w>w</a></li>" * 40_000 + "</ul>",
        "<p><input value='" + "A0B1C2D3E4F5G6H7I8J9+/" * 8_000 + "'>",
        "<script>x = 1</script>" + "<p title='it''s'>it = 'x" * 6_000,
        "<p>it's " * 3_000 + "<a title='x'>y</a>",
        "".join(f"<a href='/list/{n}#i{n}' id=i{n}>x</a>" for n in range(12_000)),
    ],
)
def test_large_pages_of_every_day_are_parsed_as_they_are(source: str) -> None:
    assert guard(source) == (source, ())


@pytest.mark.parametrize(
    "source",
    [
        "<table>" + "<tr><td><b>x</b><td><i class=y>z</i>" * 6_000 + "</table>",
        "<ul>" + "<li><a href=/w>w" * 6_000 + "</ul>",
        "<script>" + "x('<b>'); " * 20_000 + "</script>",
    ],
)
def test_others_are_written_anew_and_stay_what_they_are(source: str) -> None:
    written, marks = guard(source)
    assert written != source
    assert marks == ()
    assert _shape(written) == _shape(source)


_WORDS = ("p", "div", "ul", "span", "em", "section", "h2", "b", "article", "a", "x-y")


def _page(rng: random.Random, tags: int) -> str:
    """A page that a careful author would write."""
    out: list[str] = ["<!DOCTYPE html><html lang=en><head><title>t & u</title></head>"]
    out.append("<body class=b>")
    stack: list[str] = []
    for number in range(tags):
        if stack and (rng.random() < 0.5 or len(stack) > 30):
            out.append(f"</{stack.pop()}>")
            continue
        inline = any(name in {"p", "h2", "span", "em", "b", "a"} for name in stack)
        name = rng.choice(("span", "em", "b", "x-y") if inline else _WORDS)
        if rng.random() < 0.2:
            out.append(rng.choice(("<br>", "<img src='i>.png' alt=a>", "<hr/>")))
        out.append(f'<{name} id="n{number}" class=c>text &lt; {number}')
        stack.append(name)
    out.extend(f"</{name}>" for name in reversed(stack))
    out.append("<script>if (a<b) c('</p>')</script><svg><g><path d='M0'/></g></svg>")
    return "".join(out)


def _shape(source: str) -> list[tuple[str | None, dict[str, str | None]]]:
    root = LexborHTMLParser(source).root
    assert root is not None
    return [(node.tag, node.attributes) for node in root.traverse()]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 300))
def test_the_bounded_form_of_a_proper_page_is_the_page(seed: int, tags: int) -> None:
    source = _page(random.Random(seed), tags)
    bounded, marks = flatten(source, 100)
    assert marks == ()
    assert _shape(bounded) == _shape(source)
    assert _shape(flatten(source, 100, rare=True)[0]) == _shape(source)


@pytest.mark.parametrize(
    "source",
    [
        "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
        "<p>a<p>b<div>c</div>d",
        "<dl><dt>a<dd>b<dt>c<dd>d</dl>",
        "<table><tr><td>a<td>b<tr><th>c<td>d<tbody><tr><td>e</table>",
        "<select><option>a<option selected>b<optgroup label=x><option>c</select>",
        "x</p><br></br>",
        "<div><p><table><tr><td></table></div>",
        "<div></span></div></div>x",
        "<!DOCTYPE html><p><table><tr><td></table>",
        "<p><table><tr><td></table>",
        "<svg viewBox='0 0 1 1'><path/><g/><a/>t</svg><p/>x",
        "<textarea><p>&amp;</textarea><style>a<b</style><title>x<y</title>",
        "<html a><head><meta charset=x><body b><html c><body d>"[:41],
        "<a href=x/>t</a><img src=y/>",
        "<frameset><frame src=x><noframes><p></noframes></frameset>",
        "a < b <<p>c</p> <3",
    ],
)
def test_the_bounded_form_of_common_shorthand_is_the_page(source: str) -> None:
    assert _shape(flatten(source, 100)[0]) == _shape(source)


def test_comments_do_not_let_texts_become_tags() -> None:
    assert "<div" not in flatten("<<!-- x -->div>", 9)[0]
    assert _shape(flatten("<<!-- x -->div>", 9)[0]) == _shape("x")


# Parts of markup, one a word; "+" stands for a space within a part.
_PARTS = """
<div> </div> <p> </p> <b> </b> <b+x=1> <i> </i> <a> </a> <table> </table> <tr> </tr>
<td> </td> <ul> </ul> <li> </li> <form> </form> <svg> </svg> <g> </g> <g/> <br> <title>
</title> <textarea> </textarea> <script> </script> <!-- --> <![CDATA[ ]]> <select>
</select> <option> <template> </template> <object> </object> <math> <mi> </mi>
<foreignObject> </foreignObject> <h1> </h1> <button> </button> <x> </x> <!x> <?x> </>
<body> </body> <html> <head> </head> <plaintext> <frameset> <caption> </caption> <col>
<link> <nobr> </nobr> <dd> <dt> text ' " <q+r=' <q+r=" > < = <div/> <noscript>
</noscript> <iframe> </iframe>
"""
_SOUP = st.lists(st.sampled_from(_PARTS.split()), min_size=1, max_size=30)


def _text(parts: list[str]) -> str:
    return "".join(parts).replace("+", " ")


@settings(deadline=None, max_examples=200)
@given(_SOUP, st.integers(2, 60))
def test_the_bounded_form_of_any_soup_is_bounded(parts: list[str], times: int) -> None:
    source = _text(parts) * times
    bounded, _ = flatten(source, 4)
    tree = LexborHTMLParser(bounded)
    nodes = sum(1 for _ in tree.root.traverse()) if tree.root else 0
    assert nodes <= 8 * (len(parts) * times + 4)


@settings(deadline=None, max_examples=25)
@given(_SOUP)
def test_no_soup_is_deeper_than_the_writer(parts: list[str]) -> None:
    bounded, _ = flatten(_text(parts) * 700, 4)
    page = document("")
    page.tree = LexborHTMLParser(bounded)
    assert depth(page) <= 4 * MAX_DEPTH


@settings(deadline=None, max_examples=200)
@given(_SOUP, st.integers(1, 40))
def test_the_bound_of_depth_holds_for_any_soup(parts: list[str], times: int) -> None:
    source = _text(parts) * times
    page = document("")
    page.tree = LexborHTMLParser(source)
    tags = len(re.findall("<[a-zA-Z]", source))
    # A table gives itself two more levels, a document three.
    assert depth(page) <= 4 * depth_bound(source, tags) + 4


@pytest.mark.parametrize("different", [PIECE - 1, PIECE, 2 * PIECE + 1])
def test_names_are_counted_once_over_all_pieces(different: int) -> None:
    """Each stands in the document three times, a piece or more apart."""
    names = " ".join(f"n{number}" for number in range(different))
    long = " ".join([("x" * LONG) + " y"] * 3)
    data = f"<a {names} {names} {names} {long}>".encode()
    codes = np.frombuffer(data + b"  >", dtype=np.uint8)
    tags = tags_of(codes, np.flatnonzero(codes == ord("<")))
    # And "a", "y"; a long one counts each time.
    assert name_bound(data, codes, tags, different + 5) == different + 5
