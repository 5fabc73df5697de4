"""The default measure of structure."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from crawler.cluster import ClusterOptions, digest, similarity, tree_vector
from crawler.dom.skeleton import Node, Skeleton, decode, encode
from tests.cluster.trees import (
    Tree,
    bodies,
    common,
    folded,
    markup,
    measure,
    size,
    weights,
)

CHROME = "<header><nav><a>h</a><a>c</a></nav></header>{}<footer><p>f</p></footer>"
ROW = "<tr><td><a href=/1>n</a></td><td>x</td><td><img></td></tr>"


def rows(count: int, row: str = ROW) -> str:
    return CHROME.format(f"<main><h1>L</h1><table>{row * count}</table></main>")


@settings(deadline=None, max_examples=60)
@given(bodies, bodies)
def test_it_is_the_plain_definition(a: Tree, b: Tree) -> None:
    one, other = measure(markup(a)), measure(markup(b))
    plain = weights(folded(a))
    assert one.nodes == size(folded(a))
    assert sorted(one.features.values()) == pytest.approx(sorted(plain.values()))
    expected = common(plain, weights(folded(b)))
    assert similarity(one, other) == pytest.approx(expected, abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(bodies, st.randoms(use_true_random=False))
def test_the_order_of_siblings_leaves_no_trace(tree: Tree, rng: object) -> None:
    def shuffled(node: Tree) -> Tree:
        children = [shuffled(child) for child in node[1]]
        rng.shuffle(children)  # type: ignore[attr-defined]
        return node[0], tuple(children)

    assert measure(markup(tree)) == measure(markup(shuffled(tree)))


@settings(deadline=None, max_examples=60)
@given(bodies, st.integers(2, 5))
def test_repeating_siblings_changes_nothing(tree: Tree, times: int) -> None:
    def repeated(node: Tree) -> Tree:
        return node[0], tuple(repeated(child) for child in node[1]) * times

    # Texts that were apart may come to stand side by side, as in any page.
    assert measure(markup(tree)) == measure(markup(repeated(tree)))


@pytest.mark.parametrize("count", [2, 3, 10, 200])
@pytest.mark.parametrize(
    "row",
    [
        ROW,
        ROW + "\n  ",
        ROW + "<!-- row -->",
        '<tr class=odd><td>1</td></tr><tr class="even"><td>2</td></tr>',
        "<tr><td><b>x</b></td></tr><tr><td colspan=2><hr></td></tr>",
        "<tr><td><ul><li>1</li><li>2</li></ul></td></tr>",
    ],
)
def test_any_number_of_rows_is_one_structure(row: str, count: int) -> None:
    assert measure(rows(count, row)) == measure(rows(1, row))


def test_rows_differ_in_the_number_of_their_own_parts() -> None:
    varied = "".join(f"<tr><td>{'<i>x</i>' * n}</td></tr>" for n in (1, 2, 7, 3))
    assert measure(rows(1, varied)) == measure(rows(1, "<tr><td><i>x</i></td></tr>"))


def test_without_runs_each_row_counts() -> None:
    options = ClusterOptions(runs=False)
    few, many = measure(rows(3), options), measure(rows(200), options)
    assert few.nodes < many.nodes
    assert similarity(few, many) < 0.9


SAME = {
    "text is text": ("<p>one</p>", "<p>quite another text</p>"),
    "attributes": ("<p id=a class=x data-n=1>t</p>", "<p id=b>t</p>"),
    "white space": ("<p>a</p><p>b</p>", "\n<p>a</p>\n\t <p>b</p>\r\n"),
    "comment": ("<p>a<i></i></p>", "<!-- x --><p>a<!-- y --><i></i></p>"),
    "text broken by a comment": ("<p>ab</p>", "<p>a<!-- y -->b</p>"),
    "script": ("<p>a</p>", "<p>a</p><script>var t = 1;</script>"),
    "script inside": ("<p>a</p>", "<p>a<script src=x></script></p>"),
    "style": ("<p>a</p>", "<style>p { color: red }</style><p>a</p>"),
    "link and meta": ("<p>a</p>", "<link rel=x href=y><meta name=a><p>a</p>"),
    "template": ("<p>a</p>", "<template><div>b</div></template><p>a</p>"),
    "options of a select": (
        "<select><option>1</select>",
        "<select><optgroup><option>1</optgroup><option>2</select>",
    ),
    "value of a text area": ("<textarea></textarea>", "<textarea>abc</textarea>"),
    "drawing": ("<svg><path /></svg>", "<svg><g><circle /></g><path /></svg>"),
    "formula": ("<math><mi>x</mi></math>", "<math><mrow><mn>1</mn></mrow></math>"),
    "head": ("<title>a</title><p>x</p>", "<link rel=icon><p>x</p>"),
    "order": ("<p>a</p><ul><li>1</li></ul>", "<ul><li>1</li></ul><p>a</p>"),
    "order of text": ("<p>a<br></p>", "<p><br>a</p>"),
    "case": ("<DIV><P>a</DIV>", "<div><p>a</p></div>"),
}
DIFFERENT = {
    "element": ("<p>a</p>", "<p>a</p><hr>"),
    "name": ("<p>a</p>", "<div>a</div>"),
    "depth": ("<div><p>a</p></div>", "<div><div><p>a</p></div></div>"),
    "parent": ("<a><img></a>", "<center><img></center>"),
    "text or none": ("<td><p>a</p>", "<td><p></p>"),
    "no-break space is text": ("<p>&nbsp;</p>", "<p> </p>"),
    "text beside": ("<p><b>x</b></p>", "<p>a <b>x</b></p>"),
}


@pytest.mark.parametrize(("a", "b"), SAME.values(), ids=SAME)
def test_what_is_not_structure(a: str, b: str) -> None:
    assert measure(a) == measure(b)
    assert digest(measure(a)) == digest(measure(b))


@pytest.mark.parametrize(("a", "b"), DIFFERENT.values(), ids=DIFFERENT)
def test_what_is_structure(a: str, b: str) -> None:
    assert measure(a) != measure(b)
    assert similarity(measure(a), measure(b)) < 1


def test_the_first_class_can_count() -> None:
    options = ClusterOptions(token="tag.class")
    plain = measure("<div class='card big'><p>x</p></div>", options)
    assert plain == measure("<div class='\n card small'><p>y</p></div>", options)
    assert plain != measure("<div class='row'><p>x</p></div>", options)
    assert plain != measure("<div><p>x</p></div>", options)
    row = "<i class=row-{}></i>"
    assert measure(row.format(831), options) == measure(row.format(9), options)
    page = "<body class={}><p>x</p>"
    assert (
        similarity(
            measure(page.format("login"), options),
            measure(page.format("list"), options),
        )
        == 0
    )


@pytest.mark.parametrize("share", ["log", "sqrt", "linear", "even"])
def test_shares_sum_to_one(share: str) -> None:
    options = ClusterOptions(share=share)  # type: ignore[arg-type]
    found = measure(rows(3), options)
    assert sum(found.features.values()) == pytest.approx(1)
    # header 4 nodes, main 13, footer 3: the share of the footer's one path
    least = {"log": 0.246, "sqrt": 0.237, "linear": 0.15, "even": 0.333}[share]
    assert any(
        weight == pytest.approx(least, abs=1e-3) for weight in found.features.values()
    )


def test_the_whole_document_can_count() -> None:
    a, b = "<title>x</title><p>a</p>", "<link rel=x><p>a</p>"
    options = ClusterOptions(root="document")
    assert measure(a) == measure(b)
    assert measure(a, options) != measure(b, options)


@pytest.mark.parametrize(
    "html", ["", " ", "<!-- x -->", "<frameset><frame></frameset>"]
)
def test_a_page_of_nothing_has_a_vector(html: str) -> None:
    found = measure(html)
    assert sum(found.features.values()) == pytest.approx(1)
    assert found.nodes <= 4


def test_depth() -> None:
    # As a skeleton: the parser's time grows with the square of the depth.
    innermost = node = Node("div", {})
    for _ in range(49_999):
        node = Node("div", {}, first_child=node)
    innermost.first_child = Node("-text", {})
    deep = Skeleton(Node("html", {}, Node("body", {}, node)), cut=False)
    found = tree_vector(deep, ClusterOptions())
    assert found.nodes == 50_002
    assert len(found.features) == 1
    assert not found.capped
    paper = tree_vector(deep, ClusterOptions(mode="paper"))
    assert paper.nodes == 50_003
    assert len(paper.features) == 1
    assert measure("<div>" * 3_000 + "x").nodes == 3_002


def test_width() -> None:
    options = ClusterOptions(max_nodes=2_000_000)
    wide = measure(f"<ul>{'<li>x' * 200_000}</ul><p>end</p>", options)
    assert wide == measure("<ul><li>x</ul><p>end</p>")
    cut = measure(f"<ul>{'<li>' * 200_000}</ul><p>end</p>")
    assert cut.capped
    assert cut.features == measure("<ul><li></ul>").features


@pytest.mark.parametrize("runs", [True, False])
def test_distinct_children_without_end(runs: bool) -> None:
    options = ClusterOptions(runs=runs, max_features=1_000)
    html = "".join(f"<x-{n}><i>{n}</i></x-{n}>" for n in range(5_000))
    found = measure(html, options)
    assert found.capped
    assert len(found.features) == 1_000
    assert sum(found.features.values()) == pytest.approx(1)
    # The same features of another page are kept: the sample is by identity.
    other = measure(html.replace("x-7>", "x-q>"), options)
    assert similarity(found, other) > 0.99


@pytest.mark.parametrize(("left", "capped"), [(5, False), (4, True), (1, True)])
def test_the_limit_of_nodes(left: int, capped: bool) -> None:
    # div, p, text, hr, text
    found = measure("<div><p>x</p><hr></div>y", ClusterOptions(max_nodes=left))
    assert found.capped == capped
    assert sum(found.features.values()) == pytest.approx(1)


def test_long_names_are_cut() -> None:
    a, b = "x" * 100_000, "x" * 100_001
    assert measure(f"<x-{a}></x-{a}>") == measure(f"<x-{b}></x-{b}>")


@settings(deadline=None, max_examples=50)
@given(bodies)
def test_a_stored_skeleton_has_the_same_vector(tree: Tree) -> None:
    parsed = LexborHTMLParser(markup(tree))
    assert parsed.root is not None
    stored = decode(encode(parsed.root))
    for options in (
        ClusterOptions(),
        ClusterOptions(token="tag.class", runs=False),
        ClusterOptions(mode="paper"),
    ):
        assert tree_vector(stored, options) == tree_vector(parsed, options)


def test_nothing_depends_on_the_hash_seed() -> None:
    program = (
        "from tests.cluster.trees import measure\n"
        "from crawler.cluster import ClusterOptions, digest\n"
        "html = '<ul><li>a<li><b>b</b></ul><p>c</p><x-y>d</x-y>'\n"
        "for mode in ('default', 'paper'):\n"
        "    print(digest(measure(html, ClusterOptions(mode=mode))))\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1
    # Vectors are stored: this digest changes only together with FEATURES.
    assert found.pop().split() == [
        "ae67f97322afdc1c1461af1f5604b3cd",
        "cea5299adb080ef7ca14b4039442df27",
    ]


def test_capped_by_features_only_when_they_are_cut() -> None:
    html = "<p>a</p><ul><li>b</ul>"
    assert not measure(html, ClusterOptions(max_features=2)).capped
    cut = measure(html, ClusterOptions(max_features=1))
    assert cut.capped
    assert list(cut.features.values()) == [1.0]
    assert replace(cut, capped=False) != measure(html)
