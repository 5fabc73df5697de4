"""The queries of a form, with what the user knows of its text boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.harvest import Factor, Knowledge, Space, space_of

if TYPE_CHECKING:
    from crawler.harvest import TextBox
    from crawler.items import Form


def space_with(form: Form, given: Knowledge | None) -> Space:
    """The space of *form*; several boxes of which the values are given are menus.

    One box is filled with the values given before all other words. Of several, words
    of one alone may show nothing: "from" and "to", a name and its value.

    >>> from crawler.harvest import read_fill
    >>> from crawler.items import Field, Form
    >>> form = Form("http://h/", fields=(Field("min", "text"), Field("max", "text")))
    >>> space = space_with(form, read_fill({"min": [0, 5], "max": [5, 9]}))
    >>> [factor.values for factor in space.factors], space.boxes
    ([('', '0', '5'), ('', '5', '9')], ())
    >>> len(space_with(form, read_fill({"min": 0})).boxes)
    2
    """
    space = space_of(form)
    if given is None:
        return space
    known = [[value for value, _ in suggested(box, given)] for box in space.boxes]
    if sum(map(bool, known)) < 2:
        return space
    menus = tuple(
        _menu(box, values)
        for box, values in zip(space.boxes, known, strict=True)
        if values
    )
    boxes = tuple(
        box for box, values in zip(space.boxes, known, strict=True) if not values
    )
    return Space(space.factors + menus, boxes)


def suggested(box: TextBox, given: Knowledge) -> list[tuple[str, float]]:
    """What the user gives for a box: by its label, else by its name."""
    return given.suggest(box.label or box.name) or given.suggest(box.name)


def strange(form: Form, given: Knowledge) -> list[str]:
    """Labels of the user that no text box of a form is called.

    >>> from crawler.harvest import read_fill
    >>> from crawler.items import Field, Form
    >>> form = Form("http://h/", fields=(Field("q", "text", label="Search for"),))
    >>> strange(form, read_fill({"search for": 1, "Q": 2, "City": "Bonn"}))
    ['city']
    """
    boxes = space_of(form).boxes
    return [
        label
        for label, values in given.data().items()
        if not any(suggested(box, Knowledge({label: values})) for box in boxes)
    ]


def _menu(box: TextBox, given: list[str]) -> Factor:
    values = tuple(dict.fromkeys([box.default, *given]))
    return Factor(
        box.name,
        values,
        wide=0 if not box.default else None,
        label=box.label,
        field=box.field,
    )
