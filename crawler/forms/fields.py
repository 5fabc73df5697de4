"""Controls as fields, and buttons as submitters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.forms import direction, nearby
from crawler.forms.controls import BUTTONS, Control, control_type
from crawler.forms.labels import Labels, first_legend
from crawler.forms.options import MAX_OPTIONS, of_datalist, of_select
from crawler.forms.sanitise import sanitise
from crawler.items import NO_LIMITS, Field, Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_FIELDS = 1_000
"""Fields of a form."""
_MAX_FIELDSETS = 200
_MAX_SUGGESTED = 2**22
"""Characters of lists of suggestions."""
_MAX_LIMIT = 4_000
_CONTROLS = "input,button,select,textarea"
_LIMITS = ("min", "max", "step", "pattern", "minlength", "maxlength", "multiple")
# HTML 4.10.5: what may be "readonly", and what has no value of its own to demand.
_UNWRITABLE = frozenset({"hidden", "range", "color", "checkbox", "radio", "file"})

Placed = tuple[int, Control]
"""A control and its place among all of its form."""


class Fields:
    """Reads the fields of the forms of one document."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._labels = Labels(tree)
        self._disabled = _in_disabled_fieldsets(tree)
        self._tree = tree
        self._lists: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._datalists: dict[str, LexborNode] | None = None
        self._room = _MAX_SUGGESTED

    def read(self, controls: Iterable[Control]) -> tuple[Field, ...]:
        """Fields in tree order; the radio buttons of one name are one field."""
        found: list[list[Placed]] = []
        groups: dict[str, list[Placed]] = {}
        for place, control in enumerate(controls):
            kind = control_type(control)
            if kind in BUTTONS:
                continue
            name = control.get("name")
            if kind == "radio" and name in groups:
                if len(groups[name]) < MAX_OPTIONS:
                    groups[name].append((place, control))
                continue
            if len(found) == MAX_FIELDS:
                break
            group = [(place, control)]
            found.append(group)
            if kind == "radio" and name:
                groups[name] = group
        rows = _Rows()
        return tuple(self._field(group, rows) for group in found)

    def disabled(self, control: Control) -> bool:
        """By its own attribute or a field set's (the first legend is exempt)."""
        return control.has("disabled") or control.node.mem_id in self._disabled

    def _field(self, group: Sequence[Placed], rows: _Rows) -> Field:
        place, control = group[0]
        kind = control_type(control)
        row = rows.last if kind == "hidden" else rows.of(control)
        if kind == "radio":
            return self._radios(group, row)
        if kind == "checkbox":
            return self._checkbox(place, control, row)
        choice = of_select(control) if control.tag == "select" else None
        limits = _limits(control)
        readonly = kind not in _UNWRITABLE and control.has("readonly")
        dirname = control.attributes.get("dirname") or ""
        sends_direction = control.has("dirname") and kind in direction.SENT
        options: Sequence[str] = ()
        labels: Sequence[str] = ()
        if choice is not None:
            options, labels = choice.values, choice.labels
        elif control.get("list") and control.tag == "input":
            options, labels = self._datalist(control.get("list"))
        return Field(
            name=control.get("name"),
            type=kind,
            value=next(iter(choice.sent), "") if choice else _value(control, limits),
            options=tuple(options),
            label=self._labels.of(control),
            required=control.has("required"),
            disabled=self.disabled(control),
            labels=tuple(labels),
            chosen=choice.chosen if choice else (),
            barred=choice.barred if choice else (),
            places=(place,),
            row=row,
            group=self._labels.legend(control),
            readonly=readonly and choice is None,
            limits=limits,
            dirname=dirname if sends_direction else None,
            direction=direction.of(control) if sends_direction else "ltr",
        )

    def _checkbox(self, place: int, control: Control, row: int) -> Field:
        return Field(
            name=control.get("name"),
            type="checkbox",
            value=_ticked(control),
            label=self._labels.of(control, follows=True),
            required=control.has("required"),
            disabled=self.disabled(control),
            checked=control.has("checked"),
            places=(place,),
            row=row,
            group=self._labels.legend(control),
        )

    def _radios(self, group: Sequence[Placed], row: int) -> Field:
        radios = [control for _, control in group]
        # Of several checked radio buttons the last one is.
        checked = [at for at, radio in enumerate(radios) if radio.has("checked")][-1:]
        barred = [at for at, radio in enumerate(radios) if self.disabled(radio)]
        legend = self._labels.legend(radios[0])
        labels = [self._labels.of(radio, follows=True) for radio in radios]
        if len(radios) == 1:
            label = labels[0]
        else:
            label = self._labels.of_group(radios[0], legend)
        return Field(
            name=radios[0].get("name"),
            type="radio",
            value=_ticked(radios[checked[0]]) if checked else "",
            options=tuple(_ticked(radio) for radio in radios),
            label=label,
            required=any(radio.has("required") for radio in radios),
            disabled=len(barred) == len(radios),
            checked=bool(checked),
            labels=tuple(labels),
            chosen=tuple(checked),
            barred=tuple(barred),
            places=tuple(place for place, _ in group),
            row=row,
            group=legend,
        )

    def _datalist(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the first list of that id suggests; read once, however often named."""
        if self._datalists is None:
            self._datalists = {}
            for node in self._tree.css("datalist[id]"):
                self._datalists.setdefault(node.id or "", node)
        if name not in self._lists:
            values, labels = list[str](), list[str]()
            first = self._datalists.get(name)
            if first is not None and self._room > 0:
                values, labels, self._room = of_datalist(first, self._room)
            self._lists[name] = tuple(values), tuple(labels)
        return self._lists[name]


class _Rows:
    """Numbers the lines of a form."""

    def __init__(self) -> None:
        self.last = 0
        self._line: tuple[int, int] | None = None

    def of(self, control: Control) -> int:
        line = nearby.line(control.node)
        if self._line is not None and line != self._line:
            self.last += 1
        self._line = line
        return self.last


def _value(control: Control, limits: Limits) -> str:
    if control.tag == "textarea":
        return control.node.text()
    kind = control_type(control)
    return "" if kind == "file" else sanitise(kind, control.get("value"), limits)


def _ticked(control: Control) -> str:
    """What a check box or radio button sends; its value may be empty."""
    return control.get("value") if control.has("value") else "on"


def _limits(control: Control) -> Limits:
    if control.attributes.keys().isdisjoint(_LIMITS):
        return NO_LIMITS
    return Limits(
        minimum=control.get("min")[:_MAX_LIMIT],
        maximum=control.get("max")[:_MAX_LIMIT],
        step=control.get("step")[:_MAX_LIMIT],
        pattern=control.get("pattern")[:_MAX_LIMIT],
        minlength=control.integer("minlength"),
        maxlength=control.integer("maxlength"),
        multiple=control.has("multiple"),
    )


def _in_disabled_fieldsets(tree: LexborHTMLParser) -> set[int]:
    found: set[int] = set()
    for fieldset in tree.css("fieldset[disabled]")[:_MAX_FIELDSETS]:
        inside = {node.mem_id for node in fieldset.css(_CONTROLS)}
        legend = first_legend(fieldset)
        if legend is not None:
            inside -= {node.mem_id for node in legend.css(_CONTROLS)}
        found |= inside
    return found
