"""Shapes of the names of parameters and controls."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import name_shape, parameter_names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("v8371", "v{int}"),
        ("v837", "v{int}"),
        ("item[17]", "item[{int}]"),
        ("item[1]", "item[{int}]"),
        ("item[17][qty]", "item[{int}][qty]"),
        ("Items[0].Name", "Items[{int}].Name"),
        ("form-0-title", "form-{int}-title"),
        ("qty_17", "qty_{int}"),
        ("17", "{int}"),
        ("5", "{int}"),
        ("17_qty", "{int}_qty"),
        ("f_550e8400-e29b-41d4-a716-446655440000", "f_{uuid}"),
        ("f_9fceb02d0ae598e9", "f_{hex}"),
        ("csrf-u2lk0tm8rm1qd3ks8c0j2g3o71", "csrf-{token}"),
        ("поле_17", "поле_{int}"),
    ],
)
def test_names_that_fold(name: str, expected: str) -> None:
    assert name_shape(name) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("", "q", "q1", "q12", "address2", "line_2", "md5", "utf8", "mp3", "item[]"),
        *(
            "user[name]",
            "a.b",
            "2fa_code",
            "ctl00",
            "x-y",
            "имя",
            "SAMLRequest",
            "item[a1]",
        ),
    ],
)
def test_names_that_stay(name: str) -> None:
    assert name_shape(name) == name


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet=string.printable + "é中", max_size=60))
def test_the_shape_of_a_shape_is_the_shape(name: str) -> None:
    assert name_shape(name_shape(name)) == name_shape(name)


def test_a_prefix_has_at_most_a_hundred_names() -> None:
    for form in ("v{}", "v_{}", "v[{}]", "v-{}-x", "{}"):
        shapes = {name_shape(form.format(number)) for number in range(20_000)}
        assert len(shapes) <= 101


def test_a_long_name_is_cut() -> None:
    assert len(name_shape("a" * 100_000)) == 200
    assert len(name_shape("[1]" * 50_000)) < 500


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ()),
        ("?", ()),
        ("?b=1&a=2&b", ("b", "a", "b")),
        ("?&&a", ("a",)),
        ("?item%5B1%5D=x&a+b=&a%20c", ("item[1]", "a b", "a c")),
        ("?n%C3%A4me", ("näme",)),
        ("?%D6%D0=1", ("%D6%D0",)),
        ("?a=b=c", ("a",)),
    ],
)
def test_parameter_names(query: str, names: tuple[str, ...]) -> None:
    assert parameter_names("http://h/p" + query) == names
    assert parameter_names("mailto:a@b" + query) == ()
