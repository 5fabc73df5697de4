"""Records of answers: layouts, the table model, data, hostile pages."""

# ruff: noqa: E501 - markup is read best when it is not broken
from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom import Document, parse
from crawler.harvest.records import Extractor
from crawler.harvest.records_tree import tree_of
from tests.cases import case

if TYPE_CHECKING:
    from crawler.harvest.records_found import Found

URL = "http://db.test/find?q=1"


def document(body: str, kind: str = "text/html; charset=utf-8") -> Document:
    return parse(body.encode("utf-8", "surrogatepass"), url=URL, content_type=kind)


def extract(body: str, empty: str = "", echo: tuple[str, ...] = ()) -> Found:
    extractor = Extractor()
    if empty:
        extractor.contrast.learn(tree_of(document(empty)))
    return extractor.extract(document(body), echo)


def fields(found: Found) -> list[dict[str, str]]:
    return [dict(record.fields) for record in found.records]


def test_c39_spanning_cells_cover_their_slots() -> None:
    given_, expected = case("C39")
    found = fields(extract(given_["html"]))
    assert [list(one) for one in found] == [expected["columns"]] * 5
    assert [list(one.values()) for one in found] == expected["records"]


ROW = '<tr><td><a href="/p/{0}">name{0}</a></td><td>{0}00</td></tr>'
HEAD = "<tr><th>Name</th><th>Size</th></tr>"

TABLES = [
    ("thead missing", HEAD + ROW.format(1) + ROW.format(2), 2),
    ("header again", HEAD + ROW.format(1) + HEAD + ROW.format(2), 2),
    ("group row", HEAD + '<tr><th colspan="2">G</th></tr>' + ROW.format(1), 1),
    ("message row", HEAD + '<tr><td colspan="2">No data</td></tr>', 0),
    ("one row", f"<thead>{HEAD}</thead>{ROW.format(1)}", 1),
    ("empty row", HEAD + "<tr><td></td><td></td></tr>" + ROW.format(1), 1),
    ("layout", f"<tr><td><table>{HEAD}{ROW.format(1)}</table></td></tr>", 1),
]


@pytest.mark.parametrize(("rows", "number"), [t[1:] for t in TABLES])
def test_rows_that_are_records(rows: str, number: int) -> None:
    found = extract(f"<body><table>{rows}</table>")
    assert len(found.records) == number
    for one in found.records:
        assert list(one.fields) == ["Name", "Size"]
        assert one.links["Name"].startswith("http://db.test/p/")


def test_a_heading_in_the_table_is_the_section_of_its_rows() -> None:
    body = HEAD + '<tr><th colspan="2">Old</th></tr>' + ROW.format(1) + ROW.format(2)
    assert {r.section for r in extract(f"<table>{body}</table>").records} == {"Old"}


def test_marks_of_sorting_are_no_part_of_a_name() -> None:
    body = "<thead><tr><th>name ▼<th>size</thead><tr><td>a<td>1<tr><td>b<td>2"
    assert list(fields(extract(f"<table>{body}</table>"))[0]) == ["name", "size"]


@pytest.mark.parametrize("mark", ["Sponsored", "Anzeige", "広告", "[Ad]"])
def test_promoted_items_are_left_out(mark: str) -> None:
    item = '<li><a href="/{0}">title {0}</a> <p>text of {0} here</p></li>'
    promoted = f'<li><a href="/x">buy</a> <p>cheap things</p><i>{mark}</i></li>'
    body = "".join(item.format(n) for n in range(5))
    found = extract(f"<ul>{body}{promoted}</ul>")
    assert len(found.records) == 5
    assert found.promoted == 1


def test_what_the_page_without_results_shows_is_no_record() -> None:
    popular = "".join(
        f'<div><h4><a href="/t{n}">hit {n}</a></h4><p>of the month {n}</p></div>'
        for n in range(9)
    )
    chrome = f"<body><div>{popular}</div>"
    item = '<p><a href="/{0}">title {0}</a> <span>value {0}</span></p>'
    page = chrome + "<div>" + item.format(1) + item.format(2) + "</div>"
    found = extract(page, chrome)
    assert [r.fields["title"] for r in found.records] == ["title 1", "title 2"]
    assert not extract(chrome, chrome).records


