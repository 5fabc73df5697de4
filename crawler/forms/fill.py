"""Values that a form would take from a person, chosen at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.forms.accept import accept
from crawler.forms.errors import FormValueError
from crawler.forms.scale import SCALED
from crawler.forms.state import State, initial
from crawler.forms.texts import number_texts, texts
from crawler.forms.validity import broken

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from crawler.forms.state import Value
    from crawler.items import Field, Form

_TRIES: Final = 40
_KEEP: Final = 0.5
"""How often a value that the page suggests stays as it is."""
_CHOICES: Final = frozenset({"select-one", "select-multiple", "radio"})


def fill(
    form: Form, random: Random, known: Mapping[str, str] | None = None
) -> dict[str, Value]:
    """Values for :func:`crawler.forms.submit`, valid where that can be reached.

    Left as they are: hidden, read-only and disabled controls, and files. *known* has
    values by the name of a control, or else by its type. An optional drop-down may
    stay at its placeholder, a required one never.

    :raises FormValueError: when a control cannot take its value of *known*.
    """
    values: dict[str, Value] = {}
    shared: dict[str, list[Field]] = {}
    for field in form.fields:
        if field.name and not field.disabled:
            shared.setdefault(field.name, []).append(field)
    for name, fields in shared.items():
        if any(_untouched(field) for field in fields):
            continue
        found = [_value(field, random, known or {}) for field in fields]
        if all(field.type == "checkbox" for field in fields):
            values[name] = [
                field.value for field, one in zip(fields, found, strict=True) if one
            ]
        elif len(fields) == 1:
            values[name] = found[0]
        elif all(isinstance(one, str) for one in found):
            values[name] = [one for one in found if isinstance(one, str)]
    return values


def _untouched(field: Field) -> bool:
    return field.type in {"hidden", "file"} or field.readonly


def _value(field: Field, random: Random, known: Mapping[str, str]) -> Value:
    given = known.get(field.name, known.get(field.type))
    if given is not None and field.type != "checkbox":
        if field.type not in _CHOICES:
            return accept(field, given)
        if given in field.options:
            return given
    if field.type == "checkbox":
        return field.required or random.random() < _KEEP
    if field.type in _CHOICES:
        return _choice(field, random)
    return _text(field, random)


def _choice(field: Field, random: Random) -> Value:
    """Any option that is not disabled; of a required one none that is empty."""
    usable = [
        option
        for at, option in enumerate(field.options)
        if at not in set(field.barred)
        and (option or not field.required or field.type == "radio")
    ]
    if not usable:
        return [] if field.type == "select-multiple" else None
    if field.type != "select-multiple":
        return random.choice(usable)
    return random.sample(usable, random.randint(1, min(3, len(usable))))


def _text(field: Field, random: Random) -> str:
    """The value of the page, or the first of the tries that is valid."""
    if field.value and random.random() < _KEEP and _valid(field, field.value):
        return field.value
    source = number_texts if field.type in SCALED else texts
    candidates = source(field, random)
    for _ in range(_TRIES):
        found = next(candidates, None)
        if found is None:
            break
        if _valid(field, found):
            return found
    return field.value


def _valid(field: Field, text: str) -> bool:
    try:
        held = accept(field, text)
    except FormValueError:
        return False
    state: State = initial(field)
    state.text = held
    return broken(field, state) is None
