"""The second look: several templates in one frame, or one that varies."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.cluster import ClusterOptions, Member, cluster_members, similarity
from crawler.cluster.refine import Look, asked, refine
from crawler.forms import signature
from crawler.items import Field, Form
from tests.cluster.trees import measure

OPTIONS = ClusterOptions()
FRAME = (
    "<header><h1><a><img></a></h1><form><p><input><button>b</button></p></form>"
    "<nav><ul><li><a>x</a></li></ul><ol><li><b>x</b></li></ol></nav></header>"
    "<aside><h2>t</h2><dl><dt>x</dt><dd>x</dd></dl><table><tr><th>x</th><td>x</td>"
    "</tr></table></aside>"
)
FOOT = "<footer><p><span>x</span></p><address><a>x</a></address></footer>"
KINDS = {
    "view": "<main><h2>x</h2><p>x</p></main>",
    "edit": "<main><h2>x</h2><blockquote><textarea></textarea></blockquote></main>",
    "history": "<main><h2>x</h2><ul><li><i>x</i><b>x</b></li></ul></main>",
}
NONE: frozenset[str] = frozenset()


def page(content: str, shape: str = "", forms: frozenset[str] = NONE) -> Look:
    html = f"<body>{FRAME}{content}{FOOT}</body>"
    return Look(shape, measure(html, OPTIONS), forms)


def kinds(each: int, *, shape: str = "/{kind}?id") -> list[Look]:
    return [
        page(content, shape.replace("{kind}", kind))
        for _ in range(each)
        for kind, content in KINDS.items()
    ]


def test_the_frame_alone_joins_all_kinds() -> None:
    """What the second look is for: one cluster at the threshold."""
    view, edit, history = kinds(1)
    assert similarity(view.vector, edit.vector) > OPTIONS.threshold
    assert similarity(view.vector, history.vector) > OPTIONS.threshold


def test_tight_groups_are_templates() -> None:
    assert refine(kinds(6), OPTIONS) == [0, 1, 2] * 6


def test_a_few_pages_prove_nothing() -> None:
    assert set(refine(kinds(3), OPTIONS)) == {0}


def test_one_template_that_varies_stays_one() -> None:
    rng = random.Random(1)
    parts = ("<i>x</i>", "<b>x</b>", "<u>x</u>", "<s>x</s>", "<q>x</q>", "<em>x</em>")
    varied = [
        page(
            f"<main><p>{''.join(rng.sample(parts, rng.randint(2, 6)))}</p>"
            f"<p>{''.join(rng.sample(parts, rng.randint(2, 6)))}</p></main>",
            f"/article-{n}",
        )
        for n in range(60)
    ]
    assert set(refine(varied, OPTIONS)) == {0}


@pytest.mark.parametrize("times", [1, 3, 20])
def test_optional_parts_do_not_split(times: int) -> None:
    """C23 with many pages: with and without a pager, and with other small parts."""
    rows = "<tr><td><a>n</a></td><td>txt</td></tr>"
    pager = "<ul class=pager><li><a>2</a></li></ul>"
    note = "<aside><p><b>new</b></p></aside>"
    plain = f"<main><h2>x</h2><table>{rows * times}</table>"
    forms = [plain, plain + pager, plain + note, plain + pager + note]
    pages = [page(f"{html}</main>", "/list?c") for _ in range(8) for html in forms]
    assert set(refine(pages, OPTIONS)) == {0}


def test_other_forms_are_other_templates() -> None:
    login, upload = frozenset({"POST /in"}), frozenset({"POST /up"})
    content = KINDS["view"]
    pages = [
        page(content, "/a"),
        page(content, "/b", upload),
        page(content, "/c", login),
        page(content, "/d"),
        page(content, "/e", login),
    ]
    assert refine(pages, OPTIONS) == [0, 1, 2, 0, 2]


def test_one_url_shape_is_one_template_with_and_without_its_form() -> None:
    review = frozenset({"POST /item/{int}/review"})
    content = KINDS["view"]
    pages = [page(content, "/item/{int}", review if n % 3 else NONE) for n in range(9)]
    assert set(refine(pages, OPTIONS)) == {0}


@pytest.mark.parametrize(
    "options",
    [
        ClusterOptions(fine_threshold=0),
        ClusterOptions(threshold=0.97),
        ClusterOptions(mode="paper"),
    ],
)
def test_it_can_be_switched_off(options: ClusterOptions) -> None:
    assert set(refine(kinds(6), options)) == {0}


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(KINDS)),
            st.sampled_from(["/a", "/b", "/{int}"]),
            st.sampled_from([NONE, frozenset({"f"}), frozenset({"g"})]),
        ),
        min_size=1,
        max_size=60,
    ),
    st.randoms(use_true_random=False),
)
def test_groups_do_not_depend_on_the_order(
    given_: list[tuple[str, str, frozenset[str]]], rng: random.Random
) -> None:
    looks = [page(KINDS[kind], shape, forms) for kind, shape, forms in given_]
    order = list(range(len(looks)))
    rng.shuffle(order)
    first = refine(looks, OPTIONS)
    again = refine([looks[place] for place in order], OPTIONS)
    assert [again[order.index(place)] for place in range(len(looks))] == [
        again[order.index(first.index(number))] for number in first
    ]
    assert len(set(first)) == len(set(again))


def test_the_usual_page_is_shown_beside_the_exception() -> None:
    """An exception that has every form of its cluster must not stand for all of it."""
    look = page(KINDS["view"])
    members = [
        Member(f"http://h/item/{n:03}", "p", "/item/{int}", look.vector)
        for n in range(40)
    ]
    odd = Member("http://h/item/999", "p", "/item/{int}", look.vector, ("f",), ("q:a",))
    (cluster,) = cluster_members([*members, odd], OPTIONS).clusters
    shown = {one.key: one.reason for one in cluster.representatives}
    assert odd.key in shown
    assert len(shown) == 2
    assert "usual:/item/{int}" in shown.values() or shown[odd.key] != "structure"


def test_a_form_is_what_it_asks_not_where_it_goes() -> None:
    """The search box of generated documentation goes back to its own page."""
    members = [
        Member(
            f"http://h/std/dir{number}/fn{number}",
            "h 2xx",
            f"/std/dir{number}/fn",
            page(KINDS["view"]).vector,
            (f"GET http://h/std/dir{number}/{{page}} search=search",),
        )
        for number in range(9)
    ]
    found = cluster_members(members, OPTIONS)
    assert len(found.clusters) == 1
    # Each address is still shown: it is a place to test.
    shown = {reason.key for reason in found.clusters[0].representatives}
    assert shown == {member.key for member in members}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Form("http://h/a/b", "GET"), Form("http://h/c", "GET")),
        (Form("http://h/a?x=1 2", "POST"), Form("", "POST")),
        (
            Form("http://h/a", "POST", "multipart/form-data", (Field("f", "file"),)),
            Form("http://h/b/c", "POST", "multipart/form-data", (Field("f", "file"),)),
        ),
    ],
)
def test_forms_that_differ_by_address_ask_the_same(one: Form, other: Form) -> None:
    """Holds the signature of `forms` and its reading here together."""
    assert signature(one) != signature(other)
    assert asked(signature(one)) == asked(signature(other))


@pytest.mark.parametrize(
    "other",
    [
        Form("http://h/a", "POST", fields=(Field("q", "text"),)),
        Form("http://h/a", "GET", fields=(Field("q", "search"),)),
        Form("http://h/a", "GET", fields=(Field("p", "text"),)),
        Form("http://h/a", "GET", fields=(Field("q", "text"), Field("a b", "hidden"))),
    ],
)
def test_forms_that_ask_other_things_differ(other: Form) -> None:
    form = Form("http://h/a", "GET", fields=(Field("q", "text"),))
    assert asked(signature(form)) != asked(signature(other))
