"""The entry list of a form: what is sent, not yet written down (HTML 4.10.22.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crawler.forms import charset
from crawler.forms.direction import of_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.forms.state import State
    from crawler.items import Field, Form, Submitter


class Entry(NamedTuple):
    """A name and its value; the value of a file is its file name."""

    name: str
    value: str
    file: bool = False


def entries(
    form: Form, states: list[State], submitter: Submitter | None
) -> list[Entry]:
    """The entries in tree order; *states* has one for each field of *form*."""
    found: list[tuple[int, list[Entry]]] = []
    after = len(form.fields) + sum(len(field.options) for field in form.fields)
    for number, (field, state) in enumerate(zip(form.fields, states, strict=True)):
        place = field.places[0] if field.places else number
        if field.type == "radio" and state.picked and field.places:
            place = field.places[state.picked[0]]
        if field.name or field.dirname is not None:
            found.append((place, list(_of_field(field, state, form.charset))))
    if submitter is not None:
        place = submitter.place if submitter.place >= 0 else after
        found.append((place, list(_of_button(submitter))))
    found.sort(key=lambda pair: pair[0])
    return [entry for _, group in found for entry in group]


def _of_field(field: Field, state: State, encoding: str) -> Iterator[Entry]:
    if field.disabled or state.omitted or not field.name:
        return
    if field.type in {"select-one", "select-multiple", "radio"}:
        for at in state.picked:
            if at not in field.barred:
                yield Entry(field.name, field.options[at])
    elif field.type == "checkbox":
        if state.ticked:
            yield Entry(field.name, field.value)
    elif field.type == "file":
        yield Entry(field.name, "", file=True)
    elif field.type == "hidden" and field.name.lower() == "_charset_":
        yield Entry(field.name, charset.spelled(encoding))
    else:
        yield Entry(field.name, state.text)
    if field.dirname is not None:
        auto = field.direction == "auto"
        yield Entry(field.dirname, of_text(state.text) if auto else field.direction)


def _of_button(button: Submitter) -> Iterator[Entry]:
    if button.type == "image":
        prefix = f"{button.name}." if button.name else ""
        # Where nobody pointed: its corner.
        yield Entry(f"{prefix}x", "0")
        yield Entry(f"{prefix}y", "0")
    elif button.name:
        yield Entry(button.name, button.value)
