"""What a place answers to nonsense: learned, shared up the tree, and compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.catchall import Answer, Place, Places, place, sibling_host
from crawler.dom.sketch import sketch
from crawler.items import Field, Form, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

SORRY = "We looked for it everywhere, in every drawer and on every shelf of ours. "
OTHER = "A quick brown fox jumps over the lazy dog, and nobody minds it very much. "


def answer(
    text: str = SORRY,
    url: str = "http://h/x",
    title: str = "Oops",
    **more: object,
) -> Answer:
    page = Page(url, title=title, skeleton=b"tree")
    for name, value in more.items():
        setattr(page, name, value)
    return Answer.of(page, text)


def form(*names: str, action: str = "http://h/in") -> Form:
    return Form(action, fields=tuple(Field(name, "text") for name in names))


ALIKE = [
    (answer(), answer()),
    (
        answer(f"{SORRY} 'http://h/no/such'", "http://h/no/such"),
        answer(f"{SORRY} 'http://h/an/other'", "http://h/an/other"),
    ),
    (
        answer("No page /no/such-thing.", "http://h/no/such-thing"),
        answer("No page /an/other.", "http://h/an/other"),
    ),
    (
        answer(title="my-first-page not found", url="http://h/a/my-first-page"),
        answer(title="another one not found", url="http://h/b/another-one"),
    ),
    (
        answer(title="caf\xe9 not found", url="http://h/caf%C3%A9"),
        answer(title="teas not found", url="http://h/teas"),
    ),
    (answer(f"{SORRY} At 10:31:02"), answer(f"{SORRY} At 11:00:59")),
    (answer(OTHER, body_digest="d"), answer(SORRY, title="?", body_digest="d")),
    (answer(OTHER, "http://h/login"), answer(SORRY, "http://h/login", "Log in")),
    (answer("Loading"), answer("Loading")),
    (
        answer(forms=(form("q", action="http://h/a"),)),
        answer(forms=(form("q", action="http://h/b"),)),
    ),
    (answer(), answer(forms=(form("q"),))),
]
DIFFERENT = [
    (answer(), answer(OTHER)),
    (answer(title="Pumps"), answer(title="Valves")),
    (answer("Loading"), answer("Ready")),
    (answer("Loading"), answer("Loading", skeleton=b"other")),
    (answer("Loading", skeleton=b""), answer("Loading", skeleton=b"")),
    (answer(forms=(form("q"),)), answer()),
    (answer(forms=(form("user", "pw"),)), answer(forms=(form("q"),))),
    (answer("Loading"), answer()),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_answers_alike(one: Answer, other: Answer) -> None:
    # Where they ended is told apart only where that is the case.
    if one.url != "http://h/login":
        other = replace(other, url=other.url + "#")
    assert one.like(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_answers_that_differ(one: Answer, other: Answer) -> None:
    assert not one.like(replace(other, url="http://h/other"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SORRY, True),
        (f"{SORRY} You asked for /no/such/page/of/ours/at/all.", True),
        ("Loading", True),  # too little to be told apart before it is read
        (OTHER, False),
    ],
)
def test_a_page_of_another_text_is_not_read_again(text: str, expected: bool) -> None:
    page = Page("http://h/other", sketch=sketch(text), body_digest="d")
    assert answer(body_digest="e").may_be(page) is expected
    assert answer(body_digest="d").may_be(page)
    assert answer(url="http://h/other").may_be(page)


@pytest.mark.parametrize(
    ("url", "directory", "extension"),
    [
        ("http://h/", "/", ""),
        ("http://h", "/", ""),
        ("http://h/a", "/", ""),
        ("http://h/a/", "/a/", ""),
        ("http://h/a/b.PHP?x=/y.z", "/a/", ".php"),
        ("http://h/a/.hidden", "/a/", ""),
        ("http://h/a/b.tar.gz", "/a/", ".gz"),
        ("http://h/a/v1.2/b", "/a/v1.2/", ""),
        ("http://h/a/b.c%20d", "/a/", ""),
    ],
)
def test_places(url: str, directory: str, extension: str) -> None:
    where = place(url)
    assert where == Place("http://h", directory, extension)
    assert place(where.nonsense) == where
    assert where.nonsense != url


def learned(*places: tuple[str, Answer | None]) -> Places:
    found = Places()
    for path, what in places:
        found.learn(place(f"http://h{path}"), what)
    return found


SOFT, LIKE_IT, OTHER_SOFT = (
    answer(),
    answer(url="http://h/y"),
    answer(OTHER, "http://h/z"),
)


@pytest.mark.parametrize(
    ("known", "path", "expected"),
    [
        ([], "/a/x", "ask"),
        ([("/", SOFT)], "/a/x", "ask"),
        # Two that agree, above and beside or both beside, tell of the third.
        ([("/", SOFT), ("/a/", LIKE_IT)], "/b/x", SOFT),
        ([("/a/", SOFT), ("/b/", LIKE_IT)], "/c/d/x", SOFT),
        ([("/", None), ("/a/", None)], "/b/x", None),
        # Two that do not, tell nothing; nearer ones are believed first.
        ([("/", None), ("/a/", SOFT)], "/b/x", "ask"),
        ([("/a/", SOFT), ("/b/", OTHER_SOFT)], "/c/x", "ask"),
        ([("/", None), ("/a/b/", SOFT), ("/a/c/", LIKE_IT)], "/a/d/x", SOFT),
        ([("/", None), ("/z/", None), ("/a/b/", SOFT)], "/a/d/x", "ask"),
        ([("/", None), ("/b/", None), ("/a/", SOFT)], "/a/x", SOFT),
        # Another extension is answered by another program.
        ([("/", SOFT), ("/a/", SOFT)], "/b/x.php", "ask"),
        ([("/x.php", SOFT), ("/a/x.php", SOFT)], "/b/x.php", SOFT),
        ([("/x.php", SOFT), ("/a/x.php", SOFT)], "/b/x.html", "ask"),
    ],
)
def test_a_place_that_others_tell_of_needs_no_question(
    known: Sequence[tuple[str, Answer | None]], path: str, expected: object
) -> None:
    places = learned(*known)
    where = place(f"http://h{path}")
    assert places.knows(where) == (expected != "ask")
    if expected != "ask":
        assert places.answer(where) is expected
    assert not places.knows(place(f"http://other{path}"))


def test_an_error_is_as_good_as_nonsense() -> None:
    places = learned(("/a/", SOFT))
    places.failed("http://h/a/gone")
    places.failed("http://h/b/gone")
    assert places.answer(place("http://h/a/x")) is SOFT  # what was asked for counts
    assert places.knows(place("http://h/b/x"))
    assert places.answer(place("http://h/b/x")) is None


def test_where_nothing_may_be_asked_the_nearest_place_above_tells() -> None:
    places = learned(("/", None), ("/a/", SOFT))
    assert places.answer(place("http://h/a/b/c")) is SOFT
    assert places.answer(place("http://h/b/c")) is None


@pytest.mark.parametrize(
    ("url", "beside"),
    [
        ("http://a.shop.test/x?y", True),
        ("https://a.b.shop.co.uk:8443/", True),
        ("http://shop.test/", False),
        ("http://localhost/", False),
        ("http://127.0.0.1:80/", False),
        ("http://[::1]/", False),
    ],
)
def test_a_host_beside(url: str, beside: bool) -> None:
    found = sibling_host(url)
    assert (found is not None) == beside
    if found is not None:
        head, _, rest = found.partition("no-such-host-")
        assert url.startswith(head)
        assert rest.partition(".")[2] == url.partition("//a.")[2]


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from("abc./?#%&=-"), max_size=40).map("".join))
def test_any_path_has_a_place(path: str) -> None:
    where = place(f"http://h/{path}")
    assert where.directory.startswith("/")
    assert where.directory.endswith("/")
    assert place(where.nonsense) == where
    places = learned(("/", SOFT), ("/a/", SOFT))
    assert isinstance(places.knows(where), bool)


def test_what_a_site_can_make_us_keep_is_bounded() -> None:
    places = Places()
    for number in range(3_000):
        places.failed(f"http://h/{number}/x")
        places.learn(place(f"http://h/n{number}/x"), SOFT)
    (kept,) = places._known.values()
    assert len(kept) <= 500
    deep = place("http://h/" + "a/" * 1_000)
    assert places.answer(deep) is None
