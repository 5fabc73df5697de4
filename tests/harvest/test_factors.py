"""Forms as spaces: which controls are factors, with which values."""

from __future__ import annotations

import pytest

from crawler.harvest import space_of
from crawler.harvest.ranges import ranges
from crawler.items import Field, Form


@pytest.mark.parametrize(
    ("field", "values", "default", "wide", "looks"),
    [
        (Field("a", "select-one", "x", ("", "x", "y")), ("", "x", "y"), 1, 0, False),
        (Field("a", "select-one", "x", ("x", "x", "All")), ("x", "All"), 0, 1, False),
        (Field("a", "select-multiple", "", ("x", "y")), (None, "x", "y"), 0, 0, False),
        (Field("a", "radio", "", ("x", "y")), (None, "x", "y"), 0, 0, False),
        (
            Field("a", "radio", "y", ("x", "y"), checked=True),
            ("x", "y"),
            1,
            None,
            False,
        ),
        (Field("a", "checkbox", "1"), (None, "1"), 0, 0, False),
        (Field("a", "checkbox", "1", checked=True), (None, "1"), 1, 0, False),
        (Field("a", "text", "", ("x", "y")), ("", "x", "y"), 0, 0, False),
        (Field("sort_by", "select-one", "n", ("n", "p")), ("n", "p"), 0, None, True),
        (
            Field("per_page", "select-one", "10", ("10", "50", "20")),
            ("10", "50", "20"),
            1,  # the most at a time
            None,
            True,
        ),
    ],
)
def test_factor(
    field: Field,
    values: tuple[str | None, ...],
    default: int,
    wide: int | None,
    looks: bool,
) -> None:
    (factor,) = space_of(Form("http://h/", fields=(field,))).factors
    found = (factor.values, factor.default, factor.wide, factor.looks)
    assert found == (values, default, wide, looks)


def test_what_is_no_factor() -> None:
    fields = (
        Field("t", "hidden", "1"),
        Field("", "select-one", "x", ("x", "y")),
        Field("one", "select-one", "x", ("x",)),
        Field("off", "select-one", "x", ("x", "y"), disabled=True),
        Field("q", "search", required=True),
        Field("pw", "password"),
        Field("empty", "select-one"),
    )
    space = space_of(Form("http://h/", fields=fields))
    assert space.factors == ()
    assert [(box.name, box.required, box.field) for box in space.boxes] == [
        ("q", True, 4)
    ]
    assert space.size == 1


def test_ranges_are_found_by_name_and_numbers() -> None:
    menus = ("price_min", "price_max", "year_from", "year_to", "date from", "date to")
    options = [("0", "5"), ("5", "9"), ("2000", "2010"), ("x", "y"), ("1",), ("2",)]
    fields = tuple(
        Field(name, "select-one", "", ("", *values))
        for name, values in zip(menus, options, strict=True)
    )
    found = ranges(space_of(Form("http://h/", fields=fields)))
    assert [(each.low, each.high) for each in found] == [(0, 1), (4, 5)]
    assert found[0].empty((2, 1, 0, 0, 0, 0)) is False
    assert found[0].wider(0, 2) == (0, 1)
