"""A form as its reader sees it: F = (N, A1..An), Ai = (label, controls E1..Ek)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.dom.elements import names
from crawler.items import Attribute, Interface

if TYPE_CHECKING:
    from crawler.items import Field, Form

# What joins two controls of one attribute: "from 10 to 20".
_JOINS = names(
    "- – — ~ / . , to and until till through thru max bis und à et hasta y a até e tot"
    " en до и по 至 到 から まで"
)
_TICKS = frozenset({"checkbox", "radio"})


def schema(form: Form) -> Interface:
    """The attributes of *form*, in order; hidden controls are none.

    A control without a label of its own, or with one that only joins ("to"), belongs
    to the attribute before it; so do check boxes under one legend or of one name. The
    label of an attribute that has none is the name of its control.

    >>> from crawler.dom import parse
    >>> from crawler.forms.extract import extract
    >>> page = b'''<form name=books><table>
    ... <tr><td>Author:</td><td><input name=author><br>
    ... <input type=radio name=mode value=1> first name/initials and last name
    ... <input type=radio name=mode value=2> start of last name
    ... <input type=radio name=mode value=3> exact name</td></tr>
    ... <tr><td>Title:</td><td><input name=title></td></tr>
    ... <tr><td>Price:</td><td><input name=low> to <input name=high></td></tr>
    ... </table><input type=hidden name=s value=1></form>'''
    >>> (form,) = extract(parse(page, url="http://b/", content_type="text/html"))
    >>> for attribute in schema(form).attributes:
    ...     print(attribute.label, [control.name for control in attribute.controls])
    Author ['author', 'mode']
    Title ['title']
    Price ['low', 'high']
    >>> schema(form).attributes[0].controls[1].labels[0]
    'first name/initials and last name'
    """
    found: list[list[Field]] = []
    for field in form.fields:
        if field.type == "hidden":
            continue
        if found and _joins(found[-1], field):
            found[-1].append(field)
        else:
            found.append([field])
    attributes = tuple(Attribute(_label(group), tuple(group)) for group in found)
    return Interface(form.name, attributes)


def _joins(group: list[Field], field: Field) -> bool:
    """Whether *field* belongs to the attribute of *group*."""
    last = group[-1]
    if last.type == field.type == "checkbox":
        same_name = last.name == field.name != ""
        return same_name or (field.group != "" and field.group == last.group)
    near = field.row - last.row <= 1
    if not field.label:
        # The first of an unlabelled row of its own asks for something else.
        return near and (field.type in _TICKS or field.row == last.row)
    if field.row != last.row:
        return False
    return field.label.casefold() in _JOINS or field.label == group[0].label


def _label(group: list[Field]) -> str:
    first = group[0]
    if first.type == "checkbox" and len(group) > 1 and first.group:
        return first.group
    return first.label or first.group or first.name
