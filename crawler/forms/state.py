"""What the controls of a form hold: at first, and after values were given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from crawler.forms.accept import accept
from crawler.forms.errors import FormValueError

if TYPE_CHECKING:
    from crawler.items import Field, Form

Value: TypeAlias = str | bool | Sequence[str | None] | None
"""Of one name; see :func:`crawler.forms.submit`."""
Values: TypeAlias = Mapping[str, Value]

_CHOICES = frozenset({"select-one", "select-multiple", "radio"})


@dataclass(slots=True)
class State:
    """What one field holds."""

    text: str = ""
    picked: tuple[int, ...] = ()
    """Places in the field's options."""
    ticked: bool = False
    omitted: bool = False


def initial(field: Field) -> State:
    """What a field holds before anything is given."""
    picked = field.chosen
    if not picked and field.type in _CHOICES and field.value in field.options:
        # A field that was not read from a document.
        picked = (field.options.index(field.value),) if field.value else ()
    return State(field.value, picked, field.checked)


def states(form: Form, values: Values) -> list[State]:
    """The state of each field of *form*.

    :raises FormValueError: for a name that the form does not have, or a value that
        its control cannot take.
    """
    found = [initial(field) for field in form.fields]
    by_name: dict[str, list[int]] = {}
    for number, field in enumerate(form.fields):
        if field.name:
            by_name.setdefault(field.name, []).append(number)
    for name, value in values.items():
        if name not in by_name:
            known = ", ".join(repr(one) for one in list(by_name)[:20]) or "none"
            raise FormValueError(f"no control is named {name!r}; there are {known}")
        _set([(form.fields[at], found[at]) for at in by_name[name]], value)
    return found


Pairs: TypeAlias = list[tuple["Field", State]]


def _set(pairs: Pairs, value: Value) -> None:
    """Give *value* to the controls of one name."""
    usable = [pair for pair in pairs if not pair[0].disabled]
    if not usable:
        raise FormValueError(f"{pairs[0][0].name!r} is disabled: it sends nothing")
    if value is None:
        for _, state in usable:
            state.omitted = True
    elif all(field.type == "checkbox" for field, _ in usable):
        _tick(usable, value)
    elif len(usable) == 1:
        _give(*usable[0], value)
    else:
        _spread(usable, value)


def _tick(boxes: Pairs, value: Value) -> None:
    """Check exactly the boxes of these values; True and False are for all."""
    if isinstance(value, bool):
        for _, state in boxes:
            state.ticked = value
        return
    wanted = [value] if isinstance(value, str) else list(value or ())
    known = [field.value for field, _ in boxes]
    for one in wanted:
        if one not in known:
            raise FormValueError(_unknown(boxes[0][0], one, known))
    for field, state in boxes:
        state.ticked = field.value in wanted
        if state.ticked:
            wanted.remove(field.value)
    if wanted:
        raise FormValueError(
            f"{boxes[0][0].name!r}: fewer check boxes have the value {wanted[0]!r}"
        )


def _spread(pairs: Pairs, value: Value) -> None:
    """One value for each of several controls, in tree order."""
    name = pairs[0][0].name
    if isinstance(value, str | bool) or value is None or len(value) != len(pairs):
        raise FormValueError(
            f"{name!r} names {len(pairs)} controls: give a list of as many values"
        )
    for (field, state), one in zip(pairs, value, strict=True):
        if one is None:
            state.omitted = True
        elif field.type == "checkbox":
            _tick([(field, state)], one)
        else:
            _give(field, state, one)


def _give(field: Field, state: State, value: Value) -> None:
    if field.type in _CHOICES:
        _pick(field, state, value)
        return
    if not isinstance(value, str):
        raise FormValueError(f"{field.name!r} takes one text, not {value!r}")
    state.text = accept(field, value)


def _pick(field: Field, state: State, value: Value) -> None:
    several = field.type == "select-multiple"
    if isinstance(value, str):
        wanted: list[str | None] = [value]
    elif isinstance(value, bool) or value is None or (len(value) > 1 and not several):
        raise FormValueError(f"{field.name!r} takes one of its options, not {value!r}")
    else:
        wanted = list(value)
    barred = set(field.barred)
    open_at: dict[str, list[int]] = {}
    for at, option in enumerate(field.options):
        if at not in barred:
            open_at.setdefault(option, []).append(at)
    picked = []
    for one in wanted:
        places = open_at.get(one or "") if one is not None else None
        if not places:
            raise FormValueError(_unknown(field, one, list(open_at)))
        picked.append(places[0] if len(places) == 1 else places.pop(0))
    state.picked = tuple(sorted(picked))
    if field.type == "select-one" and not picked:
        state.omitted = True


def _unknown(field: Field, value: object, known: Sequence[str]) -> str:
    shown = ", ".join(repr(one) for one in known[:20]) or "none"
    more = f" and {len(known) - 20} more" if len(known) > 20 else ""
    return f"{field.name!r} has no option {value!r}; it takes {shown}{more}"
