"""The published measure: its recursion against the vectors that stand for it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.cluster import ClusterOptions, similarity
from tests.cluster.trees import TEXT, Tree, bodies, markup, measure, paper_similarity

PAPER = ClusterOptions(mode="paper")


def whole(body: Tree) -> Tree:
    """The document around a body, with a head that has a title."""
    return "html", (("head", (("title", (TEXT,)),)), body)


def html(body: Tree) -> str:
    return f"<!doctype html><!-- x --><title>t</title>{markup(body)}"


@settings(deadline=None, max_examples=80)
@given(bodies, bodies)
def test_the_vectors_give_what_the_recursion_gives(a: Tree, b: Tree) -> None:
    expected = paper_similarity(whole(a), whole(b), Fraction(1), Fraction(1))
    found = similarity(measure(html(a), PAPER), measure(html(b), PAPER))
    assert found == pytest.approx(float(expected), abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(bodies, st.data())
def test_and_for_pages_that_are_nearly_alike(a: Tree, data: st.DataObject) -> None:
    name, children = a
    cut = data.draw(st.integers(0, len(children)))
    b = (name, (*children[:cut], ("hr", ()), *children[cut:]))
    expected = paper_similarity(whole(a), whole(b), Fraction(1), Fraction(1))
    found = similarity(measure(html(a), PAPER), measure(html(b), PAPER))
    assert found == pytest.approx(float(expected), abs=1e-12)


ALIKE = {
    # Heads, half of the weight, are equal in all of them.
    "img under a, img under center": ("<a><img></a>", "<center><img></center>", "1/2"),
    "equal": ("<p>a</p><p>b</p>", "<p>c</p><p>d</p>", "1"),
    "one of two": ("<p>a</p><p>b</p>", "<p>a</p><div>b</div>", "3/4"),
    "moved by one": ("<p>a</p><hr>", "<hr><p>a</p>", "1/2"),
    "one of one, of two": ("<p>a</p>", "<p>a</p><p>b</p>", "3/4"),
    "four of five": ("<b></b>" * 5, "<b></b>" * 4 + "<i></i>", "9/10"),
    "text is a node": ("a", "<p>a</p>", "1/2"),
    "white space is none": ("<p>a</p><hr>", "\n<p>a</p>\n<hr>\n", "1"),
    "a comment is none": ("<p>a</p><hr>", "<p>a</p><!-- x --><hr>", "1"),
    "a comment inside a text": ("ab<hr>", "a<!-- x -->b<hr>", "1"),
    "leaf and inner node": ("<p>a</p>", "<p></p>", "1/2"),
    "rows count": ("<hr>" * 10, "<hr>" * 5, "3/4"),
    "scripts count": ("<p>a</p>", "<p>a</p><script>b</script>", "3/4"),
    "the body": ("<p>a</p>", "", "1/2"),
}


@pytest.mark.parametrize(("a", "b", "expected"), ALIKE.values(), ids=ALIKE)
def test_known_pairs(a: str, b: str, expected: str) -> None:
    one, other = (measure(f"<title>t</title><body>{x}", PAPER) for x in (a, b))
    assert similarity(one, other) == pytest.approx(float(Fraction(expected)), abs=1e-12)
    assert similarity(one, other) == similarity(other, one)


def test_exactly_the_threshold_is_not_above_it() -> None:
    # 1/2 for the head and 3/10 for three of five: 0.8, whatever the rounding.
    one = measure(f"<title>t</title><body>{'<b></b>' * 5}", PAPER)
    other = measure(f"<title>t</title><body>{'<b></b>' * 3}<i></i><i></i>", PAPER)
    assert similarity(one, other) == 0.8
    assert not similarity(one, other) > PAPER.threshold


def test_later_parts_are_cut_first() -> None:
    page = f"<title>t</title><body><p>a</p>{'<hr>' * 50}"
    cut = measure(page, ClusterOptions(mode="paper", max_nodes=20))
    assert cut.capped
    assert sum(cut.features.values()) == pytest.approx(1)
    assert not measure(page, ClusterOptions(mode="paper", max_nodes=56)).capped


def test_it_has_options_of_its_own() -> None:
    page = "<title>t</title><body><ul class=a><li>1<li>2</ul><hr>"
    plain = measure(page, PAPER)
    varied = ClusterOptions(
        mode="paper", token="tag.class", share="even", runs=False, root="body"
    )
    assert measure(page, varied) == plain
