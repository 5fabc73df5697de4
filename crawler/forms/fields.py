"""Controls as fields, and buttons as submitters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.forms.labels import Labels, first_legend
from crawler.items import Field

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from crawler.forms.owners import Control

MAX_FIELDS = 1_000
"""Fields of a form."""
MAX_OPTIONS = 1_000
"""Options of a field."""
_MAX_FIELDSETS = 200

# HTML 4.10.5; any other type is text.
# fmt: off
_INPUT_TYPES = frozenset({
    "hidden", "text", "search", "tel", "url", "email", "password", "date", "month",
    "week", "time", "datetime-local", "number", "range", "color", "checkbox", "radio",
    "file", "submit", "image", "reset", "button",
})
# fmt: on
_BUTTONS = frozenset({"submit", "image", "reset", "button"})
_CONTROLS = "input,button,select,textarea"


class Fields:
    """Reads the fields of the forms of one document."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._labels = Labels(tree)
        self._disabled = _in_disabled_fieldsets(tree)
        self._tree = tree

    def read(self, controls: Iterable[Control]) -> tuple[Field, ...]:
        """Fields in tree order; the radio buttons of one name are one field."""
        found: list[Field | list[Control]] = []
        groups: dict[str, list[Control]] = {}
        for control in controls:
            kind = control_type(control)
            if kind in _BUTTONS:
                continue
            name = control.get("name")
            if kind == "radio" and name in groups:
                if len(groups[name]) < MAX_OPTIONS:
                    groups[name].append(control)
                continue
            if len(found) == MAX_FIELDS:
                break
            if kind != "radio":
                found.append(self._field(control, kind))
                continue
            group = [control]
            found.append(group)
            if name:
                groups[name] = group
        return tuple(
            item if isinstance(item, Field) else self._group(item) for item in found
        )

    def disabled(self, control: Control) -> bool:
        """By its own attribute or a field set's (the first legend is exempt)."""
        return "disabled" in control.attributes or control.node.mem_id in self._disabled

    def _field(self, control: Control, kind: str) -> Field:
        value, checked = control.get("value"), False
        options: tuple[str, ...] = ()
        if control.tag == "select":
            value, options = _select(control)
        elif control.tag == "textarea":
            value = control.node.text()
        elif kind == "checkbox":
            value = _value(control, "on")
            checked = "checked" in control.attributes
        elif kind == "file":
            value = ""
        elif control.get("list"):
            options = self._datalist(control.get("list"))
        return Field(
            name=control.get("name"),
            type=kind,
            value=value,
            options=options,
            label=self._labels.of(control),
            required="required" in control.attributes,
            disabled=self.disabled(control),
            checked=checked,
        )

    def _group(self, radios: Sequence[Control]) -> Field:
        # Of several checked radio buttons the last one is.
        checked = [radio for radio in radios if "checked" in radio.attributes]
        return Field(
            name=radios[0].get("name"),
            type="radio",
            value=_value(checked[-1], "on") if checked else "",
            options=tuple(_value(radio, "on") for radio in radios),
            label=self._labels.of_group(radios[0])
            if len(radios) > 1
            else self._labels.of(radios[0]),
            required=any("required" in radio.attributes for radio in radios),
            disabled=all(self.disabled(radio) for radio in radios),
            checked=bool(checked),
        )

    def _datalist(self, name: str) -> tuple[str, ...]:
        for node in self._tree.css("datalist[id]"):
            if node.id == name:
                values = (_option(option) for option in _options(node))
                return tuple(value for value in values if value)
        return ()


def control_type(control: Control) -> str:
    """The type as a form's ``elements`` would tell it: ``select-one``, ``text``..."""
    kind = control.get("type").lower()
    if control.tag == "input":
        return kind if kind in _INPUT_TYPES else "text"
    if control.tag == "button":
        return kind if kind in {"reset", "button"} else "submit"
    if control.tag == "select":
        multiple = "multiple" in control.attributes
        return "select-multiple" if multiple else "select-one"
    return control.tag


def _value(control: Control, default: str) -> str:
    """The value; *default* when there is no such attribute, which may be empty."""
    return control.get("value") if "value" in control.attributes else default


def _options(node: LexborNode) -> list[LexborNode]:
    return node.css("option")[:MAX_OPTIONS]


def _option(node: LexborNode) -> str:
    attributes = node.attributes
    if "value" in attributes:
        return attributes["value"] or ""
    return " ".join(node.text().split())


def _select(control: Control) -> tuple[str, tuple[str, ...]]:
    """The value that would be sent, the first of several, and all values.

    HTML 4.10.7: without ``selected`` a drop-down shows its first option that is not
    disabled; a selected option that is disabled sends nothing.
    """
    options = _options(control.node)
    values = tuple(_option(option) for option in options)
    chosen = [i for i, node in enumerate(options) if "selected" in node.attributes]
    multiple = "multiple" in control.attributes
    if chosen and not multiple:
        chosen = chosen[-1:]
    usable = (i for i, node in enumerate(options) if not _off(node))
    if not chosen and not multiple and _display_size(control) == 1:
        chosen = [next(usable, -1)]
    sent = [values[i] for i in chosen if i >= 0 and not _off(options[i])]
    return (sent[0] if sent else ""), values


def _display_size(control: Control) -> int:
    size = control.get("size").strip()
    return int(size[:6]) if size.isascii() and size.isdecimal() and int(size[:6]) else 1


def _off(option: LexborNode) -> bool:
    """Whether an option is disabled, by itself or by its group."""
    if "disabled" in option.attributes:
        return True
    group = option.parent
    return (
        group is not None
        and group.tag == "optgroup"
        and ("disabled" in group.attributes)
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
