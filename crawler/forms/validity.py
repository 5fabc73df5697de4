"""Whether a browser lets a form go: constraint validation (HTML 4.10.20)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from crawler.forms import pattern
from crawler.forms.accept import LENGTHS, units
from crawler.forms.scale import SCALED, point, scale_of
from crawler.forms.state import states

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.forms.state import State, Values
    from crawler.items import Field, Form

# HTML 4.10.5.1.5, "valid email address".
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
_EMAIL = re.compile(
    rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})*", re.ASCII
)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_PATTERNED = frozenset({"text", "search", "tel", "url", "email", "password"})
_CHOICES = frozenset({"select-one", "select-multiple", "radio"})


class Problem(NamedTuple):
    """Why the value of a control is not valid."""

    name: str
    rule: str
    """``required``, ``type``, ``pattern``, ``minlength``, ``maxlength``, ``min``,
    ``max`` or ``step``."""


def invalid(form: Form, values: Values | None = None) -> list[Problem]:
    """The controls that would keep a browser from sending *form* with *values*.

    A browser does not ask when the form or the button is ``novalidate``, or when a
    script submits. A length counts only for a value that is given, as for one that a
    person typed.

    :raises FormValueError: as :func:`crawler.forms.submit`.
    """
    given = values or {}
    found = []
    for field, state in zip(form.fields, states(form, given), strict=True):
        rule = broken(field, state, edited=field.name in given)
        if rule is not None:
            found.append(Problem(field.name, rule))
    return found


def broken(field: Field, state: State, *, edited: bool = True) -> str | None:
    """The first rule that a field breaks by what it holds."""
    if field.disabled or field.readonly or state.omitted or field.type == "hidden":
        return None
    if field.type in _CHOICES:
        return _choice(field, state.picked)
    if field.type == "checkbox":
        return "required" if field.required and not state.ticked else None
    text = state.text
    if not text:
        needed = field.required and field.type not in {"range", "color"}
        return "required" if needed else None
    return _text(field, text, edited=edited)


def _choice(field: Field, picked: Sequence[int]) -> str | None:
    if not field.required:
        return None
    if field.type == "radio":
        return None if picked else "required"
    # The first option of a drop-down is a placeholder if its value is empty.
    return None if any(field.options[at] for at in picked) else "required"


def _text(field: Field, text: str, *, edited: bool) -> str | None:
    kind, limits = field.type, field.limits
    if kind in SCALED:
        return _scaled(field, text)
    parts = text.split(",") if kind == "email" and limits.multiple else [text]
    if kind == "email" and not all(map(_EMAIL.fullmatch, parts)):
        return "type"
    if kind == "url" and not _SCHEME.match(text):
        return "type"
    if kind in LENGTHS and edited:
        length = units(text)
        if limits.minlength is not None and length < limits.minlength:
            return "minlength"
        if limits.maxlength is not None and length > limits.maxlength:
            return "maxlength"
    if kind in _PATTERNED and limits.pattern:
        wrong = any(pattern.matches(limits.pattern, part) is False for part in parts)
        return "pattern" if wrong else None
    return None


def _scaled(field: Field, text: str) -> str | None:
    scale = scale_of(field)
    at = point(field.type, text)
    if at is None:
        return "type"
    if _outside(field, at):
        return "min" if scale.low is not None and at < scale.low else "max"
    return None if scale.fits(at) else "step"


def _outside(field: Field, at: object) -> bool:
    scale = scale_of(field)
    low, high = scale.low, scale.high
    if field.type == "time" and low is not None and high is not None and low > high:
        # A reversed range goes over midnight.
        return bool(high < at < low)  # type: ignore[operator] # it is a Decimal
    return (low is not None and at < low) or (high is not None and at > high)  # type: ignore[operator] # the same
