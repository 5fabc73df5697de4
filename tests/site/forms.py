"""What a form of the site is, and its HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MULTIPART = "multipart/form-data"
INT, WORD = "{int}", "{word}"


@dataclass(frozen=True, slots=True)
class Control:
    """A control; ``{int}`` in its name stands for the number of the page's thing."""

    name: str
    type: str = "text"
    label: str = ""
    options: tuple[str, ...] = ()
    value: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class FormSpec:
    name: str
    method: str
    action: str
    """Path; ``{int}`` and ``{word}`` stand for what the page is about."""
    controls: tuple[Control, ...]
    submitters: tuple[tuple[str, str], ...] = (("", "Send"),)
    """Name and value of each button."""
    enctype: str = "application/x-www-form-urlencoded"


@cache
def shape_pattern(shape: str) -> re.Pattern[str]:
    r"""What a path with placeholders matches.

    >>> shape_pattern("/item/{int}/basket").pattern
    '/item/\\d+/basket'
    """
    literal = re.escape(shape)
    literal = literal.replace(re.escape(INT), r"\d+").replace(re.escape(WORD), "[^/?]+")
    return re.compile(literal)


def _fill(shape: str, about: str) -> str:
    return shape.replace(INT, about).replace(WORD, about)


def render(
    spec: FormSpec, about: str = "", values: Mapping[str, str] | None = None
) -> str:
    """HTML of a form on the page of the thing *about*, with *values* filled in."""
    given = values or {}
    attributes = f'action="{escape(_fill(spec.action, about))}" method="{spec.method}"'
    if spec.enctype == MULTIPART:
        attributes += f' enctype="{MULTIPART}"'
    inner = "".join(
        _control(control, _fill(control.name, about), about, given)
        for control in spec.controls
    )
    buttons = "".join(_button(name, value) for name, value in spec.submitters)
    return f"<form {attributes}>{inner}<div>{buttons}</div></form>"


def _button(name: str, value: str) -> str:
    pair = f' name="{name}" value="{value.lower()}"' if name else ""
    return f'<button type="submit"{pair}>{value}</button>'


def _control(control: Control, name: str, about: str, given: Mapping[str, str]) -> str:
    value = escape(given.get(control.name, _fill(control.value, about)))
    required = " required" if control.required else ""
    head = f'name="{name}"{required}'
    label = control.label
    if control.type == "hidden":
        return f'<input type="hidden" {head} value="{value}">'
    if control.type == "textarea":
        return f'<p><label>{label}</label><textarea {head} rows="5"></textarea></p>'
    if control.type == "select-one":
        options = "".join(
            f'<option value="{option}"{" selected" if option == value else ""}>'
            f"{option.replace('-', ' ').title() or 'Any'}</option>"
            for option in control.options
        )
        return f"<p><label>{label} <select {head}>{options}</select></label></p>"
    if control.options:  # a group of radio buttons or checkboxes
        first = control.options[0] if control.type == "radio" else None
        boxes = "".join(
            f'<label><input type="{control.type}" {head} value="{option}"'
            f"{' checked' if option == (value or first) else ''}> "
            f"{option or 'any'}</label>"
            for option in control.options
        )
        return f"<fieldset><legend>{label}</legend>{boxes}</fieldset>"
    value_attribute = f' value="{value}"' if value else ""
    box = f'<input type="{control.type}" {head}{value_attribute}>'
    return f"<p><label>{label} {box}</label></p>"
