"""The queries of a form, with what the user knows of its text boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.harvest import Factor, Space, space_of

if TYPE_CHECKING:
    from crawler.harvest import Knowledge, TextBox
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
    known = [[value for value, _ in given.suggest(_label(b))] for b in space.boxes]
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


def _label(box: TextBox) -> str:
    return box.label or box.name


def _menu(box: TextBox, given: list[str]) -> Factor:
    values = tuple(dict.fromkeys([box.default, *given]))
    return Factor(
        box.name,
        values,
        wide=0 if not box.default else None,
        label=box.label,
        field=box.field,
    )
