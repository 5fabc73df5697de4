"""What a page says of a form in names that no browser sends.

Ids and classes were chosen by whoever wrote the form, and mostly say what it is for.
They are kept apart from what is sent: nothing but :mod:`crawler.forms.kind` reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.items import Hints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.forms.owners import Owned

MAX_HINT = 400
"""Characters of each of the hints."""
_MAX_CONTROLS = 40
_MAX_VALUE = 100

_FORM = ("id", "class", "name", "role", "aria-label", "title")
_BUTTON = ("id", "class", "name", "alt", "title", "aria-label", "src")
_ENTRY = ("id", "class", "placeholder", "aria-label", "title", "autocomplete")
_PRESSED = frozenset({"submit", "image", "button"})


def hints(owned: Owned) -> Hints:
    """The hints of a form and its controls, bounded."""
    entries: list[str] = []
    buttons: list[str] = []
    for control in owned.controls[:_MAX_CONTROLS]:
        kind = control.get("type").lower()
        if control.tag == "button":
            # Scripts search with buttons of every type; most submit nothing by HTTP.
            buttons += _values(control.get(name) for name in _BUTTON)
            buttons.append((control.node.text() or "")[:_MAX_VALUE])
        elif control.tag == "input" and kind in _PRESSED:
            buttons += _values(control.get(name) for name in _BUTTON)
            buttons.append(control.get("value")[:_MAX_VALUE])
        elif control.tag != "input" or kind not in {"hidden", "reset"}:
            entries += _values(control.get(name) for name in _ENTRY)
    return Hints(
        form=_joined(_values(owned.form.get(name) for name in _FORM)),
        entries=_joined(entries),
        buttons=_joined(buttons),
    )


def _values(values: Iterable[str]) -> list[str]:
    # The last part of a path: an image is named for what it shows.
    return [value[:_MAX_VALUE].rpartition("/")[2] for value in values if value]


def _joined(values: Iterable[str]) -> str:
    """The words once each, in order."""
    words = dict.fromkeys(word for value in values for word in value.split())
    return " ".join(words)[:MAX_HINT]
