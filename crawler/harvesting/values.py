"""From a query of the planner to what is filled into the form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.forms.state import Value
    from crawler.harvest import Query, Space
    from crawler.harvest.queries import Key
    from crawler.items import Field, Form

_CHOICES = frozenset({"select-one", "select-multiple", "radio"})


def key_of(space: Space, query: Query) -> str:
    """What is asked as JSON: name and value of each control that is varied.

    By names and values, not by places: it means the same when options are added.

    >>> from crawler.harvest import Factor, Query, Space, TextBox
    >>> space = Space((Factor("make", ("", "audi")),), (TextBox("q"),))
    >>> key_of(space, Query(0, (1,), ("tea",)))
    '[["make", "audi"], ["q", "tea"]]'
    """
    pairs: list[tuple[str, str | None]] = [
        (factor.name, factor.values[place])
        for factor, place in zip(space.factors, query.values, strict=True)
    ]
    pairs += [
        (box.name, text)
        for box, text in zip(space.boxes, texts_of(space, query), strict=True)
    ]
    return json.dumps(pairs, ensure_ascii=False)


def query_of(space: Space, key: str) -> Key | None:
    """The query that :func:`key_of` has told; None when the form cannot ask it now.

    What the form has got since is left as it is in the untouched form.

    >>> from crawler.harvest import Factor, Space, TextBox
    >>> space = Space((Factor("make", ("", "vw", "audi")),), (TextBox("q"),))
    >>> query_of(space, '[["make", "audi"], ["q", "tea"]]')
    ((2,), ('tea',))
    >>> query_of(space, '[["make", "bmw"], ["q", "tea"]]')
    """
    told: dict[str, list[str | None]] = {}
    for name, value in json.loads(key):
        told.setdefault(name, []).append(value)
    values = []
    for factor in space.factors:
        given = told.get(factor.name)
        wanted = given.pop(0) if given else factor.values[factor.default]
        if wanted not in factor.values:
            return None
        values.append(factor.values.index(wanted))
    texts = []
    for box in space.boxes:
        given = told.get(box.name)
        texts.append((given.pop(0) if given else box.default) or "")
    return None if any(told.values()) else (tuple(values), tuple(texts))


def texts_of(space: Space, query: Query) -> tuple[str, ...]:
    """What each text box holds; its default where the query does not say."""
    return query.texts or tuple(box.default for box in space.boxes)


def echo_of(space: Space, query: Query) -> list[str]:
    """What an answer may repeat: the texts that were filled in."""
    return [text for text in texts_of(space, query) if text]


def values_of(form: Form, space: Space, query: Query) -> dict[str, Value]:
    """Values for :func:`crawler.forms.submit`; what is not varied is left out.

    >>> from crawler.harvest import Query, space_of
    >>> from crawler.items import Field, Form
    >>> form = Form("http://h/", fields=(
    ...     Field("c", "checkbox", "a"), Field("c", "checkbox", "b", checked=True),
    ...     Field("s", "select-one", "1", ("1", "2")), Field("h", "hidden", "7")))
    >>> values_of(form, space_of(form), Query(0, (1, 0, 1)))
    {'c': ['a'], 's': '2'}
    """
    chosen: dict[int, str | None] = {
        factor.field: factor.values[place]
        for factor, place in zip(space.factors, query.values, strict=True)
    }
    chosen |= {
        box.field: text
        for box, text in zip(space.boxes, texts_of(space, query), strict=True)
    }
    names: dict[str, list[int]] = {}
    for place, field in enumerate(form.fields):
        if field.name and not field.disabled:
            names.setdefault(field.name, []).append(place)
    return {
        name: _value([(form.fields[p], p) for p in places], chosen)
        for name, places in names.items()
        if any(place in chosen for place in places)
    }


def _value(fields: list[tuple[Field, int]], chosen: dict[int, str | None]) -> Value:
    """The value of all controls of one name."""
    if all(field.type == "checkbox" for field, _ in fields):
        if len(fields) == 1:
            return _checked(*fields[0], chosen)
        return [field.value for field, at in fields if _checked(field, at, chosen)]
    if len(fields) == 1:
        field, place = fields[0]
        value = chosen.get(place)
        return [] if value is None and field.type in _CHOICES else value or ""
    return [chosen.get(place, field.value) for field, place in fields]


def _checked(field: Field, place: int, chosen: dict[int, str | None]) -> bool:
    return chosen[place] is not None if place in chosen else field.checked