def test_an_item_on_every_answer_while_others_change_is_promoted() -> None:
    extractor = Extractor()
    item = "<li><b>name {0}</b> <p>text {0}</p></li>"
    for page in range(6):
        names = ["always", *(f"{page} {n}" for n in range(3))]
        body = "<ul>" + "".join(map(item.format, names)) + "</ul>"
        found = extractor.extract(document(body))
    assert len(found.records) == 3
    assert found.promoted == 1


def test_one_item_is_found_where_there_were_many() -> None:
    extractor = Extractor()
    item = '<li><a href="/{0}">title {0}</a> <span>Berlin</span> <span>{0}</span></li>'
    many = "".join(item.format(n) for n in range(5))
    extractor.extract(document(f"<div><ul>{many}</ul></div>"))
    found = extractor.extract(document(f"<div><ul>{item.format(7)}</ul></div>"))
    assert [record.fields["title"] for record in found.records] == ["title 7"]
    assert found.known


STYLES = {
    # In the manner of a wiki's search: groups within a dl, markers in the text.
    "wiki": (
        '<dl class="results">{}</dl>',
        (
            '<div class="one"><dt><a href="/w?id=p{0}&s[]=x">page {0}</a></dt>'
            '<dd class="meta"><span class="hits">{0} Hits</span>, <span>Last modified:'
            "</span> <time>now</time></dd>"
            '<dd class="snippet">a <b class="search_hit">x</b> of {0}</dd></div>'
        ),
        {"title": "page 3", "Last modified": "now", "snippet": "a x of 3"},
    ),
    # In the manner of an encyclopaedia's search.
    "encyclopaedia": (
        '<ul class="mw-list">{}</ul>',
        (
            '<li class="mw-item"><div class="mw-item-heading"><a href="/i/{0}">Item:{0}</a>'
            '</div><div class="excerpt">| <span class="searchmatch">x</span> no {0}</div>'
            '<div class="mw-item-data">{0} KB - 16:20, 3 May 2024</div></li>'
        ),
        {"heading": "Item:3", "excerpt": "x no 3"},
    ),
    # In the manner of a table browser: references in cells.
    "rows": (
        "<table><thead><tr><th>name</th><th>section</th></tr></thead>{}</table>",
        (
            '<tr><td><a href="/t/{0}">n{0}</a></td><td><a href="/s/1">net</a>&nbsp;<em>1'
            "</em></td></tr>"
        ),
        {"name": "n3", "section": "net 1"},
    ),
}


@pytest.mark.parametrize("style", STYLES)
def test_styles_of_real_applications(style: str) -> None:
    frame, item, told = STYLES[style]
    body = frame.format("".join(item.format(n) for n in range(1, 7)))
    found = fields(extract(f"<body><h1>Search</h1>{body}", echo=("x",)))
    assert len(found) == 6
    assert told.items() <= found[2].items()


DATA = [
    ('{"total": 9, "results": [{"a": 1, "b": {"c": "x"}}, {"a": 2}]}', 9, 2),
    ('{"columns": ["a", "b"], "rows": [[1, 2], [3, 4], [5, 6]]}', None, 3),
    ('{"hits": {"total": {"value": 40}, "hits": [{"id": 1}, {"id": 2}]}}', 40, 2),
    (
        '{"x1": {"n": 1, "m": 2}, "x2": {"n": 2, "m": 2}, "x3": {"n": 3, "m": 1}}',
        None,
        3,
    ),
    ('{"a": 1}\n{"a": 2}\n', None, 2),
    ('{"results": [], "total": 0}', 0, 0),
    ('{"error": "no such thing", "code": 3}', None, 0),
    ("[1, 2, 3]", None, 0),
    ("[" * 100_000, None, 0),
    ('{"n": ' + "9" * 5_000 + "}", None, 0),
    ('{"a": "x", "b": "y"}', None, 1),
]


