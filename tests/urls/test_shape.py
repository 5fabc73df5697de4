"""Shapes: what a machine wrote is typed, words stay."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import UrlOptions, canonical_key, name_shape, shape
from tests.urls.strategies import urls


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", ""),
        ("0", "{int}"),
        ("17", "{int}"),
        ("0017", "{int}"),
        ("2024", "{int}"),
        ("2024/01/31", "{int}/{int}/{int}"),
        ("70010021", "{int}"),
        ("9fceb02d", "{hex}"),
        ("9FCEB02D0AE598E95DC970B74767F19372D61AF8", "{hex}"),
        ("550e8400-e29b-41d4-a716-446655440000", "{uuid}"),
        ("550E8400-E29B-41D4-A716-446655440000", "{uuid}"),
        ("2024-01-31", "{date}"),
        ("2024-1-5", "{date}"),
        ("2024_01_31", "{date}"),
        ("31.12.2024", "{date}"),
        ("2024-01", "{date}"),
        ("2024-01-31T10:20:30Z", "{date}"),
        ("2024-13-41", "{int}-{int}-{int}"),
        ("2024-01-31-a-title", "{date}-a-title"),
        ("item-17", "item-{int}"),
        ("item_17", "item_{int}"),
        ("item.17", "item.{int}"),
        ("item17", "item{int}"),
        ("17-item", "{int}-item"),
        ("17,item", "{int},item"),
        ("a123.html", "a{int}.html"),
        ("17.html", "{int}.html"),
        ("t17-p2.html", "t{int}-p{int}.html"),
        ("550e8400-e29b-41d4-a716-446655440000.json", "{uuid}.json"),
        ("photo-2024-01-31-9fceb02d.jpg", "photo-{date}-{hex}.jpg"),
        ("a.mp3", "a.mp3"),
        ("archive.tar.gz", "archive.tar.gz"),
        ("v8371", "v{int}"),
        (";v=2", ";v={int}"),
        ("p;id=17;lang=en", "p;id={int};lang=en"),
        ("B07XJ8C8F5", "{token}"),
        ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "{token}"),
        ("dGhpcyBpcyBh_LXR2a2Vu-MTIzNDU2Nzg5MA%3D%3D", "{token}"),
        ("item-dGhpcyBpcyBhLXR2a2VuMTIzNDU2Nzg5MA", "item-{token}"),
        ("commit-9fceb02d0ae598e9-u2lk0tm8rm1qd3ks8c0j2g3o71", "commit-{hex}-{token}"),
        ("u2lk0tm8rm1qd3ks8c0j2g3o71", "{token}"),
        ("%E4%B8%AD%E6%96%87", "%E4%B8%AD%E6%96%87"),
        ("%E4%B8%AD%E6%96%8717", "%E4%B8%AD%E6%96%87{int}"),
        ("caf%C3%A9-17", "caf%C3%A9-{int}"),
        ("a%20b%20%2317", "a%20b%20%23{int}"),
    ],
)
def test_segments(path: str, expected: str) -> None:
    assert shape(f"http://h.test/{path}") == f"http://h.test/{expected}"
    # A segment is typed the same wherever it stands.
    assert shape(f"http://h.test/x/{path}/y") == f"http://h.test/x/{expected}/y"


@pytest.mark.parametrize(
    "word",
    [
        *(
            "login",
            "logout",
            "about-us",
            "README.md",
            "index.html",
            "deadbeef",
            "facade",
        ),
        *(
            "v1",
            "v2",
            "V3",
            "v10",
            "v2.0",
            "v1.2.3",
            "v1beta1",
            "v2-rc1",
            "1.0",
            "3.11",
        ),
        *(
            "2.0.1",
            "2nd-edition",
            "web2py",
            "1080p",
            "4chan",
            "how-to-cook",
            "C++",
            "a.b.c",
        ),
        *(
            "Mercury_(planet)",
            "@user",
            "~me",
            "privacy;lang=en",
            "iPhone-XR",
            "b2b",
            "x86asm",
        ),
        *(
            "SomeCamelCaseNameOfAPage",
            "aVeryLongWordWithoutAnyDigitsInIt",
            "%C3%A9t%C3%A9",
        ),
    ],
)
def test_words_and_versions_stay(word: str) -> None:
    url = f"http://h.test/{word}"
    assert shape(url) == url


def test_the_word_beside_the_number_stays() -> None:
    shapes = {
        shape(f"http://h.test/{word}-{n}")
        for word in ("news", "blog")
        for n in range(50)
    }
    assert len(shapes) == 2


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ""),
        ("?", ""),
        ("?q=1", "?q"),
        ("?q", "?q"),
        ("?b=1&a=2", "?a&b"),
        ("?a=1&a=2", "?a"),
        ("?v8371=1&v8372=2", "?v{int}"),
        ("?item[17]=1&item%5B18%5D=2", "?item[{int}]"),
        ("?item[]=1", "?item[]"),
        ("?utm_source=1&q=2", "?q"),
        ("?n%C3%A4me=1", "?n%C3%A4me"),
        ("?%D6%D0=1", "?%25D6%25D0"),  # not UTF-8: the escapes are the name
        ("?a%26b=1", "?a%26b"),
        ("?a%3Db=1", "?a%3Db"),
        ("?=1", "?"),
    ],
)
def test_queries_give_names_only(query: str, expected: str) -> None:
    assert shape(f"http://h.test/p/7{query}") == f"http://h.test/p/{{int}}{expected}"


def test_session_ids_and_spellings_do_not_show() -> None:
    url = "HTTP://H.test:80/a/../item/17;jsessionid=1A2B?PHPSESSID=x#top"
    assert shape(url) == "http://h.test/item/{int}"
    assert shape("http://h.test:8080/7") == "http://h.test:8080/{int}"
    assert shape("http://10.0.0.5/7") == "http://10.0.0.5/{int}"


def test_routes() -> None:
    url = "http://h.test/#!/orders/7"
    assert shape(url) == "http://h.test/"
    assert shape(url, UrlOptions(routes=True)) == "http://h.test/#!/orders/{int}"


@settings(deadline=None, max_examples=150)
@given(urls)
def test_spellings_of_a_url_have_one_shape(url: str) -> None:
    assert shape(url) == shape(canonical_key(url))


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.text(string.ascii_letters, min_size=1, max_size=12), min_size=1, max_size=5
    )
)
def test_a_path_of_letters_is_its_own_shape(words: list[str]) -> None:
    for separator in ("/", "-", "_", "."):
        url = "http://h.test/" + separator.join(words)
        assert shape(url) == url


@settings(deadline=None, max_examples=150)
@given(st.uuids(), st.integers(min_value=0), st.dates())
def test_every_id_has_the_shape_of_its_type(
    uuid: object, number: int, date: object
) -> None:
    assert shape(f"http://h/{uuid}/{number}") == "http://h/{uuid}/{int}"
    if 1900 <= int(str(date)[:4]) < 2100:
        assert shape(f"http://h/{date}/x-{number}") == "http://h/{date}/x-{int}"


def test_random_ids_collapse() -> None:
    """In base 16 all, in larger alphabets nearly all; each miss is one more shape."""
    source = random.Random(7)
    base36 = string.digits + string.ascii_lowercase
    for alphabet, length, allowed in (
        (string.hexdigits[:16], 24, 1),
        (base36, 20, 120),
        (base36 + string.ascii_uppercase, 22, 120),
    ):
        ids = ["".join(source.choices(alphabet, k=length)) for _ in range(1000)]
        shapes = {shape(f"http://h/{text}") for text in ids}
        assert len(shapes) <= allowed


def test_a_huge_url_costs_little() -> None:
    for text in (
        "a" * 500_000,
        "a1" * 250_000,
        "1-" * 250_000,
        "-" * 500_000,
        "[1" * 200_000,
    ):
        shape(f"http://h/{text}?{text}")
        name_shape(text)