@pytest.mark.parametrize(("text", "total", "number"), DATA)
def test_answers_in_json(text: str, total: int | None, number: int) -> None:
    found = Extractor().extract(document(text, "application/json"))
    assert len(found.records) == number
    assert (found.claim.total if found.claim else None) == total


def test_answers_in_xml() -> None:
    items = "".join(
        f"<entry><id>{n}</id><title>t{n}</title><link href='/e/{n}'/></entry>"
        for n in range(3)
    )
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec">'
        f'<o:totalResults>17</o:totalResults><link rel="next" href="/p2"/>'
        f"{items}</feed>"
    )
    found = Extractor().extract(document(feed, "application/atom+xml"))
    assert [record.fields["title"] for record in found.records] == ["t0", "t1", "t2"]
    assert found.claim is not None
    assert found.claim.total == 17
    assert found.next == "http://db.test/p2"
    rows = "<r><row a='1'><n>x</n></row><row a='2'><n>y</n></row></r>"
    found = Extractor().extract(document(rows, "text/xml"))
    assert fields(found) == [{"a": "1", "n": "x"}, {"a": "2", "n": "y"}]


def test_identity_does_not_depend_on_the_other_records_of_a_page() -> None:
    item = '<li><h3><a href="/{0}">title {0}</a></h3><i>x {0}</i> <p>text {0}</p></li>'
    more = '<li><img src="/{0}.png"><h3><a href="/{0}">title {0}</a></h3><p>b</p></li>'
    one = extract("<ul>" + "".join(item.format(n) for n in range(4)) + "</ul>")
    other = extract("<ul>" + item.format(0) + more.format(8) + item.format(9) + "</ul>")
    assert one.records[0].identity == other.records[0].identity
    assert len({record.identity for record in other.records}) == 3


HOSTILE = {
    "spans": "<table><tr>" + "<td rowspan=65534 colspan=1000>x" * 30 + "<tr><td>y" * 99,
    "deep": "<div>" * 5_000 + "x",
    "tables": "<table><tr><td>" * 500 + "x",
    "lists": "".join(f"<ul><li>a<li>b {n}" for n in range(500)),
    "colons": "<p>" + "a: " * 20_000,
    "links": "".join(f"<a href='?page={n}'>{n}</a>" for n in range(3_000)),
    "terms": "<dl>" + "<dt>n<dd>v" * 2_000,
    "nothing": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_end(name: str) -> None:
    extract(HOSTILE[name])


def test_a_page_that_is_too_large_is_cut_with_a_note() -> None:
    page = document("<table><tr><th>a<th>b" + "<tr><td>x<td>1" * 40_000)
    found = Extractor().extract(page)
    assert "cut" in found.notes
    assert 1_000 < len(found.records) < 40_000


_TAGS = st.sampled_from(
    [
        "table",
        "tr",
        "td",
        "th",
        "thead",
        "tbody",
        "dl",
        "dt",
        "dd",
        "ul",
        "li",
        "div",
        "p",
        "h3",
        "a",
        "span",
        "b",
        "br",
        "form",
        "input",
    ]
)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(_TAGS, st.text(max_size=6), st.booleans()), max_size=60))
def test_no_document_raises(parts: list[tuple[str, str, bool]]) -> None:
    body = "".join(
        f"<{tag} href=/{n}>{text}" + f"</{tag}>" * end
        for n, (tag, text, end) in enumerate(parts)
    )
    found = extract(body)
    for record in found.records:
        assert record.identity
        assert all(record.fields.values())


def test_facets_of_an_answer_in_json_are_no_records() -> None:
    facets = [{"value": f"v{n}", "count": n, "url": f"/f/{n}"} for n in range(9)]
    items = [{"title": "A", "info": {"year": 1}}, {"title": "B", "info": {"year": 2}}]
    for name in ("facets", "filters", "aggregations"):
        body = json.dumps({name: {"kind": facets}, "hits": {"hits": items}})
        found = extract_data(body)
        assert [one["title"] for one in fields(found)] == ["A", "B"]


def extract_data(body: str) -> Found:
    return Extractor().extract(document(body, "application/json"))
